"""RealBench: modules of real cores with a specification, and benches that compare with a reference `ref_<module>`.

A module-level task has its specification beside the folder `verification`; its submodules are given. A system-level
task, below `system`, is written whole. Specifications come encrypted: decrypting them is the user's to do.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from resources.domains.chip_design.execution.given import GIVEN
from resources.domains.chip_design.tasks.importers.bench_messages import verdict_bench
from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError, VerilogText
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError, counted
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.licence_files import detect_licence
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import (
    SourceTree,
    UnreadableError,
    existing,
    finished,
    plain_lines,
    read_below,
    tier_of_size,
    words_of,
)
from resources.execution.bundle import Limits
from resources.execution.reader.apart import apart

LOOKED_FOR = "<core>/<module>/<module>.md with verification/<module>_{ref,top,testbench,stimulus_gen}.sv"
URL = "https://github.com/IPRC-DIP/RealBench"
VERILOG = (".v", ".sv", ".vh", ".svh")
ENCRYPTED = ".md.gpg"
_BENCH = re.compile(r"(\w+)_testbench\.s?v")
_LIMITS = Limits(wall_s=120.0, cpu_s=60)
_SYSTEM_TIER = 5
_RULES = """
The file is to declare the module `{module}`, and may include no other file.{given}
"""
_GIVEN = "\nThese modules are there to be instantiated; their text stands behind yours:\n\n```verilog\n{stubs}```"


@dataclass(frozen=True)
class CoreTask:
    """One task's folder. `sources` are its Verilog files by name, the specification aside."""

    module: str
    folder: Path
    is_system: bool
    sources: tuple[str, ...]

    @property
    def seed_id(self) -> str:
        return f"realbench/{'system_' if self.is_system else ''}{self.module}"


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is the repository's root or any folder above the tasks."""
    tree = SourceTree(existing(path, LOOKED_FOR))
    folders = list(tree.folders())
    tasks = [task for folder, names in folders for task in _tasks(folder, names)]
    if not tasks:
        raise ImportSourceError(f"{path}: not RealBench; looked for {LOOKED_FOR}")
    told = _Specifications(tree, folders)
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    licence = licence or detect_licence(path)
    for task in counted(tasks):
        try:
            seeds.append(_seed(tree, task, told.of(task), licence))
        except UnreadableError as error:
            problems.append(error.problem)
        except VerilogError as error:
            problems.append(ImportProblem(tree.name(task.folder), "verilog", str(error)))
    used = (task.folder / name for task in tasks for name in task.sources)
    return finished(seeds, problems, commit=commit or detect_commit(tree, used))


def _tasks(folder: Path, names: list[str]) -> Iterator[CoreTask]:
    sources = tuple(name for name in names if name.endswith(VERILOG))
    for name in names:
        found = _BENCH.fullmatch(name)
        if found and any(f"{found[1]}_ref{end}" in names for end in VERILOG):
            yield CoreTask(found[1], folder, folder.parent.name == "system", sources)


class _Specifications:
    """The texts that say what modules do, by module: Markdown beside them, or rows that the set's own script wrote."""

    def __init__(self, tree: SourceTree, folders: list[tuple[Path, list[str]]]) -> None:
        self._tree = tree
        files = [folder / name for folder, names in folders for name in names]
        self._plain = {file.stem: file for file in files if file.suffix == ".md"}
        self._encrypted = {file.name.removesuffix(ENCRYPTED): file for file in files if file.name.endswith(ENCRYPTED)}
        self._rows = [file for file in files if file.name == "problems.jsonl"]

    def of(self, task: CoreTask) -> str:
        """Of a system, its own and those of its parts. Raises UnreadableError."""
        parts = [self._text(task.module, task)]
        if task.is_system:
            inner = sorted({name.rpartition(".")[0] for name in task.sources} & self._plain.keys() - {task.module})
            parts += [self._tree.text(self._plain[name], "prompt") for name in inner]
        return "\n\n".join(part.strip() for part in parts) + "\n"

    def _text(self, module: str, task: CoreTask) -> str:
        if module in self._plain:
            return self._tree.text(self._plain[module], "prompt")
        for file in self._rows:
            if (file.parent.name == "system") is task.is_system and (text := self._row(file, module)):
                return text
        if module in self._encrypted:
            name = self._tree.name(self._encrypted[module])
            why = "encrypted: decrypt the set as its README says (`make decrypt`), then import it again"
            raise UnreadableError(name, "prompt", why)
        raise UnreadableError(self._tree.name(task.folder), "prompt", f"no {module}.md")

    def _row(self, file: Path, module: str) -> str:
        for line in self._tree.text(file, "prompt").splitlines():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(row, dict) and row.get("task") == module and isinstance(row.get("problem"), str):
                return plain_lines(row["problem"])
        return ""


