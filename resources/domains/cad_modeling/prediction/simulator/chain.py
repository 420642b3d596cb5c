"""What a chain of Workplane calls has in hand: its plane, the body so far, places, outlines and lines not yet used.

How a call changes it is `placement`, `sketch_calls`, `solid_calls` and `sweeps`; which calls there are, `body_builder`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from resources.domains.cad_modeling.prediction.simulator.geometry import Frame, Pair, Triple
from resources.domains.cad_modeling.prediction.simulator.outlines import Outline
from resources.domains.cad_modeling.prediction.simulator.solids import Solid
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

Arguments = Mapping[str, Any]
MOST_PLACES = 150
MOST_POINTS = 400
"""Corners of one outline."""


class RefusedCall(UnsupportedConstruct):
    """A call that OCCT refuses, to all appearances."""


@dataclass(frozen=True)
class Place:
    """Where in the plane something is put, and how it is turned there."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    degrees: float = 0.0


@dataclass(frozen=True)
class Wire:
    """An outline that waits for a body, and the plane in which it lies."""

    frame: Frame
    outline: Outline


@dataclass(frozen=True)
class Chain:
    """`stack`: none, places, wires, faces, edges or body. `shown` are the outlines on the stack, `picked` the text by
    which faces or edges were chosen. `path` are the points of lines not yet closed, `here` is where they go on. `body`
    is the solid that CadQuery would find, `curve` a helix on the stack."""

    frame: Frame = field(default_factory=Frame)
    stack: str = "none"
    body: Solid | None = None
    places: tuple[Place, ...] = (Place(),)
    pending: tuple[Wire, ...] = ()
    shown: tuple[Outline, ...] = ()
    path: tuple[Pair, ...] = ()
    here: Pair = (0.0, 0.0)
    picked: str = ""
    curve: tuple[Triple, ...] = ()
    before: "Chain | None" = field(default=None, repr=False)
    tags: Mapping[str, "Chain"] = field(default_factory=dict, repr=False)

    @cached_property
    def worked_out(self) -> dict[str, Any]:
        """What is asked of this chain more than once, by name. A chain made from it begins anew."""
        return {}

    def on(self, frame: Frame) -> "Chain":
        """A new plane with nothing chosen."""
        return replace(self, frame=frame, stack="none", places=(Place(),), shown=(), here=(0.0, 0.0), picked="")

    def with_body(self, body: Solid) -> "Chain":
        return replace(self, stack="body", body=body, pending=(), path=(), shown=(), picked="")


def number(value: Any) -> float:
    """Raises UnsupportedConstruct for anything but a number of a part's size."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e6 < value < 1e6:
        raise UnsupportedConstruct
    return float(value)


def pair(value: Any) -> Pair:
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= 3:
        raise UnsupportedConstruct
    return (number(value[0]), number(value[1]))


def triple(value: Any) -> Triple:
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= 3:
        raise UnsupportedConstruct
    return (number(value[0]), number(value[1]), number(value[2]) if len(value) == 3 else 0.0)


def count(value: Any, most: int = MOST_PLACES) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise UnsupportedConstruct
    return value


def pairs(value: Any) -> tuple[Pair, ...]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_POINTS:
        raise UnsupportedConstruct
    return tuple(map(pair, value))
