"""What a run collects besides its result: register trace, violations, gaps. Capped, so that no program can flood it.

Which violation exists is said where it is found, in the peripherals.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

MAXIMUM_TRACE_HEAD = 240
MAXIMUM_TRACE_TAIL = 60
MAXIMUM_VIOLATIONS = 20
_LOOP_ACCESSES = 8


class EnvironmentGap(Exception):
    """The program uses something of the device that this model lacks. Never the program's fault."""


@dataclass(frozen=True)
class Violation:
    """A sequence that the device forbids. `register` is as in C ("USART2->DR"); `pc` is the access."""

    register: str
    text: str
    pc: int
    time_ns: int


@dataclass
class Access:
    """A register access; `count` of the same within a waiting loop are folded into one. `operation` is "R" or "W"."""

    operation: str
    register: str
    value: int
    time_ns: int
    pc: int
    count: int = 1


@dataclass
class Trace:
    """Ordered accesses: the first ones and the last ones, repeats folded."""

    head: list[Access] = field(default_factory=list)
    tail: list[Access] = field(default_factory=list)
    written: dict[str, int] = field(default_factory=dict)
    """Register → index among all accesses, repeats folded, of its first write."""
    total: int = 0
    _recent: deque[Access] = field(default_factory=lambda: deque(maxlen=_LOOP_ACCESSES))

    def add(self, operation: str, register: str, value: int, time_ns: int, pc: int, *, repeated: bool) -> None:
        """`repeated` says that the program is in a loop that changes nothing: its accesses are folded."""
        for last in self._recent if repeated else ():
            if (last.operation, last.register, last.value, last.pc) == (operation, register, value, pc):
                last.count += 1
                return
        self.total += 1
        if operation == "W":
            self.written.setdefault(register, self.total)
        access = Access(operation, register, value, time_ns, pc)
        self._recent.append(access)
        if len(self.head) < MAXIMUM_TRACE_HEAD:
            self.head.append(access)
            return
        self.tail.append(access)
        if len(self.tail) > 2 * MAXIMUM_TRACE_TAIL:
            del self.tail[:MAXIMUM_TRACE_TAIL]

    def accesses(self) -> Iterator[Access]:
        yield from self.head
        yield from self.tail


@dataclass
class Violations:
    """One of each kind and register, the first time it happens."""

    by_place: dict[tuple[str, str], Violation] = field(default_factory=dict)

    def add(self, violation: Violation) -> None:
        if len(self.by_place) < MAXIMUM_VIOLATIONS:
            self.by_place.setdefault((violation.register, violation.text), violation)
