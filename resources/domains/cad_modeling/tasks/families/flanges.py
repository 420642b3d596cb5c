"""Family `flange`: a flange plate with a hub, a bore, bolt holes, a raised face and grooves, about the z axis."""

import random
from dataclasses import dataclass

from manifold3d import CrossSection

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft, cylinder
from resources.domains.cad_modeling.tasks.families.part import Part, mm, stepped
from resources.domains.cad_modeling.tasks.families.solids import BEYOND

_OPENINGS = (
    "Model a flange about the z axis. Its plate, {thickness} mm thick, stands on z = 0 and is {shape}.",
    "A flange lies on the plane z = 0 with the z axis as its axis. The flange plate is {shape} and {thickness} mm "
    "thick.",
    "Draw a pipe flange, axis along z, lower face on z = 0: a plate of {thickness} mm thickness, {shape}.",
)


@dataclass(frozen=True)
class _Bolts:
    """`inner` is the radius within which they cut nothing, `first` the direction of the first in degrees."""

    inner: float
    count: int
    first: int


class _Flange(Draft):
    """`outer` is the radius of the largest circle within the plate, `inner` that of what stands in its middle."""

    def __init__(self, rng: random.Random) -> None:
        self.outer, self.thickness = stepped(rng, 35, 80), stepped(rng, 8, 20)
        shape, chain, section = self._plate(rng)
        opening = rng.choice(_OPENINGS).format(thickness=mm(self.thickness), shape=shape)
        statement = f'part = cq.Workplane("XY"){chain}'
        super().__init__(rng, opening, [statement], solids.prism(section, 0.0, self.thickness))
        self.inner = 0.0
        self.top = self.thickness
        self.bore = 0.0
        self.bolts = _Bolts(self.outer, 0, 0)
        self.hub_radius = 0.0

    def _plate(self, rng: random.Random) -> tuple[str, str, CrossSection]:
        side, height = 2 * self.outer, mm(self.thickness)
        if rng.random() < 0.6:
            shape = f"a disc of {mm(side)} mm diameter"
            return shape, f".circle({mm(self.outer)}).extrude({height})", solids.disc(self.outer)
        radius = stepped(rng, 5, self.outer * 0.5)
        chain = f'.rect({mm(side)}, {mm(side)}).extrude({height}).edges("|Z").fillet({mm(radius)})'
        shape = f"a square of {mm(side)} mm side, parallel to x and y, its corners rounded with {mm(radius)} mm radius"
        return shape, chain, solids.rectangle(side, side, radius)


def draw_part(rng: random.Random) -> Part:
    flange = _Flange(rng)
    if rng.random() < 0.75:
        _hub(flange)
    else:
        flange.inner = flange.hub_radius = flange.outer * 0.35
    if rng.random() < 0.4:
        _raised_face(flange)
    _bore(flange)
    _bolts(flange)
    for feature in rng.sample([_groove, _relief, _set_screw, _slots], rng.randint(0, 3)):
        feature(flange)
    return flange.finished("Flange", ("flange", "turned", "pattern"))


def _hub(flange: _Flange) -> None:
    radius = float(round(stepped(flange.rng, flange.outer * 0.35, flange.outer * 0.5)))
    height = stepped(flange.rng, 8, 40)
    upper = radius - stepped(flange.rng, 2, 5) if flange.rng.random() < 0.35 else radius
    low, high = flange.thickness, flange.thickness + height
    if upper == radius:
        code = cylinder(radius, low, high)
        shape = f"a cylindrical hub of {mm(2 * radius)} mm diameter"
    else:
        code = (
            f'cq.Workplane("XY").workplane(offset={mm(low)}).circle({mm(radius)})'
            f".workplane(offset={mm(height)}).circle({mm(upper)}).loft()"
        )
        shape = f"a conical hub, {mm(2 * radius)} mm in diameter below and {mm(2 * upper)} mm above,"
    flange.join(
        "hub",
        code,
        solids.rod(radius, (0.0, 0.0, low), (0.0, 0.0, high), upper),
        f"On the plate stands {shape} up to z = {mm(high)}.",
    )
    flange.inner, flange.hub_radius, flange.top = radius, upper, high


def _raised_face(flange: _Flange) -> None:
    """Below the plate: a disc that stands down from it."""
    radius = float(round(stepped(flange.rng, flange.outer * 0.4, flange.outer * 0.55)))
    deep = stepped(flange.rng, 1, 4, 0.5)
    flange.join(
        "raised_face",
        cylinder(radius, -deep, 0.0),
        solids.rod(radius, (0.0, 0.0, -deep), (0.0, 0.0, 0.0)),
        f"Below the plate is a raised face: a disc of {mm(2 * radius)} mm diameter from z = {mm(-deep)} to z = 0.",
    )


def _bore(flange: _Flange) -> None:
    radius = float(round(stepped(flange.rng, flange.hub_radius * 0.4, flange.hub_radius - 4)))
    flange.bore = radius
    flange.cut(
        "bore",
        cylinder(radius, -10, flange.top + 10),
        solids.rod(radius, (0.0, 0.0, -10.0), (0.0, 0.0, flange.top + 10)),
        f"A bore of {mm(2 * radius)} mm diameter goes through everything along the axis.",
    )
    if flange.rng.random() < 0.35:
        wide, deep = radius + 2, stepped(flange.rng, 2, 5)
        flange.cut(
            "seat",
            cylinder(wide, flange.top - deep, flange.top + 1),
            solids.rod(wide, (0.0, 0.0, flange.top - deep), (0.0, 0.0, flange.top + BEYOND)),
            f"At its upper end the bore is widened to {mm(2 * wide)} mm diameter, {mm(deep)} mm deep.",
        )


