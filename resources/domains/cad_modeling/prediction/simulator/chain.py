"""What a chain of Workplane calls has in hand: its plane, what lies on its stack, outlines and lines not yet used.

How a call changes it is `placement`, `sketch_calls`, `solid_calls` and `sweeps`; which calls there are, `body_builder`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from resources.domains.cad_modeling.prediction.simulator.bodies import Body
from resources.domains.cad_modeling.prediction.simulator.geometry import Frame, Pair, Triple
from resources.domains.cad_modeling.prediction.simulator.outlines import Outline
from resources.domains.cad_modeling.prediction.simulator.topology import Edge, Face
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

Arguments = Mapping[str, Any]
MOST_PLACES = 300
MOST_POINTS = 2000
"""Corners of one outline."""


class RefusedCall(UnsupportedConstruct):
    """A call that OCCT refuses, to all appearances."""


@dataclass(frozen=True)
class Spot:
    """A place on the stack, and how it is turned there."""

    frame: Frame


@dataclass(frozen=True)
class Wire:
    """An outline, and the plane in which it lies."""

    frame: Frame
    outline: Outline


@dataclass(frozen=True, eq=False)
class Curve:
    """A line in space; `frenet` of a helix, about which sections are carried as it turns."""

    points: tuple[Triple, ...]
    helix: bool = False


@dataclass(frozen=True, eq=False)
class Area:
    """A sketch put on a plane: a slab over its faces from z = 0 to z = 1 in the sketch's own plane; `outlines` where it
    is made of outlines and their holes."""

    frame: Frame
    slab: Body
    outlines: tuple[Outline, ...] | None


Item = Body | Face | Edge | Spot | Wire | Curve | Area


@dataclass(frozen=True, eq=False)
class Chain:
    """`items` lie on the stack. `path` are the points of lines not yet closed, `marks` number their curves, `here` is
    where they go on; `pending` are outlines that wait for a body, on whatever plane."""

    frame: Frame = field(default_factory=Frame)
    items: tuple[Item, ...] = ()
    pending: tuple[Wire, ...] = ()
    path: tuple[Pair, ...] = ()
    marks: tuple[int, ...] = ()
    here: Pair = (0.0, 0.0)
    before: "Chain | None" = None
    tags: Mapping[str, "Chain"] = field(default_factory=dict)

    def on(self, frame: Frame) -> "Chain":
        """A new plane with nothing chosen."""
        return replace(self, frame=frame, items=(), here=(0.0, 0.0))

    def holding(self, *items: Item) -> "Chain":
        return replace(self, items=items)

    def with_body(self, body: Body) -> "Chain":
        return replace(self, items=(body,), pending=(), path=(), marks=())

    @property
    def body(self) -> Body | None:
        """What CadQuery finds on the stack or before it."""
        walked: Chain | None = self
        while walked is not None:
            own = [item for item in walked.items if isinstance(item, Body) and not item.hollow]
            if own:
                return own[0] if len(own) == 1 else Body(tuple(part for body in own for part in body.parts))
            walked = walked.before
        return None

    @property
    def solid(self) -> Body:
        """Raises RefusedCall where CadQuery finds none."""
        if self.body is None:
            raise RefusedCall
        return self.body

    @property
    def left(self) -> Body | None:
        """What a script leaves with this on the stack; None where it is no solid."""
        own = [item for item in self.items if isinstance(item, Body)]
        if not own or len(own) != len(self.items):
            return None
        return own[0] if len(own) == 1 else Body(tuple(part for body in own for part in body.parts))


def number(value: Any) -> float:
    """Raises UnsupportedConstruct for anything but a number of a part's size."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e6 < value < 1e6:
        raise UnsupportedConstruct("an argument that is no number")
    return float(value)


def pair(value: Any) -> Pair:
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= 3:
        raise UnsupportedConstruct("an argument that is no point")
    return (number(value[0]), number(value[1]))


def triple(value: Any) -> Triple:
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= 3:
        raise UnsupportedConstruct("an argument that is no point")
    return (number(value[0]), number(value[1]), number(value[2]) if len(value) == 3 else 0.0)


def count(value: Any, most: int = MOST_PLACES) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise UnsupportedConstruct("an argument that is no count")
    return value


def pairs(value: Any) -> tuple[Pair, ...]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_POINTS:
        raise UnsupportedConstruct("an argument that is no list of points")
    return tuple(map(pair, value))
