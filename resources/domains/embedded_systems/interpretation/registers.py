"""Register accesses of an interpreted program: clock gates, the peripheral's answer, and what a poll looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from resources.domains.embedded_systems.interpretation.memory import BUS_FAULT, Ending, PathEnded, ending_at
from resources.domains.embedded_systems.mcu.bus import BusFault
from resources.domains.embedded_systems.mcu.peripheral import WORD, Peripheral

if TYPE_CHECKING:
    from resources.domains.embedded_systems.interpretation.machine import Machine

_WRITE_WORK = 15
"""What a register's write costs, in cycles that could be executed instead."""


class _Register(NamedTuple):
    peripheral: Peripheral
    offset: int
    name: str


@dataclass(frozen=True)
class Poll:
    """What a register gives again and again, since a cycle; `mark` is where it was read."""

    value: int
    since: int
    mark: int


class RegisterFile:
    """What the program's accesses come to. `first_writes` counts accesses, as the model's trace does.

    `polls` has each register that was read since anything changed; the negative address of one that was written what
    it held already.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._places: dict[tuple[int, int], _Register] = {}
        self.first_writes: dict[str, int] = {}
        self.polls: dict[int, Poll] = {}
        self.accesses = 0

    def forget(self) -> None:
        """After a reset: the peripherals are others."""
        self._places.clear()
        self.polls.clear()

    def _place(self, what: str, address: int, size: int) -> _Register:
        if size > 4:
            raise PathEnded(Ending.UNKNOWN, "two registers at once")
        try:
            peripheral, offset = self._machine.bus.find(address)
        except BusFault:
            words = f"{what} of {size} bytes at 0x{address:08X}, where the device has nothing"
            raise PathEnded(ending_at(address), words, BUS_FAULT, address) from None
        found = _Register(peripheral, offset, peripheral.register(offset))
        self._places[address, size] = found
        return found

    def read(self, address: int, size: int) -> int:
        machine = self._machine
        peripheral, offset, name = self._places.get((address, size)) or self._place("read", address, size)
        machine.event_time = machine.time
        if not machine.bus.clocked(peripheral):
            machine.unclocked("read", peripheral, name)
            return 0
        value = peripheral.read(offset)
        if name in peripheral.live:
            machine.changes += 1
            self.polls.clear()
        else:
            self._looked(address, value)
        return value if size == 4 else value >> 8 * (address & 3) & ((1 << 8 * size) - 1)

    def _looked(self, place: int, value: int) -> None:
        poll = self.polls.get(place)
        if poll is None or poll.value != value:
            if poll is not None:
                self.polls.clear()
            self.polls[place] = Poll(value, self._machine.time, self._machine.cpu.pc)

    def write(self, address: int, size: int, value: int) -> None:
        machine = self._machine
        peripheral, offset, name = self._places.get((address, size)) or self._place("write", address, size)
        machine.event_time = machine.time
        self.accesses += 1
        if not machine.bus.clocked(peripheral):
            machine.unclocked("write", peripheral, name)
            return
        self.first_writes.setdefault(name, self.accesses)
        machine.bus.touched.setdefault(peripheral.name, peripheral)
        if size < 4:
            shift = 8 * (address & 3)
            mask = ((1 << 8 * size) - 1) << shift
            value = peripheral.merged(offset, value << shift & WORD, mask)
        if not peripheral.changes(offset, value):
            self._looked(-address, value)
        else:
            machine.changes += 1
            self.polls.clear()
            machine.limit -= _WRITE_WORK
            if peripheral.write(offset, value):
                machine.due = 0
