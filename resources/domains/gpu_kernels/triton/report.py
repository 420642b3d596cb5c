"""The worker's report, read strictly: the candidate shares the worker's process and may have written it.

A report that is missing or not of this form counts as none.
"""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

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
    """`reads` are values that the host read, `overfull` says that it copied more than was kept; `finished` are the
    cases whose results were written, in that order; `case` is the one that did not finish."""

    stage: Name
    error: Problem | None
    changed: Annotated[tuple[Changed, ...], Field(max_length=1000)]
    unusable: Text
    launches: Launched
    computed: Annotated[tuple[Name, ...], Field(max_length=1000)]
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