def _broken(death: Exception, *_: object) -> NoReturn:
    raise VerilogError(str(death))


@apart(raises=(VerilogError, UnreadableError), reads=read_below, died=_broken)
def _seed(tree: SourceTree, task: CoreTask, specification: str, licence: str) -> TaskSeed:
    texts = {name: tree.text(task.folder / name, "verilog") for name in task.sources}
    pool = ModulePool(task.module, texts)
    core = pool.core(whole=task.is_system)
    bench = {name: VerilogText(text) for name, text in pool.bench.items()}
    top, reporting = _reporting(bench, task.module)
    stubs = "\n".join(VerilogText(text).interface(name) for name, text in core.given.items())
    rules = _RULES.format(module=task.module, given=_GIVEN.format(stubs=stubs) if stubs else "")
    given = {f"given_{name}.v": text for name, text in core.given.items()}
    settings = {"top": task.module, "bench": "verilog", "bench_files": " ".join(reporting), "bench_top": top}
    path = tree.name(task.folder)
    return TaskSeed(
        seed_id=task.seed_id,
        domain="chip_design",
        title=task.module.replace("_", " "),
        prompt=specification + rules,
        interface=VerilogText(core.text).interface(task.module),
        candidate_file=f"{task.module}.sv",
        reference=core.text,
        origin=SeedOrigin("realbench", "", licence, path, URL),
        tier=_SYSTEM_TIER if task.is_system else tier_of_size(core.text),
        tags=("system" if task.is_system else "module", *words_of(task.module)),
        files={**reporting, **given},
        settings=settings | ({GIVEN: " ".join(given)} if given else {}),
        limits=_LIMITS,
        unusable=core.unusable,
    )


def _reporting(bench: Mapping[str, VerilogText], module: str) -> tuple[str, dict[str, str]]:
    """The bench's top module, and its files, of which that one reports the verdict. Raises VerilogError."""
    used = {inner for text in bench.values() for inner in text.instantiated()}
    for name, text in bench.items():
        tops = [top for top in text.modules() if top not in used and module in text.instantiated(top)]
        if tops:
            texts = {other: _whole(read) for other, read in bench.items()}
            return tops[0], texts | {name: verdict_bench(text)}
    raise VerilogError(f"no top module of the bench instantiates {module}")


def _whole(text: VerilogText) -> str:
    return text.slice(0, len(text.raw))


REFERENCE = "ref_"
_INCLUDE = re.compile(r'^[ \t]*`include[ \t]+"([^"\n]+)"[^\n]*$', re.MULTILINE)
_DIRECTIVE = re.compile(r"`(?!timescale\b|default_nettype\b|resetall\b|celldefine\b|endcelldefine\b)(\w+)")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_MOST_INCLUDES = 64
_STUB_SHARE = 0.5
"""A `_top` file with fewer lines than this share of the reference's is what a candidate begins with, not a solution."""


