"""Family `section`: bars of constant section (I, T, U, H, box, tube, angle, star) with mitred ends, slots and holes."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from manifold3d import CrossSection

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft
from resources.domains.cad_modeling.tasks.families.part import Part, mm, point, stepped
from resources.domains.cad_modeling.tasks.families.solids import Point2


@dataclass(frozen=True)
class _Section:
    """In the YZ plane: a closed outline and, at times, a hollow; `chain` draws both on a workplane. `wide` and `high`
    are its box's sizes, `low` its lowest z."""

    words: str
    chain: str
    outline: CrossSection
    wide: float
    high: float
    low: float


_OPENINGS = (
    "Model a bar along x, from x = 0 to x = {length}. Its section, seen in the YZ plane, is {section}.",
    "A profile bar of {length} mm length begins at x = 0 and runs towards +x. In the YZ plane its section is "
    "{section}.",
)


class _Bar(Draft):
    def __init__(self, rng: random.Random, section: _Section) -> None:
        self.length, self.section = stepped(rng, 60, 200, 5), section
        opening = rng.choice(_OPENINGS).format(length=mm(self.length), section=section.words)
        statement = f'part = cq.Workplane("YZ"){section.chain}.extrude({mm(self.length)})'
        super().__init__(rng, opening, [statement], solids.sideways(section.outline, 0.0, self.length))
        self.free = [0.3, 0.5, 0.7]
        rng.shuffle(self.free)

    @property
    def top(self) -> float:
        return self.section.low + self.section.high


def draw_part(rng: random.Random) -> Part:
    bar = _Bar(rng, rng.choice(_SECTIONS)(rng))
    features = [_mitre, _cross_holes, _side_hole, _top_slot, _end_cut]
    for feature in rng.sample(features, rng.randint(1, 4)):
        feature(bar)
    return bar.finished("Profile bar", ("profile", "extrude"))


def _cornered(name: str, corners: list[Point2]) -> _Section:
    told = ", ".join(point(*corner) for corner in corners)
    ys, zs = zip(*corners, strict=True)
    return _Section(
        f"{name}: the closed polygon with the corners (y, z) = {told}",
        f".polyline([{told}]).close()",
        solids.polygon(corners),
        max(ys) - min(ys),
        max(zs) - min(zs),
        min(zs),
    )


def _mirrored(right: list[Point2]) -> list[Point2]:
    """A symmetrical outline from its right half, lowest corner first."""
    return [*right, *[(-y, z) for y, z in right[::-1]]]


def _beam(rng: random.Random) -> _Section:
    half, high = stepped(rng, 15, 40), stepped(rng, 40, 90, 2)
    web, rim = stepped(rng, 2, 5), stepped(rng, 4, 9)
    right = [(half, 0.0), (half, rim), (web, rim), (web, high - rim), (half, high - rim), (half, high)]
    return _cornered("an I", _mirrored(right))


def _tee(rng: random.Random) -> _Section:
    half, high = stepped(rng, 15, 40), stepped(rng, 30, 80, 2)
    web, rim = stepped(rng, 2, 5), stepped(rng, 4, 9)
    return _cornered("a T", _mirrored([(web, 0.0), (web, high - rim), (half, high - rim), (half, high)]))


def _channel(rng: random.Random) -> _Section:
    wide, high, t = stepped(rng, 30, 70, 2), stepped(rng, 24, 60, 2), stepped(rng, 3, 7)
    half = wide / 2
    right = [(half, 0.0), (half, high), (half - t, high), (half - t, t)]
    return _cornered("a U that is open at the top", _mirrored(right))


def _angle(rng: random.Random) -> _Section:
    wide, high, t = stepped(rng, 30, 70, 2), stepped(rng, 30, 70, 2), stepped(rng, 3, 8)
    return _cornered("an angle", [(0.0, 0.0), (wide, 0.0), (wide, t), (t, t), (t, high), (0.0, high)])


def _rail(rng: random.Random) -> _Section:
    """A bar with a T-shaped groove in its top."""
    half, high, slot = stepped(rng, 16, 30), stepped(rng, 24, 50, 2), stepped(rng, 3, 6)
    neck, deep = stepped(rng, 3, 6), stepped(rng, 4, 7)
    wide = slot + stepped(rng, 2, 5)
    right = [
        (half, 0.0),
        (half, high),
        (slot, high),
        (slot, high - neck),
        (wide, high - neck),
        (wide, high - neck - deep),
    ]
    return _cornered("a block with a T-shaped groove in its top", _mirrored(right))


def _box(rng: random.Random) -> _Section:
    wide, high, t = stepped(rng, 24, 70, 2), stepped(rng, 24, 70, 2), stepped(rng, 2, 5)
    outline = solids.rectangle(wide, high) - solids.rectangle(wide - 2 * t, high - 2 * t)
    return _Section(
        f"a hollow rectangle, {mm(wide)} mm along y by {mm(high)} mm along z outside, centred on y = 0, z = 0, with "
        f"walls of {mm(t)} mm",
        f".rect({mm(wide)}, {mm(high)}).rect({mm(wide - 2 * t)}, {mm(high - 2 * t)})",
        outline,
        wide,
        high,
        -high / 2,
    )


def _tube(rng: random.Random) -> _Section:
    radius, t = stepped(rng, 12, 35), stepped(rng, 2, 6)
    return _Section(
        f"a ring about y = 0, z = 0 of {mm(2 * radius)} mm outer diameter with a wall of {mm(t)} mm",
        f".circle({mm(radius)}).circle({mm(radius - t)})",
        solids.disc(radius) - solids.disc(radius - t),
        2 * radius,
        2 * radius,
        -radius,
    )


