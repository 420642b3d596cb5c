"""Polling: skips time while a program provably only waits.

A program whose registers and memory are the same at the same instruction, and which since then only read what it read
before and wrote what was there already, does the same again until something external happens. Time then jumps by whole
rounds to that event. Comparing all state makes the skip exact, not a guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .machine import Machine

_REPEATS = 4
_BACK_OFF = 64
_MAXIMUM_VISITS = 32
_SPIN_INSTRUCTIONS = 840
"""Divisible by 1 to 8 and many more: the length of a tight loop divides it."""
_SPIN_AFTER = 1_680
_WORTH_A_SPIN = 6_000


@dataclass
class Streak:
    """The same access at one instruction, again and again; nothing changed in between."""

    pc: int
    register: str
    value: int
    since: int
    operation: str = "R"
    repeats: int = 0
    context: object = None
    """The run of a handler in which it began; None in the main program."""
    parted: bool = False
    """Whether its handler returned or the program slept in between: it looks now and then, and waits for nothing."""


class Polling:
    """Knows the accesses that the program has made since anything last changed, by instruction."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._visits: dict[int, Streak] = {}
        self.accesses = 0
        self._stop_at = _REPEATS
        self._watched: Streak | None = None
        self._stopped = False
        self._before: tuple[tuple[bytes, bytes, bytes], int] | None = None

    @property
    def streak(self) -> Streak | None:
        """The poll that the program is in; None where it is in none, or where it looks at several registers."""
        only = next(iter(self._visits.values())) if len(self._visits) == 1 else None
        return None if only is None or only.parted else only

    def access(self, pc: int, register: str, value: int, *, live: bool = False, operation: str = "R") -> bool:
        """An access that changed nothing outside the CPU; whether it is the same as last time at this instruction.

        At a repeated one the slice is ended, so that state can be compared.
        """
        self.accesses += 1
        streak = self._visits.get(pc)
        if live or (streak is not None and (streak.register, streak.value) != (register, value)):
            self.broken()
        if live:
            return False
        if streak is None or pc not in self._visits:
            if len(self._visits) > _MAXIMUM_VISITS:
                self.broken()
            self._visits[pc] = Streak(pc, register, value, self._machine.now(), operation, context=self._context())
            return False
        streak.repeats += 1
        streak.parted = streak.parted or streak.context is not self._context()
        if streak.repeats >= self._stop_at and self._watched in (None, streak):
            self._watched, self._stopped = streak, True
            self._machine.end_slice()
        return True

    def _context(self) -> object:
        return self._machine.exceptions.stack[-1] if self._machine.exceptions.stack else None

    def slept(self) -> None:
        """Where the program is, it does not spin."""
        for streak in self._visits.values():
            streak.parted = streak.parted or streak.context is self._context()

    def broken(self) -> None:
        """Something changed outside the CPU."""
        self.accesses += 1
        self._visits.clear()
        self._watched, self._stopped, self._before, self._stop_at = None, False, None, _REPEATS

    def disturbed(self) -> None:
        """An event or an exception came in between: rounds of the loop are to be measured anew."""
        self._before = None

    def skip(self, until: int) -> bool:
        """Jumps towards `until` where nothing can happen before; True where time passed."""
        machine = self._machine
        if self._stopped and self._watched is not None:
            self._stopped = False
            return self._skip_polls(until, self._watched)
        if until - machine.time > _WORTH_A_SPIN and not machine.exceptions.stack and not self._visits:
            return self._skip_spin(until)
        return False

    def _skip_polls(self, until: int, streak: Streak) -> bool:
        machine = self._machine
        state = machine.cpu.state()
        before, self._before = self._before, (state, machine.time)
        if before is None:
            return False
        if before[0] != state:
            self._stop_at, self._before = streak.repeats + _BACK_OFF, None
            return False
        period = machine.time - before[1]
        rounds = (until - 1 - machine.time) // period if period > 0 else 0
        if rounds < 1:
            return False
        machine.time += rounds * period
        streak.repeats += rounds
        self._stop_at, self._before = streak.repeats + _REPEATS, None
        return True

    def _skip_spin(self, until: int) -> bool:
        """For loops over memory: runs some of it, then compares the state before and after a fixed number of steps."""
        machine = self._machine
        if not self._runs_quietly(_SPIN_AFTER):
            return True
        before, start = machine.cpu.state(), machine.time
        if not self._runs_quietly(_SPIN_INSTRUCTIONS) or machine.cpu.state() != before:
            return True
        period = machine.time - start
        rounds = (until - 1 - machine.time) // period
        machine.time += max(0, rounds) * period
        return True

    def _runs_quietly(self, count: int) -> bool:
        """Runs instructions; whether that was all: no access, no exception, no sleep."""
        machine, accesses = self._machine, self.accesses
        start = machine.instructions
        machine.execute(count)
        return (
            self.accesses == accesses
            and machine.instructions - start >= count
            and not machine.ended
            and machine.cpu.fault is None
            and machine.time < machine.next_event()
        )
