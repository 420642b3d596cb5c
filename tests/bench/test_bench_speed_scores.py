"""How well the estimate and the alternated least times rank programs by speed, beside the processor's own counter.

Candidates are what gcc makes of a built-in task's program at other settings, and answers by hand where there are any.
The counter's cycles are those of longer runs of each program alone: median of fifteen.
"""

import json
import os
import statistics
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table
from scipy.stats import spearmanr

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.execution.backend import AssemblyBackend
from resources.domains.code_optimization.execution.reference import CYCLES, ESTIMATED_SPEEDUP, FASTER, SPEEDUP
from resources.domains.code_optimization.execution.stages.build import build, build_harness
from resources.domains.code_optimization.execution.stages.comparison import compared_input
from resources.domains.code_optimization.execution.stages.counter import count, is_available
from resources.domains.code_optimization.execution.stages.run import run_tests
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE, ProgramTest, read_suite
from resources.domains.code_optimization.execution.toolchain import COMPILER_FLAGS
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.counters import TASK_CLOCK, USER_CYCLES
from resources.execution.sandbox.job import Sandbox

TASKS = 16
SETTINGS = ("-O1", "-O2", "-Os", "-O2 -ftree-vectorize", "-O3 -fno-tree-vectorize", "-O3 -funroll-loops")
SAME = 0.02
"""Counts that differ by less are equal; so is what the backend calls the spread."""
LEAST_CANDIDATES = 4


@dataclass(frozen=True)
class Scored:
    """A candidate's scores, and its true speed by the counter: each a multiple of the baseline's."""

    name: str
    estimated: float
    alternated: float
    faster: bool
    true: float


@dataclass(frozen=True)
class Row:
    """One task: rank correlation of both scores with the counter."""

    task: str
    candidates: Sequence[Scored]

    def correlation(self, scores: Sequence[float]) -> float:
        return float(spearmanr(scores, [item.true for item in self.candidates]).statistic)

    @property
    def estimated(self) -> float:
        return self.correlation([item.estimated for item in self.candidates])

    @property
    def alternated(self) -> float:
        return self.correlation([item.alternated for item in self.candidates])


def compiled(bundle: EnvironmentBundle, setting: str, folder: Path) -> str:
    (folder / PROGRAM_FILE).write_text(bundle.files[PROGRAM_FILE])
    command = ("gcc", *COMPILER_FLAGS[1:], *setting.split(), "-S", PROGRAM_FILE, "-o", "made.s")
    subprocess.run(command, cwd=folder, check=True)
    return (folder / "made.s").read_text()


def by_hand(public_sets: Path) -> dict[str, list[tuple[str, str]]]:
    """Answers of other authors by task; none where there are no samples."""
    file = public_sets / "other-authors" / "code_optimization.jsonl"
    found: dict[str, list[tuple[str, str]]] = {}
    for line in file.read_text().splitlines() if file.is_file() else ():
        row = json.loads(line)
        found.setdefault(row["seed_id"], []).append((row["author"], row["code"]))
    return found


class Speeds:
    """Counts long runs of programs of one bundle."""

    def __init__(self, sandbox: Sandbox, bundle: EnvironmentBundle, baseline_cycles: float) -> None:
        self._sandbox, self._bundle = sandbox, bundle
        self._counter = USER_CYCLES if is_available(sandbox, USER_CYCLES) else TASK_CLOCK
        self._harness = build_harness(sandbox, bundle)
        measured = next(test for test in read_suite(bundle) if test.measured)
        stdin = compared_input(bundle, measured, baseline_cycles, baseline_cycles)
        (step,) = run_tests(sandbox, bundle, self._program(bundle.reference), (ProgramTest(stdin, ""),)).steps
        self._test = ProgramTest(stdin, step.log.decode())

    def of(self, code: str) -> float | None:
        found = count(self._sandbox, self._bundle, self._program(code), self._test, self._counter)
        return None if found is None else found.median

    def _program(self, code: str) -> bytes:
        program = build(self._sandbox, self._bundle, code.encode(), self._harness).program
        assert program is not None
        return program


def scored(backend: AssemblyBackend, speeds: Speeds, bundle: EnvironmentBundle, name: str, code: str) -> Scored | None:
    """None for an answer that is wrong, or that the clock or the counter has no figure of."""
    seen = backend.execute(bundle, Candidate(code))
    if not seen.outcome.passed or SPEEDUP not in seen.timings:
        return None
    base, own = speeds.of(bundle.reference), speeds.of(code)
    if base is None or own is None:
        return None
    estimated, alternated = seen.metrics[ESTIMATED_SPEEDUP], seen.timings[SPEEDUP]
    return Scored(name, estimated, alternated, bool(seen.timings[FASTER]), base / own)


def rows(sandbox: Sandbox, hand: dict[str, list[tuple[str, str]]], folder: Path) -> Iterator[Row]:
    backend = AssemblyBackend(sandbox)
    bundles = [bundle_from_seed(seed) for seed in builtin_seeds()]
    # Tasks with answers by hand come first.
    for bundle in sorted(bundles, key=lambda item: item.seed_id not in hand)[:TASKS]:
        bundle = replace(bundle, limits=replace(bundle.limits, cpu_s=10))
        cycles = backend.execute(bundle, bundle.reference_candidate).metrics[CYCLES]
        speeds = Speeds(sandbox, bundle, cycles)
        texts = [(setting, compiled(bundle, setting, folder)) for setting in SETTINGS] + hand.get(bundle.seed_id, [])
        different = {code: name for name, code in reversed(texts) if code != bundle.reference}
        found = [scored(backend, speeds, bundle, name, code) for code, name in different.items()]
        candidates = [item for item in found if item is not None]
        if len(candidates) >= LEAST_CANDIDATES:
            yield Row(bundle.seed_id.partition("/")[2], candidates)


def show(found: Sequence[Row]) -> None:
    load, cores = os.getloadavg()[0], len(os.sched_getaffinity(0))
    caption = f"load average {load:.1f} on {cores} cores; rewarded: slower than the baseline by the counter"
    table = Table(title="rank correlation with counted cycles", title_justify="left", caption=caption)
    for heading in ("task", "candidates", "estimate", "alternated minima", "rewarded, estimate", "rewarded, faster"):
        table.add_column(heading)
    for row in found:
        slow = [item for item in row.candidates if item.true < 1 - SAME]
        told = [sum(item.estimated > 1 + SAME for item in slow), sum(item.faster for item in slow)]
        shares = [f"{count} of {len(slow)}" for count in told]
        table.add_row(row.task, str(len(row.candidates)), f"{row.estimated:.2f}", f"{row.alternated:.2f}", *shares)
    medians = [statistics.median(row.estimated for row in found), statistics.median(row.alternated for row in found)]
    table.add_row("median", "", *(f"{value:.2f}" for value in medians))
    Console(width=120).print("\n", table)


def test_scores_beside_the_counter(sandbox: Sandbox, public_sets: Path, tmp_path: Path) -> None:
    found = list(rows(sandbox, by_hand(public_sets), tmp_path))
    show(found)
    assert len(found) >= TASKS // 2
