"""QEMU's answer: the registers it prints at a lock-up, read into words. How QEMU is started is `job`.

The guard behind the program (`board/qemu_guard.S`) leaves CFSR, HFSR, BFAR and the faulting instruction in r0 to r4 and
then locks the CPU up; a run that came to its end has a mark there instead.
"""

import re
from dataclasses import dataclass

_REGISTER = re.compile(rb"\bR(\d\d)=([0-9a-fA-F]{8})")
_MARK = 0x1CEDFA17
_FINISHED = 0xE0D0F1ED
_UNKNOWN_PC = 0xFFFFFFFF

CFSR_BITS = {
    0: ("MemManage", "IACCVIOL"), 1: ("MemManage", "DACCVIOL"), 3: ("MemManage", "MUNSTKERR"),
    4: ("MemManage", "MSTKERR"), 8: ("BusFault", "IBUSERR"), 9: ("BusFault", "PRECISERR"),
    10: ("BusFault", "IMPRECISERR"), 11: ("BusFault", "UNSTKERR"), 12: ("BusFault", "STKERR"),
    15: ("BusFault", "BFARVALID"), 16: ("UsageFault", "UNDEFINSTR"), 17: ("UsageFault", "INVSTATE"),
    18: ("UsageFault", "INVPC"), 19: ("UsageFault", "NOCP"), 24: ("UsageFault", "UNALIGNED"),
    25: ("UsageFault", "DIVBYZERO"),
}  # fmt: skip
HFSR_BITS = {1: "VECTTBL", 30: "FORCED", 31: "DEBUGEVT"}
INSTRUCTION_FAULTS = frozenset(("NOCP", "UNDEFINSTR", "INVSTATE", "INVPC", "UNALIGNED"))
"""Faults of the instruction itself. Others depend on data, and QEMU reads zeros where it has no peripheral."""


@dataclass(frozen=True)
class QemuFault:
    """A CPU fault in words: the exception that it belongs to, its bits, the bus address (or None), the instruction."""

    exception: str
    bits: tuple[str, ...]
    address: int | None
    pc: int | None

    @property
    def is_of_the_instruction(self) -> bool:
        return bool(INSTRUCTION_FAULTS & set(self.bits))

    def words(self) -> str:
        parts = [f"{self.exception} {' '.join(self.bits)}".strip()]
        if self.address is not None:
            parts.append(f"BFAR 0x{self.address:08X}")
        if self.pc is not None:
            parts.append(f"pc 0x{self.pc:08X}")
        return ", ".join(parts)


def read_fault(log: bytes) -> QemuFault | None:
    """The fault at which QEMU locked up; None where it came to the end of its run, or was ended from outside."""
    registers = {int(number): int(value, 16) for number, value in _REGISTER.findall(log)}
    if registers.get(6) != _MARK or registers.get(0) == _FINISHED:
        return None
    status, hard = registers.get(1, 0), registers.get(2, 0)
    causes = [CFSR_BITS[bit] for bit in sorted(CFSR_BITS) if status >> bit & 1]
    bits = tuple(name for _, name in causes) + tuple(name for bit, name in HFSR_BITS.items() if hard >> bit & 1)
    exception = causes[0][0] if causes else "HardFault"
    address = registers.get(3) if status >> 15 & 1 else None
    pc = registers.get(0, _UNKNOWN_PC)
    return QemuFault(exception, bits, address, None if pc == _UNKNOWN_PC else pc)
