"""Functions that a program calls and does not define: the core's instructions, and what of the C library is used.

Each takes the machine and the values of its arguments.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.language.headers import HEADER
from resources.domains.embedded_systems.prediction.simulator.floating import bits_of, rounded, value_of
from resources.domains.embedded_systems.prediction.simulator.formatting import formatted
from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.memory import BUS_FAULT, CpuFault
from resources.domains.embedded_systems.prediction.simulator.types import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    MASK,
    UNSIGNED,
    VOID,
    Kind,
    Pointer,
)
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_LONGEST = 4096
"""Bytes that one call may touch."""
_MOST_DIGITS = 80
_COST_OF_PRINTING = 600
"""Instructions of newlib's printf before its first letter, about."""
_BEYOND_ALL_MEMORY = 1 << 24
_TEXT = Pointer(VOID)


@dataclass(frozen=True)
class Library:
    """A function: what it does, the types of its arguments and of its result, and the header that declares it; ""
    where the compiler knows it by itself."""

    run: Callable[..., int]
    arguments: tuple[Kind, ...]
    result: Kind
    header: str = ""
    is_variadic: bool = False


def wait(machine: Machine) -> int:
    """WFI."""
    machine.sleep()
    machine.service()
    return 0


def wait_for_event(machine: Machine) -> int:
    """WFE: an event that came before lets it go on at once."""
    if not machine.event:
        machine.sleep()
        machine.service()
    machine.event = False
    return 0


def send_event(machine: Machine) -> int:
    """SEV, of which only this core knows."""
    machine.event = True
    return 0


def mask(machine: Machine, value: int) -> int:
    machine.masked = value & 1
    machine.due = 0
    return 0


def barrier(machine: Machine, *values: int) -> int:
    return 0


def _text(machine: Machine, address: int) -> bytes:
    """Up to its zero."""
    text = bytearray()
    while len(text) < _LONGEST:
        byte = machine.memory.part((address + len(text)) & MASK, 1)
        if byte == b"\0":
            machine.time += len(text)
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


def _find_last(machine: Machine, address: int, letter: int) -> int:
    at = (_text(machine, address) + b"\0").rfind(letter & 0xFF)
    return address + at if at >= 0 else 0


def _find_text(machine: Machine, address: int, text: int) -> int:
    at = _text(machine, address).find(_text(machine, text))
    return address + at if at >= 0 else 0


def _find_byte(machine: Machine, address: int, value: int, size: int) -> int:
    at = _part(machine, address, size).find(value & 0xFF)
    return address + at if at >= 0 else 0


def _span(machine: Machine, address: int, letters: int, *, of_them: bool) -> int:
    """strspn and strcspn: how many letters from the beginning on are of them, or are not."""
    text, wanted = _text(machine, address), _text(machine, letters)
    return next((at for at, letter in enumerate(text) if (letter in wanted) is not of_them), len(text))


def _copy_part(machine: Machine, target: int, text: int, size: int) -> int:
    """strncpy: cut, or filled with zeros."""
    _check(size)
    return _put(machine, target, _text(machine, text)[:size].ljust(size, b"\0"))


def _append(machine: Machine, target: int, text: int, size: int = _LONGEST) -> int:
    _put(machine, target + len(_text(machine, target)), _text(machine, text)[:size] + b"\0")
    return target


def _number(machine: Machine, address: int, end: int, base: int, *, signed: bool) -> int:
    """strtol and strtoul."""
    if base not in (0, *range(2, 37)):
        raise UnsupportedConstruct("a base that there is not")
    text = _text(machine, address).decode("latin-1")
    match = _NUMBERS[base if base in (0, 8, 10, 16) else 36].match(text)
    digits = match[2] if match else ""
    if len(digits) > _MOST_DIGITS:
        raise UnsupportedConstruct("so many digits")
    base = base or (16 if digits[:2].lower() == "0x" else 8 if digits[:1] == "0" else 10)
    while digits and not _has_base(digits, base):
        digits = digits[:-1]
    value = int(digits, base) * (-1 if match and match[1] == "-" else 1) if digits else 0
    if end:
        machine.store(end, 4, address + (match.start(2) + len(digits) if match and digits else 0))
    machine.time += 4 * len(digits)
    least, most = (-(1 << 31), (1 << 31) - 1) if signed else (-MASK, MASK)
    return min(max(value, least), most) if signed else (value & MASK if least <= value <= most else MASK)


def _has_base(digits: str, base: int) -> bool:
    try:
        int(digits, base)
    except ValueError:
        return False
    return "_" not in digits


