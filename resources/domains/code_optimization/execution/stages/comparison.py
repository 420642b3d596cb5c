"""Who is faster: baseline and candidate in turn in one launch, the least time of each, and what noise leaves open.

The clock is the kernel's of a process's time on a processor, read by the runner from a program's input to its end, so
that a candidate shares neither the clock nor what decides, and a busy machine does not count. Times differ from run to
run: they are timings of an observation, not metrics.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.code_optimization.execution.stages.profile import SPREAD
from resources.domains.code_optimization.execution.test_suite import ProgramTest, input_bytes
from resources.execution.bundle import EnvironmentBundle
from resources.execution.sandbox.job import Ended, StepResult

ROUNDS_WORD = "rounds_word"
"""The setting that says which word of stdin is the number of rounds; without it, a run is as long as its test."""
_CYCLES = 3_000_000
"""Of the baseline in a compared run: about 1 ms, against which going to its process and back is little."""
_CYCLES_PER_SECOND = 3e9
_SLOWER_AT_MOST = 50
_MOST_ROUNDS = 1000
_NOISE = 300e-6
"""Seconds, as the runner's bound has them (`support/runner.c`)."""
_WIN, _LOSS = 1.6, 0.4
_ODDS = 200.0
"""How much likelier the pairs' winners have to be if the candidate wins four in five than if a coin decides.

The runner draws by a coin which of a pair runs first, so that of equal programs each wins a pair by that coin, whatever
the load. Such odds grow to this with a chance of 1 in 200 at most, however many pairs are run and whenever one stops
(Ville's inequality); fifteen pairs of sixteen are enough.
"""
_ROUNDS = re.compile(r"^[0-9]+")
_MOST_SECTIONS, _MOST_TURNS, _WAYS = 64, 1 << 12, 3
"""Of a harness's (`tasks/builtin/harness.h`)."""
_DIFFERS, _SLOW, _FLOOR = "differs", "slow", "floor"


@dataclass(frozen=True)
class Comparison:
    """Least seconds of each, over `pairs` runs. `spread` is how far minima of half of the runs differ, at least SPREAD.

    `odds` are those for the candidate, pair by pair (`_ODDS`). `differs` says that the candidate printed or ended
    otherwise than the baseline; `slow` that it met its limit of CPU time where the baseline did not. There are then no
    times. `floor` are the least seconds of the harness alone, 0 where they are not known, and
    `noise` is the spread with that of these.
    """

    baseline: float = 0.0
    candidate: float = 0.0
    spread: float = SPREAD
    pairs: int = 0
    odds: float = 0.0
    differs: bool = False
    slow: bool = False
    floor: float = 0.0
    noise: float = SPREAD

    @property
    def ratio(self) -> float:
        """Of whole runs."""
        return self.baseline / self.candidate if self.candidate else 0.0

    @property
    def bound_ratio(self) -> float:
        """Of whole runs, with what noise a few of them may have; 0 where the candidate did not come to its end."""
        return 0.0 if self.slow else self.baseline / max(self.candidate - _NOISE, 1e-9)

    @property
    def speedup(self) -> float:
        """Of the kernels alone; where the candidate's is lost in the noise, what it has at least."""
        return self._own(self.baseline) / self._own(self.candidate) if self.candidate else 0.0

    @property
    def speedup_spread(self) -> float:
        """By how much of itself the speedup may be wrong."""
        return self.noise * max((time / self._own(time) for time in (self.baseline, self.candidate) if time), default=1)

    def _own(self, time: float) -> float:
        return max(time - self.floor, self.noise * time)


def read_comparison(step: StepResult) -> Comparison | None:
    """Reads the runner's log; None where the baseline itself could not be timed."""
    lines = step.log.decode("ascii", "replace").splitlines()
    said = lines[-1].split() if lines else []
    if said[:1] in ([_DIFFERS], [_SLOW]):
        return Comparison(differs=said[0] == _DIFFERS, slow=said[0] == _SLOW) if said[1:] == ["1"] else None
    if step.ended is not Ended.EXITED or step.exit_code or not lines:
        return None
    floors = [int(line.split()[1]) for line in lines if line.startswith(_FLOOR)]
    pairs = [tuple(map(int, line.split())) for line in lines if not line.startswith(_FLOOR)]
    return compared([pair[0] for pair in pairs], [pair[1] for pair in pairs], floors)


