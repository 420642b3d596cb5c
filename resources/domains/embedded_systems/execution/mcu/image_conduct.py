"""The conduct of a program that unicorn runs: its variables by the image's symbols, and what is read and stored
there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unicorn import arm_const as arm
from unicorn import unicorn_const as const

from .conduct import RecordedConduct
from .cpu import RAM
from .image import Image
from .states import States

if TYPE_CHECKING:
    from .machine import Machine


_LOW_REGISTERS = 13


def _source_of_stack(code: int) -> int | None:
    """The register that MSR MSP or MOV SP puts into the stack pointer; None for another instruction."""
    if code >> 16 == 0x8808 and code & 0xFFF0 == 0xF380:
        register = code & 15
    elif code < 0x10000 and code & 0xFF87 == 0x4685:
        register = code >> 3 & 15
    else:
        return None
    return register if register < _LOW_REGISTERS else None


class ImageProgram:
    """The program in an image, as `conduct` asks for it."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._addresses = machine, machine.image.addresses

    def variable(self, name: str) -> range | None:
        symbol = self._addresses.get(name)
        ram = range(RAM, RAM + self._machine.scenario.ram_bytes)
        if symbol is None or symbol.value not in ram or symbol.value + symbol.size > ram.stop:
            return None
        return range(symbol.value, symbol.value + symbol.size)

    def address(self, name: str) -> int | None:
        symbol = self._addresses.get(name)
        return None if symbol is None else symbol.value

    def content(self, place: range) -> bytes:
        return self._machine.cpu.ram[place.start - RAM : place.stop - RAM]

    def word(self, address: int) -> int | None:
        cpu = self._machine.cpu
        return int.from_bytes(cpu.read_memory(address, 4), "little") if cpu.is_memory(address, 4) else None

    def static(self) -> range:
        return range(self._addresses["_data_start"].value, self._addresses["_heap_start"].value)

    def stack_pointer(self) -> int:
        return self._machine.cpu.sp

    def name_at(self, address: int) -> str:
        if self._machine.stack_bottom <= address < self._machine.stack_top:
            return "the stack"
        return self._machine.image.variable_at(address) or "other memory"

    def ending_at(self, address: int) -> str:
        name = self._machine.image.variable_at(address - 1)
        symbol = self._addresses.get(name)
        return name if symbol is not None and symbol.value + symbol.size == address else ""

    def computes_in_floating_point(self) -> bool:
        return self._machine.image.computes_in_floating_point


class ImageConduct(RecordedConduct):
    """Loads and stores of single variables are seen as they happen."""

    def __init__(self, machine: Machine) -> None:
        program = ImageProgram(machine)
        super().__init__(machine, program)
        self._engine = machine.cpu.engine
        self._watch_stacks(machine.image)
        for name in machine.scenario.loads:
            self._watch_loads(name, program.variable(name))
        for name in machine.scenario.states:
            self._watch_states(name, program)

    def _watch_stacks(self, image: Image) -> None:
        def callback(_engine: Any, _pc: int, _size: int, register: int) -> None:
            self.stack_set(self._machine.cpu.get(arm.UC_ARM_REG_R0 + register))

        for address, code in image.instructions():
            register = _source_of_stack(code)
            if register is not None:
                self._engine.hook_add(const.UC_HOOK_CODE, callback, register, address, address)

    def _watch_loads(self, name: str, place: range | None) -> None:
        def callback(_address: int, size: int, _value: int) -> None:
            self.note(f"load {name}", self.context(), size)

        if place is not None:
            self._machine.cpu.watch_memory(const.UC_HOOK_MEM_READ, callback, place.start, place.stop - 1)

    def _watch_states(self, name: str, program: ImageProgram) -> None:
        """Stores of the start-up code, and of what is there already, are not among them."""
        place, states = program.variable(name), States()

        def callback(address: int, size: int, value: int) -> None:
            value &= (1 << 8 * size) - 1
            before = program.content(range(address, address + size))
            if self.in_main and place is not None and value != int.from_bytes(before, "little"):
                states.add(address - place.start, size, value)

        if place is not None:
            self._states[name] = states
            self._machine.cpu.watch_memory(const.UC_HOOK_MEM_WRITE, callback, place.start, place.stop - 1)
