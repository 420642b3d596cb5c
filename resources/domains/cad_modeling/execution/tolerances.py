"""How near a candidate must come to the reference, and the sentences that say where it does not.

Everything is compared where it stands and at its own size: a copy that is moved, turned or scaled is another part.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from resources.domains.cad_modeling.execution.reports import Deviation, Figures, Measures
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

_MESH_SLACK = 2e-3
"""How far an intersection over union of meshes may lie below the true one, and farther in thin parts, where facets err
about more of the volume. Distances of the true surfaces decide there: what is near everywhere shares its room."""

_MOST_FLAT, _TIMES = 4, 10
_HOLE = 0.3
"""How far a round hole's radius may be off, relative to it: a small one is lost in what a large part leaves open."""
_ASKEW = 5.0
"""Degrees that a round hole's axis may be off: prompts name directions, and honest holes have them exactly."""
_SLOPES, _RESTS, _BEVEL = 3 / 5, 1 / 10, 5.0
"""Of what is near: how much a flat face that lies along the axes may rise from end to end, and the one on which the
part stands or lies; others, whose slope hangs on rough sizes, as much as is near. So may, from so many degrees on,
short ones that end something inclined: the top of a leaning plate is square to it."""
_CONTACT = 0.01
"""How much larger or smaller the area may be over which bodies touch, relative to it."""
_CLEARANCE = 0.5
"""Of an expected clearance: what must be left of it, or what is near where that is less."""
_WALL_SLACK = 0.02
"""Rays meet a mesh, whose rounded corners lie a little inside the true ones (measured: 0.5 % of a 2 mm wall)."""


@dataclass(frozen=True)
class Tolerances:
    """`overlap` is the least intersection over union; `volume` and `area` are relative; `place` is the bounding box's
    and the centre's, relative to the expected part's diagonal.

    `deviation` is how far surfaces may lie apart anywhere, relative to the diagonal; `stray` is the share of the area
    that may do so, or face a narrow gap, as long as some surface is near; `edges` whether each rounding and chamfer of
    an edge is the part's.
    """

    overlap: float
    volume: float
    area: float
    place: float
    deviation: float
    stray: float
    edges: bool


TOLERANCES: Mapping[str, Tolerances] = {
    "dimensioned": Tolerances(0.9995, 2e-4, 5e-4, 2e-4, 5e-4, 0.0, True),
    "swept": Tolerances(0.99, 0.01, 0.01, 3e-3, 3e-3, 0.0, True),
    "measured": Tolerances(0.98, 0.02, 0.04, 0.01, 0.02, 0.01, True),
    "outline": Tolerances(0.85, 0.12, 0.25, 0.02, 0.04, 0.02, False),
}
"""By the setting `tolerance`. A dimensioned part leaves nothing open, a swept one how OCCT sweeps along its path,
a measured one rounding, an outline details."""


def tolerances_of(bundle: EnvironmentBundle) -> Tolerances:
    """Raises PermanentEnvironmentFailure for a bundle that names another."""
    name = bundle.settings.get("tolerance", "dimensioned")
    if name not in TOLERANCES:
        raise PermanentEnvironmentFailure(f"{bundle.seed_id}: no tolerance {name!r}; there are {', '.join(TOLERANCES)}")
    return TOLERANCES[name]


def differences(figures: Figures, allowed: Tolerances, wall: float) -> list[str]:
    """What differs by more than is allowed, one sentence each; `wall` is the least wall thickness in mm, or 0."""
    return list(_differences(figures, allowed, wall))


def _differences(figures: Figures, allowed: Tolerances, wall: float) -> Iterator[str]:
    one, other = figures.candidate, figures.reference
    if figures.overlap is not None and not same_surfaces(figures, allowed):
        least = allowed.overlap - (max(_MESH_SLACK, figures.facets) if figures.method == "mesh" else 0.0)
        if figures.overlap < least:
            below = math.floor(figures.overlap * 1e5) / 1e5  # .999496 is not the .9995 that it misses
            yield f"overlap with the expected part (IoU) {below:g}, at least {least:g} needed"
    yield from _relative("volume", one.volume, other.volume, allowed.volume, "mm3")
    yield from _relative("area", one.area, other.area, allowed.area, "mm2")
    near = allowed.place * _diagonal(other)
    for axis, low, high in zip("xyz", range(3), range(3, 6), strict=True):
        if _far(one.box[low], other.box[low], near) or _far(one.box[high], other.box[high], near):
            yield (
                f"bounding box in {axis} {shown(one.box[low])} to {shown(one.box[high])} mm, "
                f"expected {shown(other.box[low])} to {shown(other.box[high])}"
            )
    yield from _hanging_together(one, other)
    if any(_far(got, wanted, near) for got, wanted in zip(one.centre, other.centre, strict=True)):
        yield f"centre of mass {point(one.centre)} mm, expected {point(other.centre)}"
    if figures.deviation is not None:
        yield from _surfaces(figures.deviation, allowed)
    touching = figures.contact
    if touching is not None and abs(touching.area / touching.expected - 1) > _CONTACT:
        yield f"bodies touch each other over {shown(touching.area)} mm2, expected {shown(touching.expected)}"
    yield from _closed_up(figures)
    if wall and figures.wall is not None and figures.wall.thickness < wall * (1 - _WALL_SLACK):
        thickness, place = shown(figures.wall.thickness, 3), point(figures.wall.point)
        yield f"wall {thickness} mm thick at {place}, at least {wall:g} needed"


