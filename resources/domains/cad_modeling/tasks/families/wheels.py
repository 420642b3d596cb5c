"""Family `wheel`: rims, webs and hubs about the z axis with grooves, lightening holes, spokes and keyways."""

import math
import random

from manifold3d import Manifold

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft
from resources.domains.cad_modeling.tasks.families.part import Part, mm, point, stepped

_OPENINGS = (
    "Model a wheel about the z axis, centred on z = 0. Its rim reaches from {inner} mm to {outer} mm diameter and is "
    "{width} mm wide (z from -{half} to {half}).",
    "A wheel turns about the z axis and lies symmetrically about z = 0. The rim is a ring of {outer} mm outer and "
    "{inner} mm inner diameter, {width} mm wide along z.",
)


class _Wheel(Draft):
    """Radii of the rim (`outer`, `inner`), the hub and its bore; `width` is the rim's along z."""

    def __init__(self, rng: random.Random) -> None:
        self.outer = stepped(rng, 40, 80)
        self.inner = self.outer - stepped(rng, 6, 12)
        self.width = stepped(rng, 12, 30, 2)
        opening = rng.choice(_OPENINGS).format(
            inner=mm(2 * self.inner), outer=mm(2 * self.outer), width=mm(self.width), half=mm(self.width / 2)
        )
        ring = solids.disc(self.outer) - solids.disc(self.inner)
        statement = f"part = {_disc(self.outer, self.width)}.cut({_disc(self.inner, self.width)})"
        super().__init__(rng, opening, [statement], solids.prism(ring, -self.width / 2, self.width / 2))
        self.hub = stepped(rng, 10, max(10.0, self.inner * 0.4))
        self.hub_width = self.width + rng.choice((-4.0, 0.0, 4.0, 10.0))
        self.web = float(round(self.width * 0.3))
        self.bore = stepped(rng, 4, self.hub - 5)


def _disc(radius: float, width: float) -> str:
    return f'cq.Workplane("XY").circle({mm(radius)}).extrude({mm(width / 2)}, both=True)'


def draw_part(rng: random.Random) -> Part:
    wheel = _Wheel(rng)
    _hub(wheel)
    rng.choice((_web, _web, _spokes))(wheel)
    _bore(wheel)
    for feature in rng.sample([_belt_groove, _keyway, _grease_hole], rng.randint(1, 3)):
        feature(wheel)
    return wheel.finished("Wheel", ("turned", "pattern", "union"))


def _middle(radius: float, width: float) -> Manifold:
    return solids.rod(radius, (0.0, 0.0, -width / 2), (0.0, 0.0, width / 2))


def _hub(wheel: _Wheel) -> None:
    wheel.join(
        "hub",
        _disc(wheel.hub, wheel.hub_width),
        _middle(wheel.hub, wheel.hub_width),
        f"Its hub is a cylinder of {mm(2 * wheel.hub)} mm diameter, {mm(wheel.hub_width)} mm wide, also centred on z "
        "= 0.",
    )


def _web(wheel: _Wheel) -> None:
    """A disc between hub and rim, with lightening holes."""
    middle = float(round((wheel.inner + wheel.hub) / 2))
    wheel.join(
        "web",
        f"{_disc(wheel.inner + 1, wheel.web)}.cut({_disc(wheel.hub - 1, wheel.web)})",
        solids.prism(solids.disc(wheel.inner + 1) - solids.disc(wheel.hub - 1), -wheel.web / 2, wheel.web / 2),
        f"A flat web, {mm(wheel.web)} mm thick and centred on z = 0, fills the room between hub and rim.",
    )
    room = (wheel.inner - wheel.hub) / 2 - 3
    if room < 3 or wheel.rng.random() < 0.2:
        return
    radius = float(int(min(room, 14)))
    count = min(wheel.rng.choice((3, 4, 5, 6, 8)), int(2 * math.pi * middle / (2 * radius + 4)))
    first = wheel.rng.choice((0, 30, 45, 90))
    hole = solids.rod(radius, (middle, 0.0, -wheel.web), (middle, 0.0, wheel.web))
    start = "on the positive x axis" if first == 0 else f"{first}° counterclockwise from the positive x axis"
    wheel.cut(
        "windows",
        f'cq.Workplane("XY").polarArray({mm(middle)}, {first}, 360, {count}).circle({mm(radius)})'
        f".extrude({mm(wheel.web)}, both=True)",
        solids.united([hole.rotate([0.0, 0.0, first + 360 * place / count]) for place in range(count)]),
        f"The web has {count} evenly spaced round holes of {mm(2 * radius)} mm diameter on a circle of "
        f"{mm(2 * middle)} mm diameter, the first {start}.",
    )


