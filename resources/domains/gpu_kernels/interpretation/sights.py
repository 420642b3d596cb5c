"""What a witness of a followed path tells of its end: the place in the text, and an access that was at fault."""

import ast
from dataclasses import dataclass, field
from typing import Any

from resources.domains.gpu_kernels.interpretation.kinds import BFLOAT16, BOOL, Kind


@dataclass
class Level:
    """A call under way: the function, the node that it has come to, and the values of that node's parts so far."""

    function: str
    in_kernel: bool = False
    node: ast.AST | None = None
    values: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class Access:
    """One access of a kernel: its addresses, and what it writes, in lanes that are on. `what` is read, write or
    atomic."""

    what: str
    kind: Kind | None
    wanted: Any
    values: Any
    program: tuple[int, ...] = (0, 0, 0)


@dataclass(frozen=True)
class Conflict:
    """The first element that two programs race over."""

    place: int
    is_atomic: bool


@dataclass(frozen=True)
class Carried:
    """A variable that a loop gives another type: kinds and shapes."""

    name: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Sight:
    """Where a path ended: the calls from the outermost on, and the access that was at fault."""

    levels: tuple[Level, ...] = ()
    access: Access | None = None
    conflict: Conflict | None = None
    carried: Carried | None = None


def size_of(kind: Kind) -> int:
    """Bytes of an element."""
    return 2 if kind == BFLOAT16 else 1 if kind == BOOL else kind.bits // 8
