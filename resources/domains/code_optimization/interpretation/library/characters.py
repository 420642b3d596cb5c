"""Kinds of characters in the "C" locale: functions, and the tables that gcc's output reads in their place."""

from collections.abc import Callable

from resources.domains.code_optimization.interpretation.library.convention import Function, int_of, of_integers
from resources.domains.code_optimization.interpretation.machine import LIBRARY, WINDOW_BITS, Machine

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
    place, found = (LIBRARY << WINDOW_BITS) + _POINTERS, []
    for table in _TABLES:
        found.append(place + _BELOW * len(table) // (_BELOW + _ABOVE))
        place += len(table)
    return tuple(found)


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


FUNCTIONS: dict[str, Function] = {
    **{name: _pointer(place) for place, name in enumerate(_NAMES)},
    **{f"is{name}": _kind(name) for name in _KINDS},
    "tolower": of_integers(1, lambda machine, value: to_lower(int_of(value))),
    "toupper": of_integers(1, lambda machine, value: to_upper(int_of(value))),
}
