"""What a bundle's own bench says of a candidate when it is run in Python, beside what it says of the reference.

Nothing is said where the bench cannot be simulated or does not accept the reference: then it is the simulation that is
wrong, or the bundle.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from resources.domains.chip_design.execution.stages.bench import read_bench
from resources.domains.chip_design.language.syntax import code_name
from resources.domains.chip_design.prediction.simulator.testbench.bench_text import (
    MAXIMUM_CHARACTERS,
    elaborated_bench_text,
)
from resources.domains.chip_design.prediction.simulator.testbench.execution import BenchRun, Ending, run_bench
from resources.domains.simulation import Agreement, HaltReason
from resources.domains.toolkit.candidate_words import is_printed
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

_REFERENCE_STEPS = 1_000_000
_HARMLESS = frozenset(["MissingTimeScale"])
"""Errors to pyslang of which Icarus warns; others count unless the reference has them under this bench, too."""
_STEPS = 120_000
"""About 30 ms, a tenth of a short execution; of the benches at hand, two thirds need fewer."""
_ENOUGH = 0.25
"""Of the reference's checks: of 63 injected faults that fail a built-in bench, all had failed by then."""

Files = tuple[tuple[str, str], ...]
"""What the bench may read, by name."""
Tops = tuple[str, str]
"""The modules of bench and candidate."""


@dataclass(frozen=True)
class BenchComparison:
    """`own` is the candidate's run, `expected` the reference's, which passed."""

    own: BenchRun
    expected: BenchRun

    @property
    def is_whole(self) -> bool:
        return self.own.ending is not Ending.CUT

    @property
    def agreement(self) -> Agreement:
        """A bench that was cut has judged as far as it came: an error stays one, and most show early."""
        if self.own.errors > 0 or self.own.ending is Ending.SILENT or self.own.is_stuck:
            return Agreement.DIFFERENT
        if self.own.ending is Ending.CUT:
            return Agreement.UNKNOWN if self.reached < _ENOUGH * self.expected.checks else Agreement.SAME
        return Agreement.SAME if self.own.checks >= self.expected.checks else Agreement.DIFFERENT

    @property
    def halt(self) -> HaltReason:
        if self.own.is_stuck:
            return HaltReason.ENDLESS
        return HaltReason.RETURNED if self.is_whole or self.agreement is Agreement.SAME else HaltReason.BUDGET

    @property
    def planned(self) -> int:
        """Checks that are to be reached: of a bench that is cut, those that suffice."""
        return self.expected.checks if self.is_whole else self.reached

    @property
    def reached(self) -> int:
        """Checks of the reference's that the candidate came to."""
        return max(0, min(self.own.checks, self.expected.checks))

    @property
    def first_difference(self) -> str:
        lines = [line.strip() for line in self.own.log.splitlines() if line.strip() and not is_printed(line)]
        return lines[0][:120] if lines else "the verdict"


def bench_comparison(bundle: EnvironmentBundle, code: str) -> BenchComparison | None:
    """`code` was not rejected, and elaborates alone without errors. None where the bench says nothing."""
    if bundle.settings.get("bench") != "verilog":
        return None
    try:
        bench = read_bench(bundle)
    except PermanentEnvironmentFailure:
        return None
    names = bundle.settings["bench_files"].split()
    text = "\n".join(bundle.files[name] for name in names) + "\n" + bench.surroundings.directives.decode()
    others = tuple((name, file) for name, file in bundle.files.items() if name not in names)
    tops = (bench.top, bundle.settings["top"])
    expected = _reference_run(text, tops, others, bundle.reference)
    if expected is None:
        return None
    own = _run(text, tops, others, code, _STEPS)
    strange = own.faults - expected.faults - _HARMLESS
    return None if own.ending is Ending.UNSUPPORTED or strange else BenchComparison(own, expected)


@lru_cache(maxsize=256)
def _reference_run(text: str, tops: Tops, files: Files, reference: str) -> BenchRun | None:
    """None where the reference does not pass."""
    run = _run(text, tops, files, reference, _REFERENCE_STEPS)
    passes = run.errors == 0 and (run.ending is Ending.CUT or (run.ending is Ending.REPORTED and run.checks > 0))
    return run if passes else None


@lru_cache(maxsize=8)
def _run(text: str, tops: Tops, files: Files, code: str, room: int) -> BenchRun:
    """Cached, since the label and the text are asked one after the other."""
    whole = text + code
    if len(whole) > MAXIMUM_CHARACTERS:
        return BenchRun(Ending.UNSUPPORTED, why="too large")
    elaborated = elaborated_bench_text(whole)
    faults = frozenset(code_name(item) for item in elaborated.diagnostics if item.isError())
    return replace(run_bench(elaborated, *tops, dict(files), room), faults=faults)
