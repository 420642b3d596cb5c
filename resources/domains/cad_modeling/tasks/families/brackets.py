"""Family `bracket`: bent or welded profiles of one thickness (L, U, Z, T, hat) with holes in their legs and ribs."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft
from resources.domains.cad_modeling.tasks.families.part import Part, listed, mm, point, stepped
from resources.domains.cad_modeling.tasks.families.solids import Point2, Point3


@dataclass(frozen=True)
class _Leg:
    """A flat part of the profile in the XZ plane: it lies or stands, from `start` to `end`, with its lower (or left)
    face at `face`."""

    standing: bool
    start: float
    end: float
    face: float

    @property
    def length(self) -> float:
        return self.end - self.start


@dataclass(frozen=True)
class _Profile:
    name: str
    corners: tuple[Point2, ...]
    legs: tuple[_Leg, ...]


class _Bracket(Draft):
    def __init__(self, rng: random.Random, profile: _Profile, thickness: float) -> None:
        self.width = stepped(rng, 24, 80, 2)
        told = ", ".join(point(*corner) for corner in profile.corners)
        opening = rng.choice(_OPENINGS).format(
            name=profile.name, corners=told, width=mm(self.width), half=mm(self.width / 2), thickness=mm(thickness)
        )
        statements = [
            f"profile = [{told}]",
            f'part = cq.Workplane("XZ").polyline(profile).close().extrude({mm(self.width / 2)}, both=True)',
        ]
        body = solids.upright(solids.polygon(profile.corners), -self.width / 2, self.width / 2)
        super().__init__(rng, opening[0].upper() + opening[1:], statements, body)
        self.thickness = thickness
        self.legs = list(profile.legs)


_OPENINGS = (
    "Model {name}. Its profile in the XZ plane is the closed polygon with the corners (x, z) = {corners}; it is "
    "extruded along y, {width} mm wide, centred on y = 0.",
    "{name}, all of {thickness} mm thick material, is described by its profile (x, z): {corners}, closed. It reaches "
    "from y = -{half} to y = {half}.",
)


def draw_part(rng: random.Random) -> Part:
    thickness = stepped(rng, 3, 8)
    profile = rng.choice(_PROFILES)(rng, thickness)
    bracket = _Bracket(rng, profile, thickness)
    for leg in rng.sample(bracket.legs, rng.randint(1, len(bracket.legs))):
        rng.choice((_holes, _holes, _slot, _window))(bracket, leg)
    if profile.name.startswith("an L") and rng.random() < 0.6:
        _ribs(bracket)
    if rng.random() < 0.35:
        _corner_cuts(bracket)
    return bracket.finished(profile.name.removeprefix("an ").removeprefix("a ").capitalize(), ("bracket", "extrude"))


def _ell(rng: random.Random, t: float) -> _Profile:
    x, z = stepped(rng, 40, 100, 2), stepped(rng, 40, 100, 2)
    corners = ((0.0, 0.0), (x, 0.0), (x, t), (t, t), (t, z), (0.0, z))
    return _Profile("an L-shaped bracket", corners, (_Leg(False, t, x, 0.0), _Leg(True, t, z, 0.0)))


def _channel(rng: random.Random, t: float) -> _Profile:
    x, z, other = stepped(rng, 40, 90, 2), stepped(rng, 30, 70, 2), stepped(rng, 30, 70, 2)
    corners = ((0.0, 0.0), (x, 0.0), (x, other), (x - t, other), (x - t, t), (t, t), (t, z), (0.0, z))
    legs = (_Leg(False, t, x - t, 0.0), _Leg(True, t, z, 0.0), _Leg(True, t, other, x - t))
    return _Profile("a channel bracket", corners, legs)


def _zed(rng: random.Random, t: float) -> _Profile:
    low, high, z = stepped(rng, 30, 60, 2), stepped(rng, 30, 60, 2), stepped(rng, 34, 80, 2)
    corners = (
        (-low, 0.0), (t, 0.0), (t, z - t), (high, z - t), (high, z), (0.0, z), (0.0, t), (-low, t)
    )  # fmt: skip
    legs = (_Leg(False, -low, 0.0, 0.0), _Leg(True, t, z - t, 0.0), _Leg(False, t, high, z - t))
    return _Profile("a Z-shaped bracket", corners, legs)


def _tee(rng: random.Random, t: float) -> _Profile:
    left, right, z = stepped(rng, 24, 50, 2), stepped(rng, 24, 50, 2), stepped(rng, 34, 80, 2)
    corners = ((-left, 0.0), (right, 0.0), (right, t), (t, t), (t, z), (0.0, z), (0.0, t), (-left, t))
    legs = (_Leg(False, -left, 0.0, 0.0), _Leg(False, t, right, 0.0), _Leg(True, t, z, 0.0))
    return _Profile("a T-shaped bracket", corners, legs)


def _hat(rng: random.Random, t: float) -> _Profile:
    x, z, rim = stepped(rng, 40, 80, 2), stepped(rng, 24, 50, 2), stepped(rng, 22, 40, 2)
    half = x / 2
    corners = (
        (-half - rim, 0.0), (t - half, 0.0), (t - half, z - t), (half - t, z - t), (half - t, 0.0), (half + rim, 0.0),
        (half + rim, t), (half, t), (half, z), (-half, z), (-half, t), (-half - rim, t),
    )  # fmt: skip
    legs = (
        _Leg(False, -half - rim, -half, 0.0),
        _Leg(False, half, half + rim, 0.0),
        _Leg(False, t - half, half - t, z - t),
    )
    return _Profile("a hat-shaped bracket", corners, legs)


_PROFILES: tuple[Callable[[random.Random, float], _Profile], ...] = (_ell, _ell, _channel, _zed, _tee, _hat)


def _where(leg: _Leg) -> str:
    if leg.standing:
        return f"the upright leg that begins at x = {mm(leg.face)}"
    return f"the flat leg between x = {mm(leg.start)} and x = {mm(leg.end)} whose lower face is at z = {mm(leg.face)}"


def _through(bracket: _Bracket, leg: _Leg, along: float, across: float) -> tuple[Point3, Point3]:
    """The axis of a hole through a leg at a place along it and across it (y)."""
    low, high = leg.face - 0.5, leg.face + bracket.thickness + 0.5
    if leg.standing:
        return (low, across, along), (high, across, along)
    return (along, across, low), (along, across, high)


def _plane(bracket: _Bracket, leg: _Leg) -> str:
    if leg.standing:
        return f'cq.Workplane("YZ").workplane(offset={mm(leg.face - 0.5)})'
    return f'cq.Workplane("XY").workplane(offset={mm(leg.face - 0.5)})'


def _drawn(leg: _Leg, along: float, across: float) -> Point2:
    """A place in the coordinates of the leg's workplane."""
    return (across, along) if leg.standing else (along, across)


