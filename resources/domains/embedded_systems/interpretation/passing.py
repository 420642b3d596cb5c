"""What passes through a call by address, where caller and function may have different types in mind."""

from __future__ import annotations

from collections.abc import Sequence

from resources.domains.embedded_systems.interpretation.code import Code
from resources.domains.embedded_systems.interpretation.kinds import Function, Integer, Kind, decayed, fits, promoted
from resources.domains.embedded_systems.interpretation.memory import Ending, PathEnded


def passed_as(code: Code) -> Kind:
    """Where nothing says what a parameter is."""
    kind = decayed(code.kind)
    return promoted(kind) if isinstance(kind, Integer) else kind


def received(function: Function, kinds: Sequence[Kind], values: Sequence[int]) -> Sequence[int]:
    """What a function finds in its parameters that is called with values of these types. Raises PathEnded where that
    is whatever lies in a register."""
    wanted = function.parameters or ()
    if wanted == kinds:
        return values
    pairs = list(zip(wanted, kinds, strict=False))
    if len(pairs) < len(wanted) or any(one.size != other.size for one, other in pairs):
        raise PathEnded(Ending.UNKNOWN, "a function called as another")
    return [fits(kind, value) for kind, value in zip(wanted, values, strict=False)]
