"""Functions that a program calls and does not define: the core's instructions, and what of the C library is used.

Each takes the machine and the values of its arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.memory import BUS_FAULT, CpuFault
from resources.domains.embedded_systems.prediction.simulator.types import (
    INT,
    MASK,
    UNSIGNED,
    VOID,
    Integer,
    Kind,
    Pointer,
)
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_LONGEST = 4096
"""Bytes that one call may touch."""
_BEYOND_ALL_MEMORY = 1 << 24
_TEXT = Pointer(VOID)


@dataclass(frozen=True)
class Library:
    """A function: what it does, the types of its arguments and of its result."""

    run: Callable[..., int]
    arguments: tuple[Kind, ...]
    result: Kind


def _wait(machine: Machine) -> int:
    machine.sleep()
    machine.service()
    return 0


def _mask(machine: Machine, value: int) -> int:
    machine.masked = value & 1
    machine.changes += 1
    machine.due = 0
    return 0


def _barrier(machine: Machine, *values: int) -> int:
    return 0


def _text(machine: Machine, address: int) -> bytes:
    """Up to its zero."""
    text = bytearray()
    while len(text) < _LONGEST:
        byte = machine.memory.part((address + len(text)) & MASK, 1)
        if byte == b"\0":
            return bytes(text)
        text += byte
    raise UnsupportedConstruct("a text without an end")


def _put(machine: Machine, address: int, content: bytes) -> int:
    if content:
        machine.memory.put(address, content)
        machine.changes += 1
        machine.time += len(content)
    return address


def _check(size: int) -> None:
    """So many that no memory has them are a fault; fewer are not simulated."""
    if size > _BEYOND_ALL_MEMORY:
        raise CpuFault(HaltReason.MEMORY, "so many bytes", BUS_FAULT)
    if size > _LONGEST:
        raise UnsupportedConstruct("so many bytes")


def _part(machine: Machine, address: int, size: int) -> bytes:
    _check(size)
    return machine.memory.part(address, size) if size else b""


def _copy(machine: Machine, target: int, source: int, size: int) -> int:
    return _put(machine, target, _part(machine, source, size))


def _fill(machine: Machine, target: int, value: int, size: int) -> int:
    _check(size)
    return _put(machine, target, bytes((value & 0xFF,)) * size)


def _order(left: bytes, right: bytes) -> int:
    return (left > right) - (left < right)


def _compare_part(machine: Machine, left: int, right: int, size: int) -> int:
    return _order(_text(machine, left)[: min(size, _LONGEST)], _text(machine, right)[: min(size, _LONGEST)])


def _find(machine: Machine, address: int, letter: int) -> int:
    at = (_text(machine, address) + b"\0").find(letter & 0xFF)
    return address + at if at >= 0 else 0


_WORD, _NOTHING = (UNSIGNED,), ()
LIBRARY: dict[str, Library] = {
    "__WFI": Library(_wait, _NOTHING, VOID),
    "__disable_irq": Library(lambda machine: _mask(machine, 1), _NOTHING, VOID),
    "__enable_irq": Library(lambda machine: _mask(machine, 0), _NOTHING, VOID),
    "__get_PRIMASK": Library(lambda machine: machine.masked, _NOTHING, UNSIGNED),
    "__set_PRIMASK": Library(_mask, _WORD, VOID),
    "__set_MSP": Library(_barrier, _WORD, VOID),
    "__NOP": Library(_barrier, _NOTHING, VOID),
    "__DSB": Library(_barrier, _NOTHING, VOID),
    "__ISB": Library(_barrier, _NOTHING, VOID),
    "memcpy": Library(_copy, (_TEXT, _TEXT, UNSIGNED), _TEXT),
    "memmove": Library(_copy, (_TEXT, _TEXT, UNSIGNED), _TEXT),
    "memset": Library(_fill, (_TEXT, INT, UNSIGNED), _TEXT),
    "memcmp": Library(
        lambda machine, left, right, size: _order(_part(machine, left, size), _part(machine, right, size)),
        (_TEXT, _TEXT, UNSIGNED), INT),
    "strlen": Library(lambda machine, text: len(_text(machine, text)), (_TEXT,), UNSIGNED),
    "strcmp": Library(
        lambda machine, left, right: _order(_text(machine, left), _text(machine, right)), (_TEXT, _TEXT), INT),
    "strncmp": Library(_compare_part, (_TEXT, _TEXT, UNSIGNED), INT),
    "strchr": Library(_find, (_TEXT, INT), Pointer(Integer(1, False))),
    "strcpy": Library(
        lambda machine, target, text: _put(machine, target, _text(machine, text) + b"\0"), (_TEXT, _TEXT), _TEXT),
    "abs": Library(lambda machine, value: abs(value), (INT,), INT),
    "isdigit": Library(lambda machine, value: int(48 <= value <= 57), (INT,), INT),
    "isupper": Library(lambda machine, value: int(65 <= value <= 90), (INT,), INT),
    "islower": Library(lambda machine, value: int(97 <= value <= 122), (INT,), INT),
    "isalpha": Library(lambda machine, value: int(65 <= value <= 90 or 97 <= value <= 122), (INT,), INT),
    "toupper": Library(lambda machine, value: value - 32 * (97 <= value <= 122), (INT,), INT),
    "tolower": Library(lambda machine, value: value + 32 * (65 <= value <= 90), (INT,), INT),
}  # fmt: skip
