"""The kernel: values, what waits for them, and time. Generated code calls it; what it runs is `program`.

One time step runs what is active until nothing is, then makes the nonblocking assignments, and so on; then time goes on
to the next event. A process that waits is a generator that says for what.
"""

import heapq
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from resources.domains.chip_design.prediction.simulator.testbench.values import Unknown, replaced

POSEDGE, NEGEDGE, CHANGE, BOTH = range(4)
JOINS = 0
"""The slot that counts ended branches of forks; no symbol has it."""


class Finished(Exception):
    """The design called `$finish`."""


class BudgetSpent(Exception):
    """The steps are used up."""


@dataclass(frozen=True)
class Watch:
    """A change to wait for: of the signal in `slot`, or of its bit `bit` in one direction."""

    slot: int
    kind: int = CHANGE
    bit: int = 0

    def sees(self, old: Any, new: Any) -> bool:
        if self.kind == CHANGE:
            return True
        before, after = _level(old, self.bit), _level(new, self.bit)
        if before == after:
            return False
        if self.kind == POSEDGE:
            return before == 0 or after == 1
        return self.kind == BOTH or before == 1 or after == 0


def _level(value: Any, bit: int) -> int:
    """0, 1, or 2 for X."""
    if value.__class__ is Unknown:
        return 2 if value.mask >> bit & 1 else value.bits >> bit & 1
    if value.__class__ is list:
        return 2
    return value >> bit & 1  # type: ignore[no-any-return]


class Process:
    """`step` runs it once: to its end, or to where it waits again. It is `pending` from when it is woken until then, so
    that what it changes itself does not wake it."""

    __slots__ = ("cost", "pending", "step")

    def __init__(self, step: Callable[[], Any], cost: int = 1) -> None:
        self.step, self.cost, self.pending = step, cost, False


@dataclass
class _Ticket:
    """One wait of a process, perhaps for several signals: the first that changes takes it."""

    process: Process | None


Waiting = Generator[Any, None, None]
"""Yields a delay in the finest unit of time, or a tuple of watches."""


