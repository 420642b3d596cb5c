"""Family `turned_part`: shafts and bushings of steps, cones, grooves and bores, with flats, keyways and cross holes."""

import random
from dataclasses import dataclass

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft, bar, cylinder
from resources.domains.cad_modeling.tasks.families.part import Part, listed, mm, point, stepped
from resources.domains.cad_modeling.tasks.families.solids import BEYOND, Point2


@dataclass(frozen=True)
class _Step:
    """From z = low to z = high; `end` is the upper diameter, another one where it is a cone."""

    low: float
    high: float
    diameter: float
    end: float

    @property
    def cylindrical(self) -> bool:
        return self.diameter == self.end

    @property
    def told(self) -> str:
        span = f"from z = {mm(self.low)} to z = {mm(self.high)}"
        if self.cylindrical:
            return f"{span} a cylinder of {mm(self.diameter)} mm diameter"
        return f"{span} a cone from {mm(self.diameter)} mm to {mm(self.end)} mm diameter"


class _Shaft(Draft):
    """A turned part as it grows about the z axis; `free` are steps that nothing is cut into yet."""

    def __init__(self, rng: random.Random, steps: list[_Step]) -> None:
        corners = _profile(steps)
        told = ", ".join(point(*corner) for corner in corners)
        statements = [
            f"profile = [{told}]",
            'part = cq.Workplane("XZ").polyline(profile).close().revolve(360, (0, 0, 0), (0, 1, 0))',
        ]
        opening = rng.choice(_OPENINGS).format(steps=listed([step.told for step in steps]))
        super().__init__(rng, opening, statements, solids.turned(corners))
        self.features = max(1, len(steps) - 1)
        self.steps = steps
        self.free = list(steps)
        self.bore = 0.0

    @property
    def length(self) -> float:
        return self.steps[-1].high

    def claim(self, least: float) -> _Step | None:
        """A cylindrical step at least so long, for one feature."""
        fit = [step for step in self.free if step.cylindrical and step.high - step.low >= least]
        if not fit:
            return None
        chosen = self.rng.choice(fit)
        self.free.remove(chosen)
        return chosen


_OPENINGS = (
    "Model a turned part about the z axis, whose lower end lies on z = 0. Its steps, from below: {steps}.",
    "A part is turned about the z axis and stands on z = 0. From below it has: {steps}.",
    "Draw a body of revolution about the z axis: {steps}.",
)


def draw_part(rng: random.Random) -> Part:
    shaft = _Shaft(rng, _steps(rng))
    features = [_bore, _groove, _cross_hole, _flats, _keyway, _end_holes]
    for feature in rng.sample(features, rng.randint(1, 4)):
        feature(shaft)
    return shaft.finished(f"Turned part of {len(shaft.steps)} steps", ("turned", "revolve"))


def _steps(rng: random.Random) -> list[_Step]:
    steps: list[_Step] = []
    low, last = 0.0, 0.0
    for _ in range(rng.randint(2, 5)):
        high = low + stepped(rng, 8, 40)
        diameter = stepped(rng, 16, 70, 2)
        while diameter == last:
            diameter = stepped(rng, 16, 70, 2)
        end = stepped(rng, 16, 70, 2) if rng.random() < 0.2 else diameter
        steps.append(_Step(low, high, diameter, end))
        low, last = high, end
    return steps


def _profile(steps: list[_Step]) -> list[Point2]:
    corners: list[Point2] = [(0.0, 0.0)]
    for step in steps:
        corners += [(step.diameter / 2, step.low), (step.end / 2, step.high)]
    return [*corners, (0.0, steps[-1].high)]


def _bore(shaft: _Shaft) -> None:
    """Axial, through or blind from above, at times with a wider mouth."""
    least = min(min(step.diameter, step.end) for step in shaft.steps)
    diameter = stepped(shaft.rng, 4, least - 8)
    through = shaft.rng.random() < 0.6
    deep = shaft.length if through else stepped(shaft.rng, 5, shaft.length - 5)
    low = -BEYOND if through else shaft.length - deep
    shaft.bore = diameter if through or shaft.bore == 0 else shaft.bore
    kind = "through bore" if through else f"blind bore with a flat bottom, {mm(deep)} mm deep from the upper end,"
    shaft.cut(
        "bore",
        cylinder(diameter / 2, low, shaft.length + 1),
        solids.rod(diameter / 2, (0.0, 0.0, low), (0.0, 0.0, shaft.length + BEYOND)),
        f"Along the axis runs a {kind} of {mm(diameter)} mm diameter.",
    )


