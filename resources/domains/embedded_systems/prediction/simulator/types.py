"""Types of C on this CPU: sizes, members, how a value is brought into a type's range; and those that have a name."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from resources.domains.toolkit.simulation.halting import UnsupportedConstruct


@dataclass(frozen=True)
class Integer:
    size: int
    signed: bool
    is_truth: bool = False

    @property
    def align(self) -> int:
        return self.size


@dataclass(frozen=True)
class Floating:
    """float and double. A value is the number of its IEEE 754 bits."""

    size: int

    @property
    def align(self) -> int:
        return self.size


@dataclass(frozen=True)
class Void:
    size: int = 1
    align: int = 1


@dataclass(frozen=True)
class Pointer:
    to: Kind
    size: int = 4
    align: int = 4


@dataclass(frozen=True)
class Array:
    of: Kind
    count: int

    @property
    def size(self) -> int:
        return self.of.size * self.count

    @property
    def align(self) -> int:
        return self.of.align


@dataclass(frozen=True)
class Function:
    """`parameters` is None where a declaration does not name them; `is_variadic` where more may follow."""

    result: Kind
    parameters: tuple[Kind, ...] | None = None
    is_variadic: bool = False
    size: int = 1
    align: int = 1


@dataclass(frozen=True)
class Member:
    offset: int
    kind: Kind
    bits: Bits | None = None


@dataclass(frozen=True)
class Bits:
    """A bit-field in the number that its type takes."""

    shift: int
    width: int


@dataclass(eq=False)
class Structure:
    """A struct or union; a declared one without members yet has the size 0. `has_parts`: members of one without a name
    are among its own."""

    members: dict[str, Member] = field(default_factory=dict)
    size: int = 0
    align: int = 1
    has_parts: bool = False
    _open: int = 0
    """Bits that are taken, while bit-fields follow each other; 0 behind another member."""

    def add_bits(self, name: str, kind: Kind, width: int, *, overlay: bool) -> None:
        """As this target's ABI lays them: in a number of the type that has room for the whole field."""
        if not isinstance(kind, Integer) or not 0 <= width <= 8 * kind.size or (name and not width):
            raise UnsupportedConstruct("bits of that kind")
        unit = 8 * kind.size
        at = 0 if overlay else self._open or 8 * self.size
        if not width or at // unit != (at + width - 1) // unit:
            at = -(-at // unit) * unit
        if name:
            self.members[name] = Member(at // unit * kind.size, kind, Bits(at % unit, width))
        self._open = 0 if overlay else at + width
        self.size, self.align = max(self.size, -(-(at + width) // 8)), max(self.align, kind.align)

    def add_all(self, part: Structure, *, overlay: bool) -> None:
        """A structure without a name."""
        start = 0 if overlay else -(-self.size // part.align) * part.align
        if not self.members.keys().isdisjoint(part.members):
            raise UnsupportedConstruct("two members of a name")
        self.members |= {
            name: Member(start + member.offset, member.kind, member.bits) for name, member in part.members.items()
        }
        self.has_parts, self._open = True, 0
        self.size, self.align = max(self.size, start + part.size), max(self.align, part.align)

    def add(self, name: str, kind: Kind, *, overlay: bool) -> None:
        self._open = 0
        offset = 0 if overlay else -(-self.size // kind.align) * kind.align
        self.members[name] = Member(offset, kind)
        self.size, self.align = max(self.size, offset + kind.size), max(self.align, kind.align)

    def pack(self, *, overlay: bool) -> None:
        """Leaves no gaps between members."""
        if self.align > _LARGEST_PACKED or self.has_parts or any(member.bits for member in self.members.values()):
            raise UnsupportedConstruct("a packed structure of such numbers")
        self.size, kinds = 0, {name: member.kind for name, member in self.members.items()}
        self.align = 1
        for name, kind in kinds.items():
            offset = 0 if overlay else self.size
            self.members[name] = Member(offset, kind)
            self.size = max(self.size, offset + kind.size)

    def close(self) -> None:
        self.size = -(-self.size // self.align) * self.align


Kind = Integer | Floating | Void | Pointer | Array | Function | Structure
FLOAT, DOUBLE = Floating(4), Floating(8)
INT, UNSIGNED, LONG_LONG = Integer(4, True), Integer(4, False), Integer(8, True)
CHAR, BOOL, VOID = Integer(1, False), Integer(1, False, True), Void()
MASK = 0xFFFFFFFF
_LARGEST_PACKED = 4
"""Bytes of a number that the core may access at any address: gcc takes one of eight bytes in two parts there."""


def enumeration(least: int, most: int) -> Integer:
    """The smallest type that has all values, as this target's ABI asks for; without a sign if it can."""
    for size in (1, 2, 4):
        bits = 8 * size
        if (least >= 0 and most < 1 << bits) or (-(1 << bits - 1) <= least < 0 and most < 1 << bits - 1):
            return Integer(size, least < 0)
    raise UnsupportedConstruct("an enumeration of such numbers")


def fits(kind: Kind, value: int) -> int:
    """A value in a type's range."""
    return converter(kind)(value)


def converter(kind: Kind) -> Callable[[int], int]:
    if isinstance(kind, Integer):
        if kind.is_truth:
            return lambda value: int(value != 0)
        mask = (1 << 8 * kind.size) - 1
        if not kind.signed:
            return lambda value: value & mask
        half = (mask >> 1) + 1
        return lambda value: ((value + half) & mask) - half
    if isinstance(kind, Structure | Floating):
        raise UnsupportedConstruct("a value of another kind")
    return lambda value: value & MASK


def contains(wide: Kind, narrow: Kind) -> bool:
    """Whether each value of one type is in the range of the other."""
    if not isinstance(wide, Integer) or not isinstance(narrow, Integer) or wide.is_truth:
        return wide == narrow
    if wide.signed == narrow.signed:
        return wide.size >= narrow.size
    return wide.signed and wide.size > narrow.size


def promoted(kind: Kind) -> Integer:
    if not isinstance(kind, Integer):
        raise UnsupportedConstruct("arithmetic with what is no number")
    return INT if kind.size < 4 else kind


def common(left: Kind, right: Kind) -> Integer:
    """The type in which two operands meet."""
    one, other = promoted(left), promoted(right)
    if one.size != other.size:
        return one if one.size > other.size else other
    return one if not one.signed else other


def decayed(kind: Kind) -> Kind:
    if isinstance(kind, Array):
        return Pointer(kind.of)
    return Pointer(kind) if isinstance(kind, Function) else kind


_SIZES = tuple((size, signed) for size in (1, 2, 4, 8) for signed in (False, True))
_STANDARD: dict[str, Kind] = {
    **{f"{'' if signed else 'u'}int{8 * size}_t": Integer(size, signed) for size, signed in _SIZES},
    **{f"{'' if signed else 'u'}int_least{8 * size}_t": Integer(size, signed) for size, signed in _SIZES},
    **{f"{'' if signed else 'u'}int_fast{8 * size}_t": Integer(max(size, 4), signed) for size, signed in _SIZES},
    "size_t": UNSIGNED, "uintptr_t": UNSIGNED, "intptr_t": INT, "ptrdiff_t": INT, "bool": BOOL, "_Bool": BOOL,
    "uintmax_t": Integer(8, False), "intmax_t": LONG_LONG, "va_list": Pointer(VOID), "__builtin_va_list": Pointer(VOID),
    "float_t": FLOAT, "double_t": DOUBLE,
}  # fmt: skip


@dataclass(frozen=True)
class Specified:
    """What stands before the declarators."""

    kind: Kind
    words: frozenset[str]


@dataclass(frozen=True)
class Parameter:
    name: str
    kind: Kind


@dataclass(frozen=True)
class Declared:
    """A declarator: `parameters` where it is a function's own."""

    name: str
    kind: Kind
    parameters: tuple[Parameter, ...] = ()


@dataclass
class Names:
    """Types and constants by name; those of the innermost block come first."""

    types: ChainMap[str, Kind] = field(default_factory=lambda: ChainMap(dict(_STANDARD)))
    tags: ChainMap[str, Structure] = field(default_factory=ChainMap)
    enumerations: ChainMap[str, Integer] = field(default_factory=ChainMap)
    constants: ChainMap[str, int] = field(default_factory=ChainMap)

    def copy(self) -> Names:
        return Names(*(ChainMap(dict(table)) for table in self._tables()))

    def inner(self) -> Names:
        """For a block: what is declared there is not known outside."""
        return Names(*(table.new_child() for table in self._tables()))

    def _tables(self) -> tuple[ChainMap[str, Any], ...]:
        return self.types, self.tags, self.enumerations, self.constants

    def structure(self, tag: str) -> Structure:
        """Of a tag; one that is not known yet has no members."""
        if not tag:
            raise UnsupportedConstruct("a structure of nothing")
        return self.tags.setdefault(tag, Structure())

    def new_structure(self, tag: str) -> Structure:
        """To be filled."""
        known = self.tags.maps[0].get(tag)
        if known is not None and known.members:
            raise UnsupportedConstruct(f"a second structure {tag}")
        structure = known or Structure()
        if tag:
            self.tags[tag] = structure
        return structure

    def enumeration(self, tag: str) -> Integer:
        if tag not in self.enumerations:
            raise UnsupportedConstruct(f"no enumeration {tag}")
        return self.enumerations[tag]

    def new_constant(self, name: str, value: int) -> None:
        if name in self.constants.maps[0]:
            raise UnsupportedConstruct(f"a second constant {name}")
        self.constants[name] = value

    def new_type(self, name: str, kind: Kind) -> None:
        if self.types.maps[0].get(name, kind) != kind:
            raise UnsupportedConstruct(f"a second type {name}")
        self.types[name] = kind

    def check_free(self, name: str) -> None:
        """For a variable or function: a block's types and constants have the same names."""
        if name in self.types.maps[0] or name in self.constants.maps[0]:
            raise UnsupportedConstruct(f"{name} is declared as something else")
