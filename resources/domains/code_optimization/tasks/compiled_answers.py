"""Mechanical authors: what compilers make of C programs for the built-in tasks, kept as recorded answers.

The programs are each task's own (`kernel.c`) and those of `programs/<writer>/<task>.c`, written from the prompts alone;
`programs/c-mistakes` holds mistakes as people make them, `<task>.<n>.c` a further one. The assembly depends on the
compiler's version, hence it is kept: `answers/<author>.jsonl`, of which each author is a writer and a compiler with its
level. `python -m` this module writes these files anew (`CLANG` names a clang that is not on the path).
"""

import json
import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from resources.domains.authorship import MARK
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE
from resources.domains.code_optimization.execution.toolchain import COMPILER_FLAGS
from resources.domains.code_optimization.tasks.library import BASELINE, LIBRARY_ROOT
from resources.domains.toolkit.answer_folder import answer_line
from resources.domains.toolkit.seed_folder import read_text, task_folders

PROGRAMS_ROOT = Path(__file__).parent / "programs"
ANSWERS_ROOT = Path(__file__).parent / "answers"
TASKS_OWN = "tasks-own"
MISTAKES = "c-mistakes"
_QUIET = tuple(flag for flag in COMPILER_FLAGS if not flag.startswith("-O"))
_VERSION = re.compile(r"(\d+)\.\d+")
_STAMP = re.compile(r"^\t\.(?:file|ident|addrsig)\b.*\n", re.MULTILINE)


@dataclass(frozen=True)
class Level:
    """A compiler's flags under a name. `PLAIN` is what a user types, with all that a distribution adds."""

    name: str
    flags: tuple[str, ...]


def _level(name: str, *more: str) -> Level:
    return Level(name, (f"-{name.partition('-')[0]}", *_QUIET, *more))


PLAIN = Level("plain", ("-O2",))
_UNROLLED = _level("O3-unrolled", "-funroll-loops")
WRITERS: Mapping[str, Mapping[str, tuple[Level, ...]]] = {
    TASKS_OWN: {
        "gcc": (_level("O0"), _level("O1"), _level("Os"), PLAIN, _UNROLLED),
        "clang": (_level("O1"), _level("Os"), PLAIN),
    },
    "c-1": {"gcc": (_level("O1"), _level("O3"), _level("Os")), "clang": (_level("O2"),)},
    "c-2": {"gcc": (_level("O0"), _level("O2")), "clang": (_level("O3"),)},
    MISTAKES: {"gcc": (_level("O1"),), "clang": (_level("O2"),)},
}
"""Levels of each compiler by writer."""


def write_answers() -> None:
    """Overwrites the file of each mechanical author; raises CalledProcessError where a program does not compile.

    A text that an earlier author or a baseline already has is left out.
    """
    known = {_shape(read_text(folder / BASELINE)) for folder in task_folders(LIBRARY_ROOT)}
    for writer, compilers in WRITERS.items():
        for compiler, levels in compilers.items():
            command = os.environ.get(compiler.upper(), compiler)
            for level in levels:
                author = MARK.join((writer, f"{compiler}-{_major(command)}", level.name))
                lines = _lines(_programs(writer), (command, *level.flags), known, is_solution=writer != MISTAKES)
                (ANSWERS_ROOT / f"{author}.jsonl").write_text("".join(lines), encoding="utf-8")


def _programs(writer: str) -> Iterator[tuple[str, Path]]:
    """A task's name and a C program for it, in order."""
    if writer == TASKS_OWN:
        yield from ((folder.name, folder / PROGRAM_FILE) for folder in task_folders(LIBRARY_ROOT))
        return
    for file in sorted((PROGRAMS_ROOT / writer).glob("*.c")):
        yield file.name.partition(".")[0], file


def _lines(
    programs: Iterable[tuple[str, Path]], command: tuple[str, ...], known: set[str], *, is_solution: bool
) -> Iterator[str]:
    for task, program in programs:
        text = compiled(program, command)
        if _shape(text) not in known:
            known.add(_shape(text))
            yield answer_line(task, text, is_solution=is_solution)


def compiled(program: Path, command: tuple[str, ...]) -> str:
    """The assembly, without lines that name files and versions."""
    run = subprocess.run(
        (*command, "-w", "-S", "-o", "-", str(program)), capture_output=True, text=True, timeout=60, check=True
    )
    return _STAMP.sub("", run.stdout)


def _shape(text: str) -> str:
    return " ".join(text.split())


def _major(command: str) -> str:
    said = subprocess.run((command, "--version"), capture_output=True, text=True, timeout=60, check=True).stdout
    match = _VERSION.search(said.splitlines()[0])
    if match is None:
        raise ValueError(f"{command} tells no version: {json.dumps(said[:80])}")
    return match[1]


if __name__ == "__main__":
    write_answers()