def _unreachable(machine: Machine) -> int:
    raise UnsupportedConstruct("what is said not to be reached")


def _leading_zeros(machine: Machine, value: int) -> int:
    return 32 - value.bit_length()


def _trailing_zeros(machine: Machine, value: int) -> int:
    return (value & -value).bit_length() - 1 if value else 32


def _letter(test: Callable[[str], bool]) -> Library:
    """Of ctype.h, for what is ASCII."""
    return Library(lambda machine, value: int(0 <= value < 128 and test(chr(value))), (INT,), INT, "ctype.h")


def _core(run: Callable[..., int], arguments: tuple[Kind, ...] = (), result: Kind = VOID) -> Library:
    return Library(run, arguments, result, HEADER)


def _of_texts(run: Callable[..., int], arguments: tuple[Kind, ...], result: Kind) -> Library:
    return Library(run, arguments, result, "string.h")


_BLANK = r"[ \t\n\v\f\r]*([+-]?)"
_NUMBERS = {
    0: re.compile(_BLANK + r"(0[xX][0-9a-fA-F]+|\d+)"), 8: re.compile(_BLANK + r"([0-7]+)"),
    10: re.compile(_BLANK + r"(\d+)"), 16: re.compile(_BLANK + r"((?:0[xX](?=[0-9a-fA-F]))?[0-9a-fA-F]+)"),
    36: re.compile(_BLANK + r"([0-9a-zA-Z]+)"),
}  # fmt: skip
_LETTERS = Pointer(CHAR)


def _print(machine: Machine, target: int, room: int, form: int, take: Callable[[int], int]) -> int:
    """snprintf: as much of the text as there is room for; how long all of it is."""
    text = formatted(_text(machine, form), take, lambda address: _text(machine, address))
    machine.time += _COST_OF_PRINTING + 20 * len(text)
    if room:
        _put(machine, target, text[: min(room, _LONGEST) - 1] + b"\0")
    return len(text)


def _given(values: Sequence[int]) -> Callable[[int], int]:
    rest = iter(values)
    return lambda size: next(rest, 0)


