"""The worker's report, and what a Triton stage's end means as an outcome. None lets the candidate through.

It is read strictly: the candidate shares the worker's process and may have written it.
"""

import signal
from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from resources.domains.gpu_kernels.execution.reference import Yardstick
from resources.domains.toolkit.judging import LIMITS, ran_out_of_memory
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

Name = Annotated[str, Field(max_length=200)]
Count = Annotated[int, Field(ge=0, le=1 << 40)]
Text = Annotated[str, Field(max_length=20_000)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Problem(_Strict):
    """What ended the stage: where, which kind (see `judging`), and its text for the log."""

    stage: Name
    kind: Name
    line: Count
    text: Text


class Changed(_Strict):
    """A case's argument that was not what it had been when the entry returned."""

    case: Count
    argument: Count


class Layout(_Strict):
    """A part of a case's result that is no new contiguous tensor: "strided", or of an "argument"'s memory."""

    case: Count
    part: Count
    layout: Name


class Kernel(_Strict):
    """A compiled kernel: registers and spilled bytes of a thread, shared bytes and threads of a block."""

    name: Name
    registers: Count
    spilled_bytes: Count
    shared_bytes: Count
    threads: Count


class Launched(_Strict):
    """`accepted` are the keys of what was compiled (triton_worker/accepted.py)."""

    count: Count = 0
    kernels: Annotated[tuple[Kernel, ...], Field(max_length=200)] = ()
    accepted: Annotated[tuple[Name, ...], Field(max_length=5000)] = ()


class Report(_Strict):
    """`computed` are operations of the program, and `outside` those of a test script that is told from it; `reads` are
    values that the host read, `overfull` says that it copied more than was kept; `finished` are the
    cases whose results were written, in that order; `case` is the one that did not finish."""

    stage: Name
    error: Problem | None
    changed: Annotated[tuple[Changed, ...], Field(max_length=1000)]
    unusable: Text
    launches: Launched
    layouts: Annotated[tuple[Layout, ...], Field(max_length=1000)] = ()
    computed: Annotated[tuple[Name, ...], Field(max_length=1000)]
    outside: Annotated[tuple[Name, ...], Field(max_length=1000)] = ()
    reads: Count = 0
    overfull: bool = False
    finished: Annotated[tuple[Count, ...], Field(max_length=1000)]
    case: Count | None = None


def read_report(files: Mapping[str, bytes]) -> Report | None:
    """None where the process ended before it wrote one."""
    try:
        return Report.model_validate_json(files["report.json"])
    except (KeyError, ValidationError):
        return None


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
    """What the candidate raised. Raises EnvironmentGap for what this environment cannot do, and for
    its own failures."""
    if problem is None:
        return None
    if problem.kind == "gap":
        raise EnvironmentGap(f"Triton's interpreter cannot run this candidate: {problem.text.strip()}")
    if problem.kind == "harness":
        raise EnvironmentGap(f"the checker itself fails on this candidate: {problem.text.strip()}")
    if problem.kind == "memory":
        return Outcome.RESOURCE_EXCEEDED
    if problem.stage == "import":
        return Outcome.COMPILATION_ERROR
    if problem.stage == "link" and problem.text.startswith(_NO_ENTRY):
        return Outcome.LINK_ERROR
    return _KINDS.get(problem.kind, Outcome.RUNTIME_ERROR)


def forbidden_work(report: Report, yardstick: Yardstick) -> Sequence[str]:
    """Operations of torch that computed beside the kernels, in order of their first use. A tensor of a candidate's may
    put off its work until the script looks at it, so the script is to do no more than with the reference."""
    beside = [name for name in report.computed if name not in yardstick.operations]
    return beside + [name for name in report.outside if name not in yardstick.outside]
