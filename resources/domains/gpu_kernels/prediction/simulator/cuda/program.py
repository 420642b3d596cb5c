"""A CUDA C++ text as a tree, made by `parser`: the part of the language that short kernels are written in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import KINDS, Kind

VECTORS = {
    f"{name}{count}": (kind, count)
    for name, kind in (("float", KINDS["float32"]), ("int", KINDS["int32"]))
    for count in (2, 3, 4)
}
"""CUDA's own structs, of which an array of numbers can be seen as one."""


@dataclass(frozen=True)
class CType:
    """`base` is a kind, or the name of a struct or of void, auto or dim3; `is_constant` says that such a value, or
    the ones that a pointer points to, are never assigned."""

    base: Kind | str
    pointers: int = 0
    is_reference: bool = False
    is_constant: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """`what` it is, and its parts in order: nodes, texts, types, or lists of them. `line` is that of its first token;
    `start` is where a name begins in the text, -1 for other nodes."""

    what: str
    parts: tuple[Any, ...] = ()
    line: int = 0
    start: int = -1


@dataclass(frozen=True)
class Routine:
    """A function. Parameters are types and names. `places` says where it may be called: on the host, on the device."""

    name: str
    is_kernel: bool
    parameters: tuple[tuple[CType, str], ...]
    body: Node
    result: CType
    places: frozenset[str]


@dataclass(frozen=True, eq=False)
class Program:
    """`constants` are the declarations outside of functions; `structs` have the types and names of their fields."""

    routines: Mapping[str, Routine]
    constants: Sequence[Node]
    structs: Mapping[str, tuple[tuple[CType, str], ...]]
    has_macros: bool


@dataclass(frozen=True)
class MissingToken:
    """What is due before the token of a line that begins at `start`, -1 at the end of the text."""

    due: str
    line: int
    start: int


@dataclass(frozen=True)
class Unread:
    """A text that is not of the known part of the language. `missing` is known where a bracket or semicolon is;
    `is_too_deep` says that it may be of the known part."""

    missing: MissingToken | None
    is_too_deep: bool = False
