"""Reading a crash: the report that the program's signal handler wrote, told in the candidate's own lines.

Diagnostics only: that a run crashed, and by which signal, is known from how its process ended. Addresses that a
machine chooses are written relative to the stack pointer, and what a guard put into a register by words, so that equal
candidates give equal logs.
"""

import re
import signal
from collections.abc import Mapping
from dataclasses import dataclass

from resources.domains.code_optimization.execution.stages.marks import is_mark
from resources.domains.code_optimization.execution.stages.objects import Instruction

CRASH_MARK = "@crash"
_ENTRY = re.compile(r"^(@crash|[a-z][a-z0-9]*) ([0-9a-f]{16})$", re.MULTILINE)
_PROGRAM = range(0x400000, 0x10000000)
_MAPPED = range(0x7F0000000000, 1 << 47)
_NEAR_BYTES = 1 << 20
_FRAMES = 4
_LOCKED = re.compile(r"lock\b|xchg\w*\s.*\(")


@dataclass(frozen=True)
class Crash:
    """A fatal signal's number, the registers, and the words on the stack from its pointer up."""

    number: int
    registers: Mapping[str, int]
    stack: tuple[int, ...]


def read_crash(errors: bytes, voice: bytes) -> Crash | None:
    """The last report in what the program wrote to stderr; None where there is none. `voice` is the line before it."""
    text = errors.rpartition(voice)[2].decode("ascii", "replace") if voice in errors else ""
    start = 0 if text.startswith(CRASH_MARK) else -1
    entries = [(match[1], int(match[2], 16)) for match in _ENTRY.finditer(text, max(0, start))] if start >= 0 else []
    if not entries or entries[0][0] != CRASH_MARK:
        return None
    registers = {name: value for name, value in entries[1:] if name != "stack"}
    if not {"rip", "rsp", "address"} <= registers.keys():
        return None
    return Crash(entries[0][1], registers, tuple(value for name, value in entries if name == "stack"))


def describe(crash: Crash, code: Mapping[int, Instruction], file: str) -> str:
    """Where it crashed, the registers, and who called. Lines end with a line end."""
    lines = [f"{_signal_name(crash.number)} at {_place(crash.registers['rip'], code, file)}"]
    lines.append(f"accessed address {_value('address', crash)}")
    lines.append(" ".join(f"{name}={_value(name, crash)}" for name in crash.registers if name != "address"))
    lines.append(f"rsp is {crash.registers['rsp'] % 16} modulo 16")
    callers = [
        f"{code[before].function} at {file}:{code[before].line}"
        for word in crash.stack
        if (before := _call_before(word, code)) is not None
    ]
    lines += [f"called from {caller}" for caller in callers[:_FRAMES]]
    return "".join(f"  {line}\n" for line in lines)


def is_a_lock_of_two_lines(crash: Crash, code: Mapping[int, Instruction]) -> bool:
    """Whether the host ended a locked access: it may do so where one lies across two cache lines; others allow it."""
    instruction = code.get(crash.registers["rip"])
    return crash.number == signal.SIGBUS and instruction is not None and _LOCKED.match(instruction.text) is not None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _place(address: int, code: Mapping[int, Instruction], file: str) -> str:
    if address in code:
        instruction = code[address]
        return f"{file}:{instruction.line}: {instruction.text} (in {instruction.function})"
    if address in _PROGRAM:
        return "code outside the candidate (library or harness)"
    return "an address that holds no code"


def _call_before(address: int, code: Mapping[int, Instruction]) -> int | None:
    """The address of the candidate's call instruction that returns to `address`."""
    for length in range(2, 9):
        instruction = code.get(address - length)
        if instruction is not None:
            return address - length if instruction.mnemonic.startswith("call") else None
    return None


def _value(name: str, crash: Crash) -> str:
    """Hexadecimal; addresses of the stack relative to rsp, those of mapped memory, where kernels differ, as words."""
    value = crash.registers[name]
    if is_mark(value):
        return "the caller's"
    if value not in _MAPPED:
        return f"{value:#x}"
    offset = value - crash.registers["rsp"]
    if abs(offset) > _NEAR_BYTES:
        return "mapped"
    return "stack" if name == "rsp" else f"rsp{offset:+#x}"
