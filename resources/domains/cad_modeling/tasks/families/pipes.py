"""Family `pipe`: round or square pipes along paths of straight lines and quarter bends, with flanges and collars."""

import math
import random
from dataclasses import dataclass

from manifold3d import CrossSection, Manifold

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft
from resources.domains.cad_modeling.tasks.families.part import Part, listed, mm, point, stepped


@dataclass(frozen=True)
class _Run:
    """Straight for `length`, then a quarter bend of the path's `bend` radius; `turn` is +1 left, -1 right, 0 none."""

    length: float
    turn: int


@dataclass(frozen=True)
class _Place:
    """Where the path has got to in the XZ plane, and which way it looks (radians from +x towards +z)."""

    x: float
    z: float
    heading: float

    def ahead(self, length: float) -> "_Place":
        return _Place(self.x + length * math.cos(self.heading), self.z + length * math.sin(self.heading), self.heading)

    def bent(self, radius: float, turn: int, share: float = 1.0) -> "_Place":
        """Along `share` of a quarter bend."""
        side = self.heading + turn * math.pi / 2
        centre = (self.x + radius * math.cos(side), self.z + radius * math.sin(side))
        heading = self.heading + turn * share * math.pi / 2
        back = heading - turn * math.pi / 2
        return _Place(centre[0] + radius * math.cos(back), centre[1] + radius * math.sin(back), heading)

    @property
    def told(self) -> str:
        return point(round(self.x, 4), round(self.z, 4))


_WAYS = ("+x", "+z", "-x", "-z")
"""Directions in the XZ plane, a quarter turn apart."""


