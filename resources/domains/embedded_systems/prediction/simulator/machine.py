"""The board of `mcu` under a simulated program: time and what is due, its interrupts, and what the program reads and
writes.

The program calls `service` between its statements when something may be due; a handler runs within that call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from resources.domains.embedded_systems.execution.mcu.board import Board
from resources.domains.embedded_systems.execution.mcu.bus import BusFault, aliased
from resources.domains.embedded_systems.execution.mcu.conduct import Conduct, Program, RecordedConduct
from resources.domains.embedded_systems.execution.mcu.cpu import (
    BIT_ALIAS_BYTES,
    PERIPHERAL_BITS,
    PERIPHERAL_SPACE,
    RAM,
    RAM_BITS,
    Cpu,
)
from resources.domains.embedded_systems.execution.mcu.exceptions import (
    ENTRY_CYCLES,
    RETURN_CYCLES,
    STORM_ENTRIES,
    THREAD,
    Tally,
    name_of,
    storm_text,
)
from resources.domains.embedded_systems.execution.mcu.scenario import Scenario
from resources.domains.embedded_systems.prediction.simulator.memory import CpuFault, Memory, RegisterFile
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

SERVICE_WORK = 40
"""What events and handlers cost beside their instructions, in cycles that could be executed instead."""


class Restart(Exception):
    """A reset: the program begins anew."""


class Finished(Exception):
    """The run is over; why is in `ended`."""


_CONFIGURATION, _SYSTEM_CONTROL, _VECTORS = 0xD14, 0xD10, 0xD08
_TRAP_DIVISIONS = 0x10
_END_OF_RAM_BITS, _END_OF_PERIPHERAL_BITS = RAM_BITS + BIT_ALIAS_BYTES, PERIPHERAL_BITS + BIT_ALIAS_BYTES


class _MemoryPort:
    """What the board asks of a CPU: its memory, for DMA, and where it is."""

    pc = 0

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def read_memory(self, address: int, size: int) -> bytes:
        try:
            return self._memory.part(address, size)
        except ExecutionHalted as halted:
            raise BusFault from halted

    def write_memory(self, address: int, data: bytes) -> None:
        try:
            self._memory.put(address, data)
        except ExecutionHalted as halted:
            raise BusFault from halted


def _unaligned(address: int) -> CpuFault:
    words = f"multiple-word access at the unaligned address 0x{address:08X}"
    return CpuFault(HaltReason.HARDWARE, words, ("UNALIGNED",), address)


def _is_alias(address: int) -> bool:
    return RAM_BITS <= address < _END_OF_RAM_BITS or PERIPHERAL_BITS <= address < _END_OF_PERIPHERAL_BITS


def _aliased_bit(address: int) -> tuple[int, int]:
    """The word and the bit in it that an address in a bit-band alias stands for."""
    alias, base = (RAM_BITS, RAM) if address < PERIPHERAL_SPACE else (PERIPHERAL_BITS, PERIPHERAL_SPACE)
    byte, bit = aliased(address & ~3, alias, base)
    return byte & ~3, bit + 8 * (byte & 3)


class Machine(Board):
    """One program on one board, for one scenario after the other: `start` before each.

    `changes` counts what any part of the state has become another; a loop that changes nothing waits. `due` is the
    cycle at which the board wants to be looked after. `depth` and `stack` are those of the calls in progress, `result`
    is what the last one gave.
    """

    def __init__(self, ram_bytes: int, handler: Callable[[int], Callable[[], None]]) -> None:
        self.memory = Memory(ram_bytes)
        self._handler = handler
        self.changes = self.depth = self.result = self.stack = 0
        self.program: Program | None = None
        """Whose conduct is recorded; None while a text is only read."""
        self.returned = b""
        """The structure that the last call of a function with such a result gave."""

    def start(self, scenario: Scenario, work: int) -> None:
        """Power on; `work` is about the cycles that may be executed, those asleep or in waiting loops left out."""
        self.cpu = cast(Cpu, _MemoryPort(self.memory))
        self.scenario, self.registers = scenario, RegisterFile(self)
        self.conduct = RecordedConduct(self, self.program) if self.program is not None else Conduct()
        self._active: list[int] = []
        self.tallies: dict[str, Tally] = {}
        self.limit = work
        self.due = self.idle_cycles = 0
        self.ended = self._reset_wanted = ""
        self.resets: list[str] = []
        super().__init__(scenario)
        self._end = self.cycle_of_ns(scenario.duration_ns)
        self.boot()

    def boot(self) -> None:
        """The core as the start-up code leaves it."""
        self._active.clear()
        self.registers.forget()
        self.conduct.reset()
        self.masked = self.base_priority = self.depth = self.due = self._streak = 0
        self.event = False
        self.system.values[_CONFIGURATION] = self.system.values.get(_CONFIGURATION, 0) | _TRAP_DIVISIONS

    def now(self) -> int:
        return self.time

    def end_slice(self) -> None:
        self.changes += 1
        self.due = 0

    def reset(self, reason: str) -> None:
        self._reset_wanted = reason
        self.due = 0

    def step(self, cost: int = 1) -> None:
        """Nothing is counted here: who simulates the text has a budget of statements."""

    def wake(self) -> None:
        self.event = True
        self.due = 0

    def set_stack(self, top: int) -> int:
        """MSP: where calls and handlers from now on have their variables."""
        self.stack = top & ~7
        self.conduct.stack_set(top)
        return top

    def set_base_priority(self, value: int) -> int:
        """BASEPRI: exceptions of this priority and less urgent ones wait; 0 holds none back."""
        self.base_priority = value & 0xF0
        self.changes += 1
        self.due = 0
        return value

    def flooded(self) -> None:
        self.finish("flood")

    def finish(self, why: str) -> None:
        """Raises Finished."""
        self.ended = self.ended or why
        raise Finished

    def set_hertz(self, hertz: int) -> None:
        super().set_hertz(hertz)
        self._end = self.cycle_of_ns(self.scenario.duration_ns)
        self.due = 0

    def next_due(self) -> int:
        return min(self.bus.next_event(), self.next_stimulus(), self._end)

    def catch_up(self) -> None:
        """Everything that is due but handlers. Raises Finished or Restart."""
        self.apply_stimuli()
        for peripheral in list(self.bus.touched.values()):
            if peripheral.next_event() <= self.time:
                self.changes += 1
                peripheral.advance(self.time)
        if self._reset_wanted:
            self._restart()
        if self.time >= self._end:
            self.finish("duration")

    def _restart(self) -> None:
        reason, self._reset_wanted = self._reset_wanted, ""
        self.resets.append(reason)
        if len(self.resets) > self.scenario.resets:
            self.finish(f"{reason} reset")
        self.power_up(reason, self)
        self._end = self.cycle_of_ns(self.scenario.duration_ns)
        raise Restart

    def sleep(self) -> None:
        """WFI: time passes until an exception is pending."""
        self.catch_up()
        while not self.pending():
            self.refuse_deep_sleep()
            until = max(self.time + 1, self.next_due())
            self.idle_cycles += until - self.time
            self.skip(until)
            self.catch_up()
            self.changes += 1
        self.due = 0

    def dma_copy(self, stream: str, source: int, target: int, size: int) -> bool:
        """Each item is work: a stream that takes nothing from the peripheral that asks moves without an end."""
        self.spend(SERVICE_WORK)
        return super().dma_copy(stream, source, target, size)

    def skip(self, until: int) -> None:
        """Lets time pass without work."""
        self.spend(SERVICE_WORK - (until - self.time))
        self.time = until

    def spend(self, work: int) -> None:
        """Raises ExecutionHalted where nothing is left."""
        self.limit -= work
        if self.time >= self.limit:
            raise ExecutionHalted(HaltReason.BUDGET)

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
        if self.base_priority and 0 <= self.base_priority >> 4 <= system.priority(best):
            return None
        return best if system.group_priority(best) < current else None

    def _enter(self, exception: int) -> None:
        """Runs a handler to its end."""
        vector = self.system.values.get(_VECTORS, 0) + 4 * exception
        run = self._handler(int.from_bytes(self.memory.part(vector, 4), "little"))
        tally = self.tallies.setdefault(name_of(exception), Tally())
        tally.count += 1
        tally.preempted += bool(self._active)
        self._check_storm(exception)
        tally.forced += self.system.is_forced(exception)
        entered, result = self.now_ns(), self.result
        memory = self.conduct.entered(name_of(exception), self.conduct.context())
        frame = self.stack
        self._active.append(exception)
        self.time += ENTRY_CYCLES
        self.changes += 1
        self.event = True
        self.system.taken(exception)
        self.due = 0
        run()
        self.conduct.left(name_of(exception), memory, frame)
        self._active.pop()
        self.pending()
        self.system.returned(exception)
        tally.longest_ns = max(tally.longest_ns, self.now_ns() - entered)
        self.time += RETURN_CYCLES
        self.result = result
        if not self._active and self.system.values.get(_SYSTEM_CONTROL, 0) & 2:
            self.sleep()

    def _check_storm(self, exception: int) -> None:
        """Entries of handlers with nothing of the main program in between."""
        self._streak += not self._active
        if self._streak > STORM_ENTRIES:
            self.violate(name_of(exception), storm_text(exception))
            self.finish("storm")

    def wait(self) -> None:
        """For a loop that changes nothing: on to what is next."""
        self.skip(max(self.time, self.next_due()))
        self.service()

    def load(self, address: int, size: int, signed: bool) -> int:
        if _is_alias(address):
            word, bit = _aliased_bit(address)
            return self.load(word, 4, False) >> bit & 1
        if address < PERIPHERAL_SPACE:
            if size == 8 and address & 3:
                raise _unaligned(address)
            return int.from_bytes(self.memory.part(address, size), "little", signed=signed)
        value = self.registers.read(address, size)
        return value - (1 << 8 * size) if signed and value >> (8 * size - 1) else value

    def store(self, address: int, size: int, value: int) -> None:
        if _is_alias(address):
            word, bit = _aliased_bit(address)
            value = self.load(word, 4, False) & ~(1 << bit) | (value & 1) << bit
            address, size = word, 4
        if address >= PERIPHERAL_SPACE:
            self.registers.write(address, size, value & ((1 << 8 * size) - 1))
            return
        self.changes += 1
        if size == 8 and address & 3:
            raise _unaligned(address)
        self.memory.put(address, (value & ((1 << 8 * size) - 1)).to_bytes(size, "little"))