@dataclass(frozen=True)
class Core:
    """The design as a candidate, the modules given to it by name, and why it cannot be judged here, if so."""

    text: str
    given: Mapping[str, str]
    unusable: str


class ModulePool:
    """All modules of a folder's files. `bench` are the files that are compiled with every candidate."""

    def __init__(self, module: str, texts: Mapping[str, str]) -> None:
        self._module, self._texts = module, texts
        read = {name: VerilogText(text) for name, text in texts.items()}
        self._home = {item: name for name, text in read.items() for item in text.modules()}
        self._read = read
        if f"{REFERENCE}{module}" not in self._home:
            raise VerilogError(f"no file declares {REFERENCE}{module}")

    @property
    def bench(self) -> dict[str, str]:
        """Testbench, stimuli and references, each text with what it includes in its place. Raises VerilogError."""
        files = self._of_bench()
        return {name: self._with_includes(text) for name, text in self._texts.items() if name in files}

    def _of_bench(self) -> set[str]:
        """The file of the testbench and those of all that it instantiates but the core."""
        bench = {name for name in self._texts if name.rpartition(".")[0] == f"{self._module}_testbench"}
        waiting = list(bench)
        while waiting:
            for inner in self._read[waiting.pop()].instantiated():
                home = self._home.get(inner, "")
                if home and home not in bench and inner != self._module:
                    bench.add(home)
                    waiting.append(home)
        return bench

    def core(self, *, whole: bool) -> Core:
        """The design; `whole` where its parts belong to it and are not given."""
        text, parts = self._solution(), dict[str, str]()
        read = VerilogText(text)
        waiting, there = list(read.instantiated()), {*read.modules(), self._module}
        while waiting:
            name = waiting.pop(0)
            found = self._part(name) if name not in there else ""
            if found:
                parts[name], read = found, VerilogText(found)
                waiting += read.instantiated()
                there |= {*read.modules(), name}
        texts = {name: _without_needless_includes(part) for name, part in {self._module: text, **parts}.items()}
        included = sorted({file for part in texts.values() for file in _INCLUDE.findall(part)})
        unusable = f"its design includes {', '.join(included)}; a candidate may include nothing" if included else ""
        own = texts.pop(self._module)
        if whole:
            return Core("\n".join([own, *texts.values()]), {}, unusable)
        return Core(own, texts, unusable)

    def _solution(self) -> str:
        """The set's own solution, or the reference by another name."""
        reference = self._renamed(f"{REFERENCE}{self._module}")
        if self._module in self._home:
            solution = self._texts[self._home[self._module]]
            if len(solution.split("\n")) >= _STUB_SHARE * len(reference.split("\n")):
                return solution
        return reference

    def _part(self, name: str) -> str:
        """A module's text: its own file's, or that of its reference by another name; "" where there is neither."""
        if name in self._home:
            return self._texts[self._home[name]]
        return self._renamed(f"{REFERENCE}{name}") if f"{REFERENCE}{name}" in self._home else ""

    def _renamed(self, module: str) -> str:
        """The file of a reference with all names of references without their beginning."""
        text = self._texts[self._home[module]]
        names = sorted({name for name in self._home if name.startswith(REFERENCE)}, key=len, reverse=True)
        for name in names:
            text = VerilogText(text).renamed(name, name.removeprefix(REFERENCE))
        return text

    def _with_includes(self, text: str) -> str:
        for _ in range(_MOST_INCLUDES):
            found = _INCLUDE.search(text)
            if found is None:
                break
            if found[1] not in self._texts:
                raise VerilogError(f"the bench includes {found[1]}, which does not lie beside it")
            text = text[: found.start()] + self._texts[found[1]] + text[found.end() :]
        return text


def _without_needless_includes(text: str) -> str:
    """Without includes where the text uses no macro: cores include their definitions everywhere."""
    plain = _COMMENT.sub("", _INCLUDE.sub("", text))
    return text if _DIRECTIVE.search(plain) else _INCLUDE.sub("", text)
