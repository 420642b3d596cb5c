"""Cycles of the measured test by the processor's own counter, where it has one: the median of several runs.

The counter is opened by the sandbox from outside. A run starts with the runner, whose share is taken off by runs of a
program that does nothing.
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

from resources.domains.code_optimization.execution.stages.build import PROGRAM
from resources.domains.code_optimization.execution.stages.run import RUNNER, passes, runner
from resources.domains.code_optimization.execution.test_suite import ProgramTest
from resources.execution.bundle import EnvironmentBundle
from resources.execution.sandbox.counters import Counter
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step, StepResult

RUNS = 15
_WARM_UP = 2
_IDLE_RUNS = 5
_OUTPUT_BYTES = 1 << 20
_NOTHING = "true"
_INPUT = "input"


@dataclass(frozen=True)
class Counted:
    """Median of the runs less start-up, and the distance between the quartiles as a share of it."""

    median: float
    spread: float


def is_available(sandbox: Sandbox, counter: Counter) -> bool:
    """Whether this sandbox on this machine counts it. Raises EnvironmentFailure for the sandbox's own failures."""
    (step,) = sandbox.run(SandboxJob((Step("count", (_NOTHING,), counter=counter),))).steps
    return bool(step.counted)


def count(
    sandbox: Sandbox, bundle: EnvironmentBundle, program: bytes, test: ProgramTest, counter: Counter
) -> Counted | None:
    """Runs the measured test; None where a run ended otherwise than the test says, or was not counted."""
    idle = [Step("idle", _command(RUNNER), counter=counter) for _ in range(_IDLE_RUNS)]
    runs = [Step("run", _command(PROGRAM), counter=counter) for _ in range(_WARM_UP + RUNS)]
    job = SandboxJob(
        (Step("prepare", ("chmod", "755", PROGRAM, RUNNER)), *idle, *runs),
        {PROGRAM: program, RUNNER: runner(sandbox), _INPUT: test.input},
        limits=replace(bundle.limits, processes=1, log_bytes=_OUTPUT_BYTES),
    )
    steps = sandbox.run(job).steps[1:]
    measured = steps[_IDLE_RUNS:]
    if not all(passes(test, step) for step in measured):
        return None
    start, all_runs = _counts(steps[:_IDLE_RUNS]), _counts(measured)
    return None if start is None or all_runs is None else summary(start, all_runs[_WARM_UP:])


def summary(start: Sequence[int], runs: Sequence[int]) -> Counted | None:
    """None where the program is lost in what starting it takes."""
    low, middle, high = statistics.quantiles(runs, n=4)
    median = middle - statistics.median(start)
    return Counted(median, (high - low) / median) if median > 0 else None


def _command(program: str) -> tuple[str, ...]:
    return (f"./{RUNNER}", "run", _INPUT, "/dev/null", f"./{program}")


def _counts(steps: Sequence[StepResult]) -> list[int] | None:
    counts = [step.counted for step in steps if step.counted is not None]
    return counts if len(counts) == len(steps) else None
