"""Functions that print: what a format makes of further arguments, and where the text goes.

Not modelled: %n, %a, wide characters, long double, and positions such as %2$d.
"""

import re
import struct
from collections.abc import Callable

from resources.domains.code_optimization.prediction.simulator.library.convention import (
    INTEGERS,
    RESULT,
    Function,
    bounded,
    done,
    int_of,
    of_integers,
    text_at,
)
from resources.domains.code_optimization.prediction.simulator.library.texts import CONTENT
from resources.domains.code_optimization.prediction.simulator.machine import STACK_POINTER, Machine
from resources.domains.code_optimization.prediction.simulator.memory import LIBRARY, MASKS, WINDOW_BITS
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct

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
        value, self._stack = self._machine.memory.load(self._stack, 8), self._stack + 8
        return value


def formatted(machine: Machine, form: bytes, further: Further) -> bytes:
    """Ends the path where the format holds what is not modelled."""
    parts: list[bytes] = []
    place = 0
    while (at := form.find(b"%", place)) >= 0:
        match = _FIELD.match(form, at)
        if match is None:
            raise UnsupportedConstruct()
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
        raise UnsupportedConstruct()
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
        raise UnsupportedConstruct()
    return _integer(further.integer(), flags, precision, _BYTES[length], kind)


def _text(machine: Machine, address: int, precision: int | None) -> bytes:
    if not address:
        return b"(null)"
    if precision is None:
        return text_at(machine, address)
    region = machine.memory.region_of(address)
    start = address - region.start
    end = region.content.find(0, start, start + precision)
    return machine.memory.part(address, precision if end < 0 else end - start)


def _integer(value: int, flags: str, precision: int | None, size: int, kind: str) -> bytes:
    value &= MASKS[size]
    if kind in "di" and value >> (8 * size - 1):
        value -= 1 << 8 * size
    digits = format(abs(value), {"o": "o", "x": "x", "X": "X"}.get(kind, "d"))
    digits = "" if precision == 0 and not value else digits.rjust(precision or 0, "0")
    sign = "-" if value < 0 else "+" if "+" in flags else " " if " " in flags else ""
    return ((sign if kind in "di" else "") + digits).encode()


def into_buffer(named: int, size: int | None) -> Function:
    """sprintf and its like: the format is the last of the named arguments, the room the first."""

    def function(machine: Machine) -> None:
        registers = machine.registers
        target = registers[INTEGERS[0]]
        most = registers[INTEGERS[size]] if size is not None else MASKS[8]
        text = _printed(machine, named)
        if most:
            machine.memory.fill(target, text[: most - 1] + b"\0")
        done(machine, len(text))

    return function


def _printed(machine: Machine, named: int) -> bytes:
    """glibc's printing keeps vectors on the stack: where that is not aligned, the program faults."""
    if machine.registers[STACK_POINTER] % 16:
        raise ExecutionHalted(HaltReason.MEMORY)
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
    if len(machine.process.printed) + len(text) > _MOST_PRINTED:
        raise UnsupportedConstruct()
    machine.process.printed += text


_START = (LIBRARY << WINDOW_BITS) + len(CONTENT)
SYMBOLS = {"stdin": _START, "stdout": _START + 8, "stderr": _START + 16}
"""Where the pointers to the streams lie, behind the tables of characters."""
STREAMS = {name: address + 24 for name, address in SYMBOLS.items()}
POINTERS = b"".join(address.to_bytes(8, "little") for address in STREAMS.values()) + bytes(24)


def _is_seen(stream: int) -> bool:
    if stream not in (STREAMS["stdout"], STREAMS["stderr"]):
        raise UnsupportedConstruct()
    return stream == STREAMS["stdout"]


def _put(machine: Machine, text: bytes, stream: int, answer: int) -> int:
    if _is_seen(stream):
        show(machine, text)
    return answer


def _line(machine: Machine, text: int) -> int:
    show(machine, text_at(machine, text) + b"\n")
    return 1


def _character(machine: Machine, value: int) -> int:
    show(machine, bytes([value & 0xFF]))
    return value & 0xFF


def _blocks(machine: Machine, start: int, size: int, count: int, stream: int) -> int:
    return _put(machine, machine.memory.part(start, bounded(size * count)), stream, count)


def _ended(machine: Machine) -> None:
    """abort, a failed assertion: no test goes on behind them."""
    raise ExecutionHalted(HaltReason.ILLEGAL)


def _left(machine: Machine) -> None:
    """exit, which ends the tests as well where they are in the same process."""
    machine.registers[RESULT] = machine.registers[INTEGERS[0]]
    raise ExecutionHalted(HaltReason.RETURNED if machine.process.is_whole else HaltReason.ILLEGAL)


FUNCTIONS: dict[str, Function] = {
    "printf": to_stream(1, lambda machine: True),
    "__printf_chk": to_stream(2, lambda machine: True),
    "fprintf": to_stream(2, lambda machine: _is_seen(machine.registers[INTEGERS[0]])),
    "__fprintf_chk": to_stream(3, lambda machine: _is_seen(machine.registers[INTEGERS[0]])),
    "sprintf": into_buffer(2, None),
    "__sprintf_chk": into_buffer(4, None),
    "snprintf": into_buffer(3, 1),
    "__snprintf_chk": into_buffer(5, 1),
    "puts": of_integers(1, _line),
    "putchar": of_integers(1, _character),
    "fputs": of_integers(2, lambda machine, text, stream: _put(machine, text_at(machine, text), stream, 1)),
    "fputc": of_integers(2, lambda machine, value, stream: _put(machine, bytes([value & 255]), stream, value & 255)),
    "putc": of_integers(2, lambda machine, value, stream: _put(machine, bytes([value & 255]), stream, value & 255)),
    "fwrite": of_integers(4, _blocks),
    "fflush": of_integers(1, lambda machine, stream: 0),
    "__assert_fail": _ended,
    "abort": _ended,
    "exit": _left,
}
