"""VerilogEval v2, spec-to-RTL: three files a problem, and a bench that compares against `RefModule`.

The bench keeps its hints and its counters; its last summary line also reports the verdict. What is changed
and why is in docs/importing.md.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from resources.domains.chip_design.tasks.importers.bench_messages import counting_bench
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
    tier_of_size,
    words_of,
)
from resources.execution.reader.apart import apart

LOOKED_FOR = "dataset_spec-to-rtl/ProbNNN_<name>_prompt.txt, _ref.sv and _test.sv"
PARTS = {"prompt": "_prompt.txt", "reference": "_ref.sv", "bench": "_test.sv"}
URL = "https://github.com/NVlabs/verilog-eval"
TOP, REFERENCE_TOP = "TopModule", "RefModule"
_PART_NAME = re.compile(r"(Prob\d+_.+)(_prompt\.txt|_ref\.sv|_test\.sv)")


@dataclass(frozen=True)
class Problem:
    """One problem's three texts and its name, such as Prob003_step_one."""

    name: str
    prompt: str
    reference: str
    bench: str


@dataclass(frozen=True)
class Solution:
    """The reference as a candidate, and its top module's ports."""

    text: str
    interface: str


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is the repository's root or the data set's folder."""
    existing(path, LOOKED_FOR)
    folder = path / "dataset_spec-to-rtl" if (path / "dataset_spec-to-rtl").is_dir() else path
    tree = SourceTree(path)
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    names = sorted({match[1] for file in files if (match := _PART_NAME.fullmatch(file.name))})
    if not names:
        raise ImportSourceError(f"{path}: not VerilogEval v2; looked for {LOOKED_FOR}")
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    licence = licence or detect_licence(path)
    for name in counted(names):
        try:
            seeds.append(_read(tree, folder, name, licence))
        except UnreadableError as error:
            problems.append(error.problem)
    used = (file for file in files if _PART_NAME.fullmatch(file.name))
    return finished(seeds, problems, commit=commit or detect_commit(tree, used))


def _problem(tree: SourceTree, folder: Path, name: str) -> Problem:
    return Problem(name, **{part: tree.text(folder / f"{name}{suffix}", part) for part, suffix in PARTS.items()})


def _read(tree: SourceTree, folder: Path, name: str, licence: str) -> TaskSeed:
    """Raises UnreadableError, which names the file at fault."""
    problem = _problem(tree, folder, name)
    with _blaming(tree.name(folder / f"{name}{PARTS['reference']}")):
        solution = _solution(problem.reference)
    with _blaming(tree.name(folder / f"{name}{PARTS['bench']}")):
        return _seed(problem, solution, tree.name(folder / f"{name}{PARTS['prompt']}"), licence)


@contextmanager
def _blaming(file: str) -> Iterator[None]:
    try:
        yield
    except VerilogError as error:
        raise UnreadableError(file, "verilog", str(error)) from None


def _broken(death: Exception, *_: object) -> NoReturn:
    raise VerilogError(str(death))


@apart(raises=(VerilogError,), died=_broken)
def _solution(text: str) -> Solution:
    solution = VerilogText(text)
    if REFERENCE_TOP not in solution.modules():
        raise VerilogError(f"the reference declares no module {REFERENCE_TOP}")
    reference = solution.renamed(REFERENCE_TOP, TOP)
    return Solution(reference, VerilogText(reference).interface(TOP))


@apart(raises=(VerilogError,), died=_broken)
def _seed(problem: Problem, solution: Solution, path: str, licence: str) -> TaskSeed:
    reference = solution.text
    bench = VerilogText(problem.bench)
    tops = [name for name in bench.tops() if TOP in bench.instantiated(name)]
    if not tops:
        raise VerilogError(f"no module of the bench instantiates {TOP}")
    words = words_of(problem.name.partition("_")[2])
    clocked = "always_ff" in reference or "edge" in reference
    return TaskSeed(
        seed_id=f"verilog-eval/{problem.name}",
        domain="chip_design",
        title=problem.name.partition("_")[2].replace("_", " "),
        prompt=problem.prompt.strip() + "\n",
        interface=solution.interface,
        candidate_file=f"{TOP}.sv",
        reference=reference,
        origin=SeedOrigin("verilog-eval", "", licence, path, URL),
        tier=tier_of_size(reference),
        tags=("spec-to-rtl", "sequential" if clocked else "combinational", *words),
        files={"test.sv": counting_bench(bench, "Mismatches:"), "ref.sv": problem.reference},
        settings={"top": TOP, "bench": "verilog", "bench_files": "test.sv ref.sv", "bench_top": tops[0]},
    )
