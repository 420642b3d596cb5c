"""Sweeps along a path, as round tubes: a section counts by its circles, or by how wide it is.

Also what tells a sweep that fails: a section that lies along the path, or apart from it, and sharp corners.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.cad_modeling.prediction.simulator.chain import Arguments, Chain, number
from resources.domains.cad_modeling.prediction.simulator.geometry import Frame, Triple, dot, plus, unit
from resources.domains.cad_modeling.prediction.simulator.outlines import Outline, layers
from resources.domains.cad_modeling.prediction.simulator.solid_calls import combined, profiles
from resources.domains.cad_modeling.prediction.simulator.solids import Joined, Solid, Tube, united
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

MOST_TURNS_POINTS = 96
POINTS_A_TURN = 16


@dataclass(frozen=True)
class Fit:
    """How a section meets its path: `slant` is 0 across the path and 1 along it, `apart` how far the middle is from the
    start beside the section's radius, `corner` the sharpest turn in degrees, `bend` the least radius of the path's
    corners beside the section's."""

    slant: float
    apart: float
    corner: float
    bend: float


def helix(given: Arguments) -> tuple[Triple, ...]:
    """Points of `Wire.makeHelix`, without its less usual arguments."""
    names = ("pitch", "height", "radius")
    values = dict(zip(names, given.get("", ()), strict=False)) | {key: given[key] for key in given if key}
    if set(values) != set(names) or len(given.get("", ())) > 3:
        raise UnsupportedConstruct
    pitch, height, radius = (number(values[name]) for name in names)
    if min(pitch, height, radius) <= 0:
        raise UnsupportedConstruct
    turns = height / pitch
    count = max(2, min(MOST_TURNS_POINTS, round(turns * POINTS_A_TURN)))
    angles = [2 * math.pi * turns * i / count for i in range(count + 1)]
    return tuple((radius * math.cos(a), radius * math.sin(a), height * i / count) for i, a in enumerate(angles))


def path_of(chain: Chain) -> tuple[Triple, ...]:
    if chain.curve:
        return chain.curve
    if chain.path:
        return tuple(chain.frame.world(x, y) for x, y in chain.path)
    if len(chain.shown) == 1:
        points = chain.shown[0].sides(24).points
        return tuple(chain.frame.world(x, y) for x, y in (*points, points[0]))
    raise UnsupportedConstruct


def swept(chain: Chain, given: Arguments, path: Sequence[Triple]) -> Chain:
    if len(path) < 2 or given["multisection"] or not given["makeSolid"]:
        raise UnsupportedConstruct
    made: list[Solid] = []
    for frame, outlines in profiles(chain).items():
        away = plus(_middle(frame, outlines), path[0], -1.0)
        moved = tuple(plus(point, away) for point in path)
        tubes: list[Solid] = [united()]
        for layer in layers(outlines):
            tube = Tube(Frame(), moved, radius_of(layer.outline))
            tubes = [Joined("cut", (*tubes, tube)) if layer.hole else united(*tubes, tube)]
        made += tubes
    return combined(chain, made, given["combine"])


def radius_of(outline: Outline) -> float:
    left, low, right, high = outline.extent
    return outline.radius or math.sqrt(max(0.0, (right - left) * (high - low)) / math.pi)


def _middle(frame: Frame, outlines: tuple[Outline, ...]) -> Triple:
    return frame.world(*layers(outlines)[0].outline.middle)


def fit(chain: Chain, path: Sequence[Triple]) -> Fit:
    """Raises UnsupportedConstruct where there is no section, and ZeroDivisionError for sides of no length."""
    frame, outlines = next(iter(profiles(chain).items()))
    ways = [unit(plus(end, start, -1.0)) for start, end in itertools.pairwise(path)]
    radius = max(map(radius_of, outlines)) or 1.0
    turns = [math.degrees(math.acos(max(-1.0, min(1.0, dot(a, b))))) for a, b in itertools.pairwise(ways)]
    steps = [math.dist(a, b) for a, b in itertools.pairwise(path)]
    bends = [
        min(before, after) / math.radians(turn)
        for turn, (before, after) in zip(turns, itertools.pairwise(steps), strict=True)
        if turn > 1
    ]
    apart = math.dist(_middle(frame, outlines), path[0]) / radius
    slant = 1 - abs(dot(frame.z, ways[0]))
    return Fit(slant, min(100.0, apart), max(turns, default=0.0), min(100.0, min(bends, default=1e9) / radius))