@dataclass
class Kernel:
    """`values` by slot: numbers, Unknowns, lists of such for arrays, floats for reals. `room` are the steps that may be
    taken, each about a statement."""

    values: list[Any]
    room: int
    now: int = 0
    taken: int = 0
    taken_before: int = 0
    """Steps until the present time step began."""
    postponed: list[tuple[Callable[..., None], tuple[Any, ...]]] = field(default_factory=list)
    settled: list[Callable[[], None]] = field(default_factory=list)
    """Run once at the end of the time step: `$strobe`."""
    _active: deque[Process] = field(default_factory=deque)
    _inactive: list[Process] = field(default_factory=list)
    _times: list[int] = field(default_factory=list)
    _events: dict[int, list[Process]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._always: list[list[tuple[Watch, Process]]] = [[] for _ in self.values]
        self._once: list[list[tuple[Watch, _Ticket]]] = [[] for _ in self.values]

    def put(self, slot: int, value: Any) -> None:
        """The whole signal takes a value."""
        old = self.values[slot]
        if old is value:
            return
        if old.__class__ is Unknown or value.__class__ is Unknown:
            if old.__class__ is value.__class__ and old.bits == value.bits and old.mask == value.mask:
                return
        elif old == value:
            return
        self.values[slot] = value
        self.changed(slot, old, value)

    def changed(self, slot: int, old: Any, new: Any) -> None:
        for watch, process in self._always[slot]:
            if not process.pending and (watch.kind == CHANGE or watch.sees(old, new)):
                process.pending = True
                self._active.append(process)
        if self._once[slot]:
            self._wake(slot, old, new)

    def _wake(self, slot: int, old: Any, new: Any) -> None:
        for watch, ticket in self._once[slot]:
            if ticket.process is not None and watch.sees(old, new):
                self._active.append(ticket.process)
                ticket.process = None
        self._once[slot] = [item for item in self._once[slot] if item[1].process is not None]

    def put_element(self, slot: int, index: Any, value: Any) -> None:
        elements = self.values[slot]
        if index.__class__ is Unknown or not 0 <= index < len(elements):
            return
        old = elements[index]
        if old is not value and not _alike(old, value):
            elements[index] = value
            self.changed(slot, elements, elements)

    def put_part(self, slot: int, low: Any, mask: int, value: Any, whole: int) -> None:
        self.put(slot, replaced(self.values[slot], low, mask, value, whole))

    def put_element_part(self, slot: int, index: Any, low: Any, mask: int, value: Any, whole: int) -> None:
        if index.__class__ is not Unknown and 0 <= index < len(self.values[slot]):
            self.put_element(slot, index, replaced(self.values[slot][index], low, mask, value, whole))

    def count(self, slot: int, step: int, mask: int, is_new: bool) -> Any:
        """The value of `i++` or `++i`."""
        old = self.values[slot]
        new = (old + step) & mask
        self.put(slot, new)
        return new if is_new else old

    def step(self, cost: int = 1) -> None:
        self.taken += cost
        if self.taken > self.room:
            raise BudgetSpent

    def watch(self, process: Process, watches: Sequence[Watch]) -> None:
        """From now on, `process` runs whenever one of `watches` sees a change."""
        for item in watches:
            self._always[item.slot].append((item, process))

    def start(self, process: Process) -> None:
        process.pending = True
        self._active.append(process)

    def later(self, delay: int, process: Process) -> None:
        if delay <= 0:
            self._inactive.append(process)
            return
        time = self.now + delay
        if time not in self._events:
            self._events[time] = []
            heapq.heappush(self._times, time)
        self._events[time].append(process)

    def spawn(self, waiting: Waiting) -> Process:
        """A process that goes through a generator; it is not started."""

        def step() -> None:
            wanted = next(waiting, None)
            if wanted.__class__ is tuple:
                ticket = _Ticket(process)
                for item in wanted:
                    self._once[item.slot].append((item, ticket))
            elif wanted is not None:
                self.later(wanted, process)

        process = Process(step)
        return process

    def after(self, delay: int, assign: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        """A nonblocking assignment to be made after a delay."""
        self.later(delay, Process(lambda: self.postponed.append((assign, arguments))))

    def fork(self, branches: Sequence[Waiting]) -> None:
        for branch in branches:
            self.start(self.spawn(branch))

    def join(self, branches: Sequence[Waiting]) -> Waiting:
        """Runs all and ends with the last of them."""
        left = [len(branches)]

        def counted(branch: Waiting) -> Waiting:
            yield from branch
            left[0] -= 1
            self.put(JOINS, self.values[JOINS] + 1)

        self.fork([counted(branch) for branch in branches])
        while left[0]:
            yield (Watch(JOINS),)

    def run(self) -> None:
        """Until nothing is left to happen. Raises Finished and BudgetSpent."""
        while True:
            self._settle()
            if self.settled:
                for look in self.settled:
                    look()
                self.settled.clear()
            if not self._times:
                return
            self.now, self.taken_before = heapq.heappop(self._times), self.taken
            self._active.extend(self._events.pop(self.now))

    def _settle(self) -> None:
        active = self._active
        while True:
            while active:
                process = active.popleft()
                self.step(process.cost)
                process.step()
                process.pending = False
            if self._inactive:
                active.extend(self._inactive)
                self._inactive.clear()
            elif self.postponed:
                postponed, self.postponed = self.postponed, []
                for assign, arguments in postponed:
                    assign(*arguments)
            else:
                return


def _alike(one: Any, two: Any) -> bool:
    if one.__class__ is Unknown or two.__class__ is Unknown:
        return one.__class__ is two.__class__ and one.bits == two.bits and one.mask == two.mask
    return bool(one == two)