def _holes(bracket: _Bracket, leg: _Leg) -> None:
    rng = bracket.rng
    diameter = stepped(rng, 4, min(14.0, leg.length - 9, bracket.width / 2 - 5), 0.5)
    along = leg.start + leg.length / 2 + stepped(rng, -1, 1) * (leg.length / 2 - diameter / 2 - 4) * 0.5
    along = float(round(along))
    across = [0.0] if rng.random() < 0.4 else [float(round(bracket.width / 4)), -float(round(bracket.width / 4))]
    places = [_drawn(leg, along, y) for y in across]
    told = [mm(y) for y in sorted(across)]
    axis, name = ("x", "z") if leg.standing else ("z", "x")
    bracket.cut(
        "holes",
        f"{_plane(bracket, leg)}.pushPoints([{', '.join(point(*place) for place in places)}])"
        f".circle({mm(diameter / 2)}).extrude({mm(bracket.thickness + 1)})",
        solids.united([solids.rod(diameter / 2, *_through(bracket, leg, along, y)) for y in across]),
        f"Through {_where(leg)} {'go holes' if len(across) > 1 else 'goes a hole'} of {mm(diameter)} mm diameter "
        f"along {axis}, at {name} = {mm(along)} and y = {listed(told)}.",
    )


def _slot(bracket: _Bracket, leg: _Leg) -> None:
    """Along y, with round ends."""
    wide = stepped(bracket.rng, 4, 8)
    length = float(round(bracket.width * 0.5))
    if length < wide + 2 or leg.length < wide + 8:
        return _holes(bracket, leg)
    along = float(round(leg.start + leg.length / 2))
    turn = 0 if leg.standing else 90
    low = leg.face - 0.5
    section = solids.slot(length, wide).rotate(turn).translate(list(_drawn(leg, along, 0.0)))
    make = solids.sideways if leg.standing else solids.prism
    place = _drawn(leg, along, 0.0)
    bracket.cut(
        "slot",
        f"{_plane(bracket, leg)}.center{point(*place)}.slot2D({mm(length)}, {mm(wide)}, {turn})"
        f".extrude({mm(bracket.thickness + 1)})",
        make(section, low, low + bracket.thickness + 1),
        f"Through {_where(leg)} goes a slot with round ends, {mm(length)} mm long over all along y and {mm(wide)} mm "
        f"wide, its centre at {'z' if leg.standing else 'x'} = {mm(along)}, y = 0.",
    )
    return None


