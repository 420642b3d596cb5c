"""What a bundle's own reference shows: the yardstick for its candidates, and what they are told of their speed.

The estimate repeats and is a metric. Times do not, and are timings: by them it is decided who is faster.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from resources.domains.code_optimization.execution.stages.comparison import Comparison, is_faster
from resources.domains.code_optimization.execution.stages.counter import Counted
from resources.domains.code_optimization.execution.stages.profile import SPREAD, Estimate
from resources.execution.observation import Observation

CYCLES = "estimated_cycles"
INSTRUCTIONS = "instructions"
ESTIMATED_SPEEDUP = "estimated_speedup"
SPEEDUP = "speedup"
FASTER = "faster"
LAGGING = 0.5
"""A candidate that takes longer than the baseline by this share of speed in a large test is not faster."""


@dataclass(frozen=True)
class Yardstick:
    """The baseline's estimated cycles on the measured test; 0 where it could not be measured."""

    cycles: float


def yardstick_of(observation: Observation) -> Yardstick:
    return Yardstick(observation.metrics.get(CYCLES, 0.0))


def measured(estimate: Estimate, yardstick: Yardstick | None) -> dict[str, float]:
    """The metrics of a passing candidate; `yardstick` is None for the baseline itself."""
    speedup = 1.0 if yardstick is None else yardstick.cycles / max(1, estimate.cycles)
    return {
        INSTRUCTIONS: float(estimate.instructions),
        CYCLES: float(estimate.cycles),
        ESTIMATED_SPEEDUP: round(speedup, 4),
    }


def timed(
    comparison: Comparison, metrics: Mapping[str, float], baseline_cycles: float, least_ratio: float = 1.0
) -> dict[str, float]:
    """The timings of a candidate. One without an estimate has to be faster by the clock alone.

    `baseline_cycles` are the baseline's own in a compared run, by the estimate. `least_ratio` is by how much it is
    faster in the large test where it is least so: faster in one size and far slower in another is not faster.
    """
    faster = is_faster(comparison, metrics.get(ESTIMATED_SPEEDUP, 1.0), baseline_cycles) and least_ratio > LAGGING
    if comparison.slow:
        return {FASTER: 0.0}
    return {
        FASTER: float(faster),
        SPEEDUP: round(comparison.speedup, 4),
        "spread": round(comparison.speedup_spread, 4),
        "baseline_us": round(comparison.baseline * 1e6, 3),
        "candidate_us": round(comparison.candidate * 1e6, 3),
        "floor_us": round(comparison.floor * 1e6, 3),
        "pairs": float(comparison.pairs),
        "least_ratio": round(least_ratio, 4),
    }


def own_timings() -> dict[str, float]:
    """The baseline's, beside itself."""
    return {FASTER: 0.0, SPEEDUP: 1.0}


def counted(count: Counted, name: str) -> dict[str, float]:
    """What a counter says beside the clock."""
    return {name: count.median, f"{name}_spread": round(count.spread, 4)}


def verdict_on_speed(metrics: Mapping[str, float]) -> str:
    """The measure stage's log: one line on the estimate, since logs of equal candidates are equal. With two digits: an
    exact count would tell a candidate that counts what the measured input is."""
    speedup = metrics[ESTIMATED_SPEEDUP]
    if speedup > 1 + SPREAD:
        words = f"{_two_digits(speedup)} times as fast as the baseline"
    elif speedup < 1 / (1 + SPREAD):
        words = f"slower than the baseline: {_two_digits(speedup)} times its speed"
    else:
        words = "as fast as the baseline"
    return f"measure: by callgrind's estimate {words}\n"


def _two_digits(value: float) -> str:
    return f"{float(f'{value:.2g}'):g}"
