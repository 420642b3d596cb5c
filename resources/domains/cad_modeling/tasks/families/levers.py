"""Family `lever`: round bosses joined by flat arms with tangent sides, with bores, slots and keyways."""

import math
import random

from manifold3d import CrossSection

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft
from resources.domains.cad_modeling.tasks.families.part import Part, mm, stepped
from resources.domains.cad_modeling.tasks.families.solids import Point2

_OPENINGS = (
    "Model a lever. Its hub is a cylinder of {diameter} mm diameter about the z axis, from z = 0 to z = {height}.",
    "A lever turns about the z axis: there its hub is a cylinder of {diameter} mm diameter that stands on z = 0 and "
    "is {height} mm high.",
)


class _Lever(Draft):
    def __init__(self, rng: random.Random) -> None:
        self.hub, self.height = stepped(rng, 10, 20), stepped(rng, 12, 30)
        opening = rng.choice(_OPENINGS).format(diameter=mm(2 * self.hub), height=mm(self.height))
        statement = f'part = cq.Workplane("XY").circle({mm(self.hub)}).extrude({mm(self.height)})'
        body = solids.rod(self.hub, (0.0, 0.0, 0.0), (0.0, 0.0, self.height))
        super().__init__(rng, opening, [statement], body)
        self.arm = stepped(rng, 5, min(10.0, self.height - 4))
        self.level = rng.choice((0.0, float(round((self.height - self.arm) / 2))))


def draw_part(rng: random.Random) -> Part:
    lever = _Lever(rng)
    turns = rng.choice(((0,), (0, 180), (0, 90), (0, 120), (0, 120, 240), (45,), (0, 60)))
    for turn in turns:
        _arm(lever, turn)
    _hub_bore(lever)
    return lever.finished(f"Lever with {len(turns)} arm{'s' if len(turns) > 1 else ''}", ("lever", "tangent", "union"))


def _arm(lever: _Lever, turn: int) -> None:
    """A boss at the end of an arm whose sides are the outer tangents of hub and boss."""
    rng = lever.rng
    radius, reach = stepped(rng, 6, lever.hub - 2), stepped(rng, 50, 110, 2)
    centre = (reach * math.cos(math.radians(turn)), reach * math.sin(math.radians(turn)))
    corners = _tangent_corners(lever.hub, radius, reach, turn)
    told = ", ".join(f"({_exact(corner)})" for corner in corners)
    low, high = lever.level, lever.level + lever.arm
    boss = f'cq.Workplane("XY").workplane(offset={mm(low)}).center({_exact(centre)}).circle({mm(radius)})'
    hull = (solids.disc(lever.hub) + solids.disc(radius, centre)).hull()
    direction = "+x" if turn == 0 else f"{turn}° from +x towards +y"
    lever.join(
        "arm",
        f'cq.Workplane("XY").workplane(offset={mm(low)}).polyline([{told}]).close().extrude({mm(lever.arm)})'
        f".union({boss}.extrude({mm(lever.arm)}))",
        solids.prism(hull, low, high),
        f"In the direction of {direction} an arm leads to a round end of {mm(radius)} mm radius whose axis is "
        f"{mm(reach)} mm from the z axis. The arm lies between z = {mm(low)} and z = {mm(high)}; its two sides are "
        "flat and touch hub and end as common outer tangents.",
    )
    if rng.random() < 0.5:
        _end_boss(lever, radius, centre)
    _end_bore(lever, radius, centre)
    if rng.random() < 0.4:
        _arm_slot(lever, radius, reach, turn)


def _exact(place: Point2) -> str:
    """With all digits: tangents that miss their circles leave slivers of faces."""
    return ", ".join(mm(value) if abs(value - round(value, 4)) < 1e-12 else repr(value) for value in place)


