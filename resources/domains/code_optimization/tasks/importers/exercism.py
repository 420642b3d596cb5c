"""Exercism's C track: a reference, and Unity tests that become a program which prints what the reference gives.

A test function is a test of the suite; the measured test runs all of them once, or the first that is short enough. A
reference that fails its own
tests under the set's own Unity is unusable. What is changed in the tests stands in docs/domains/code_optimization.md.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from resources.domains.code_optimization.tasks.importers.programs import MAXIMUM_TESTS, CProgram, seed_of
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError, counted
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.licence_files import detect_licence
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import (
    SourceTree,
    UnreadableError,
    broken_item,
    existing,
    finished,
    read_below,
    words_of,
)
from resources.execution.bundle import Limits
from resources.execution.reader.apart import apart
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step
from resources.execution.sandbox.selection import make_sandbox

LOOKED_FOR = "exercises/practice/<slug>/ with .meta/example.c and test_<slug>.c"
URL = "https://github.com/exercism/c"
MEASURED = "0 1\n"
"""All tests once: their inputs stand in the set, so that in more rounds a remembered answer would be a right one."""
STANDARD = "c99"
"""Of the set's makefiles; a later one declares names that exercises use themselves. An exercise may say another."""
DEFINES = ("UNITY_SUPPORT_64",)
"""Of an exercise without a makefile."""
_STANDARD_FLAG = re.compile(r"-std=([a-z]+\d[\dxa-z]?)(?!\S)")
_DEFINE_FLAG = re.compile(r"(?<!\S)-D\s*([A-Za-z_]\w*(?:=[\w.+-]+)?)(?!\S)")
_SUPPORT = Path(__file__).parent / "support"
_UNITY = re.compile(r'#include\s+"[\w./-]*unity\.h"')
_IGNORED_TEST = re.compile(r"^[ \t]*TEST_IGNORE(_MESSAGE)?\s*\([^)]*\)\s*;[^\n]*\n", re.MULTILINE)
_RUN_TEST = re.compile(r"\bRUN_TEST\s*\(")
_LIMITS = Limits(wall_s=60.0, cpu_s=20)


@dataclass(frozen=True)
class Exercise:
    """One exercise's texts. `module` is the slug with underscores, the name of its header.

    `standard` and `defines` are what its makefile compiles with.
    """

    slug: str
    module: str
    words: str
    example: str
    header: str
    test: str
    unity: Mapping[str, str]
    standard: str
    defines: tuple[str, ...]


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is the repository's root, or the folder of the exercises, or one above them."""
    existing(path, LOOKED_FOR)
    tree = SourceTree(path)
    places = [path / "exercises" / "practice", path / "practice", path]
    folder = next((place for place in places if any(place.glob("*/.meta/example.c"))), None)
    if folder is None:
        raise ImportSourceError(f"{path}: not Exercism's C track; looked for {LOOKED_FOR}")
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    licence = licence or detect_licence(path)
    sandbox = make_sandbox()
    slugs = sorted(file.parent.parent.name for file in folder.glob("*/.meta/example.c"))
    for slug in counted(slugs):
        try:
            exercise = _read(tree, folder / slug)
        except UnreadableError as error:
            problems.append(error.problem)
            continue
        origin = SeedOrigin("exercism-c", "", licence, tree.name(folder / slug), URL)
        seeds.append(_seed(sandbox, exercise, origin))
    used = (file for slug in slugs for file in _used_files(folder / slug))
    return finished(seeds, problems, commit=commit or detect_commit(tree, used))


def _used_files(folder: Path) -> list[Path]:
    patterns = (".meta/example.*", "*.h", "test_*.c", ".docs/*.md", "makefile")
    return [file for pattern in patterns for file in folder.glob(pattern) if file.is_file()]


