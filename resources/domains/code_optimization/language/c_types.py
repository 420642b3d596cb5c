"""Types of C as far as calls ask: sizes, fields, what a pointer points to; and types that are spelled in words.

Reading them is `c_declarations`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Number:
    """`members`: an enumeration's constants. `is_text`: spelled char, so that an array of it is a text."""

    size: int
    is_signed: bool = True
    is_float: bool = False
    is_text: bool = False
    is_truth: bool = False
    members: tuple[int, ...] = ()


@dataclass(frozen=True)
class Nothing:
    """void."""


@dataclass(frozen=True)
class Pointer:
    """`is_constant`: what it points to is only read."""

    target: "CType"
    is_constant: bool = False


@dataclass(frozen=True)
class Array:
    """`count` is 0 for as many as there is memory for."""

    element: "CType"
    count: int


@dataclass(frozen=True)
class Structure:
    """By name: its fields stand in the header, as it may point to itself."""

    name: str


@dataclass(frozen=True)
class Callback:
    """A function that is given as an argument."""

    result: "CType"
    parameters: tuple["CType", ...]


CType = Number | Nothing | Pointer | Array | Structure | Callback


@dataclass(frozen=True)
class Field:
    name: str
    offset: int
    type: CType


@dataclass(frozen=True)
class Shape:
    """A structure in memory."""

    size: int
    alignment: int
    fields: tuple[Field, ...]

    @property
    def is_open(self) -> bool:
        """Whether its last field is as long as there is memory for."""
        last = self.fields[-1].type if self.fields else None
        return isinstance(last, Array) and not last.count


Shapes = Mapping[str, Shape]


@dataclass(frozen=True)
class Parameter:
    name: str
    type: CType


@dataclass(frozen=True)
class Signature:
    name: str
    result: CType
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True)
class Header:
    """`constants`: names of enumerations' members and of numbers that are defined."""

    functions: Mapping[str, Signature]
    shapes: Shapes
    constants: Mapping[str, int]


class UnreadableError(Exception):
    """A type that made-up calls know nothing of."""


def size_of(kind: CType, shapes: Shapes) -> int:
    """Raises UnreadableError for a structure that is nowhere declared."""
    match kind:
        case Number(size=size):
            return size
        case Array(element=element, count=count):
            return size_of(element, shapes) * count
        case Structure(name=name):
            return shape_of(name, shapes).size
        case Nothing():
            return 1
        case _:
            return 8


def alignment_of(kind: CType, shapes: Shapes) -> int:
    match kind:
        case Array(element=element):
            return alignment_of(element, shapes)
        case Structure(name=name):
            return shape_of(name, shapes).alignment
        case _:
            return size_of(kind, shapes)


def shape_of(name: str, shapes: Shapes) -> Shape:
    shape = shapes.get(name)
    if shape is None:
        raise UnreadableError(name)
    return shape


def has_pointers(kind: CType, shapes: Shapes) -> bool:
    match kind:
        case Array(element=element):
            return has_pointers(element, shapes)
        case Structure(name=name):
            return any(has_pointers(field.type, shapes) for field in shape_of(name, shapes).fields)
        case Pointer() | Callback():
            return True
        case _:
            return False


def plain(kind: CType) -> CType:
    """The same type, whatever is only read."""
    return Pointer(plain(kind.target)) if isinstance(kind, Pointer) else kind


_KNOWN = {
    "int8_t": "signed char", "uint8_t": "unsigned char", "int16_t": "short", "uint16_t": "unsigned short",
    "int32_t": "int", "uint32_t": "unsigned", "int64_t": "long", "uint64_t": "unsigned long",
    "size_t": "unsigned long", "ssize_t": "long", "ptrdiff_t": "long", "intptr_t": "long",
    "uintptr_t": "unsigned long", "intmax_t": "long", "uintmax_t": "unsigned long", "bool": "_Bool",
    "FILE": "struct _IO_FILE", "time_t": "long", "wchar_t": "int",
    **{f"{sign}int_{kind}{bits}_t": f"{'unsigned ' if sign else ''}{name}"
       for sign in ("", "u") for kind in ("fast", "least")
       for bits, name in ((8, "char"), (16, "long" if kind == "fast" else "short"),
                          (32, "long" if kind == "fast" else "int"), (64, "long"))},
}  # fmt: skip
_WORDS = frozenset("char short int long float double signed unsigned void _Bool".split())


def standard_names(text: str) -> str:
    """Declarations of the standard names that a text uses."""
    words = set(re.findall(r"\w+", text))
    return "".join(f"typedef {kind} {name};\n" for name, kind in _KNOWN.items() if name in words)


def spelled(names: Sequence[str]) -> CType:
    """The type of words such as "unsigned long". Raises UnreadableError."""
    if not set(names) <= _WORDS or (names.count("long") and "double" in names):
        raise UnreadableError(" ".join(names))
    if "void" in names:
        return Nothing()
    if "float" in names or "double" in names:
        return Number(4 if "float" in names else 8, is_float=True)
    size = 1 if {"char", "_Bool"} & set(names) else 2 if "short" in names else 8 if "long" in names else 4
    return Number(
        size,
        is_signed="unsigned" not in names and "_Bool" not in names,
        is_text=names == ["char"],
        is_truth="_Bool" in names,
    )
