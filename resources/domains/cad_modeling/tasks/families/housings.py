"""Family `housing`: open boxes with even walls, from any convex outline, with bosses, windows, lugs and a lip."""

import random

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft, bar
from resources.domains.cad_modeling.tasks.families.part import Part, mm, point, stepped
from resources.domains.cad_modeling.tasks.families.solids import BEYOND

_OPENINGS = (
    "Model an open housing that stands on z = 0, {height} mm high. Seen from above its outside is {outline}. Its "
    "floor is {floor} mm thick and its walls are {wall} mm thick everywhere; it is open at the top.",
    "An open housing, {height} mm high, stands on z = 0. Its outer outline is {outline}. Inside, everything is removed "
    "from the top down to z = {floor}, so that walls of {wall} mm thickness stay all around.",
)


class _Housing(Draft):
    """A box of `x` by `y` outside with walls `wall` thick, rounded by `corner`; `floor` is the floor's upper face."""

    def __init__(self, rng: random.Random) -> None:
        self.x, self.y = stepped(rng, 50, 120, 2), stepped(rng, 40, 90, 2)
        self.height, self.wall = stepped(rng, 20, 60), stepped(rng, 1.5, 4, 0.5)
        self.floor = self.wall + rng.choice((0.0, 0.0, 1.0, 2.0))
        self.corner = rng.choice((0.0, self.wall + stepped(rng, 1, 8)))
        opening = rng.choice(_OPENINGS).format(
            height=mm(self.height), outline=self._outline(), floor=mm(self.floor), wall=mm(self.wall)
        )
        inner = max(0.0, self.corner - self.wall)
        size_x, size_y = self.x - 2 * self.wall, self.y - 2 * self.wall
        outside = f"part = {self._prism(self.x, self.y, 0.0, self.height, self.corner)}"
        inside = f"inside = {self._prism(size_x, size_y, self.floor, self.height - self.floor + 1, inner)}"
        room = solids.prism(solids.rectangle(size_x, size_y, inner), self.floor, self.height + 1)
        body = solids.prism(solids.rectangle(self.x, self.y, self.corner), 0.0, self.height) - room
        super().__init__(rng, opening, [outside, inside, "part = part.cut(inside)"], body)
        self.features = 2
        self.room = solids.rectangle(size_x, size_y, inner)

    def _outline(self) -> str:
        outline = f"a rectangle of {mm(self.x)} mm along x by {mm(self.y)} mm along y, centred on the origin"
        if not self.corner:
            return f"{outline}, with sharp vertical edges outside and inside"
        return (
            f"{outline}, its vertical edges rounded with {mm(self.corner)} mm radius outside and, concentric with it, "
            f"{mm(self.corner - self.wall)} mm inside"
        )

    @staticmethod
    def _prism(x: float, y: float, low: float, height: float, radius: float) -> str:
        solid = f'cq.Workplane("XY").workplane(offset={mm(low)}).rect({mm(x)}, {mm(y)}).extrude({mm(height)})'
        return f'{solid}.edges("|Z").fillet({mm(radius)})' if radius else solid

    @property
    def inner(self) -> tuple[float, float]:
        return self.x / 2 - self.wall, self.y / 2 - self.wall


def draw_part(rng: random.Random) -> Part:
    housing = _Housing(rng)
    features = [_partition, _bosses, _lugs, _window, _port, _vents, _lip, _notch]
    for feature in sorted(rng.sample(features, rng.randint(1, 5)), key=features.index):
        feature(housing)
    return housing.finished("Housing", ("enclosure", "wall"))


