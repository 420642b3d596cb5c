"""What a value becomes where it is assigned, passed or returned, as far as the board's compiler lets it.

Casts, which take more, are `code.converted`.
"""

from __future__ import annotations

from resources.domains.embedded_systems.interpretation.code import Code, converted
from resources.domains.embedded_systems.interpretation.kinds import (
    Array,
    Function,
    Integer,
    Kind,
    Pointer,
    Structure,
    Void,
    decayed,
)
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed


def given(code: Code, kind: Kind) -> Code:
    """A value in the type of what it is given to. Raises Unfollowed where the task's flags make that an error."""
    source = decayed(code.kind)
    if isinstance(source, Void | Structure):
        raise Unfollowed("no number as a value")
    if isinstance(kind, Pointer):
        _check_pointer(code, source, kind)
    elif isinstance(kind, Integer) and not kind.is_truth:
        if isinstance(source, Pointer):
            raise Unfollowed("an address as a number")
        if code.value is not None and not _is_near(code.value, kind):
            raise Unfollowed("a number that does not fit")
    return converted(code, kind)


def _check_pointer(code: Code, source: Kind, kind: Pointer) -> None:
    if isinstance(source, Integer):
        if code.value != 0:
            raise Unfollowed("a number as an address")
    elif not isinstance(source, Pointer) or not are_alike(kind, source):
        raise Unfollowed("an address of another type")


def _is_near(value: int, kind: Integer) -> bool:
    """Whether a constant fits a type with a sign or without one: gcc minds nothing else."""
    bits = 8 * kind.size
    return -(1 << bits - 1) <= value < 1 << bits


def are_alike(one: Kind, other: Kind) -> bool:
    """Whether what one type points to may be used as the other's; a sign is only warned of."""
    if isinstance(one, Pointer) and isinstance(other, Pointer):
        return isinstance(one.to, Void) or isinstance(other.to, Void) or are_alike(one.to, other.to)
    if isinstance(one, Integer) and isinstance(other, Integer):
        return (one.size, one.is_truth) == (other.size, other.is_truth)
    if isinstance(one, Array) and isinstance(other, Array):
        return are_alike(one.of, other.of) and (one.count == other.count or not one.count or not other.count)
    if isinstance(one, Function) and isinstance(other, Function):
        return are_same_functions(one, other)
    return one == other


def are_same_functions(one: Function, other: Function) -> bool:
    """Parameters that a declaration does not name may be any."""
    is_open = one.parameters is None or other.parameters is None
    return one.result == other.result and (is_open or one.parameters == other.parameters)


def scalar(code: Code) -> Code:
    """A value that can be true or not."""
    if isinstance(code.kind, Void | Structure):
        raise Unfollowed("a condition that is no number")
    return code
