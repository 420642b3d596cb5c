"""Functions on texts that end with a zero; kinds of characters in the "C" locale, and the tables that gcc reads."""

from collections.abc import Callable

from resources.domains.code_optimization.prediction.simulator.library.convention import (
    Function,
    Plain,
    bounded,
    int_of,
    of_integers,
    text_at,
)
from resources.domains.code_optimization.prediction.simulator.library.memory import order
from resources.domains.code_optimization.prediction.simulator.machine import Machine
from resources.domains.code_optimization.prediction.simulator.memory import LIBRARY, WINDOW_BITS

_BELOW, _ABOVE = 128, 256
"""The tables reach from -128, for signed characters, up to 255."""
_SPACES = b" \t\n\v\f\r"
_KINDS: dict[str, tuple[int, Callable[[int], bool]]] = {
    "upper": (0x100, lambda c: 65 <= c <= 90),
    "lower": (0x200, lambda c: 97 <= c <= 122),
    "alpha": (0x400, lambda c: 65 <= c <= 90 or 97 <= c <= 122),
    "digit": (0x800, lambda c: 48 <= c <= 57),
    "xdigit": (0x1000, lambda c: 0 <= c < 128 and chr(c) in "0123456789abcdefABCDEF"),
    "space": (0x2000, lambda c: 0 <= c < 128 and c in _SPACES),
    "print": (0x4000, lambda c: 32 <= c <= 126),
    "graph": (0x8000, lambda c: 33 <= c <= 126),
    "blank": (0x1, lambda c: c in (9, 32)),
    "cntrl": (0x2, lambda c: 0 <= c < 32 or c == 127),
    "punct": (0x4, lambda c: 33 <= c <= 126 and not chr(c).isalnum()),
    "alnum": (0x8, lambda c: 48 <= c <= 57 or 65 <= c <= 90 or 97 <= c <= 122),
}
"""glibc's bit of each kind in a table of two bytes, and which characters are of it."""


def _bits(value: int) -> int:
    return sum(bit for bit, holds in _KINDS.values() if holds(value))


def to_lower(value: int) -> int:
    return value + 32 if 65 <= value <= 90 else value


def to_upper(value: int) -> int:
    return value - 32 if 97 <= value <= 122 else value


def _table(size: int, entry: Callable[[int], int]) -> bytes:
    mask = (1 << 8 * size) - 1
    return b"".join((entry(value) & mask).to_bytes(size, "little") for value in range(-_BELOW, _ABOVE))


_POINTERS = 64
_TABLES = (_table(2, _bits), _table(4, to_lower), _table(4, to_upper))
_NAMES = ("__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc")