def _tangent_corners(first: float, second: float, reach: float, turn: int) -> list[Point2]:
    """The four points where the outer tangents of two circles touch them; the second lies `reach` away."""
    lean = math.acos((first - second) / reach)
    corners = []
    for radius, along, sign in ((first, 0.0, -1), (second, reach, -1), (second, reach, 1), (first, 0.0, 1)):
        angle = math.radians(turn) + sign * lean
        along_x = along * math.cos(math.radians(turn)) + radius * math.cos(angle)
        along_y = along * math.sin(math.radians(turn)) + radius * math.sin(angle)
        corners.append((along_x, along_y))
    return corners


def _end_boss(lever: _Lever, radius: float, centre: Point2) -> None:
    low = lever.level + lever.arm
    height = stepped(lever.rng, 2, 8)
    lever.join(
        "boss",
        f'cq.Workplane("XY").workplane(offset={mm(low)}).center({_exact(centre)}).circle({mm(radius)})'
        f".extrude({mm(height)})",
        solids.rod(radius, (*centre, low), (*centre, low + height)),
        f"On this end stands a boss of the same radius up to z = {mm(low + height)}.",
    )


def _end_bore(lever: _Lever, radius: float, centre: Point2) -> None:
    bore = stepped(lever.rng, 2, radius - 3, 0.5)
    tool: CrossSection = solids.disc(bore, centre)
    lever.cut(
        "end_bore",
        f'cq.Workplane("XY").workplane(offset=-1).center({_exact(centre)}).circle({mm(bore)}).extrude(80)',
        solids.prism(tool, -1.0, 79.0),
        f"The end has a through bore of {mm(2 * bore)} mm diameter about its own axis.",
    )


def _arm_slot(lever: _Lever, radius: float, reach: float, turn: int) -> None:
    wide = float(int(radius))
    length = float(2 * int((reach - lever.hub - radius - 8) / 2))
    middle = lever.hub + 4 + length / 2
    if length < wide + 4:
        return
    section = solids.slot(length, wide).translate([middle, 0.0]).rotate(turn)
    lever.cut(
        "slot",
        f'cq.Workplane("XY").workplane(offset=-1).center({mm(middle)}, 0).slot2D({mm(length)}, {mm(wide)}).extrude(80)'
        f".rotate((0, 0, 0), (0, 0, 1), {turn})",
        solids.prism(section, -1.0, 79.0),
        f"This arm has a lightening slot with round ends that goes through it along z: {mm(length)} mm long over all, "
        f"its length lying along the arm, {mm(wide)} mm wide, its centre on the arm's middle line, {mm(middle)} mm "
        "from the z axis.",
    )


def _hub_bore(lever: _Lever) -> None:
    rng = lever.rng
    bore = stepped(rng, 4, lever.hub - 4)
    if rng.random() < 0.3:
        lever.cut(
            "square_bore",
            f'cq.Workplane("XY").workplane(offset=-1).rect({mm(bore)}, {mm(bore)}).extrude(80)',
            solids.prism(solids.rectangle(bore, bore), -1.0, 79.0),
            f"The hub has a square through hole of {mm(bore)} mm side along z, its sides parallel to x and y.",
        )
        return
    lever.cut(
        "bore",
        f'cq.Workplane("XY").workplane(offset=-1).circle({mm(bore)}).extrude(80)',
        solids.prism(solids.disc(bore), -1.0, 79.0),
        f"The hub has a through bore of {mm(2 * bore)} mm diameter along z.",
    )
    if rng.random() < 0.5 and bore + 2 < lever.hub - 1.5:
        wide = float(max(2, int(bore * 0.5)))
        lever.cut(
            "keyway",
            f'cq.Workplane("XY").workplane(offset=-1).center({mm(-(bore + 2) / 2)}, 0).rect({mm(bore + 2)}, {mm(wide)})'
            ".extrude(80)",
            solids.box((-bore - 2, -wide / 2, -1.0), (0.0, wide / 2, 79.0)),
            f"On the -x side of the bore is a keyway through the hub, {mm(wide)} mm wide, centred on y = 0, its flat "
            f"bottom at x = {mm(-bore - 2)}.",
        )
