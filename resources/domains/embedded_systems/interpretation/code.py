"""What an expression compiles to: a step that gives its value from the frame of its function, and where it lies.

A frame is a list of the numbers that a call's variables hold; its first entry is the address of those in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from resources.domains.embedded_systems.interpretation.kinds import Integer, Kind, Pointer, contains, converter
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed

Frame = list[int]
Step = Callable[[Frame], int]


@dataclass(frozen=True)
class Place:
    """Where a value lies: a slot of the frame, a known address, or one that a step gives.

    `offset` is there for a variable of the stack: from the frame's address on. What `is_constant` is never assigned.
    """

    kind: Kind
    slot: int = -1
    address: int = -1
    at: Step | None = None
    offset: int = -1
    is_constant: bool = False


@dataclass(frozen=True)
class Code:
    """`value` is there for a constant; `place` for what can be assigned to, or has an address; `effect` does the same
    as `run` where nobody asks for the value."""

    run: Step
    kind: Kind
    value: int | None = None
    place: Place | None = None
    effect: Step | None = None

    @property
    def step(self) -> Step:
        return self.effect or self.run


def constant(value: int, kind: Kind) -> Code:
    return Code(lambda f: value, kind, value)


def address_of(place: Place) -> Step:
    """Raises Unfollowed for a slot."""
    if place.at is not None:
        return place.at
    if place.address < 0:
        raise Unfollowed("the address of a register variable")
    address = place.address
    return lambda f: address


def converted(code: Code, kind: Kind) -> Code:
    """The value in another type."""
    if contains(kind, code.kind) or (isinstance(kind, Pointer) and isinstance(code.kind, Pointer)):
        return Code(code.run, kind, code.value)
    convert, run = converter(kind), code.run
    if code.value is not None:
        return constant(convert(code.value), kind)
    if isinstance(kind, Integer) and not kind.signed and not kind.is_truth:
        mask = (1 << 8 * kind.size) - 1
        return Code(lambda f: run(f) & mask, kind)
    return Code(lambda f: convert(run(f)), kind)
