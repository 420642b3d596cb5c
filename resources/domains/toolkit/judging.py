"""From how a sandbox step ended to an outcome, where that is the same in every domain."""

from collections.abc import Mapping

from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

LIMITS: Mapping[Ended, Outcome] = {
    Ended.TIMED_OUT: Outcome.TIMEOUT,
    Ended.OUT_OF_MEMORY: Outcome.RESOURCE_EXCEEDED,
    Ended.LIMIT_EXCEEDED: Outcome.RESOURCE_EXCEEDED,
}
_NO_MEMORY = (b"bad_alloc", b"out of memory", b"Cannot allocate memory", b"memory allocation of ")


def ran_out_of_memory(step: StepResult) -> bool:
    """Whether a program said that it could not get memory; without cgroups that is how the limit shows."""
    return any(words in step.log for words in _NO_MEMORY)


def judge_tool(step: StepResult, refusal: Outcome) -> Outcome | None:
    """A compiler's step: limits first, then `refusal` for any other bad end. None lets the candidate through.

    A compiler that crashes on a candidate counts as refusing it: the tool's versions are part of the toolchain,
    so the same candidate crashes it again, and its own reference does not.
    """
    if step.ended in LIMITS:
        return LIMITS[step.ended]
    if step.ended is Ended.EXITED and step.exit_code == 0:
        return None
    return Outcome.RESOURCE_EXCEEDED if ran_out_of_memory(step) else refusal
