"""A step's use of the processor, seen from outside: what its processes took, and whether they wait for anything else.

CPU time decides how a step ends, since it does not hang on what else the machine does. Wall time only ends the waiting:
for a program that waits without working, and for a machine that gives it nothing. Both are the environment's failure.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from resources.execution.bundle import Limits
from resources.execution.errors import WallLimitReached

POLL_S = 0.2
_TICK_S = 1.0 / os.sysconf("SC_CLK_TCK")
# Below this share of a processor, with no thread that asks for one, a step is waiting.
_WORKING = 0.01
_RUNNABLE = frozenset("RD")
_STATE, _USER, _SYSTEM, _CHILDREN_USER, _CHILDREN_SYSTEM = 0, 11, 12, 13, 14


class Stopped(Enum):
    """Why a step was stopped from outside."""

    NOT_STOPPED = "not stopped"
    CPU = "CPU time"
    WAITING = "waiting"
    TIME = "time"
    FLOOD = "flood"


@dataclass(frozen=True)
class _Process:
    """What /proc/<pid>/stat says: seconds of its own, and of its children that have ended."""

    state: str
    own_s: float
    children_s: float


class StepClock:
    """Made when a step starts. `used` gives CPU seconds of its processes together, ever more; `waits` says whether
    none of them runs or asks for a processor."""

    def __init__(self, limits: Limits, used: Callable[[], float], waits: Callable[[], bool]) -> None:
        self._limits, self._used, self._waits = limits, used, waits
        self._started = self._polled = time.monotonic()
        self._before = used()
        self._last = 0.0
        self._waited = 0.0

    @property
    def cpu_s(self) -> float:
        """CPU seconds since the start."""
        return max(self._last, self._used() - self._before)

    @property
    def exceeded(self) -> bool:
        return self.cpu_s > self._limits.cpu_s

    def check(self) -> Stopped:
        """To be called every `POLL_S`, or more often: whether the step is to be stopped, and why."""
        now = time.monotonic()
        if (passed := now - self._polled) < POLL_S:
            return Stopped.NOT_STOPPED
        used, before = self.cpu_s, self._last
        self._polled, self._last, worked = now, used, used - before
        # Who polls late was starved itself and has not seen what the step did meanwhile.
        if worked < _WORKING * passed and self._waits():
            self._waited += min(passed, 2 * POLL_S)
        if used > self._limits.cpu_s:
            return Stopped.CPU
        if self._waited > self._limits.wall_s:
            return Stopped.WAITING
        return Stopped.TIME if now - self._started > self._limits.safety_net_s else Stopped.NOT_STOPPED

    def failure(self, step: str) -> WallLimitReached:
        """For a step that was stopped for WAITING or TIME."""
        passed = time.monotonic() - self._started
        load = f"{os.getloadavg()[0]:.1f} on {len(os.sched_getaffinity(0))} processors"
        return WallLimitReached(
            f"step {step!r} had used {self.cpu_s:.1f} of its {self._limits.cpu_s} s of CPU time when it was ended "
            f"after {passed:.0f} s, of which it waited {self._waited:.0f} s without asking for a processor; the "
            f"machine's load is {load}. The machine may be too busy; a program that sleeps, or waits for what never "
            f"comes, looks the same"
        )


def tree_seconds(root: int, *, with_root: bool) -> float:
    """CPU seconds of all descendants of a process, those that it has waited for included.

    A parent is read before its children, so what ends meanwhile is missed once and never counted twice.
    """
    process = _process(root)
    if process is None:
        return 0.0
    seconds = process.children_s + (process.own_s if with_root else 0.0)
    return seconds + sum(tree_seconds(child, with_root=True) for child in _children(root))


def tree_waits(root: int, *, with_root: bool) -> bool:
    """Whether no thread of any descendant runs, is ready to, or waits for a disk; False where that can't be seen."""
    if with_root and any(state in _RUNNABLE for state in _thread_states(root)):
        return False
    children = list(_children(root))
    return (with_root or bool(children)) and all(tree_waits(child, with_root=True) for child in children)


def _thread_states(pid: int) -> str:
    """One letter for each thread; none when the process is gone."""
    states = ""
    for thread in _threads(pid):
        process = _process(pid, thread)
        states += process.state if process is not None else ""
    return states


def _children(pid: int) -> Iterator[int]:
    for thread in _threads(pid):
        with contextlib.suppress(OSError):
            yield from map(int, Path(f"/proc/{pid}/task/{thread}/children").read_text().split())


def _threads(pid: int) -> list[str]:
    with contextlib.suppress(OSError):
        return os.listdir(f"/proc/{pid}/task")
    return []


def _process(pid: int, thread: str = "") -> _Process | None:
    try:
        text = Path(f"/proc/{pid}/task/{thread}/stat" if thread else f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    # The name, which may hold anything, stands in brackets.
    fields = text[text.rindex(")") + 1 :].split()
    own, children = (
        _TICK_S * (int(fields[user]) + int(fields[system]))
        for user, system in ((_USER, _SYSTEM), (_CHILDREN_USER, _CHILDREN_SYSTEM))
    )
    return _Process(fields[_STATE], own, children)