def _groove(shaft: _Shaft) -> None:
    step = shaft.claim(8)
    if step is None:
        return
    wide, deep = stepped(shaft.rng, 2, 4, 0.5), stepped(shaft.rng, 1, 2, 0.5)
    low = step.low + stepped(shaft.rng, 2, step.high - step.low - wide - 2, 0.5)
    inner, outer = step.diameter / 2 - deep, step.diameter / 2 + 1
    shaft.cut(
        "groove",
        f'cq.Workplane("XY").workplane(offset={mm(low)}).circle({mm(outer)}).circle({mm(inner)}).extrude({mm(wide)})',
        solids.prism(solids.disc(outer) - solids.disc(inner), low, low + wide),
        f"A groove runs around it from z = {mm(low)} to z = {mm(low + wide)}; the diameter at its bottom is "
        f"{mm(2 * inner)} mm.",
    )


def _cross_hole(shaft: _Shaft) -> None:
    step = shaft.claim(10)
    if step is None:
        return
    diameter = stepped(shaft.rng, 3, min(8.0, step.diameter / 3, step.high - step.low - 4), 0.5)
    height, axis = (step.low + step.high) / 2, shaft.rng.choice("xy")
    reach = step.diameter / 2 + 1
    plane, start = ("YZ", (-reach, 0.0, height)) if axis == "x" else ("XZ", (0.0, -reach, height))
    end = (reach, 0.0, height) if axis == "x" else (0.0, reach, height)
    shaft.cut(
        "cross_hole",
        f'cq.Workplane("{plane}").center(0, {mm(height)}).circle({mm(diameter / 2)}).extrude({mm(reach)}, both=True)',
        solids.rod(diameter / 2, start, end),
        f"A cross hole of {mm(diameter)} mm diameter goes right through the part along {axis}, through the axis at z = "
        f"{mm(height)}.",
    )


def _flats(shaft: _Shaft) -> None:
    """Two parallel flats, or four, on one step."""
    step = shaft.claim(6)
    if step is None:
        return
    square = shaft.rng.random() < 0.4
    across = float(round(step.diameter * (0.8 if square else 0.85)))
    outer, height = solids.disc(step.diameter / 2 + 1), step.high - step.low
    kept = solids.rectangle(across, across if square else step.diameter + 4)
    shaft.cut(
        "flats",
        f'cq.Workplane("XY").workplane(offset={mm(step.low)}).circle({mm(step.diameter / 2 + 1)}).extrude({mm(height)})'
        f'.cut(cq.Workplane("XY").workplane(offset={mm(step.low)}).rect({mm(across)}, '
        f"{mm(across if square else step.diameter + 4)}).extrude({mm(height)}))",
        solids.prism(outer - kept, step.low, step.high),
        f"The cylinder from z = {mm(step.low)} to z = {mm(step.high)} has {'four' if square else 'two parallel'} flats "
        f"over its whole length, {mm(across)} mm apart: at x = ±{mm(across / 2)}"
        + (f" and y = ±{mm(across / 2)}." if square else "."),
    )


def _keyway(shaft: _Shaft) -> None:
    """Open at the top of the last step, or closed with square ends."""
    step = shaft.claim(14)
    if step is None or step.diameter < 20:
        return
    wide, deep = stepped(shaft.rng, 4, 8), stepped(shaft.rng, 2, 3, 0.5)
    low, high = step.low + 3, step.high - 3
    bottom, top = step.diameter / 2 - deep, step.diameter / 2 + 2
    shaft.cut(
        "keyway",
        bar(bottom, top, wide, low, high),
        solids.box((bottom, -wide / 2, low), (top, wide / 2, high)),
        f"On the +x side, from z = {mm(low)} to z = {mm(high)}, is a keyway with square ends: {mm(wide)} mm wide, "
        f"centred on y = 0, its flat bottom at x = {mm(bottom)}.",
    )


def _end_holes(shaft: _Shaft) -> None:
    """Blind holes on a circle in the upper end."""
    end = shaft.steps[-1].end
    count, diameter = shaft.rng.choice((3, 4, 6)), 3.0
    circle = float(round(end * 0.7))
    if end < 30 or circle - diameter < shaft.bore + 8 or not shaft.steps[-1].cylindrical:
        return
    deep = min(6.0, shaft.steps[-1].high - shaft.steps[-1].low - 2)
    if shaft.steps[-1] not in shaft.free:
        return
    shaft.free.remove(shaft.steps[-1])
    top = shaft.length
    drill = solids.rod(diameter / 2, (circle / 2, 0.0, top - deep), (circle / 2, 0.0, top + BEYOND))
    shaft.cut(
        "end_holes",
        f'cq.Workplane("XY").workplane(offset={mm(top - deep)}).polarArray({mm(circle / 2)}, 0, 360, {count})'
        f".circle({mm(diameter / 2)}).extrude({mm(deep + 1)})",
        solids.united([drill.rotate([0.0, 0.0, 360 * place / count]) for place in range(count)]),
        f"In the upper end are {count} blind holes of {mm(diameter)} mm diameter, {mm(deep)} mm deep with flat "
        f"bottoms, evenly spaced on a circle of {mm(circle)} mm diameter, the first on the positive x axis.",
    )