def _bolts(flange: _Flange) -> None:
    low, high = flange.inner + 7, flange.outer - 7
    circle = float(round((low + high) / 2))
    diameter = float(round(min(stepped(flange.rng, 4, 14, 0.5), (high - low) / 2 + 3)))
    count, first = flange.rng.choice((3, 4, 4, 5, 6, 8)), flange.rng.choice((0, 0, 45, 30))
    count = min(count, int(6.28 * circle / (diameter + 4)))
    start = "on the positive x axis" if first == 0 else f"at {first}° from the x axis towards y"
    hole = solids.rod(diameter / 2, (circle, 0.0, -10.0), (circle, 0.0, flange.thickness + BEYOND))
    flange.cut(
        "bolt_holes",
        f'cq.Workplane("XY").workplane(offset=-10).polarArray({mm(circle)}, {first}, 360, {count})'
        f".circle({mm(diameter / 2)}).extrude({mm(flange.thickness + 11)})",
        solids.united([hole.rotate([0.0, 0.0, first + 360 * place / count]) for place in range(count)]),
        f"{count} bolt holes of {mm(diameter)} mm diameter go through the plate, evenly spaced on a circle of "
        f"{mm(2 * circle)} mm diameter, the first {start}.",
    )
    flange.bolts = _Bolts(circle - diameter / 2, count, first)


def _groove(flange: _Flange) -> None:
    """For a seal, in the lower face."""
    inner, wide = flange.bore + 2, stepped(flange.rng, 2, 3, 0.5)
    if inner + wide + 1.5 > flange.bolts.inner:
        return
    lowest, deep = flange.body.bounding_box()[2], stepped(flange.rng, 1, 2, 0.5)
    if lowest < 0 and inner + wide + 1 > flange.outer * 0.4:
        return
    ring = solids.disc(inner + wide) - solids.disc(inner)
    flange.cut(
        "seal_groove",
        f'cq.Workplane("XY").workplane(offset={mm(lowest - 1)}).circle({mm(inner + wide)}).circle({mm(inner)})'
        f".extrude({mm(deep + 1)})",
        solids.prism(ring, lowest - 1, lowest + deep),
        f"In the lowest face (z = {mm(lowest)}) is a ring-shaped groove for a seal: {mm(2 * inner)} mm inner and "
        f"{mm(2 * (inner + wide))} mm outer diameter, {mm(deep)} mm deep.",
    )


def _relief(flange: _Flange) -> None:
    """A shallow ring turned out of the plate's rim from above."""
    inner = flange.outer - 2
    deep = stepped(flange.rng, 1, 3)
    size = 2 * flange.outer + 4
    frame = solids.rectangle(size * 1.5, size * 1.5) - solids.disc(inner)
    flange.cut(
        "relief",
        f'cq.Workplane("XY").workplane(offset={mm(flange.thickness - deep)}).rect({mm(size * 1.5)}, {mm(size * 1.5)})'
        f".circle({mm(inner)}).extrude({mm(deep)})",
        solids.prism(frame, flange.thickness - deep, flange.thickness),
        f"From the upper face of the plate down to z = {mm(flange.thickness - deep)}, everything farther than "
        f"{mm(inner)} mm from the axis is turned off.",
    )


def _set_screw(flange: _Flange) -> None:
    if flange.top - flange.thickness < 10:
        return
    diameter, height = stepped(flange.rng, 3, 5), (flange.top + flange.thickness) / 2
    flange.cut(
        "set_screw",
        f'cq.Workplane("YZ").center(0, {mm(height)}).circle({mm(diameter / 2)}).extrude({mm(flange.inner + 1)})',
        solids.rod(diameter / 2, (0.0, 0.0, height), (flange.inner + 1, 0.0, height)),
        f"A radial hole of {mm(diameter)} mm diameter for a set screw goes through the hub's wall on the +x side "
        f"only, from the bore outwards along +x, at y = 0 and z = {mm(height)}.",
    )


def _slots(flange: _Flange) -> None:
    """A notch in the rim on both sides, between bolt holes."""
    if (flange.bolts.count, flange.bolts.first) != (4, 45):
        return
    wide, reach = stepped(flange.rng, 4, 8), stepped(flange.rng, 3, 6)
    start = flange.outer - reach
    piece = solids.box((start, -wide / 2, -10.0), (flange.outer + 1, wide / 2, flange.thickness + 1))
    flange.cut(
        "notches",
        f'cq.Workplane("XY").workplane(offset=-10).pushPoints([({mm(start + (reach + 1) / 2)}, 0), '
        f"({mm(-start - (reach + 1) / 2)}, 0)]).rect({mm(reach + 1)}, {mm(wide)}).extrude({mm(flange.thickness + 11)})",
        piece + piece.rotate([0.0, 0.0, 180.0]),
        f"Two rectangular notches are cut through the plate from its rim inwards, at y = 0 on both sides: {mm(wide)} "
        f"mm wide along y, from |x| = {mm(start)} outwards.",
    )
