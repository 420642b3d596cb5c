"""Sweeps along a path: outlines carried along it; and what tells a sweep that fails, a section that lies along the path
or apart from it, and sharp corners."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.cad_modeling.prediction.simulator.bodies import Body, swept_along
from resources.domains.cad_modeling.prediction.simulator.chain import Arguments, Chain, Curve, Wire, number
from resources.domains.cad_modeling.prediction.simulator.geometry import ORIGIN, Frame, dot, plus, unit
from resources.domains.cad_modeling.prediction.simulator.outlines import Outline
from resources.domains.cad_modeling.prediction.simulator.solid_calls import combined, profiles
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

MOST_TURNS_POINTS = 400
POINTS_A_TURN = 32


@dataclass(frozen=True)
class Fit:
    """How a section meets its path: `slant` is 0 across the path and 1 along it, `apart` how far the middle is from the
    start beside the section's radius, `corner` the sharpest turn in degrees, `bend` the least radius of the path's
    corners beside the section's."""

    slant: float
    apart: float
    corner: float
    bend: float


def helix(given: Arguments) -> Curve:
    """Points of `Wire.makeHelix`, without its less usual arguments."""
    names = ("pitch", "height", "radius", "center", "dir", "angle", "lefthand")
    values = dict(zip(names, given.get("", ()), strict=False)) | {key: given[key] for key in given if key}
    if not set(values) <= set(names) or values.get("angle", 360.0) != 360.0 or values.get("lefthand"):
        raise UnsupportedConstruct("a helix of another kind")
    if values.get("dir", (0.0, 0.0, 1.0)) != (0.0, 0.0, 1.0):
        raise UnsupportedConstruct("a helix of another kind")
    pitch, height, radius = (number(values[name]) for name in names[:3])
    if min(pitch, height, radius) <= 0:
        raise UnsupportedConstruct("a helix of no length")
    x, y, z = values.get("center", ORIGIN)
    turns = height / pitch
    count = max(2, min(MOST_TURNS_POINTS, round(turns * POINTS_A_TURN)))
    angles = [2 * math.pi * turns * i / count for i in range(count + 1)]
    points = [
        (x + radius * math.cos(a), y + radius * math.sin(a), z + height * i / count) for i, a in enumerate(angles)
    ]
    return Curve(tuple(points), helix=True)


def path_of(chain: Chain) -> Curve:
    """What a path's chain has drawn."""
    if chain.path:
        return Curve(tuple(chain.frame.world(x, y) for x, y in chain.path))
    if len(chain.items) == 1 and isinstance(chain.items[0], Curve):
        return chain.items[0]
    if len(chain.items) == 1 and isinstance(chain.items[0], Wire):
        own = chain.items[0]
        points = own.outline.polygon().points
        return Curve(tuple(own.frame.world(x, y) for x, y in (*points, points[0])))
    raise UnsupportedConstruct("a path that is not simulated")


def swept(chain: Chain, given: Arguments, path: Curve) -> Chain:
    """One section, or several outlines of it; the path's corners are mitred."""
    if given["multisection"] or not given["makeSolid"] or given["auxSpine"] is not None or given["normal"] is not None:
        raise UnsupportedConstruct("a sweep of another kind")
    corner = fit(chain, path).corner
    if given["transition"] != "right" and corner > 30:
        raise UnsupportedConstruct("a sweep around a sharp corner")
    return combined(chain, [carried(frame, own, given, path) for frame, own in profiles(chain)], given["combine"])


def carried(frame: Frame, outlines: Sequence[Outline], given: Arguments, path: Curve) -> Body:
    points = list(path.points)
    if path.helix and not given["isFrenet"]:
        raise UnsupportedConstruct("a helix whose section turns")
    closed = math.dist(points[0], points[-1]) < 1e-6
    foot = frame.local(points[0])
    if abs(foot[2]) > 1e-6 or abs(dot(frame.z, unit(plus(points[1], points[0], -1.0)))) < 0.1:
        raise UnsupportedConstruct("a section apart from its path")
    return swept_along(frame, outlines, points[:-1] if closed else points, frenet=path.helix, closed=closed)


def radius_of(outline: Outline) -> float:
    left, low, right, high = outline.extent
    return outline.radius or math.sqrt(max(0.0, (right - left) * (high - low)) / math.pi)


def fit(chain: Chain, path: Curve) -> Fit:
    """Raises UnsupportedConstruct where there is no section, and ZeroDivisionError for sides of no length."""
    frame, outlines = next(iter(profiles(chain)))
    points = path.points
    ways = [unit(plus(end, start, -1.0)) for start, end in itertools.pairwise(points)]
    radius = max(map(radius_of, outlines)) or 1.0
    turns = [math.degrees(math.acos(max(-1.0, min(1.0, dot(a, b))))) for a, b in itertools.pairwise(ways)]
    steps = [math.dist(a, b) for a, b in itertools.pairwise(points)]
    bends = [
        min(before, after) / math.radians(turn)
        for turn, (before, after) in zip(turns, itertools.pairwise(steps), strict=True)
        if turn > 1
    ]
    apart = math.dist(frame.world(*outlines[0].middle), points[0]) / radius
    slant = 1 - abs(dot(frame.z, ways[0]))
    return Fit(slant, min(100.0, apart), max(turns, default=0.0), min(100.0, min(bends, default=1e9) / radius))