def _window(bracket: _Bracket, leg: _Leg) -> None:
    size, wide = float(round(leg.length * 0.4)), float(round(bracket.width * 0.5))
    along = float(round(leg.start + leg.length / 2))
    sizes = (wide, size) if leg.standing else (size, wide)
    low, place = leg.face - 0.5, _drawn(leg, along, 0.0)
    section = solids.rectangle(*sizes).translate(list(place))
    make = solids.sideways if leg.standing else solids.prism
    bracket.cut(
        "window",
        f"{_plane(bracket, leg)}.center{point(*place)}.rect({mm(sizes[0])}, {mm(sizes[1])})"
        f".extrude({mm(bracket.thickness + 1)})",
        make(section, low, low + bracket.thickness + 1),
        f"Through {_where(leg)} goes a rectangular window, {mm(wide)} mm along y and {mm(size)} mm along "
        f"{'z' if leg.standing else 'x'}, centred at {'z' if leg.standing else 'x'} = {mm(along)}, y = 0.",
    )


def _ribs(bracket: _Bracket) -> None:
    """One triangular rib in the inner corner, at the middle or at both sides."""
    flat, upright = bracket.legs
    t, thick = bracket.thickness, stepped(bracket.rng, 3, 5)
    reach = float(round(min(flat.length, upright.length) * 0.5))
    sides = bracket.rng.random() < 0.5
    places = [bracket.width / 2 - thick / 2, thick / 2 - bracket.width / 2] if sides else [0.0]
    corners = [(t, t), (t + reach, t), (t, t + reach)]
    told = ", ".join(point(*corner) for corner in corners)
    parts = [
        f'cq.Workplane("XZ").polyline([{told}]).close().extrude({mm(thick / 2)}, both=True).translate((0, {mm(y)}, 0))'
        for y in places
    ]
    section = solids.polygon(corners)
    where = "at both side faces, flush with them" if sides else "centred on y = 0"
    bracket.join(
        "ribs" if sides else "rib",
        parts[0] + (f".union({parts[1]})" if sides else ""),
        solids.united([solids.upright(section, y - thick / 2, y + thick / 2) for y in places]),
        f"The inner corner is stiffened by {'two triangular ribs' if sides else 'a triangular rib'}, {mm(thick)} mm "
        f"thick along y, {where}, with the corners (x, z) = {told}. Where a rib meets a hole of a leg, the rib is "
        "solid.",
    )


def _corner_cuts(bracket: _Bracket) -> None:
    """Cuts off the two outer corners of a flat leg's free end."""
    legs = [leg for leg in bracket.legs if not leg.standing]
    high = max(leg.end for leg in legs)
    size = stepped(bracket.rng, 3, 7)
    y = bracket.width / 2
    low, top = bracket.body.bounding_box()[2] - 1, bracket.body.bounding_box()[5] + 1
    if bracket.body.bounding_box()[3] > high:
        return
    corner = [(high - size, y), (high + 1, y), (high + 1, y - size - 1)]
    other = [(a, -b) for a, b in corner]
    told = [", ".join(point(*place) for place in places) for places in (corner, other)]
    chains = [
        f'cq.Workplane("XY").workplane(offset={mm(low)}).polyline([{places}]).close().extrude({mm(top - low)})'
        for places in told
    ]
    bracket.cut(
        "corners",
        f"{chains[0]}.union({chains[1]})",
        solids.prism(solids.polygon(corner), low, top) + solids.prism(solids.polygon(other), low, top),
        f"Seen from above, the two corners at x = {mm(high)} are cut off at 45°, {mm(size)} mm along each side.",
    )
