"""Register accesses of the program: decoded, gated, traced, and given to the peripheral."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bus import BusFault
from .cpu import Fault

if TYPE_CHECKING:
    from .machine import Machine


class RegisterAccess:
    """Answers the CPU's accesses to the peripherals' and the core's address space."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        reset = machine.image.addresses["Reset_Handler"]
        self._startup = range(reset.value & ~1, (reset.value & ~1) + reset.size)

    def read(self, address: int, size: int) -> int:
        pc = self._machine.cpu.pc
        try:
            peripheral, offset = self._machine.bus.find(address)
        except BusFault:
            return self._bus_fault("read", address, size, pc)
        name = peripheral.register(offset)
        self._machine.event_time = self._machine.now()
        if not self._machine.bus.clocked(peripheral):
            self._machine.unclocked("read", peripheral, name)
            return 0
        value = peripheral.read(offset)
        repeated = self._machine.polling.access(pc, name, value, live=name in peripheral.live)
        self._note("R", name, value, pc, repeated=repeated)
        return value >> 8 * (address & 3) & ((1 << 8 * size) - 1)

    def write(self, address: int, size: int, value: int) -> None:
        pc = self._machine.cpu.pc
        try:
            peripheral, offset = self._machine.bus.find(address)
        except BusFault:
            self._bus_fault("write", address, size, pc)
            return
        shift = 8 * (address & 3)
        mask = ((1 << 8 * size) - 1) << shift
        value = (value << shift) & mask
        name = peripheral.register(offset)
        self._machine.event_time = self._machine.now()
        if not self._machine.bus.clocked(peripheral):
            self._machine.polling.broken()
            self._note("W", name, value, pc)
            self._machine.unclocked("write", peripheral, name)
            return
        self._machine.bus.touched.setdefault(peripheral.name, peripheral)
        value = peripheral.merged(offset, value, mask)
        if not peripheral.changes(offset, value):
            repeated = self._machine.polling.access(pc, name, value)
            self._note("W", name, value, pc, repeated=repeated)
            return
        self._machine.polling.broken()
        self._note("W", name, value, pc)
        if peripheral.write(offset, value):
            self._machine.cpu.end_slice()

    def _note(self, operation: str, register: str, value: int, pc: int, *, repeated: bool = False) -> None:
        """Into the trace, unless it is the board's own start-up code."""
        if pc not in self._startup:
            self._machine.trace.add(operation, register, value, self._machine.now_ns(), pc, repeated=repeated)

    def _bus_fault(self, what: str, address: int, size: int, pc: int) -> int:
        text = f"{what} of {size} bytes at 0x{address:08X}, where the device has nothing"
        self._machine.cpu.fault = Fault("BusFault", ("PRECISERR", "BFARVALID"), address, pc, text)
        self._machine.cpu.end_slice()
        return 0