def _listed(machine: Machine, start: int) -> Callable[[int], int]:
    place = [start]

    def take(size: int) -> int:
        at = -(-place[0] // size) * size
        place[0] = at + size
        return int.from_bytes(machine.memory.part(at, size), "little")

    return take


def _math(run: Callable[[float], float]) -> dict[int, Callable[[Machine, int], int]]:
    def of(size: int) -> Callable[[Machine, int], int]:
        return lambda machine, bits: bits_of(run(value_of(bits, size)), size)

    return {4: of(4), 8: of(8)}


def _both_sizes(name: str, run: Callable[[float], float]) -> dict[str, Library]:
    sizes = _math(run)
    return {
        name: Library(sizes[8], (DOUBLE,), DOUBLE, "math.h"),
        f"{name}f": Library(sizes[4], (FLOAT,), FLOAT, "math.h"),
    }


LIBRARY: dict[str, Library] = {
    "__WFI": _core(wait),
    "__disable_irq": _core(lambda machine: mask(machine, 1)),
    "__enable_irq": _core(lambda machine: mask(machine, 0)),
    "__get_PRIMASK": _core(lambda machine: machine.masked, (), UNSIGNED),
    "__set_PRIMASK": _core(mask, (UNSIGNED,)),
    "__set_MSP": _core(lambda machine, top: machine.set_stack(top), (UNSIGNED,)),
    "__NOP": _core(barrier),
    "__DSB": _core(barrier),
    "__ISB": _core(barrier),
    "__builtin_clz": Library(_leading_zeros, (UNSIGNED,), INT),
    "__builtin_ctz": Library(_trailing_zeros, (UNSIGNED,), INT),
    "__builtin_popcount": Library(lambda machine, value: value.bit_count(), (UNSIGNED,), INT),
    "__builtin_parity": Library(lambda machine, value: value.bit_count() & 1, (UNSIGNED,), INT),
    "__builtin_unreachable": Library(_unreachable, (), VOID),
    "__builtin_expect": Library(lambda machine, value, hope: value, (INT, INT), INT),
    "__builtin_bswap32": Library(
        lambda machine, value: int.from_bytes(value.to_bytes(4, "little"), "big"), (UNSIGNED,), UNSIGNED),
    "memcpy": _of_texts(_copy, (_TEXT, _TEXT, UNSIGNED), _TEXT),
    "memmove": _of_texts(_copy, (_TEXT, _TEXT, UNSIGNED), _TEXT),
    "memset": _of_texts(_fill, (_TEXT, INT, UNSIGNED), _TEXT),
    "memcmp": _of_texts(
        lambda machine, left, right, size: _order(_part(machine, left, size), _part(machine, right, size)),
        (_TEXT, _TEXT, UNSIGNED), INT),
    "memchr": _of_texts(_find_byte, (_TEXT, INT, UNSIGNED), _TEXT),
    "strlen": _of_texts(lambda machine, text: len(_text(machine, text)), (_TEXT,), UNSIGNED),
    "strcmp": _of_texts(
        lambda machine, left, right: _order(_text(machine, left), _text(machine, right)), (_TEXT, _TEXT), INT),
    "strncmp": _of_texts(_compare_part, (_TEXT, _TEXT, UNSIGNED), INT),
    "strchr": _of_texts(_find, (_TEXT, INT), _LETTERS),
    "strrchr": _of_texts(_find_last, (_TEXT, INT), _LETTERS),
    "strstr": _of_texts(_find_text, (_TEXT, _TEXT), _LETTERS),
    "strcpy": _of_texts(
        lambda machine, target, text: _put(machine, target, _text(machine, text) + b"\0"), (_TEXT, _TEXT), _LETTERS),
    "strspn": _of_texts(
        lambda machine, text, letters: _span(machine, text, letters, of_them=True), (_TEXT, _TEXT), UNSIGNED),
    "strcspn": _of_texts(
        lambda machine, text, letters: _span(machine, text, letters, of_them=False), (_TEXT, _TEXT), UNSIGNED),
    "strncpy": _of_texts(_copy_part, (_TEXT, _TEXT, UNSIGNED), _LETTERS),
    "strcat": _of_texts(_append, (_TEXT, _TEXT), _LETTERS),
    "strncat": _of_texts(_append, (_TEXT, _TEXT, UNSIGNED), _LETTERS),
    "abs": Library(lambda machine, value: abs(value), (INT,), INT, "stdlib.h"),
    "labs": Library(lambda machine, value: abs(value), (INT,), INT, "stdlib.h"),
    "atoi": Library(
        lambda machine, text: _number(machine, text, 0, 10, signed=True), (_TEXT,), INT, "stdlib.h"),
    "strtol": Library(
        lambda machine, text, end, base: _number(machine, text, end, base, signed=True),
        (_TEXT, _TEXT, INT), INT, "stdlib.h"),
    "strtoul": Library(
        lambda machine, text, end, base: _number(machine, text, end, base, signed=False),
        (_TEXT, _TEXT, INT), UNSIGNED, "stdlib.h"),
    "isdigit": _letter(str.isdigit),
    "isupper": _letter(str.isupper),
    "islower": _letter(str.islower),
    "isalpha": _letter(str.isalpha),
    "isalnum": _letter(str.isalnum),
    "isspace": _letter(lambda letter: letter in " \t\n\v\f\r"),
    "isxdigit": _letter(lambda letter: letter in "0123456789abcdefABCDEF"),
    "isprint": _letter(str.isprintable),
    "ispunct": _letter(lambda letter: letter.isprintable() and letter != " " and not letter.isalnum()),
    "snprintf": Library(
        lambda machine, to, room, form, *rest: _print(machine, to, room, form, _given(rest)),
        (_TEXT, UNSIGNED, _TEXT), INT, "stdio.h", is_variadic=True),
    "sprintf": Library(
        lambda machine, to, form, *rest: _print(machine, to, _LONGEST, form, _given(rest)),
        (_TEXT, _TEXT), INT, "stdio.h", is_variadic=True),
    "vsnprintf": Library(
        lambda machine, to, room, form, rest: _print(machine, to, room, form, _listed(machine, rest)),
        (_TEXT, UNSIGNED, _TEXT, _TEXT), INT, "stdio.h"),
    "vsprintf": Library(
        lambda machine, to, form, rest: _print(machine, to, _LONGEST, form, _listed(machine, rest)),
        (_TEXT, _TEXT, _TEXT), INT, "stdio.h"),
    **_both_sizes("sqrt", lambda value: math.sqrt(value) if value >= 0 else math.nan),
    **_both_sizes("fabs", abs),
    **_both_sizes("floor", lambda value: float(math.floor(value)) if math.isfinite(value) else value),
    **_both_sizes("ceil", lambda value: float(math.ceil(value)) if math.isfinite(value) else value),
    **_both_sizes("round", rounded),
    "toupper": Library(lambda machine, value: value - 32 * (97 <= value <= 122), (INT,), INT, "ctype.h"),
    "tolower": Library(lambda machine, value: value + 32 * (65 <= value <= 90), (INT,), INT, "ctype.h"),
}  # fmt: skip
