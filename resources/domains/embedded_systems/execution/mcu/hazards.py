"""Instructions that need a look before they run: CPU faults that unicorn does not raise by itself (division by zero,
unaligned multiple-word accesses; all unaligned accesses where SCB->CCR traps them; the FPU where it is off), and those
that lift an interrupt mask.

Only the instructions that can do so are watched, found by decoding the program. QEMU looks for the same faults, and
more, on its own; it does not get past a peripheral that it lacks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from unicorn import arm_const as arm
from unicorn import unicorn_const as const

from .cpu import Fault

if TYPE_CHECKING:
    from .machine import Machine

_CPACR, _CCR = 0xD88, 0xD14
_FPU_ON = 0xF << 20
_UNALIGN_TRP = 8
_R0 = arm.UC_ARM_REG_R0
_NUMBERS = (*(_R0 + index for index in range(13)), arm.UC_ARM_REG_SP, arm.UC_ARM_REG_LR, arm.UC_ARM_REG_PC)


def _division(code: int) -> int | None:
    """The register that holds the divisor of UDIV or SDIV."""
    return code >> 16 & 15 if code & 0xFFD0 == 0xFB90 and code >> 16 & 0xF0F0 == 0xF0F0 else None


def _multiple(code: int) -> tuple[int, int] | None:
    """(base register, offset) of LDRD, STRD, LDM, STM, VLDR, VSTR by another base than SP or PC."""
    first, second = code & 0xFFFF, code >> 16
    if code < 0x10000:
        return (first >> 8 & 7, 0) if first >> 12 == 0b1100 else None
    base = first & 15
    if base in (13, 15):
        return None
    if first & 0xFE40 == 0xE840 and first & 0x0120:
        offset = (second & 0xFF) * 4 if first & 0x0100 else 0
        return base, offset if first & 0x80 else -offset
    if first & 0xFE40 == 0xE800 and first & 0x0180 in (0x0080, 0x0100):
        return base, 0
    if first & 0xFF20 == 0xED00 and second & 0x0E00 == 0x0A00:
        offset = (second & 0xFF) * 4
        return base, offset if first & 0x80 else -offset
    return None


def _is_floating(code: int) -> bool:
    """An instruction of the FPU, coprocessors 10 and 11."""
    return code >> 16 != 0 and code & 0xEC00 == 0xEC00 and code >> 16 & 0x0E00 == 0x0A00


class Hazards:
    """Watches one program on one machine."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._handles: list[Any] = []
        """Of what is watched only while the program asks for it."""
        self._set = (True, False)
        """Whether the FPU is on, and whether unaligned accesses are trapped."""
        self._floating = [address for address, code in machine.image.instructions() if _is_floating(code)]
        for address, code in machine.image.instructions():
            divisor, access = _division(code), _multiple(code)
            if divisor is not None:
                self._hook(address, self._divides(divisor))
            elif access is not None:
                self._hook(address, self._accesses(*access))

    def _hook(self, address: int, look: Callable[[int], None]) -> Any:
        def callback(_engine: Any, pc: int, _size: int, _data: Any) -> None:
            self._machine.look()
            look(pc)

        return self._machine.cpu.engine.hook_add(const.UC_HOOK_CODE, callback, begin=address, end=address)

    def _divides(self, divisor: int) -> Callable[[int], None]:
        def look(pc: int) -> None:
            if not self._machine.cpu.get(_NUMBERS[divisor]) and self._machine.system.values.get(0xD14, 0) & 0x10:
                self._raise(Fault("UsageFault", ("DIVBYZERO",), None, pc, "integer division by zero"))

        return look

    def _accesses(self, base: int, offset: int) -> Callable[[int], None]:
        def look(pc: int) -> None:
            address = (self._machine.cpu.get(_NUMBERS[base]) + offset) & 0xFFFFFFFF
            if address & 3:
                text = f"multiple-word access at the unaligned address 0x{address:08X}"
                self._raise(Fault("UsageFault", ("UNALIGNED",), address, pc, text))

        return look

    def _raise(self, fault: Fault) -> None:
        self._machine.cpu.fault = fault
        self._machine.cpu.engine.emu_stop()

    def adapt(self) -> None:
        """Between slices: what main makes of the registers that turn the FPU off or trap unaligned accesses."""
        if not self._machine.conduct.in_main:
            return
        values = self._machine.system.values
        wanted = (values.get(_CPACR, 0) & _FPU_ON == _FPU_ON, bool(values.get(_CCR, 0) & _UNALIGN_TRP))
        if wanted == self._set:
            return
        self._set = wanted
        engine = self._machine.cpu.engine
        while self._handles:
            engine.hook_del(self._handles.pop())
        if not wanted[0]:
            self._handles += [self._hook(address, self._refuse_floating) for address in self._floating]
        if wanted[1]:
            kinds = const.UC_HOOK_MEM_READ | const.UC_HOOK_MEM_WRITE
            self._handles.append(self._machine.cpu.watch_memory(kinds, self._on_access))
        engine.ctl_flush_tb()

    def _refuse_floating(self, pc: int) -> None:
        text = "floating-point instruction while SCB->CPACR keeps the FPU off"
        self._raise(Fault("UsageFault", ("NOCP",), None, pc, text))

    def _on_access(self, address: int, size: int, _value: int) -> None:
        self._machine.look()
        if address & (size - 1) and size in (2, 4) and self._machine.cpu.fault is None:
            text = f"access of {size} bytes at the unaligned address 0x{address:08X}, which SCB->CCR traps"
            self._raise(Fault("UsageFault", ("UNALIGNED",), address, self._machine.cpu.pc, text))


def watch_reached(machine: Machine) -> set[int]:
    """Those of the scenario's instructions that have been executed; it grows as they are."""
    executed: set[int] = set()

    def callback(_engine: Any, pc: int, _size: int, _data: Any) -> None:
        executed.add(pc)

    for address in machine.scenario.reached:
        machine.cpu.engine.hook_add(const.UC_HOOK_CODE, callback, begin=address, end=address)
    return executed


def watch_numbers(machine: Machine) -> None:
    """Ends a run that executes a number among the program's instructions, which is no instruction of the program."""

    def callback(_engine: Any, pc: int, _size: int, _data: Any) -> None:
        function = machine.image.function_at(pc)
        what = f"numbers at 0x{pc:08X} in {function or 'the program'} are executed as instructions"
        machine.numbers_executed.append({"what": what, "symbol": function})
        machine.ended = machine.ended or "numbers"
        machine.cpu.engine.emu_stop()

    for place in machine.image.numbers_in_code():
        machine.cpu.engine.hook_add(const.UC_HOOK_CODE, callback, begin=place.start, end=place.stop - 1)


def watch_unmasking(machine: Machine) -> None:
    """Ends the slice after an instruction that may lift an interrupt mask, where something is pending: it is taken at
    once then. What becomes pending within a slice ends it anyway."""

    def callback(_engine: Any, _pc: int, _size: int, _data: Any) -> None:
        machine.look()
        if machine.moments is not None:
            machine.moments.unmasked()
        if machine.has_pending:
            machine.cpu.end_slice()

    for address, code in machine.image.instructions():
        changes_mask = code in (0xB661, 0xB662, 0xB663)
        special = (
            code & 0xFFFF & 0xFFF0 == 0xF380 and code >> 16 & 0xFF00 == 0x8800 and code >> 16 & 0xFF in range(16, 21)
        )
        if changes_mask or special:
            machine.cpu.engine.hook_add(const.UC_HOOK_CODE, callback, begin=address, end=address)
