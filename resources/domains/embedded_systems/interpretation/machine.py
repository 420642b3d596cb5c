"""The board of `mcu` under an interpreted program: its interrupts, and what the program reads and writes.

The program calls `service` between its statements when something may be due; a handler runs within that call. How
time passes is `events`, what registers answer `registers`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from resources.domains.embedded_systems.interpretation.events import SERVICE_WORK, Events
from resources.domains.embedded_systems.interpretation.memory import Ending, Memory, PathEnded
from resources.domains.embedded_systems.interpretation.registers import RegisterFile
from resources.domains.embedded_systems.mcu.bus import BusFault
from resources.domains.embedded_systems.mcu.conduct import Conduct
from resources.domains.embedded_systems.mcu.cpu import PERIPHERAL_SPACE, Cpu
from resources.domains.embedded_systems.mcu.exceptions import (
    ENTRY_CYCLES,
    RETURN_CYCLES,
    STORM_ENTRIES,
    THREAD,
    Tally,
    name_of,
)
from resources.domains.embedded_systems.mcu.scenario import Scenario

_CONFIGURATION, _SYSTEM_CONTROL, _VECTORS = 0xD14, 0xD10, 0xD08
_TRAP_DIVISIONS = 0x10
_STORM = (
    "the handler of {name} is entered again and again, the main program never runs: its pending flag is not cleared, "
    "or its events come faster than it handles them"
)


class _NoCpu:
    """What the board asks of a CPU: its memory, for DMA, and where it is."""

    pc = 0

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def read_memory(self, address: int, size: int) -> bytes:
        try:
            return self._memory.part(address, size)
        except PathEnded as ended:
            raise BusFault from ended

    def write_memory(self, address: int, data: bytes) -> None:
        try:
            self._memory.put(address, data)
        except PathEnded as ended:
            raise BusFault from ended


def _unaligned(address: int) -> PathEnded:
    words = f"multiple-word access at the unaligned address 0x{address:08X}"
    return PathEnded(Ending.HARDWARE, words, ("UNALIGNED",), address)


class Machine(Events):
    """One program on one board, for one scenario after the other: `start` before each.

    `depth` and `stack` are those of the calls in progress, `result` is what the last one gave.
    """

    def __init__(self, ram_bytes: int, handler: Callable[[int], Callable[[], None]]) -> None:
        self.memory = Memory(ram_bytes)
        self._handler = handler
        self.changes = self.depth = self.result = self.stack = 0

    def start(self, scenario: Scenario, work: int) -> None:
        """Power on; `work` as for events."""
        self.cpu = cast(Cpu, _NoCpu(self.memory))
        self.registers, self.conduct = RegisterFile(self), Conduct()
        self._active: list[int] = []
        self.tallies: dict[str, Tally] = {}
        super().__init__(scenario, work)
        self.boot()

    def boot(self) -> None:
        """The core as the start-up code leaves it."""
        self._active.clear()
        self.registers.forget()
        self.masked = self.depth = self.due = self._streak = 0
        self.system.values[_CONFIGURATION] = self.system.values.get(_CONFIGURATION, 0) | _TRAP_DIVISIONS

    @property
    def active(self) -> list[int]:
        return self._active

    def is_masked(self) -> bool:
        return bool(self.masked)

    def service(self) -> None:
        """Everything that is due: events of the board, then handlers. Raises Finished or Restart."""
        self._streak = 0 if not self._active else self._streak
        self.spend(SERVICE_WORK)
        self.catch_up()
        while (waiting := self.pending()) and (taken := self._ready(waiting)) is not None:
            self._enter(taken)
            self.catch_up()
        self.due = self.next_due()

    def _ready(self, pending: set[int]) -> int | None:
        waiting = pending.difference(self._active)
        if not waiting or self.masked:
            return None
        system = self.system
        best = min(waiting, key=lambda number: (system.priority(number), number))
        current = min(map(system.group_priority, self._active), default=THREAD)
        return best if system.group_priority(best) < current else None

    def _enter(self, exception: int) -> None:
        """Runs a handler to its end."""
        vector = self.system.values.get(_VECTORS, 0) + 4 * exception
        run = self._handler(int.from_bytes(self.memory.part(vector, 4), "little"))
        tally = self.tallies.setdefault(name_of(exception), Tally())
        tally.count += 1
        tally.preempted += bool(self._active)
        self._check_storm(exception)
        entered, result = self.now_ns(), self.result
        self._active.append(exception)
        self.time += ENTRY_CYCLES
        self.changes += 1
        self.system.taken(exception)
        self.due = 0
        run()
        self._active.pop()
        tally.longest_ns = max(tally.longest_ns, self.now_ns() - entered)
        self.time += RETURN_CYCLES
        self.result = result
        if not self._active and self.system.values.get(_SYSTEM_CONTROL, 0) & 2:
            self.sleep()

    def _check_storm(self, exception: int) -> None:
        """Entries of handlers with nothing of the main program in between."""
        self._streak += not self._active
        if self._streak > STORM_ENTRIES:
            name = name_of(exception)
            self.violate(name, _STORM.format(name=name))
            self.finish("storm")

    def wait(self) -> None:
        """For a loop that changes nothing: on to what is next."""
        self.skip(max(self.time, self.next_due()))
        self.service()

    def load(self, address: int, size: int, signed: bool) -> int:
        if address < PERIPHERAL_SPACE:
            if size == 8 and address & 3:
                raise _unaligned(address)
            return int.from_bytes(self.memory.part(address, size), "little", signed=signed)
        value = self.registers.read(address, size)
        return value - (1 << 8 * size) if signed and value >> (8 * size - 1) else value

    def store(self, address: int, size: int, value: int) -> None:
        if address >= PERIPHERAL_SPACE:
            self.registers.write(address, size, value & ((1 << 8 * size) - 1))
            return
        self.changes += 1
        if size == 8 and address & 3:
            raise _unaligned(address)
        self.memory.put(address, (value & ((1 << 8 * size) - 1)).to_bytes(size, "little"))
