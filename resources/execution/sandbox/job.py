"""What a sandbox is asked to run and what it answers: records and the Sandbox protocol.

Frozen wire data. How it is enforced is `bubblewrap`; what it does not cover is said there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from resources.execution.bundle import Limits
from resources.execution.sandbox.counters import Counter
from resources.execution.sandbox.devices import Devices

_UNTOUCHED_BYTES = 1 << 30


class Ended(StrEnum):
    """How a step ended. Only EXITED carries a meaningful exit code. TIMED_OUT is the CPU limit, never a clock."""

    EXITED = "exited"
    SIGNALLED = "signalled"
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    LIMIT_EXCEEDED = "limit exceeded"
    NOT_RUN = "not run"


@dataclass(frozen=True)
class Step:
    """One command inside the sandbox. Its stdout and stderr go to one log of its own.

    With `always`, it runs although an earlier step failed; else the first failure ends the job. `counter` is counted
    over the step where the sandbox and the machine can (`counters`).
    """

    name: str
    argv: tuple[str, ...]
    always: bool = False
    counter: Counter | None = None


@dataclass(frozen=True)
class SandboxJob:
    """Steps that run one after the other in one fresh scratch folder (cwd), under one set of limits.

    `files` are laid into it first; `read_only` binds host paths at paths inside; `collect` names files
    to bring back after the last step, each at most `collect_bytes` long. `devices` are accelerators to be seen inside
    (see `devices`); such a job has no limit on address space or memory of a process, which drivers map beyond any.
    `reserved_bytes` is memory that the job's tools map and leave untouched, such as an emulator's for translated code:
    each process may map that much more than `limits.memory_bytes`. With `traces`, a program of the job may trace a
    child of its own that asks for it.
    """

    steps: tuple[Step, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    read_only: Mapping[str, Path] = field(default_factory=dict)
    collect: tuple[str, ...] = ()
    collect_bytes: int = 4 << 20
    limits: Limits = field(default_factory=Limits)
    devices: Devices = field(default_factory=Devices)
    reserved_bytes: int = 0
    traces: bool = False

    def mapped_bytes(self, *, touched_is_limited: bool) -> int | None:
        """What each process may map to write to, whatever the kernel's policy on overcommitting memory says; None
        without a limit. Where what is touched is limited beside, there is room for what is mapped and never used."""
        if self.devices:
            return None
        room = _UNTOUCHED_BYTES if touched_is_limited else 0
        return self.limits.memory_bytes + self.reserved_bytes + room


@dataclass(frozen=True)
class StepResult:
    """`log` is what the step wrote, capped at `limits.log_bytes`; `log_bytes` is how much there was. `counted` is what
    the step's counter counted, None where it asked for none or there is none. `seconds` are wall seconds, `cpu_s` those
    of the processor that all its processes took together."""

    name: str
    ended: Ended
    exit_code: int
    log: bytes
    log_truncated: bool
    seconds: float
    log_bytes: int = 0
    counted: int | None = None
    cpu_s: float = 0.0


@dataclass(frozen=True)
class SandboxResult:
    """One result for each step, in order. `files` holds what was collected; a name that was a link,
    a device, missing or too large is absent and named in `refused` with the reason."""

    steps: tuple[StepResult, ...]
    files: Mapping[str, bytes]
    refused: Mapping[str, str]
    seconds: float
    peak_memory_bytes: int | None


class Sandbox(Protocol):
    """Runs jobs; thread-safe. Raises SandboxUnavailable or TransientEnvironmentFailure, and nothing
    for what the job's own processes do, but for WallLimitReached: a program that waits and a machine that is too busy
    look the same."""

    @property
    def description(self) -> str:
        """Which layers are in force here, for `make doctor` and provenance."""
        ...

    def run(self, job: SandboxJob) -> SandboxResult: ...

    def close(self) -> None:
        """Ends every process that is kept for later jobs; a later job starts what it needs anew."""
        ...
