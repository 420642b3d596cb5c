"""Counters of the kernel over a sandboxed step, opened from outside on the process that starts the steps.

A counter is inherited by every process of a step and begins at its first exec; the step itself can neither open, stop
nor reset one, since the filter refuses `perf_event_open` and the descriptor never enters the sandbox. Where the kernel,
the machine or its rights have no such counter, there is none: what to use instead is the caller's question.
"""

import contextlib
import ctypes
import os
import platform
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

_SYSCALLS = {"x86_64": 298, "aarch64": 241}
_CLOSE_ON_EXEC = 8
_WITH_TIMES = 3
_DISABLED, _INHERIT, _EXCLUDE_KERNEL, _EXCLUDE_HYPERVISOR, _ENABLE_ON_EXEC = 1 << 0, 1 << 1, 1 << 5, 1 << 6, 1 << 12
_ATTRIBUTES = struct.Struct("=IIQQQQQIIQ")
_READING = struct.Struct("=QQQ")
_ANY_CPU, _NO_GROUP = -1, -1


@dataclass(frozen=True)
class Counter:
    """An event of perf_event_open(2): its name in metrics, and the kernel's `type` and `config`."""

    name: str
    type: int
    config: int


USER_CYCLES = Counter("user_cycles", 0, 0)
"""Cycles of the processor in user mode. Most virtual machines have no counter for them."""
TASK_CLOCK = Counter("task_clock_ns", 1, 1)
"""Nanoseconds on a processor: the kernel counts them itself, on every machine."""


class HasDriver(Protocol):
    """What steps are started by."""

    def driver_pid(self) -> int: ...


@contextlib.contextmanager
def counting(counter: Counter | None, session: HasDriver) -> Iterator[Callable[[], int | None]]:
    """Counts what the driver's later children do, once they have become programs.

    What is yielded tells the count after the block; None where nothing was to be counted, where nothing can be, and
    where the processor's counters had to be shared, so that some is missing.
    """
    counted: list[int | None] = [None]
    descriptor = -1 if counter is None else _open(counter, session.driver_pid())
    try:
        yield lambda: counted[0]
        counted[0] = None if descriptor < 0 else _read(descriptor)
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _read(descriptor: int) -> int | None:
    value, enabled, running = _READING.unpack(os.read(descriptor, _READING.size))
    return value if running == enabled else None


def _open(counter: Counter, pid: int) -> int:
    number = _SYSCALLS.get(platform.machine())
    if number is None:
        return -1
    flags = _DISABLED | _INHERIT | _EXCLUDE_KERNEL | _EXCLUDE_HYPERVISOR | _ENABLE_ON_EXEC
    packed = _ATTRIBUTES.pack(counter.type, _ATTRIBUTES.size, counter.config, 0, 0, _WITH_TIMES, flags, 0, 0, 0)
    attributes = ctypes.create_string_buffer(packed, _ATTRIBUTES.size)
    call = ctypes.CDLL(None, use_errno=True).syscall
    return int(call(number, attributes, pid, _ANY_CPU, _NO_GROUP, ctypes.c_ulong(_CLOSE_ON_EXEC)))