def _hexagon(rng: random.Random) -> _Section:
    across, bore = stepped(rng, 24, 60, 2), stepped(rng, 4, 8)
    corners = [
        (across / 2 * math.cos(turn), across / 2 * math.sin(turn)) for turn in (k * math.pi / 3 for k in range(6))
    ]
    return _Section(
        f"a regular hexagon whose corners lie on a circle of {mm(across)} mm diameter about y = 0, z = 0, two of them "
        f"on the y axis, with a round hole of {mm(2 * bore)} mm diameter in its middle",
        f".polygon(6, {mm(across)}).circle({mm(bore)})",
        solids.polygon(corners) - solids.disc(bore),
        across,
        across * math.sqrt(3) / 2,
        -across * math.sqrt(3) / 4,
    )


_SECTIONS: tuple[Callable[[random.Random], _Section], ...] = (
    _beam, _tee, _channel, _angle, _rail, _box, _tube, _hexagon
)  # fmt: skip


def _mitre(bar: _Bar) -> None:
    """The far end, cut at an angle about y; the longest line stays at the bottom."""
    degrees = bar.rng.choice((15, 30, 45))
    slope = math.tan(math.radians(degrees))
    low, high = bar.section.low - 1, bar.top + 1
    reach = bar.length - slope * (high - bar.section.low)
    if reach < bar.length * 0.75:
        return
    start = bar.length + slope
    corners = [(start, low), (bar.length + 60, low), (bar.length + 60, high), (reach, high)]
    told = ", ".join(point(*corner) for corner in corners)
    wide = bar.section.wide + 2
    bar.cut(
        "mitre",
        f'cq.Workplane("XZ").polyline([{told}]).close().extrude({mm(wide)}, both=True)',
        solids.upright(solids.polygon(corners), -wide, wide),
        f"Its far end is cut at a slant: by a plane parallel to y through the line x = {mm(bar.length)} at the lowest "
        f"z of the section ({mm(round(bar.section.low, 4))}), leaning back towards the origin by {degrees}° from the "
        "YZ plane as z grows.",
    )


def _cross_holes(bar: _Bar) -> None:
    """A row of vertical holes through everything."""
    radius, count = stepped(bar.rng, 2, min(6.0, bar.section.wide / 6), 0.5), bar.rng.choice((2, 3, 4))
    pitch = max(float(round(bar.length * 0.12)), 2 * radius + 3)
    first = 12.0
    count = max(2, min(count, int((bar.length * 0.4 - first) // pitch) + 1))
    y = 0.0 if "angle" not in bar.section.words else float(round(bar.section.wide / 2))
    places = [(first + number * pitch, y) for number in range(count)]
    low, high = bar.section.low - 1, bar.top + 1
    bar.cut(
        "holes",
        f'cq.Workplane("XY").workplane(offset={mm(low)}).pushPoints([{", ".join(point(*place) for place in places)}])'
        f".circle({mm(radius)}).extrude({mm(high - low)})",
        solids.united([solids.rod(radius, (*place, low), (*place, high)) for place in places]),
        f"{count} holes of {mm(2 * radius)} mm diameter go along z through the whole section at y = {mm(y)}: the "
        f"first at x = {mm(first)}, the others each {mm(pitch)} mm farther.",
    )


def _side_hole(bar: _Bar) -> None:
    radius, x = stepped(bar.rng, 2, min(7.0, bar.section.high / 5), 0.5), float(round(bar.length * 0.6))
    height = float(round(bar.section.low + bar.section.high / 2))
    reach = bar.section.wide + 1
    bar.cut(
        "side_hole",
        f'cq.Workplane("XZ").center({mm(x)}, {mm(height)}).circle({mm(radius)}).extrude({mm(reach)}, both=True)',
        solids.rod(radius, (x, -reach, height), (x, reach, height)),
        f"A hole of {mm(2 * radius)} mm diameter goes along y through the whole section at x = {mm(x)}, z = "
        f"{mm(height)}.",
    )


def _top_slot(bar: _Bar) -> None:
    """A notch across, from above."""
    wide, deep = stepped(bar.rng, 5, 12), float(round(bar.section.high * bar.rng.uniform(0.2, 0.4)))
    x = float(round(bar.length * 0.45))
    low, reach = bar.top - deep, bar.section.wide + 1
    bar.cut(
        "notch",
        f'cq.Workplane("XY").box({mm(wide)}, {mm(2 * reach)}, {mm(deep + 1)}, centered=(True, True, False))'
        f".translate({point(x, 0, round(low, 4))})",
        solids.box((x - wide / 2, -reach, low), (x + wide / 2, reach, bar.top + 1)),
        f"From above a notch is cut across the whole width, from x = {mm(x - wide / 2)} to x = {mm(x + wide / 2)}, "
        f"{mm(deep)} mm deep below the highest point of the section.",
    )


def _end_cut(bar: _Bar) -> None:
    """The half y > 0 of the near end, taken away."""
    reach = stepped(bar.rng, 4, 9)
    start = 0.0 if "angle" not in bar.section.words else float(round(bar.section.wide / 3))
    low, high = (-1.0, start, bar.section.low - 1), (reach, bar.section.wide + 1, bar.top + 1)
    sizes = [high[place] - low[place] for place in range(3)]
    bar.cut(
        "end_cut",
        f'cq.Workplane("XY").box({", ".join(mm(size) for size in sizes)}, centered=False)'
        f".translate({point(*(round(value, 4) for value in low))})",
        solids.box(low, high),
        f"At the near end, everything with x < {mm(reach)} and y > {mm(start)} is removed.",
    )
