"""Register accesses of the program: decoded, gated, traced, and given to the peripheral."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unicorn import arm_const as arm

from .bus import BusFault, aliased
from .cpu import BIT_ALIAS_BYTES, CORE_SPACE, PERIPHERAL_BITS, PERIPHERAL_SPACE, RAM, RAM_BITS, Fault

if TYPE_CHECKING:
    from .machine import Machine

_APB_END = PERIPHERAL_SPACE + 0x20000
"""Up to there, a bridge repeats a byte or half-word that is written, so that the whole word is written."""


class RegisterAccess:
    """Answers the CPU's accesses to the peripherals' and the core's address space."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        reset = machine.image.addresses["Reset_Handler"]
        self._startup = range(reset.value & ~1, (reset.value & ~1) + reset.size)

    def read(self, address: int, size: int) -> int:
        """Of a register, or of one bit through a bit-band alias."""
        self._machine.step()
        if RAM_BITS <= address < RAM_BITS + BIT_ALIAS_BYTES:
            at, bit = aliased(address, RAM_BITS, RAM)
            content = self._memory("read", address, at, size)
            self._aliased(at, is_store=False)
            return (content or 0) >> bit & 1
        if PERIPHERAL_BITS <= address < PERIPHERAL_BITS + BIT_ALIAS_BYTES:
            at, bit = aliased(address, PERIPHERAL_BITS, PERIPHERAL_SPACE)
            return self._read(at, 1) >> bit & 1
        return self._read(address, size)

    def write(self, address: int, size: int, value: int) -> None:
        """To a register, or to one bit through a bit-band alias, which reads, changes and writes what is around it."""
        self._machine.step()
        if RAM_BITS <= address < RAM_BITS + BIT_ALIAS_BYTES:
            at, bit = aliased(address, RAM_BITS, RAM)
            content = self._memory("write", address, at, size)
            self._aliased(at, is_store=True)
            if content is not None:
                self._machine.cpu.write_memory(at, bytes([content & ~(1 << bit) | (value & 1) << bit]))
        elif PERIPHERAL_BITS <= address < PERIPHERAL_BITS + BIT_ALIAS_BYTES:
            at, bit = aliased(address & ~3, PERIPHERAL_BITS, PERIPHERAL_SPACE)
            word, bit = at & ~3, bit + 8 * (at & 3)
            self._write(word, 4, self._read(word, 4) & ~(1 << bit) | (value & 1) << bit)
        else:
            self._write(address, size, value)

    def _aliased(self, address: int, *, is_store: bool) -> None:
        if self._machine.moments is not None:
            self._machine.moments.memory(address, is_store)

    def _memory(self, what: str, alias: int, address: int, size: int) -> int | None:
        """The byte around an aliased bit; None, and a fault, where no RAM is."""
        if address >= RAM + self._machine.scenario.ram_bytes:
            self._bus_fault(what, alias, size, self._machine.cpu.pc)
            return None
        self._machine.polling.broken()
        return self._machine.cpu.read_memory(address, 1)[0]

    def _check_privilege(self, address: int) -> None:
        """Raises EnvironmentGap where the main program without privileges asks for the core's registers."""
        machine = self._machine
        if address >= CORE_SPACE and not machine.exceptions.stack and machine.cpu.get(arm.UC_ARM_REG_CONTROL) & 1:
            machine.gap("unprivileged access to the core's registers (CONTROL.nPRIV)")

    def _read(self, address: int, size: int) -> int:
        self._check_privilege(address)
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
        self._machine.conduct.register = name
        value = peripheral.read(offset)
        self._machine.conduct.register = ""
        repeated = self._machine.polling.access(pc, name, value, live=name in peripheral.live)
        self._note("R", name, value, pc, repeated=repeated)
        return value >> 8 * (address & 3) & ((1 << 8 * size) - 1)

    def _write(self, address: int, size: int, value: int) -> None:
        self._check_privilege(address)
        pc = self._machine.cpu.pc
        try:
            peripheral, offset = self._machine.bus.find(address)
        except BusFault:
            self._bus_fault("write", address, size, pc)
            return
        if size < 4 and PERIPHERAL_SPACE <= address < _APB_END:
            repeated = (value & 0xFF) * 0x01010101 if size == 1 else (value & 0xFFFF) * 0x10001
            address, size, value = address & ~3, 4, repeated & peripheral.existing(offset)
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
            repeated = self._machine.polling.access(pc, name, value, operation="W")
            self._note("W", name, value, pc, repeated=repeated)
            return
        self._machine.polling.broken()
        self._note("W", name, value, pc)
        self._machine.conduct.register = name
        if peripheral.put(offset, value):
            self._machine.cpu.end_slice()
        self._machine.conduct.register = ""

    def _note(self, operation: str, register: str, value: int, pc: int, *, repeated: bool = False) -> None:
        """Into the trace, unless it is the board's own start-up code."""
        if self._machine.conduct.in_main or pc not in self._startup:
            self._machine.conduct.access(operation, register, value)
            if self._machine.moments is not None:
                self._machine.moments.register(register, operation == "W")
            self._machine.trace.add(operation, register, value, self._machine.now_ns(), pc, repeated=repeated)

    def _bus_fault(self, what: str, address: int, size: int, pc: int) -> int:
        text = f"{what} of {size} bytes at 0x{address:08X}, where the device has nothing"
        self._machine.cpu.fault = Fault("BusFault", ("PRECISERR", "BFARVALID"), address, pc, text)
        self._machine.cpu.end_slice()
        return 0
