"""How near a candidate must come to the reference, and the sentences that say where it does not.

Everything is compared where it stands and at its own size: a copy that is moved, turned or scaled is another part.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from resources.domains.cad_modeling.report import Figures, Measures
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

_MESH_SLACK = 2e-3
"""How far an intersection over union of meshes may lie below the true one (measured: 3e-4 for a thread)."""

_WALL_SLACK = 0.02
"""Rays meet a mesh, whose rounded corners lie a little inside the true ones (measured: 0.5 % of a 2 mm wall)."""


@dataclass(frozen=True)
class Tolerances:
    """`overlap` is the least intersection over union; `volume` and `area` are relative; `place` is the bounding box's
    and the centre's, relative to the expected part's diagonal."""

    overlap: float
    volume: float
    area: float
    place: float


TOLERANCES: Mapping[str, Tolerances] = {
    "dimensioned": Tolerances(0.9995, 2e-4, 5e-4, 2e-4),
    "measured": Tolerances(0.98, 0.02, 0.04, 0.01),
    "outline": Tolerances(0.85, 0.12, 0.25, 0.02),
}
"""By the setting `tolerance`. A dimensioned part leaves nothing open, a measured one rounding, an outline details."""


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
    if figures.overlap is not None:
        least = allowed.overlap - (_MESH_SLACK if figures.method == "mesh" else 0.0)
        if figures.overlap < least:
            yield f"overlap with the expected part (IoU) {shown(figures.overlap, 5)}, at least {least:g} needed"
    yield from _relative("volume", one.volume, other.volume, allowed.volume, "mm3")
    yield from _relative("area", one.area, other.area, allowed.area, "mm2")
    near = allowed.place * _diagonal(other)
    for axis, low, high in zip("xyz", range(3), range(3, 6), strict=True):
        if _far(one.box[low], other.box[low], near) or _far(one.box[high], other.box[high], near):
            yield (
                f"bounding box in {axis} {shown(one.box[low])} to {shown(one.box[high])} mm, "
                f"expected {shown(other.box[low])} to {shown(other.box[high])}"
            )
    if any(_far(got, wanted, near) for got, wanted in zip(one.centre, other.centre, strict=True)):
        yield f"centre of mass {point(one.centre)} mm, expected {point(other.centre)}"
    if wall and figures.wall is not None and figures.wall.thickness < wall * (1 - _WALL_SLACK):
        thickness, place = shown(figures.wall.thickness, 3), point(figures.wall.point)
        yield f"wall {thickness} mm thick at {place}, at least {wall:g} needed"


def _relative(name: str, got: float | None, wanted: float | None, allowed: float, unit: str) -> Iterator[str]:
    if got is None or wanted is None or not wanted:
        yield f"{name} {shown(got)} {unit}, expected {shown(wanted)}"
    elif abs(got / wanted - 1) > allowed:
        yield f"{name} {shown(got)} {unit}, expected {shown(wanted)} ({got / wanted - 1:+.2%})"


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
