"""Outlines of plates and prisms, each in words, as a CadQuery chain and as a set of points. What is cut into them is
`holes`."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from manifold3d import CrossSection, Manifold

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.part import mm, point, stepped
from resources.domains.cad_modeling.tasks.families.solids import Point2


@dataclass(frozen=True)
class Outline:
    """`words` follow "whose outline is"; `chain` follows a Workplane and leaves a prism, with `{height}` for its
    height; `section` is the set of points."""

    name: str
    words: str
    chain: str
    section: Callable[[], CrossSection]
    convex: bool = True

    def extruded(self, height: float) -> str:
        return self.chain.replace("{height}", mm(height))

    def clearance(self, place: Point2) -> float:
        """How far a point inside lies from the outline; below 0 outside."""
        start, end = self._sides
        spot, side = np.array(place), end - start
        along = np.clip(((spot - start) * side).sum(1) / (side * side).sum(1), 0.0, 1.0)
        distance = float(np.hypot(*(start + along[:, None] * side - spot).T).min())
        above = (start[:, 1] > spot[1]) != (end[:, 1] > spot[1])
        crossing = start[above] + ((spot[1] - start[above, 1]) / side[above, 1])[:, None] * side[above]
        return distance if (crossing[:, 0] > spot[0]).sum() % 2 else -distance

    @property
    def half(self) -> Point2:
        """Half of the outline's extent along x and y."""
        low_x, low_y, high_x, high_y = self.section().bounds()
        return min(-low_x, high_x), min(-low_y, high_y)

    def bevelled(self, height: float, bevel: float) -> Manifold:
        """The prism with its upper edge cut off at 45 degrees, for convex outlines."""
        whole, upper = self.section(), self.section().offset(-bevel)
        corners = [
            [*corner, level]
            for section, level in ((whole, 0.0), (whole, height - bevel), (upper, height))
            for outline in section.to_polygons()
            for corner in outline
        ]
        return Manifold.hull_points(np.array(corners))

    @cached_property
    def _sides(self) -> tuple[np.ndarray, np.ndarray]:
        start = np.asarray(self.section().to_polygons()[0])
        return start, np.roll(start, -1, axis=0)


def draw_outline(rng: random.Random) -> Outline:
    """A plate's outline of 60 to 160 mm, roughly centred on the origin."""
    makers = [_rectangle, _rounded, _cropped, _disc, _hexagon, _stadium, _cross, _notched, _ell, _flattened]
    return rng.choice(makers)(rng)


def _sizes(rng: random.Random) -> Point2:
    return stepped(rng, 70, 160, 2), stepped(rng, 50, 110, 2)


def _rectangle(rng: random.Random) -> Outline:
    width, depth = _sizes(rng)
    return Outline(
        "rectangle",
        f"a rectangle of {mm(width)} mm along x and {mm(depth)} mm along y, centred on the origin",
        f".rect({mm(width)}, {mm(depth)}).extrude({{height}})",
        lambda: solids.rectangle(width, depth),
    )


def _rounded(rng: random.Random) -> Outline:
    width, depth = _sizes(rng)
    radius = stepped(rng, 4, 16)
    return Outline(
        "rounded rectangle",
        f"a rectangle of {mm(width)} mm along x and {mm(depth)} mm along y, centred on the origin, "
        f"its four corners rounded with a radius of {mm(radius)} mm",
        f'.rect({mm(width)}, {mm(depth)}).extrude({{height}}).edges("|Z").fillet({mm(radius)})',
        lambda: solids.rectangle(width, depth, radius),
    )


def _cropped(rng: random.Random) -> Outline:
    width, depth = _sizes(rng)
    leg = stepped(rng, 4, 15)
    x, y = width / 2, depth / 2
    corners = [(x - leg, -y), (x, leg - y), (x, y - leg), (x - leg, y), (leg - x, y), (-x, y - leg), (-x, leg - y)]
    corners.append((leg - x, -y))
    return Outline(
        "rectangle with cut corners",
        f"a rectangle of {mm(width)} mm along x and {mm(depth)} mm along y, centred on the origin, "
        f"its four corners cut off at 45° ({mm(leg)} mm along each side)",
        f'.rect({mm(width)}, {mm(depth)}).extrude({{height}}).edges("|Z").chamfer({mm(leg)})',
        lambda: solids.polygon(corners),
    )


