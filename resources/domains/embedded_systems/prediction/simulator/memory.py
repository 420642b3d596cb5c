"""What addresses answer to a program: RAM and flash; and registers, with clock gates and what a poll looks at. An
access to nothing halts it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from resources.domains.embedded_systems.execution.mcu.bus import Bus, BusFault, gap_at
from resources.domains.embedded_systems.execution.mcu.conduct import Conduct
from resources.domains.embedded_systems.execution.mcu.cpu import FLASH, FLASH_BYTES, RAM, Cpu
from resources.domains.embedded_systems.execution.mcu.peripheral import WORD, Peripheral
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct

CODE = FLASH + 0x8000
"""Where functions lie: nobody looks at their bytes. What is constant lies behind the vectors, before them."""
CONSTANTS = FLASH + 0x1000
_FLASH_FILLED = 0x10000
_BEYOND = 0x100000
_FORMATS: dict[tuple[int, bool], Literal["B", "b", "H", "h", "I", "i", "Q", "q"]] = {
    (1, False): "B", (1, True): "b", (2, False): "H", (2, True): "h", (4, False): "I", (4, True): "i",
    (8, False): "Q", (8, True): "q",
}  # fmt: skip


BUS_FAULT = ("PRECISERR", "BFARVALID")


class CpuFault(ExecutionHalted):
    """`bits` and `address` are the CPU's. The reason is MEMORY or HARDWARE."""

    def __init__(
        self, reason: HaltReason, why: str, bits: tuple[str, ...] = ("INVSTATE",), address: int | None = None
    ) -> None:
        super().__init__(reason, why)
        self.bits, self.address = bits, address

    @property
    def exception(self) -> str:
        return "BusFault" if self.bits == BUS_FAULT else "UsageFault"


class Memory:
    """RAM with views of each integer type, and flash. Addresses below the flash show it again, as after a reset."""

    def __init__(self, ram_bytes: int) -> None:
        self.size = ram_bytes & ~7
        self.ram = bytearray(self.size)
        self.flash = bytearray(_FLASH_FILLED)
        whole = memoryview(self.ram)
        self.views = {key: whole.cast(letter) for key, letter in _FORMATS.items()}

    def part(self, address: int, size: int) -> bytes:
        """Raises ExecutionHalted."""
        offset = address - RAM
        if 0 <= offset <= self.size - size:
            return bytes(self.ram[offset : offset + size])
        offset = address - FLASH if address >= FLASH else address
        if 0 <= offset <= FLASH_BYTES - size:
            return bytes(self.flash[offset : offset + size]).ljust(size, b"\xff")
        raise self._nothing("read", address, size)

    def put(self, address: int, content: bytes) -> None:
        """Raises ExecutionHalted."""
        offset = address - RAM
        if not 0 <= offset <= self.size - len(content):
            raise self._nothing("write", address, len(content))
        self.ram[offset : offset + len(content)] = content

    def burn(self, address: int, content: bytes) -> None:
        """Into the flash, before the program runs."""
        offset = address - FLASH
        if offset + len(content) > CODE - FLASH:
            raise UnsupportedConstruct("too many constants")
        self.flash[offset : offset + len(content)] = content

    def _nothing(self, what: str, address: int, size: int) -> ExecutionHalted:
        missing = gap_at(address)
        if missing:
            return UnsupportedConstruct(missing)
        words = f"{what} of {size} bytes at 0x{address:08X}"
        if RAM <= address < RAM + _BEYOND:
            words += f", beyond the end of the RAM at 0x{RAM + self.size:08X}"
        elif what == "write" and (address < FLASH_BYTES or FLASH <= address < FLASH + FLASH_BYTES):
            words += ", in the flash"
        return CpuFault(reason_at(address), words, BUS_FAULT, address)


def reason_at(address: int) -> HaltReason:
    """What an access to nothing is: a fault of the hardware where peripherals could be, else one of memory."""
    inside = 0x40000000 <= address < 0x60000000 or address >= 0xE0000000
    return HaltReason.HARDWARE if inside else HaltReason.MEMORY


_WRITE_WORK = 15
"""What a register's write costs, in cycles that could be executed instead."""


class _Register(NamedTuple):
    peripheral: Peripheral
    offset: int
    name: str


@dataclass
class Poll:
    """What a register gives again and again, since a cycle; `mark` is where it was read."""

    value: int
    since: int
    mark: int
    is_repeated: bool = False


class Clocked(Protocol):
    """What registers need of the machine around them."""

    bus: Bus
    conduct: Conduct
    cpu: Cpu
    time: int
    event_time: int
    limit: int
    due: int
    changes: int

    def unclocked(self, what: str, peripheral: Peripheral, name: str) -> None: ...


class RegisterFile:
    """What the program's accesses come to. `first_writes` counts accesses, as the model's trace does.

    `polls` has each register that was read since anything changed; the negative address of one that was written what
    it held already.
    """

    def __init__(self, machine: Clocked) -> None:
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
            raise UnsupportedConstruct("two registers at once")
        try:
            peripheral, offset = self._machine.bus.find(address)
        except BusFault:
            words = f"{what} of {size} bytes at 0x{address:08X}, where the device has nothing"
            raise CpuFault(reason_at(address), words, BUS_FAULT, address) from None
        register = _Register(peripheral, offset, peripheral.register(offset))
        self._places[address, size] = register
        return register

    def read(self, address: int, size: int) -> int:
        machine = self._machine
        peripheral, offset, name = self._places.get((address, size)) or self._place("read", address, size)
        machine.event_time = machine.time
        if not machine.bus.clocked(peripheral):
            machine.unclocked("read", peripheral, name)
            return 0
        machine.conduct.register = name
        value = peripheral.read(offset)
        machine.conduct.register = ""
        machine.conduct.access("R", name, value)
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
        else:
            poll.is_repeated = True

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
        machine.conduct.access("W", name, value)
        if not peripheral.changes(offset, value):
            self._looked(-address, value)
        else:
            machine.changes += 1
            self.polls.clear()
            machine.limit -= _WRITE_WORK
            machine.conduct.register = name
            if peripheral.put(offset, value):
                machine.due = 0
            machine.conduct.register = ""
