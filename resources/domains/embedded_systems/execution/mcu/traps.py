"""Traps: what unicorn reports while it runs: exceptions, accesses to nothing, landmarks of the start-up code.

Each is written down and ends the slice; what follows from it is `machine`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unicorn import unicorn_const as const

from .bus import gap_at
from .cpu import FLASH, PERIPHERAL_BYTES, PERIPHERAL_SPACE, RAM, Fault
from .findings import EnvironmentGap

if TYPE_CHECKING:
    from .machine import Machine

CALL, RETURN, YIELD, WAIT = "call", "return", "yield", "wait"
_HINTS = {0xBF10: YIELD, 0xBF20: WAIT, 0x8001F3AF: YIELD, 0x8002F3AF: WAIT}
_SEND_EVENT = (0xBF40, 0x8004F3AF)


class Traps:
    """`event` is CALL or RETURN after a slice that ended at SVC, or at a jump that leaves a handler.

    It is YIELD or WAIT after a hint that unicorn takes for an undefined instruction.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.event = ""
        self._hint: tuple[int, str] | None = None
        """Where the next instruction is, and what the hint asks for, while YIELD or WFE is executed."""
        engine = machine.cpu.engine
        engine.hook_add(const.UC_HOOK_INTR, self._on_exception)
        engine.hook_add(const.UC_HOOK_MEM_INVALID, self._on_invalid)
        engine.hook_add(const.UC_HOOK_INSN_INVALID, self._on_undefined)
        self._watch_hints()
        entry = machine.image.addresses["main"].value & ~1
        engine.hook_add(const.UC_HOOK_CODE, self._on_main, begin=entry, end=entry)
        for name in ("Default_Handler", "Main_Returned"):
            address = machine.image.addresses[name].value & ~1
            engine.hook_add(const.UC_HOOK_CODE, self._on_trap, user_data=name, begin=address, end=address)

    def _watch_hints(self) -> None:
        engine = self._machine.cpu.engine
        for address, code in self._machine.image.instructions():
            if code in _HINTS:
                after = address + (4 if code >> 16 else 2)
                engine.hook_add(const.UC_HOOK_CODE, self._on_hint, (after, _HINTS[code]), address, address)
            elif code in _SEND_EVENT:
                engine.hook_add(const.UC_HOOK_CODE, self._on_event, None, address, address)

    def _on_hint(self, _engine: Any, _pc: int, _size: int, hint: tuple[int, str]) -> None:
        self._hint = hint

    def _on_event(self, _engine: Any, _pc: int, _size: int, _data: Any) -> None:
        self._machine.wake()

    def _on_main(self, _engine: Any, _pc: int, _size: int, _data: Any) -> None:
        self._machine.conduct.booted()

    def _on_trap(self, _engine: Any, _pc: int, _size: int, name: str) -> None:
        self._machine.ended = "main returned" if name == "Main_Returned" else "default handler"
        self._machine.cpu.engine.emu_stop()

    def _on_exception(self, _engine: Any, number: int, _data: Any) -> None:
        """Unicorn's own numbers: 2 SVC, 7 BKPT, 8 return from an exception."""
        if number == 8 and self._machine.exceptions.stack:
            self.event = RETURN
        elif number == 2:
            self.event = CALL
        else:
            bits = ("DEBUGEVT",) if number == 7 else ("INVSTATE",)
            text = "breakpoint without a debugger" if number == 7 else "jump to an address that is no code"
            self._machine.cpu.fault = Fault(
                "HardFault" if number == 7 else "UsageFault", bits, None, self._machine.cpu.pc, text
            )
        self._machine.cpu.engine.emu_stop()

    def _on_undefined(self, _engine: Any, _data: Any) -> bool:
        hint, self._hint = self._hint, None
        if hint is not None and self._machine.cpu.pc == hint[0]:
            self.event = hint[1]
            self._machine.cpu.engine.emu_stop()
            return True
        self._machine.cpu.fault = Fault(
            "UsageFault", ("UNDEFINSTR",), None, self._machine.cpu.pc, "undefined instruction"
        )
        self._machine.cpu.engine.emu_stop()
        return False

    def _on_invalid(self, _engine: Any, access: int, address: int, size: int, value: int, _data: Any) -> bool:
        self._machine.cpu.fault = self._fault_at(access, address, size)
        self._machine.cpu.engine.emu_stop()
        return False

    def _fault_at(self, access: int, address: int, size: int) -> Fault:
        fetch = access in (const.UC_MEM_FETCH_UNMAPPED, const.UC_MEM_FETCH_PROT)
        write = access in (const.UC_MEM_WRITE_UNMAPPED, const.UC_MEM_WRITE_PROT)
        self._check_gap(address)
        if fetch:
            return Fault("BusFault", ("IBUSERR",), address, address, f"instruction fetch from 0x{address:08X}")
        what = f"{'write' if write else 'read'} of {size} bytes at 0x{address:08X}"
        if RAM - 0x1000 <= address < RAM and self._machine.cpu.sp < self._machine.stack_bottom + 0x100:
            what = f"stack overflow, {what}"
        elif RAM <= address < RAM + 0x100000:
            what += f", beyond the end of the RAM at 0x{RAM + self._machine.scenario.ram_bytes:08X}"
        elif write and (address < 0x100000 or FLASH <= address < FLASH + 0x100000):
            what += ", in the flash"
        return Fault("BusFault", ("PRECISERR", "BFARVALID"), address, self._machine.cpu.pc, what)

    def _check_gap(self, address: int) -> None:
        missing = gap_at(address) if not PERIPHERAL_SPACE <= address < PERIPHERAL_SPACE + PERIPHERAL_BYTES else ""
        if missing:
            self._machine.cpu.error = EnvironmentGap(f"{missing} (address 0x{address:08X})")