def _bosses(housing: _Housing) -> None:
    """Pillars on the floor near the corners, with blind holes from above."""
    rng = housing.rng
    radius = stepped(rng, 3, 5, 0.5)
    hole, top = float(round(radius)) - 1.5, float(round(stepped(rng, housing.floor + 6, housing.height - 3)))
    x = housing.inner[0] - housing.corner - radius - 1
    y = housing.inner[1] - housing.corner - radius - 1
    x, y = float(round(x)), float(round(y))
    if x < radius + 6 or y < radius + 6:
        return
    deep = stepped(rng, 3, top - housing.floor - 1)
    places = [(i * x, j * y) for i in (-1, 1) for j in (-1, 1)]
    spread = f".rect({mm(2 * x)}, {mm(2 * y)}, forConstruction=True).vertices()"
    level = f'cq.Workplane("XY").workplane(offset={mm(housing.floor)})'
    housing.join(
        "bosses",
        f"{level}{spread}.circle({mm(radius)}).extrude({mm(top - housing.floor)})",
        solids.united([solids.rod(radius, (*p, housing.floor - 0.5), (*p, top)) for p in places]),
        f"On the floor stand four round bosses of {mm(2 * radius)} mm diameter up to z = {mm(top)}, their axes at x = "
        f"±{mm(x)}, y = ±{mm(y)}.",
    )
    housing.cut(
        "boss_holes",
        f'cq.Workplane("XY").workplane(offset={mm(top - deep)}){spread}.circle({mm(hole)}).extrude({mm(deep + 1)})',
        solids.united([solids.rod(hole, (*p, top - deep), (*p, top + BEYOND)) for p in places]),
        f"Each boss has a blind hole of {mm(2 * hole)} mm diameter along its axis, {mm(deep)} mm deep from its top, "
        "with a flat bottom.",
    )


def _window(housing: _Housing) -> None:
    """Through the wall on the +x side."""
    wide = float(round(stepped(housing.rng, 6, max(6.0, housing.y / 2 - housing.corner))))
    low = housing.floor + stepped(housing.rng, 2, 6)
    high = float(round(low + stepped(housing.rng, 4, max(4.0, housing.height - low - 5))))
    if high > housing.height - 4 or wide > housing.y - 2 * housing.corner - 4:
        return
    start, end = housing.x / 2 - housing.wall - 0.5, housing.x / 2 + 1
    housing.cut(
        "window",
        bar(start, end, wide, low, high),
        solids.box((start, -wide / 2, low), (end, wide / 2, high)),
        f"A rectangular window goes through the wall on the +x side: {mm(wide)} mm wide, centred on y = 0, from z = "
        f"{mm(low)} to z = {mm(high)}.",
    )


def _port(housing: _Housing) -> None:
    """A round hole through the wall on the +y side."""
    radius = stepped(housing.rng, 2, 6, 0.5)
    low, high = housing.floor + radius + 2, housing.height - radius - 3
    if low > high or radius + 2 > housing.inner[0] - housing.corner:
        return
    height = float(round(stepped(housing.rng, low, high)))
    if not low <= height <= high:
        height = low
    start, end = housing.y / 2 - housing.wall - 0.5, housing.y / 2 + 1
    housing.cut(
        "port",
        f'cq.Workplane("XZ").workplane(offset={mm(-end)}).center(0, {mm(height)}).circle({mm(radius)})'
        f".extrude({mm(end - start)})",
        solids.rod(radius, (0.0, start, height), (0.0, end, height)),
        f"A round hole of {mm(2 * radius)} mm diameter goes along y through the wall on the +y side, at x = 0 and z = "
        f"{mm(height)}.",
    )


def _partition(housing: _Housing) -> None:
    """A wall across the inside, parallel to y."""
    x = float(round(housing.inner[0] * housing.rng.choice((-0.3, 0.3, -0.25, 0.25))))
    thick = housing.wall
    top = float(round(housing.floor + (housing.height - housing.floor) * housing.rng.choice((0.4, 0.6, 0.8))))
    low, high = (x - thick / 2, -housing.y / 2 + housing.wall / 2), (x + thick / 2, housing.y / 2 - housing.wall / 2)
    housing.join(
        "partition",
        f'cq.Workplane("XY").box({mm(thick)}, {mm(high[1] - low[1])}, {mm(top)}, centered=(True, True, False))'
        f".translate(({mm(x)}, 0, 0))",
        solids.box((*low, 0.0), (*high, top)),
        f"A partition, {mm(thick)} mm thick and centred on x = {mm(x)}, runs inside from wall to wall along y and "
        f"from the floor up to z = {mm(top)}.",
    )


