"""What a bundle's own reference shows: the yardstick for its candidates. Read from the reference's observation."""

from dataclasses import dataclass

from resources.domains.code_optimization.stages.cycles import SPREAD, Estimate
from resources.execution.observation import Observation

CYCLES = "estimated_cycles"
INSTRUCTIONS = "instructions"
SPEEDUP = "speedup"
FASTER = "faster"


@dataclass(frozen=True)
class Yardstick:
    """The baseline's estimated cycles on the measured test; 0 where it could not be measured."""

    cycles: float


def yardstick_of(observation: Observation) -> Yardstick:
    return Yardstick(observation.metrics.get(CYCLES, 0.0))


def measured(found: Estimate, yardstick: Yardstick | None) -> dict[str, float]:
    """The metrics of a passing candidate; `yardstick` is None for the baseline itself."""
    speedup = 1.0 if yardstick is None else yardstick.cycles / found.cycles
    return {
        INSTRUCTIONS: float(found.instructions),
        CYCLES: float(found.cycles),
        SPEEDUP: round(speedup, 4),
        FASTER: float(speedup > 1 + SPREAD),
        "spread": SPREAD,
    }


def verdict_on_speed(metrics: dict[str, float]) -> str:
    """The measure stage's log: one line."""
    cycles, speedup = int(metrics[CYCLES]), metrics[SPEEDUP]
    if metrics[FASTER]:
        words = f"{speedup:.2f} times as fast as the baseline"
    elif speedup < 1 / (1 + SPREAD):
        words = f"slower than the baseline: {speedup:.2f} times its speed"
    else:
        words = "as fast as the baseline"
    return f"measure: {cycles} estimated cycles (callgrind), {words}\n"
