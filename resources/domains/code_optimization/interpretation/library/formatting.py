"""printf and its family: what a format makes of further arguments. Where the text goes is told at the end.

Not modelled: %n, %a, wide characters, long double, and positions such as %2$d.
"""

import re
import struct
from collections.abc import Callable

from resources.domains.code_optimization.interpretation.library.convention import (
    INTEGERS,
    Function,
    done,
    int_of,
    text_at,
    unknown,
)
from resources.domains.code_optimization.interpretation.machine import (
    MASKS,
    STACK_POINTER,
    Ending,
    Machine,
    PathEndedError,
)

_FIELD = re.compile(rb"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?(hh|h|ll|l|z|j|t)?([diouxXcspeEfFgG%])")
_WIDEST = 512
_BYTES = {b"hh": 1, b"h": 2, b"": 4, b"l": 8, b"ll": 8, b"z": 8, b"j": 8, b"t": 8}
_MOST_PRINTED = 1 << 15


class Further:
    """The arguments behind a function's named ones, in order."""

    def __init__(self, machine: Machine, named: int) -> None:
        self._machine, self._integers, self._floats = machine, named, 0
        self._stack = machine.registers[STACK_POINTER]

    def integer(self) -> int:
        place, self._integers = self._integers, self._integers + 1
        return self._machine.registers[INTEGERS[place]] if place < len(INTEGERS) else self._on_stack()

    def floating(self) -> float:
        place, self._floats = self._floats, self._floats + 1
        bits = self._machine.vectors[place] & MASKS[8] if place < 8 else self._on_stack()
        value: float = struct.unpack("<d", bits.to_bytes(8, "little"))[0]
        return value

    def _on_stack(self) -> int:
        value, self._stack = self._machine.load(self._stack, 8), self._stack + 8
        return value


def formatted(machine: Machine, form: bytes, further: Further) -> bytes:
    """Ends the path where the format holds what is not modelled."""
    parts: list[bytes] = []
    place = 0
    while (at := form.find(b"%", place)) >= 0:
        match = _FIELD.match(form, at)
        if match is None:
            raise unknown()
        parts += [form[place:at], _field(machine, match, further)]
        place = match.end()
    return b"".join([*parts, form[place:]])


def _field(machine: Machine, match: re.Match[bytes], further: Further) -> bytes:
    flags, kind = match[1].decode(), match[5].decode()
    if kind == "%":
        return b"%"
    width, precision = _number(match[2], further), _number(match[3], further)
    if width is not None and width < 0:
        flags, width = flags + "-", -width
    precision = precision if precision is None or precision >= 0 else None
    body = _body(machine, flags, precision, match[4] or b"", kind, further)
    if "-" in flags:
        return body.ljust(width or 0)
    if "0" in flags and kind not in "csp" and (precision is None or kind in "eEfFgG"):
        sign = body[:1] if body[:1] in (b"-", b"+", b" ") else b""
        return sign + body[len(sign) :].rjust((width or 0) - len(sign), b"0")
    return body.rjust(width or 0)


def _number(text: bytes | None, further: Further) -> int | None:
    if text is None:
        return None
    value = int_of(further.integer()) if text == b"*" else int(text[:6] or b"0")
    if abs(value) > _WIDEST:
        raise unknown()
    return value


def _body(machine: Machine, flags: str, precision: int | None, length: bytes, kind: str, further: Further) -> bytes:
    if kind == "c":
        return bytes([further.integer() & 0xFF])
    if kind == "s":
        return _text(machine, further.integer(), precision)
    if kind in "eEfFgG":
        sign = "+" if "+" in flags else " " if " " in flags else ""
        return format(further.floating(), f"{sign}.{6 if precision is None else precision}{kind}").encode()
    if kind == "p" or "#" in flags:
        raise unknown()
    return _integer(further.integer(), flags, precision, _BYTES[length], kind)


def _text(machine: Machine, address: int, precision: int | None) -> bytes:
    if not address:
        return b"(null)"
    if precision is None:
        return text_at(machine, address)
    region = machine.region_of(address)
    start = address - region.start
    end = region.content.find(0, start, start + precision)
    return machine.part(address, precision if end < 0 else end - start)


def _integer(value: int, flags: str, precision: int | None, size: int, kind: str) -> bytes:
    value &= MASKS[size]
    if kind in "di" and value >> (8 * size - 1):
        value -= 1 << 8 * size
    digits = format(abs(value), {"o": "o", "x": "x", "X": "X"}.get(kind, "d"))
    digits = "" if precision == 0 and not value else digits.rjust(precision or 0, "0")
    sign = "-" if value < 0 else "+" if "+" in flags else " " if " " in flags else ""
    return ((sign if kind in "di" else "") + digits).encode()


def into_room(named: int, size: int | None) -> Function:
    """sprintf and its like: the format is the last of the named arguments, the room the first."""

    def function(machine: Machine) -> None:
        registers = machine.registers
        target = registers[INTEGERS[0]]
        most = registers[INTEGERS[size]] if size is not None else MASKS[8]
        text = _printed(machine, named)
        if most:
            machine.fill(target, text[: most - 1] + b"\0")
        done(machine, len(text))

    return function


def _printed(machine: Machine, named: int) -> bytes:
    """glibc's printing keeps vectors on the stack: where that is not aligned, the program faults."""
    if machine.registers[STACK_POINTER] % 16:
        raise PathEndedError(Ending.MEMORY)
    form = text_at(machine, machine.registers[INTEGERS[named - 1]])
    return formatted(machine, form, Further(machine, named))


def to_stream(named: int, stream: Callable[[Machine], bool]) -> Function:
    """printf and its like. `stream` says whether the text goes to where it is seen."""

    def function(machine: Machine) -> None:
        is_seen, text = stream(machine), _printed(machine, named)
        if is_seen:
            show(machine, text)
        done(machine, len(text))

    return function


def show(machine: Machine, text: bytes) -> None:
    """Appends to what the program prints."""
    if len(machine.printed) + len(text) > _MOST_PRINTED:
        raise unknown()
    machine.printed += text
