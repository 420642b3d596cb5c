"""Family `tapered_stack`: columns of prisms, frusta of polygons, rectangles and circles, one upon the other."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from manifold3d import Manifold

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft, cylinder
from resources.domains.cad_modeling.tasks.families.part import Part, mm, stepped
from resources.domains.cad_modeling.tasks.families.solids import Point2


@dataclass(frozen=True)
class _Shape:
    """A plane shape centred on the z axis: in words, on a CadQuery workplane, as corners; `scaled` is the same shape of
    another size; `radius` a circle that fits in."""

    words: str
    chain: str
    corners: tuple[Point2, ...]
    radius: float


_OPENINGS = (
    "Model a column of {count} pieces, one upon the other, all centred on the z axis; the lowest stands on z = 0.",
    "A solid consists of {count} sections that stand on each other along the z axis, beginning at z = 0.",
)


def draw_part(rng: random.Random) -> Part:
    count = rng.randint(2, 4)
    opening, z, statements, bodies, told = rng.choice(_OPENINGS).format(count=count), 0.0, [], [], []
    least = 99.0
    for number in range(count):
        height, shape = stepped(rng, 8, 40), rng.choice(_SHAPES)
        size = stepped(rng, 24, 60, 2)
        lower = shape(size, rng.random())
        tapered = rng.random() < 0.6
        factor = rng.choice((0.5, 0.6, 0.75, 0.8, 1.25, 1.5)) if tapered else 1.0
        upper = _scaled(lower, factor)
        code, body = _piece(lower, upper, factor, z, height)
        statements.append(f"part = {code}" if number == 0 else f"part = part.union({code})")
        bodies.append(body)
        told.append(_told(lower, factor, z, height))
        least = min(least, lower.radius, upper.radius)
        z += height
    draft = Draft(rng, " ".join([opening, *told]), statements, solids.united(bodies))
    draft.features = count + sum("shrinks" in sentence or "grows" in sentence for sentence in told)
    if rng.random() < 0.7:
        _bore(draft, z, least)
    if rng.random() < 0.4:
        _cross_bore(draft, z, least)
    return draft.finished("Tapered column", ("loft", "taper"))


def _told(lower: _Shape, factor: float, z: float, height: float) -> str:
    span = f"From z = {mm(z)} to z = {mm(z + height)}"
    if factor == 1:
        return f"{span} it is a prism whose section is {lower.words}."
    verb = "shrinks" if factor < 1 else "grows"
    return (
        f"{span} its section is {lower.words} at the bottom and {verb} linearly towards the top, where it is the same "
        f"shape in the same orientation, {mm(factor)} times as large in both directions."
    )


def _scaled(shape: _Shape, factor: float) -> _Shape:
    corners = tuple((factor * x, factor * y) for x, y in shape.corners)
    return _Shape(shape.words, shape.chain, corners, shape.radius * factor)


def _piece(lower: _Shape, upper: _Shape, factor: float, z: float, height: float) -> tuple[str, Manifold]:
    start = f'cq.Workplane("XY").workplane(offset={mm(z)})'
    points = [[*corner, z] for corner in lower.corners] + [[*corner, z + height] for corner in upper.corners]
    body = Manifold.hull_points(np.array(points))
    if factor == 1:
        return f"{start}{lower.chain.format(k='')}.extrude({mm(height)})", body
    first, second = lower.chain.format(k=""), lower.chain.format(k=f" * {mm(factor)}")
    return f"{start}{first}.workplane(offset={mm(height)}){second}.loft(ruled=True)", body


def _regular(sides: int, across: float) -> tuple[Point2, ...]:
    turns = [2 * math.pi * place / sides for place in range(sides)]
    return tuple((across / 2 * math.cos(turn), across / 2 * math.sin(turn)) for turn in turns)


def _circle(size: float, share: float) -> _Shape:
    return _Shape(
        f"a circle of {mm(size)} mm diameter",
        f".circle({mm(size / 2)}{{k}})",
        _regular(solids.SEGMENTS, size),
        size / 2,
    )


def _rectangle(size: float, share: float) -> _Shape:
    depth = float(2 * round(size * (0.6 + 0.8 * share) / 2))
    x, y = size / 2, depth / 2
    return _Shape(
        f"a rectangle of {mm(size)} mm along x by {mm(depth)} mm along y",
        f".rect({mm(size)}{{k}}, {mm(depth)}{{k}})",
        ((-x, -y), (x, -y), (x, y), (-x, y)),
        min(x, y),
    )


def _polygon(size: float, share: float) -> _Shape:
    sides = (3, 5, 6, 8)[int(share * 4)]
    name = {3: "triangle", 5: "pentagon", 6: "hexagon", 8: "octagon"}[sides]
    return _Shape(
        f"a regular {name} whose corners lie on a circle of {mm(size)} mm diameter, one of them on the positive x "
        "side at y = 0",
        f".polygon({sides}, {mm(size)}{{k}})",
        _regular(sides, size),
        size / 2 * math.cos(math.pi / sides),
    )


_SHAPES: tuple[Callable[[float, float], _Shape], ...] = (_circle, _rectangle, _polygon, _polygon)


def _bore(draft: Draft, top: float, least: float) -> None:
    radius = float(max(1, int(least * draft.rng.uniform(0.3, 0.6))))
    through = draft.rng.random() < 0.5
    low = -1.0 if through else float(round(top * draft.rng.uniform(0.3, 0.6)))
    draft.cut(
        "bore",
        cylinder(radius, low, top + 1),
        solids.rod(radius, (0.0, 0.0, low), (0.0, 0.0, top + 1)),
        f"A round bore of {mm(2 * radius)} mm diameter runs along the z axis, "
        + ("right through." if through else f"from the top down to z = {mm(low)}, with a flat bottom."),
    )


def _cross_bore(draft: Draft, top: float, least: float) -> None:
    radius, axis = float(max(1, int(least * 0.25))), draft.rng.choice("xy")
    height = float(round(top * 0.5))
    start, end = (
        ((-99.0, 0.0, height), (99.0, 0.0, height)) if axis == "x" else ((0.0, -99.0, height), (0.0, 99.0, height))
    )
    plane = "YZ" if axis == "x" else "XZ"
    draft.cut(
        "cross_bore",
        f'cq.Workplane("{plane}").center(0, {mm(height)}).circle({mm(radius)}).extrude(99, both=True)',
        solids.rod(radius, start, end),
        f"A round hole of {mm(2 * radius)} mm diameter goes along {axis} through everything, through the z axis at z = "
        f"{mm(height)}.",
    )
