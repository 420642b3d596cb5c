"""From what a Triton stage showed to an outcome. None lets the candidate through."""

import signal
from collections.abc import Sequence

from resources.domains.gpu_kernels.triton.report import Problem, Report
from resources.domains.toolkit.judging import LIMITS, ran_out_of_memory
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

_KINDS = {
    "compilation": Outcome.COMPILATION_ERROR,
    "resources": Outcome.MEMORY_FAULT,
    "access": Outcome.MEMORY_FAULT,
    "race": Outcome.RUNTIME_ERROR,
    "host": Outcome.REJECTED,
    "launch": Outcome.RUNTIME_ERROR,
    "memory": Outcome.RESOURCE_EXCEEDED,
    "exception": Outcome.RUNTIME_ERROR,
}
_MEMORY_SIGNALS = (signal.SIGSEGV, signal.SIGBUS)
_NO_ENTRY = "AttributeError: module "


def judge_process(step: StepResult, report: Report | None, crash: Outcome) -> Outcome | None:
    """How the process ended; `crash` is what a signal means at this stage, unless it is one over memory."""
    if step.ended in LIMITS:
        return LIMITS[step.ended]
    if report is not None and step.ended is Ended.EXITED:
        return None
    if ran_out_of_memory(step):
        return Outcome.RESOURCE_EXCEEDED
    if step.ended is Ended.SIGNALLED:
        memory = step.exit_code - 128 in _MEMORY_SIGNALS and crash is not Outcome.COMPILATION_ERROR
        return Outcome.MEMORY_FAULT if memory else crash
    return Outcome.RUNTIME_ERROR


def judge_problem(problem: Problem | None) -> Outcome | None:
    """What the candidate raised. Raises EnvironmentGap for what this environment cannot do."""
    if problem is None:
        return None
    if problem.kind == "gap":
        raise EnvironmentGap(f"Triton's interpreter cannot run this candidate: {problem.text.strip()}")
    if problem.kind == "memory":
        return Outcome.RESOURCE_EXCEEDED
    if problem.stage == "import":
        return Outcome.COMPILATION_ERROR
    if problem.stage == "link" and problem.text.startswith(_NO_ENTRY):
        return Outcome.LINK_ERROR
    return _KINDS.get(problem.kind, Outcome.RUNTIME_ERROR)


def forbidden_work(report: Report, allowed: frozenset[str]) -> Sequence[str]:
    """Operations of torch that computed beside the kernels, in order of their first use."""
    return [name for name in report.computed if name not in allowed]