class _Pipe(Draft):
    def __init__(self, rng: random.Random) -> None:
        self.outer = stepped(rng, 5, 12)
        self.inner = self.outer - stepped(rng, 1, 3, 0.5) if rng.random() < 0.8 else 0.0
        self.square = rng.random() < 0.25
        self.bend = self.outer * 2 + stepped(rng, 2, 20)
        self.runs = _path(rng)
        self.places = _corners(self.runs, self.bend)
        super().__init__(rng, self._opening(), self._statements(), self._body())
        self.features = len(self.runs) + bool(self.inner)

    def _opening(self) -> str:
        kind = "pipe" if self.inner else "bent bar"
        if self.square:
            section = f"square, {mm(2 * self.outer)} mm outside along each side (two sides parallel to y)"
            section += f", with a square hollow of {mm(2 * self.inner)} mm side" if self.inner else ""
        else:
            section = f"round, {mm(2 * self.outer)} mm in outer diameter"
            section += f", with a bore of {mm(2 * self.inner)} mm diameter" if self.inner else ""
        return (
            f"Model a {kind} whose centre line lies in the XZ plane (y = 0). It starts at the origin in the direction "
            f"of +x: {listed(self._steps())}. Its section is everywhere square to the centre line and {section}; both "
            "ends are open and cut off square."
        )

    def _steps(self) -> list[str]:
        """A bend by the direction behind it: left and right depend on who looks from where."""
        steps, quarter = [], 0
        for run in self.runs:
            steps.append(f"straight for {mm(run.length)} mm")
            if run.turn:
                quarter = (quarter + run.turn) % 4
                bend = f"a quarter bend of {mm(self.bend)} mm radius at the centre line"
                steps.append(f"{bend} into the direction of {_WAYS[quarter]}")
        return steps

    def _statements(self) -> list[str]:
        path, place = 'path = cq.Workplane("XZ").moveTo(0, 0)', _Place(0.0, 0.0, 0.0)
        for run in self.runs:
            place = place.ahead(run.length)
            path += f".lineTo{place.told}"
            if run.turn:
                middle = place.bent(self.bend, run.turn, 0.5)
                place = place.bent(self.bend, run.turn)
                path += f".threePointArc({middle.told}, {place.told})"
        hollow = self.drawn(self.inner) if self.inner else ""
        return [path, f'part = cq.Workplane("YZ"){self.drawn(self.outer)}{hollow}.sweep(path)']

    def drawn(self, radius: float) -> str:
        return f".rect({mm(2 * radius)}, {mm(2 * radius)})" if self.square else f".circle({mm(radius)})"

    def section(self, radius: float) -> CrossSection:
        return solids.rectangle(2 * radius, 2 * radius) if self.square else solids.disc(radius)

    def wall(self) -> CrossSection:
        return self.section(self.outer) - self.section(self.inner) if self.inner else self.section(self.outer)

    def _body(self) -> Manifold:
        """All straight pieces and bends."""
        pieces, place = [], _Place(0.0, 0.0, 0.0)
        for run in self.runs:
            pieces.append(_placed(solids.sideways(self.wall(), 0.0, run.length), place))
            place = place.ahead(run.length)
            if run.turn:
                pieces.append(_placed(self._quarter(run.turn), place))
                place = place.bent(self.bend, run.turn)
        return solids.united(pieces)

    def _quarter(self, turn: int) -> Manifold:
        """A bend that starts at the origin towards +x and turns towards +z or -z."""
        ring = Manifold.revolve(self.wall().translate([self.bend, 0.0]), solids.SEGMENTS // 3, 90.0)
        upright = ring.rotate([90.0, 0.0, 0.0]).rotate([0.0, 90.0, 0.0]).translate([0.0, 0.0, self.bend])
        return upright if turn > 0 else upright.mirror([0.0, 0.0, 1.0])


def _placed(body: Manifold, place: _Place) -> Manifold:
    """A body drawn along +x from the origin, moved to a place of the path."""
    return body.rotate([0.0, -math.degrees(place.heading), 0.0]).translate([place.x, 0.0, place.z])


def _path(rng: random.Random) -> list[_Run]:
    """Bends that never bring the pipe back to itself: left and right in turn, or one way twice at most."""
    bends = rng.choice(((1,), (-1,), (1, -1), (-1, 1), (1, 1), (-1, -1), (1, -1, 1), (1, -1, -1), (-1, 1, -1)))
    runs = [_Run(stepped(rng, 20, 60, 5), turn) for turn in bends]
    return [*runs, _Run(stepped(rng, 20, 60, 5), 0)]


def _corners(runs: list[_Run], bend: float) -> list[_Place]:
    """The place after each straight run."""
    places, place = [], _Place(0.0, 0.0, 0.0)
    for run in runs:
        place = place.ahead(run.length)
        places.append(place)
        if run.turn:
            place = place.bent(bend, run.turn)
    return places


def draw_part(rng: random.Random) -> Part:
    pipe = _Pipe(rng)
    for feature in rng.sample([_flange, _collar, _tap], rng.randint(0, 3)):
        feature(pipe)
    return pipe.finished("Pipe" if pipe.inner else "Bent bar", ("sweep", "pipe"))


def _flange(pipe: _Pipe) -> None:
    """A round or square plate at the start, with bolt holes."""
    radius, thick = pipe.outer * 1.5 + stepped(pipe.rng, 8, 14), stepped(pipe.rng, 4, 8)
    radius = float(round(radius))
    inner = pipe.inner
    section = solids.disc(radius) - pipe.section(inner) if inner else solids.disc(radius)
    hollow = pipe.drawn(inner) if inner else ""
    pipe.join(
        "flange",
        f'cq.Workplane("YZ").circle({mm(radius)}){hollow}.extrude({mm(thick)})',
        solids.sideways(section, 0.0, thick),
        f"At the start stands a round flange about the x axis, {mm(2 * radius)} mm in diameter, from x = 0 to x = "
        f"{mm(thick)}" + ("; the hollow of the pipe stays open." if inner else "."),
    )
    corner = pipe.outer * (1.4143 if pipe.square else 1.0)
    circle = float(round((radius + corner) / 2))
    hole = min(3.0, float(int(radius - circle)) - 1.5, float(int(circle - corner)) - 0.5)
    if hole < 1.5:
        return
    count = pipe.rng.choice((3, 4, 6))
    tool = solids.rod(hole, (-1.0, circle, 0.0), (thick + 1, circle, 0.0))
    pipe.cut(
        "bolt_holes",
        f'cq.Workplane("YZ").workplane(offset=-1).polarArray({mm(circle)}, 0, 360, {count}).circle({mm(hole)})'
        f".extrude({mm(thick + 2)})",
        solids.united([tool.rotate([360 * place / count, 0.0, 0.0]) for place in range(count)]),
        f"It has {count} evenly spaced through holes of {mm(2 * hole)} mm diameter on a circle of {mm(2 * circle)} mm "
        "diameter, the first on the +y side of the axis, at z = 0.",
    )


def _collar(pipe: _Pipe) -> None:
    """A ring around the first straight run."""
    thick, radius = 6.0, float(round(pipe.outer * 1.5 + 2))
    middle = float(round(pipe.runs[0].length * 0.7))
    if middle + thick / 2 > pipe.runs[0].length or pipe.square:
        return
    section = (
        solids.disc(radius) - solids.disc(pipe.outer - pipe.outer / 4)
        if not pipe.inner
        else (solids.disc(radius) - solids.disc(pipe.inner))
    )
    ring = f".circle({mm(radius)}).circle({mm(pipe.inner)})" if pipe.inner else f".circle({mm(radius)})"
    low, high = middle - thick / 2, middle + thick / 2
    pipe.join(
        "collar",
        f'cq.Workplane("YZ").workplane(offset={mm(low)}){ring}.extrude({mm(thick)})',
        solids.sideways(section, low, high),
        f"A collar of {mm(2 * radius)} mm diameter surrounds the first straight piece from x = {mm(low)} to x = "
        f"{mm(high)}.",
    )


def _tap(pipe: _Pipe) -> None:
    """A small cross hole through both walls, along y, near the start."""
    radius, x = stepped(pipe.rng, 1, 2, 0.5), float(round(pipe.runs[0].length * 0.45))
    reach = pipe.outer + 10
    pipe.cut(
        "cross_hole",
        f'cq.Workplane("XZ").center({mm(x)}, 0).circle({mm(radius)}).extrude({mm(reach)}, both=True)',
        solids.rod(radius, (x, -reach, 0.0), (x, reach, 0.0)),
        f"A hole of {mm(2 * radius)} mm diameter goes along y through the first straight piece at x = {mm(x)}, z = 0, "
        "from side to side.",
    )