def _disc(rng: random.Random) -> Outline:
    diameter = stepped(rng, 60, 140, 2)
    return Outline(
        "disc",
        f"a circle of {mm(diameter)} mm diameter about the origin",
        f".circle({mm(diameter / 2)}).extrude({{height}})",
        lambda: solids.disc(diameter / 2),
    )


def _hexagon(rng: random.Random) -> Outline:
    sides, across = rng.choice((5, 6, 8)), stepped(rng, 70, 140, 2)
    name = {5: "pentagon", 6: "hexagon", 8: "octagon"}[sides]
    angles = [2 * math.pi * place / sides for place in range(sides)]
    corners = [(across / 2 * math.cos(angle), across / 2 * math.sin(angle)) for angle in angles]
    return Outline(
        name,
        f"a regular {name} whose corners lie on a circle of {mm(across)} mm diameter about the origin, one of them on "
        "the positive x axis",
        f".polygon({sides}, {mm(across)}).extrude({{height}})",
        lambda: solids.polygon(corners),
    )


def _stadium(rng: random.Random) -> Outline:
    width = stepped(rng, 50, 80, 2)
    length = width + stepped(rng, 20, 70, 2)
    return Outline(
        "stadium",
        f"a slot with half circles as its ends, {mm(length)} mm long over all along x and {mm(width)} mm wide along y, "
        "centred on the origin",
        f".slot2D({mm(length)}, {mm(width)}).extrude({{height}})",
        lambda: solids.slot(length, width),
    )


def _cross(rng: random.Random) -> Outline:
    length, depth = stepped(rng, 90, 150, 2), stepped(rng, 80, 130, 2)
    arm_x, arm_y = stepped(rng, 30, 50, 2), stepped(rng, 30, 50, 2)
    first, second = solids.rectangle(length, arm_y), solids.rectangle(arm_x, depth)
    return Outline(
        "cross",
        f"a cross of two rectangles that are both centred on the origin: one of {mm(length)} mm along x by "
        f"{mm(arm_y)} mm along y, one of {mm(arm_x)} mm along x by {mm(depth)} mm along y",
        f".rect({mm(length)}, {mm(arm_y)}).extrude({{height}})"
        f'.union(cq.Workplane("XY").rect({mm(arm_x)}, {mm(depth)}).extrude({{height}}))',
        lambda: first + second,
        convex=False,
    )


def _cornered(name: str, corners: list[Point2]) -> Outline:
    """An outline told by its corners."""
    told = ", ".join(point(*corner) for corner in corners)
    return Outline(
        name,
        f"the closed polygon with the corners (x, y) = {told}, in this order",
        f".polyline([{told}]).close().extrude({{height}})",
        lambda: solids.polygon(corners),
        convex=False,
    )


def _notched(rng: random.Random) -> Outline:
    """A rectangle with a notch in the middle of one side."""
    width, depth = _sizes(rng)
    x, y, half, deep = width / 2, depth / 2, stepped(rng, 8, 16), stepped(rng, 8, 14)
    corners = [(-x, -y), (x, -y), (x, y), (half, y), (half, y - deep), (-half, y - deep), (-half, y), (-x, y)]
    if rng.random() < 0.5:
        corners = [(corner[0], -corner[1]) for corner in corners]
    return _cornered("notched rectangle", corners)


def _ell(rng: random.Random) -> Outline:
    width, depth = stepped(rng, 90, 150, 2), stepped(rng, 80, 130, 2)
    leg_x, leg_y = stepped(rng, 34, 50, 2), stepped(rng, 34, 50, 2)
    x, y = width / 2, depth / 2
    return _cornered("L", [(-x, -y), (x, -y), (x, leg_y - y), (leg_x - x, leg_y - y), (leg_x - x, y), (-x, y)])


def _flattened(rng: random.Random) -> Outline:
    """A disc with one or two flats."""
    radius, twice = stepped(rng, 35, 70), rng.random() < 0.5
    flat = radius - stepped(rng, 4, 12)
    sides = f"at y = {mm(flat)}" + (f" and y = {mm(-flat)}" if twice else "")
    below = flat if twice else radius
    height = flat + below
    return Outline(
        "disc with flats",
        f"a circle of {mm(2 * radius)} mm diameter about the origin, cut off straight along x {sides}",
        f".circle({mm(radius)}).extrude({{height}})"
        f'.intersect(cq.Workplane("XY").center(0, {mm((flat - below) / 2)}).rect({mm(2 * radius)}, {mm(height)})'
        ".extrude({height}))",
        lambda: solids.disc(radius) ^ solids.rectangle(2 * radius, height).translate([0.0, (flat - below) / 2]),
    )