@apart(raises=(UnreadableError,), reads=read_below, died=broken_item)
def _read(tree: SourceTree, folder: Path) -> Exercise:
    """Raises UnreadableError for the first file that is missing or cannot be read."""
    module = folder.name.replace("-", "_")
    example_header = folder / ".meta" / "example.h"
    header = example_header if example_header.exists() else folder / f"{module}.h"
    words = [tree.text(folder / ".docs" / "instructions.md", "prompt")]
    more = folder / ".docs" / "instructions.append.md"
    if more.exists():
        words.append(tree.text(more, "prompt"))
    rules = tree.text(folder / "makefile", "flags") if (folder / "makefile").exists() else ""
    said = _STANDARD_FLAG.search(rules)
    return Exercise(
        slug=folder.name,
        module=module,
        words="\n\n".join(text.strip() for text in words),
        example=tree.text(folder / ".meta" / "example.c", "reference"),
        header=tree.text(header, "interface"),
        test=_IGNORED_TEST.sub("", tree.text(folder / f"test_{module}.c", "tests")),
        unity={
            name: tree.text(folder / "test-framework" / name, "unity")
            for name in ("unity.c", "unity.h", "unity_internals.h")
        },
        standard=said[1] if said else STANDARD,
        defines=tuple(dict.fromkeys(_DEFINE_FLAG.findall(rules))) or DEFINES,
    )


def _seed(sandbox: Sandbox, exercise: Exercise, origin: SeedOrigin) -> TaskSeed:
    count = len(_RUN_TEST.findall(exercise.test))
    numbers = [1 + place * count // min(count, MAXIMUM_TESTS) for place in range(min(count, MAXIMUM_TESTS))]
    inputs = tuple(f"{number} 1\n" for number in numbers)
    header = f"{exercise.module}.h"
    program = CProgram(
        seed_id=f"exercism-c/{exercise.slug}",
        title=exercise.slug.replace("-", " "),
        words=f"{exercise.words}\n\nThe header `{header}`:\n\n```c\n{exercise.header.strip()}\n```",
        program=_plain_includes(exercise.example, header),
        interface=exercise.header,
        harness={
            header: exercise.header,
            "harness.c": _UNITY.sub('#include "recording.h"', exercise.test),
            "recording.h": (_SUPPORT / "recording.h").read_text(encoding="utf-8"),
            "recording.c": (_SUPPORT / "recording.c").read_text(encoding="utf-8"),
        },
        inputs=inputs,
        outputs=None,
        measured=(MEASURED, *inputs),
        standard=exercise.standard,
        defines=exercise.defines,
        origin=origin,
        tags=("exercism", *words_of(exercise.slug)),
    )
    seed = seed_of(sandbox, program)
    if not seed.unusable and (problem := _own_tests(sandbox, exercise, program.program)):
        return TaskSeed(**{**vars(seed), "unusable": problem})
    return seed


def _plain_includes(example: str, header: str) -> str:
    """The example includes its header by the name that the tests use."""
    return re.sub(r'#include\s+"example\.h"', f'#include "{header}"', example)


def _own_tests(sandbox: Sandbox, exercise: Exercise, program: str) -> str:
    """Runs the set's own tests with its own Unity; why the reference does not pass them, "" where it does."""
    files = {
        f"{exercise.module}.h": exercise.header,
        "kernel.c": program,
        "test.c": _UNITY.sub('#include "unity.h"', exercise.test),
        **exercise.unity,
    }
    flags = (f"-std={exercise.standard}", "-w", *(f"-D{name}" for name in exercise.defines), "-I.")
    steps = (
        Step("compile", ("gcc", *flags, "kernel.c", "test.c", "unity.c", "-o", "tests", "-lm")),
        Step("run", ("./tests",)),
    )
    job = SandboxJob(steps, {name: text.encode() for name, text in files.items()}, limits=_LIMITS)
    for step in sandbox.run(job).steps:
        if step.ended is not Ended.EXITED or step.exit_code:
            return f"the reference does not pass its own tests ({step.name}: {step.ended.value}, {step.exit_code})"
    return ""