def _starts() -> tuple[int, ...]:
    """Where each table's entry for character 0 lies."""
    place, starts = (LIBRARY << WINDOW_BITS) + _POINTERS, []
    for table in _TABLES:
        starts.append(place + _BELOW * len(table) // (_BELOW + _ABOVE))
        place += len(table)
    return tuple(starts)


CONTENT = b"".join(start.to_bytes(8, "little") for start in _starts()).ljust(_POINTERS, b"\0") + b"".join(_TABLES)
"""What lies at `LIBRARY`: pointers to the tables first, which is what the functions point to."""


def _pointer(place: int) -> Function:
    address = (LIBRARY << WINDOW_BITS) + 8 * place
    return of_integers(0, lambda machine: address)


def _kind(name: str) -> Function:
    bit, holds = _KINDS[name]

    def is_of_it(machine: Machine, value: int) -> int:
        return bit if holds(int_of(value)) else 0

    return of_integers(1, is_of_it)


_CHARACTERS: dict[str, Function] = {
    **{name: _pointer(place) for place, name in enumerate(_NAMES)},
    **{f"is{name}": _kind(name) for name in _KINDS},
    "tolower": of_integers(1, lambda machine, value: to_lower(int_of(value))),
    "toupper": of_integers(1, lambda machine, value: to_upper(int_of(value))),
}


def _length(machine: Machine, text: int) -> int:
    return len(text_at(machine, text))


def _length_up_to(machine: Machine, text: int, most: int) -> int:
    return len(_up_to(machine, text, most))


def _up_to(machine: Machine, text: int, most: int) -> bytes:
    """At most so many characters; what lies behind them is not read."""
    region = machine.memory.region_of(text) if most else None
    if region is None:
        return b""
    start = text - region.start
    end = region.content.find(0, start, start + bounded(most))
    return machine.memory.part(text, bounded(most) if end < 0 else end - start)


def _copy(machine: Machine, target: int, source: int) -> int:
    machine.memory.fill(target, text_at(machine, source) + b"\0")
    return target


def _copy_to_end(machine: Machine, target: int, source: int) -> int:
    text = text_at(machine, source)
    machine.memory.fill(target, text + b"\0")
    return target + len(text)


def _copy_up_to(machine: Machine, target: int, source: int, most: int) -> int:
    machine.memory.fill(target, _up_to(machine, source, most).ljust(bounded(most), b"\0"))
    return target


def _append(machine: Machine, target: int, source: int) -> int:
    machine.memory.fill(target + _length(machine, target), text_at(machine, source) + b"\0")
    return target


def _append_up_to(machine: Machine, target: int, source: int, most: int) -> int:
    machine.memory.fill(target + _length(machine, target), _up_to(machine, source, most) + b"\0")
    return target


def _compare(machine: Machine, one: int, other: int) -> int:
    return order(text_at(machine, one), text_at(machine, other))


def _compare_up_to(machine: Machine, one: int, other: int, most: int) -> int:
    return order(_up_to(machine, one, most), _up_to(machine, other, most))


def _compare_letters(machine: Machine, one: int, other: int) -> int:
    return order(text_at(machine, one).lower(), text_at(machine, other).lower())


def _compare_letters_up_to(machine: Machine, one: int, other: int, most: int) -> int:
    return order(_up_to(machine, one, most).lower(), _up_to(machine, other, most).lower())


def _character(machine: Machine, text: int, value: int) -> int:
    at = (text_at(machine, text) + b"\0").find(value & 0xFF)
    return text + at if at >= 0 else 0


def _last_character(machine: Machine, text: int, value: int) -> int:
    at = (text_at(machine, text) + b"\0").rfind(value & 0xFF)
    return text + at if at >= 0 else 0


def _part(machine: Machine, text: int, part: int) -> int:
    at = text_at(machine, text).find(text_at(machine, part))
    return text + at if at >= 0 else 0


def _span(machine: Machine, text: int, letters: int) -> int:
    content, known = text_at(machine, text), text_at(machine, letters)
    return len(content) - len(content.lstrip(known) if known else content)


def _span_without(machine: Machine, text: int, letters: int) -> int:
    known = set(text_at(machine, letters))
    content = text_at(machine, text)
    return next((place for place, letter in enumerate(content) if letter in known), len(content))


def _any_of(machine: Machine, text: int, letters: int) -> int:
    at = _span_without(machine, text, letters)
    return text + at if at < _length(machine, text) else 0


def _word(machine: Machine, text: int, letters: int) -> int:
    """strtok: goes on behind the word before where no text is given."""
    start = text or machine.process.word
    if not start:
        return 0
    start += _span(machine, start, letters)
    length = _span_without(machine, start, letters)
    is_last = length == _length(machine, start)
    machine.process.word = 0 if is_last else start + length + 1
    if not length:
        return 0
    if not is_last:
        machine.memory.fill(start + length, b"\0")
    return start


_PLAIN: dict[str, tuple[int, Plain]] = {
    "strlen": (1, _length),
    "strnlen": (2, _length_up_to),
    "strcpy": (2, _copy),
    "stpcpy": (2, _copy_to_end),
    "strncpy": (3, _copy_up_to),
    "strcat": (2, _append),
    "strncat": (3, _append_up_to),
    "strcmp": (2, _compare),
    "strncmp": (3, _compare_up_to),
    "strcasecmp": (2, _compare_letters),
    "strncasecmp": (3, _compare_letters_up_to),
    "strchr": (2, _character),
    "strrchr": (2, _last_character),
    "strstr": (2, _part),
    "strspn": (2, _span),
    "strcspn": (2, _span_without),
    "strpbrk": (2, _any_of),
    "strtok": (2, _word),
}
_TEXTS: dict[str, Function] = {name: of_integers(count, work) for name, (count, work) in _PLAIN.items()}


FUNCTIONS: dict[str, Function] = _CHARACTERS | _TEXTS