def compared(baseline: Sequence[int], candidate: Sequence[int], floors: Sequence[int] = ()) -> Comparison:
    """From nanoseconds of runs in turn, and of those of the harness alone."""
    spread = max(SPREAD, _apart(baseline), _apart(candidate))
    won = sum(own < other for own, other in zip(candidate, baseline, strict=True))
    odds = _WIN**won * _LOSS ** (len(baseline) - won)
    floor, noise = min(floors, default=0) / 1e9, max(spread, _apart(floors))
    return Comparison(min(baseline) / 1e9, min(candidate) / 1e9, spread, len(baseline), odds, floor=floor, noise=noise)


def _apart(times: Sequence[int]) -> float:
    """The distance of the minima of every other run, as a share of the least."""
    if len(times) < 2:
        return 0.0
    halves = [min(times[start::2]) for start in (0, 1)]
    return (max(halves) - min(halves)) / max(1, min(halves))


def is_faster(comparison: Comparison, estimated_speedup: float, baseline_cycles: float) -> bool:
    """The times decide beyond their spread, where the estimate does not agree only if the pairs' winners are no chance.

    Within it they are equal, and equal is not faster: what a candidate does under callgrind alone would decide, and of
    equal programs a coin. The estimate breaks the tie only where the gain that it claims is less than the spread, so
    that no clock could have seen it.
    """
    if comparison.differs or comparison.slow:
        return False
    if abs(comparison.ratio - 1) > comparison.spread:
        agreed = estimated_speedup > 1 + SPREAD
        return comparison.ratio > 1 and (agreed or comparison.odds >= _ODDS)
    if estimated_speedup <= 1 + SPREAD:
        return False
    claimed = baseline_cycles * (1 - 1 / estimated_speedup)
    return claimed <= comparison.spread * comparison.baseline * _CYCLES_PER_SECOND


def rounds_of(bundle: EnvironmentBundle, test: ProgramTest) -> int | None:
    """How many rounds a test's program runs; None where its harness has none."""
    head = _ROUNDS.match(test.stdin) if bundle.settings.get(ROUNDS_WORD) == "0" else None
    return int(head[0]) if head else None


def compared_input(
    bundle: EnvironmentBundle, tests: Sequence[ProgramTest], baseline_cycles: float, own_cycles: float
) -> bytes:
    """The measured test's input, with more rounds where the bundle's programs take a number of them.

    The data of `timed` tests come in among these rounds, in three ways: a program that computes otherwise where it is
    timed is tested there. `tasks/builtin/harness.h` has the format.
    """
    test = next(test for test in tests if test.measured)
    head = _ROUNDS.match(test.stdin)
    if bundle.settings.get(ROUNDS_WORD) != "0" or head is None:
        return test.input
    rounds = int(head[0]) * compared_rounds(bundle, baseline_cycles, own_cycles)
    inputs = (test, *(other for other in tests if other.timed))
    bodies = [input_bytes(_ROUNDS.sub("", item.stdin, count=1)) for item in inputs][:_MOST_SECTIONS]
    lengths = "".join(f"+{len(body)}" for body in bodies)
    return f"{min(_MOST_TURNS, rounds + _WAYS * len(bodies))}{lengths}".encode() + b"".join(bodies)


def compared_rounds(bundle: EnvironmentBundle, baseline_cycles: float, own_cycles: float) -> int:
    """How many times as long as the measured test; from the estimates, so that equal candidates do equal work."""
    if bundle.settings.get(ROUNDS_WORD) != "0" or not baseline_cycles:
        return 1
    most = _CYCLES * _SLOWER_AT_MOST / max(1.0, own_cycles)
    return int(max(1, min(_MOST_ROUNDS, _CYCLES / baseline_cycles, most)))