def _closed_up(figures: Figures) -> Iterator[str]:
    near = figures.deviation.near if figures.deviation is not None else math.inf
    for seen in figures.clearances:
        if seen.gap < min(_CLEARANCE * seen.expected, near):
            got, wanted = shown(seen.gap, 2), shown(seen.expected, 2)
            what = f"have about {got} mm between them, expected {wanted} mm"
            yield f"bodies {what if seen.gap > 1e-4 else f'touch that should have {wanted} mm between them'}"


def same_surfaces(figures: Figures, allowed: Tolerances) -> bool:
    """Whether an overlap of meshes is refuted by the true surfaces: where none may stray, and each is near the other's
    everywhere and looks the same way, both enclose the same room, however badly one of them is meshed."""
    seen = figures.deviation
    if seen is None or figures.method != "mesh" or allowed.stray:
        return False
    return seen.farthest.distance <= seen.near and seen.stray == 0


def _hanging_together(one: Measures, other: Measures) -> Iterator[str]:
    if one.voids != other.voids:
        yield f"sealed voids: expected {other.voids} got {one.voids}"
    if other.genus is not None and one.genus != other.genus:
        yield f"genus (holes through): expected {other.genus} got {'none' if one.genus is None else one.genus}"


def _surfaces(seen: Deviation, allowed: Tolerances) -> Iterator[str]:
    """Surface must be near everywhere, and look the same way for all but the share that may stray."""
    near = f"{shown(seen.near, 3)} mm"
    if seen.farthest.distance > seen.near:
        what = "is too much" if seen.farthest.surplus else "is missing"
        place = point(seen.farthest.point)
        yield (
            f"surface deviation {shown(seen.farthest.distance, 3)} mm at {place}: surface there {what}, "
            f"at most {near} allowed"
        )
    elif seen.stray > allowed.stray:
        what = "is too much" if seen.apart.surplus else "is missing"
        yield (
            f"surface deviation: {seen.stray:.2%} of the surface has none within {near} that faces the same way, at"
            f" most {allowed.stray:.2%} allowed; such as at {point(seen.apart.point)}: surface there {what}"
        )
    if seen.gaps > seen.expected_gaps + allowed.stray:
        yield f"narrow gaps face {seen.gaps:.1%} of the surface, expected {seen.expected_gaps:.1%}"
    for hole in seen.resized:
        if abs(hole.radius / hole.expected - 1) > _HOLE:
            got, wanted = shown(hole.radius, 3), shown(hole.expected, 3)
            yield f"round hole of radius {got} mm at {point(hole.point)}, expected {wanted} mm"
    for bore in seen.askew:
        if bore.angle > _ASKEW:
            yield f"round hole at {point(bore.point)} is {shown(bore.angle, 3)} degrees askew"
    yield from _slopes(seen)
    if seen.neck is not None:
        thickness, expected = shown(seen.neck.thickness, 3), shown(seen.neck.expected, 3)
        yield f"only {thickness} mm thick at {point(seen.neck.point)}, where the expected part has {expected} mm"
    for flat in seen.flat[:_MOST_FLAT]:
        yield f"flat surface at {point(flat.point)}, expected a {flat.expected}"
    if seen.uneven is not None:
        bump = seen.uneven
        yield (
            f"uneven surface: {shown(bump.height, 3)} mm off at {point(bump.point)}, expected an even {bump.expected}"
            " up to its edges, which may be rounded or broken"
        )
    for face in seen.lone:
        if face.edge and not allowed.edges:
            continue
        what = "an edge's" if face.edge else "a feature's"
        how = "surplus" if face.surplus else "missing"
        yield f"{what} face at {point(face.point)} is {how} ({face.face})"


def _slopes(seen: Deviation) -> Iterator[str]:
    for face in seen.tilted:
        place, rise = point(face.point), shown(face.rise, 3)
        upright = face.upright and face.angle < _BEVEL
        if face.rise > seen.near * (_RESTS if face.resting else _SLOPES if upright else 1.0):
            yield f"flat face at {place} is {shown(face.angle, 3)} degrees askew: it rises {rise} mm from end to end"
        elif face.resting and face.away > seen.near * _RESTS:
            yield f"flat face at {place} lies {shown(face.away, 3)} mm off the plane on which the part should rest"


def _relative(name: str, got: float | None, wanted: float | None, allowed: float, unit: str) -> Iterator[str]:
    if got is None or wanted is None or not wanted:
        yield f"{name} {shown(got)} {unit}, expected {shown(wanted)}"
    elif abs(got / wanted - 1) > allowed:
        yield f"{name} {shown(got)} {unit}, expected {shown(wanted)} ({_beside(got / wanted)})"


def _beside(ratio: float) -> str:
    """A ratio in percent, a large one as so many times."""
    return f"{ratio - 1:+.2%}" if abs(ratio) < _TIMES else f"{ratio:.3g} times"


def _far(got: float | None, wanted: float | None, near: float) -> bool:
    return got is None or wanted is None or abs(got - wanted) > near


def _diagonal(measures: Measures) -> float:
    low, high = measures.box[:3], measures.box[3:]
    return math.dist([value or 0.0 for value in low], [value or 0.0 for value in high])


def shown(value: float | None, digits: int = 6) -> str:
    """A figure for the log, without the noise of the last places."""
    if value is None:
        return "undefined"
    return "0" if abs(value) < 1e-6 else f"{value:.{digits}g}"


def point(values: tuple[float | None, ...]) -> str:
    return "(" + ", ".join(shown(value, 5) for value in values) + ")"
