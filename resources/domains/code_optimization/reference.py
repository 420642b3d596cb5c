"""What a bundle's own reference shows: the yardstick for its candidates. Read from the reference's observation."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from resources.domains.code_optimization.stages.counted import Counted
from resources.domains.code_optimization.stages.cycles import SPREAD, Estimate
from resources.execution.observation import Observation

CYCLES = "estimated_cycles"
INSTRUCTIONS = "instructions"
SPEEDUP = "speedup"
FASTER = "faster"


@dataclass(frozen=True)
class Yardstick:
    """The baseline's estimated cycles on the measured test; 0 where it could not be measured. `counted` are all of its
    metrics, a counter's among them where the machine has one."""

    cycles: float
    counted: Mapping[str, float] = field(default_factory=dict)


def yardstick_of(observation: Observation) -> Yardstick:
    return Yardstick(observation.metrics.get(CYCLES, 0.0), observation.metrics)


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


def counted(found: Counted, name: str, yardstick: Yardstick | None) -> dict[str, float]:
    """What a counter says in place of the estimate: its own metric by `name`, the speed-up, and the wider spread.

    Empty where the baseline was not counted. Two spreads are never less than an estimate's own error.
    """
    baseline = found.median if yardstick is None else yardstick.counted.get(name, 0.0)
    if not baseline:
        return {}
    spread = max(SPREAD, found.spread, 0.0 if yardstick is None else yardstick.counted.get("spread", 0.0))
    speedup = baseline / found.median
    return {name: found.median, SPEEDUP: round(speedup, 4), FASTER: float(speedup > 1 + spread), "spread": spread}


def verdict_on_speed(metrics: Mapping[str, float], counter: str) -> str:
    """The measure stage's log: one line. Where a counter of that name decided, the words alone: its numbers differ from
    run to run, and are in the metrics."""
    cycles, speedup, spread = int(metrics[CYCLES]), metrics[SPEEDUP], metrics["spread"]
    if counter in metrics:
        faster, slower = metrics[FASTER], speedup < 1 / (1 + spread)
        said = "faster than" if faster else "slower than" if slower else "as fast as"
        return f"measure: {counter.replace('_', ' ')} (perf), {said} the baseline\n"
    if metrics[FASTER]:
        words = f"{speedup:.2f} times as fast as the baseline"
    elif speedup < 1 / (1 + spread):
        words = f"slower than the baseline: {speedup:.2f} times its speed"
    else:
        words = "as fast as the baseline"
    return f"measure: {cycles} estimated cycles (callgrind), {words}\n"