def _spokes(wheel: _Wheel) -> None:
    count, wide = wheel.rng.choice((3, 4, 5, 6)), stepped(wheel.rng, 5, 9)
    length = wheel.inner + 2
    spoke = solids.box((0.0, -wide / 2, -wheel.web / 2), (length, wide / 2, wheel.web / 2))
    turns = ", ".join(mm(360 * place / count) for place in range(count))
    wheel.join(
        "spokes",
        f'cq.Workplane(cq.Compound.makeCompound([cq.Workplane("XY").box({mm(length)}, {mm(wide)}, {mm(wheel.web)}, '
        f"centered=(False, True, True)).rotate((0, 0, 0), (0, 0, 1), turn).val() for turn in ({turns})]))",
        solids.united([spoke.rotate([0.0, 0.0, 360 * place / count]) for place in range(count)]),
        f"Hub and rim are joined by {count} straight radial spokes with rectangular section, {mm(wide)} mm wide and "
        f"{mm(wheel.web)} mm thick along z (centred on z = 0), evenly spaced, the middle of the first on the positive "
        "x axis. They end inside the hub and inside the rim.",
    )


def _bore(wheel: _Wheel) -> None:
    reach = wheel.hub_width + 4
    wheel.cut(
        "bore",
        _disc(wheel.bore, reach),
        _middle(wheel.bore, reach),
        f"A bore of {mm(2 * wheel.bore)} mm diameter goes through the hub along its axis.",
    )


def _belt_groove(wheel: _Wheel) -> None:
    """V-shaped or square, around the rim."""
    deep = stepped(wheel.rng, 2, 4)
    half = float(round(wheel.width * 0.3))
    vee = wheel.rng.random() < 0.5
    floor = 0.0 if vee else half
    profile = [(wheel.outer - deep, -floor), (wheel.outer, -half), (wheel.outer + 2, -half), (wheel.outer + 2, half)]
    profile += [(wheel.outer, half), (wheel.outer - deep, floor)]
    if vee:
        profile = profile[:-1]
    told = ", ".join(point(*corner) for corner in profile)
    shape = (
        f"a V-shaped groove, {mm(2 * half)} mm wide at the rim and {mm(deep)} mm deep, its bottom a sharp edge at z = 0"
        if vee
        else f"a rectangular groove, {mm(2 * half)} mm wide, centred on z = 0, and {mm(deep)} mm deep"
    )
    wheel.cut(
        "groove",
        f'cq.Workplane("XZ").polyline([{told}]).close().revolve(360, (0, 0, 0), (0, 1, 0))',
        solids.turned(profile),
        f"Around the outside of the rim runs {shape}.",
    )


def _keyway(wheel: _Wheel) -> None:
    wide, top = float(max(2, round(wheel.bore * 0.5))), wheel.bore + stepped(wheel.rng, 1, 3, 0.5)
    if top > wheel.hub - 1.5:
        return
    reach = wheel.hub_width + 4
    wheel.cut(
        "keyway",
        f'cq.Workplane("XY").box({mm(top)}, {mm(wide)}, {mm(reach)}, centered=(False, True, True))',
        solids.box((0.0, -wide / 2, -reach / 2), (top, wide / 2, reach / 2)),
        f"A keyway goes through the hub along z on the +x side of the bore: {mm(wide)} mm wide, centred on y = 0, its "
        f"flat bottom at x = {mm(top)}.",
    )


def _grease_hole(wheel: _Wheel) -> None:
    """Through the hub's wall, where it stands out beside the web."""
    if wheel.hub_width < wheel.web + 8:
        return
    radius, height = 1.5, (wheel.hub_width / 2 + wheel.web / 2) / 2
    end = min(wheel.hub + 0.5, wheel.inner)
    wheel.cut(
        "grease_hole",
        f'cq.Workplane("XZ").workplane(offset=0).center(0, {mm(height)}).circle({mm(radius)}).extrude({mm(-end)})',
        solids.rod(radius, (0.0, 0.0, height), (0.0, end, height)),
        f"A radial hole of {mm(2 * radius)} mm diameter leads from the bore out through the hub's wall along +y, at x "
        f"= 0, z = {mm(height)}; it ends at the hub's outside.",
    )