def _vents(housing: _Housing) -> None:
    count, radius = housing.rng.choice((3, 4, 5)), stepped(housing.rng, 1.5, 3, 0.5)
    step = 2 * radius + stepped(housing.rng, 2, 4)
    if step * (count - 1) / 2 + radius + 1 > min(housing.inner) - housing.corner:
        return
    places = [((number - (count - 1) / 2) * step, 0.0) for number in range(count)]
    housing.cut(
        "vents",
        f'cq.Workplane("XY").workplane(offset=-1).rarray({mm(step)}, 1, {count}, 1).circle({mm(radius)})'
        f".extrude({mm(housing.floor + 1)})",
        solids.united([solids.rod(radius, (*p, -1.0), (*p, housing.floor)) for p in places]),
        f"{count} holes of {mm(2 * radius)} mm diameter go through the floor along z, in a row along x at y = 0, "
        f"{mm(step)} mm apart, centred on the origin. Only the floor is drilled.",
    )


def _lugs(housing: _Housing) -> None:
    """Two ears with holes, outside on the floor's level."""
    reach, thick = stepped(housing.rng, 10, 16), stepped(housing.rng, 3, 5)
    wide = float(round(min(stepped(housing.rng, 12, 20, 2), housing.y - 2 * housing.corner - 2)))
    if wide < 10:
        return
    outer, hole = housing.x / 2 + reach, min(3.0, wide / 2 - 3)
    inner = housing.x / 2 - housing.wall / 2
    piece = solids.box((inner, -wide / 2, 0.0), (outer, wide / 2, thick))
    tool = solids.rod(hole, (housing.x / 2 + reach / 2, 0.0, -1.0), (housing.x / 2 + reach / 2, 0.0, thick + 1))
    length = outer - inner
    housing.join(
        "lugs",
        f'cq.Workplane("XY").pushPoints([({mm(inner + length / 2)}, 0), ({mm(-inner - length / 2)}, 0)])'
        f".rect({mm(length)}, {mm(wide)}).extrude({mm(thick)})",
        piece + piece.rotate([0.0, 0.0, 180.0]),
        f"Outside, at both ends in x, a rectangular lug stands out by {mm(reach)} mm: {mm(wide)} mm wide, centred on "
        f"y = 0, from z = 0 to z = {mm(thick)}. It ends within the wall; nothing of it stands inside.",
    )
    housing.cut(
        "lug_holes",
        f'cq.Workplane("XY").workplane(offset=-1).pushPoints([({mm(housing.x / 2 + reach / 2)}, 0), '
        f"({mm(-housing.x / 2 - reach / 2)}, 0)]).circle({mm(hole)}).extrude({mm(thick + 2)})",
        tool + tool.rotate([0.0, 0.0, 180.0]),
        f"Each lug has a through hole of {mm(2 * hole)} mm diameter along z, {mm(reach / 2)} mm away from the "
        "housing's outside.",
    )


def _lip(housing: _Housing) -> None:
    """A step inside the rim, for a lid."""
    deep, wide = stepped(housing.rng, 1, 3), housing.wall / 2
    x, y = housing.x - 2 * wide, housing.y - 2 * wide
    radius = max(0.0, housing.corner - wide)
    low = housing.height - deep
    tool = solids.prism(solids.rectangle(x, y, radius), low, housing.height + 1)
    housing.cut(
        "lip",
        housing._prism(x, y, low, deep + 1, radius),
        tool,
        f"For a lid, the upper {mm(deep)} mm of the wall are only {mm(wide)} mm thick: the rest is removed from the "
        f"inside" + (f" (there the corner radius is {mm(radius)} mm)." if radius else "."),
    )


def _notch(housing: _Housing) -> None:
    """A U-shaped notch in the rim on the -y side."""
    wide = stepped(housing.rng, 4, 10)
    if wide / 2 + 2 > housing.inner[0] - housing.corner:
        return
    deep = stepped(housing.rng, 4, max(4.0, (housing.height - housing.floor) / 2))
    low = housing.height - deep
    start, end = -housing.y / 2 - 1, -housing.y / 2 + housing.wall
    housing.cut(
        "notch",
        f'cq.Workplane("XY").box({mm(wide)}, {mm(end - start)}, {mm(deep + 1)}, centered=(True, False, False))'
        f".translate({point(0, start, low)})",
        solids.box((-wide / 2, start, low), (wide / 2, end, housing.height + 1)),
        f"The wall on the -y side has a rectangular notch from its upper rim down to z = {mm(low)}, {mm(wide)} mm "
        "wide and centred on x = 0.",
    )
