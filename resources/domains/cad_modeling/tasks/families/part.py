"""Part: one made task before it is a seed, and how parts become a family. No family's own shapes."""

import random
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from manifold3d import Manifold

from resources.domains.cad_modeling.tasks.families.solids import Point3
from resources.domains.cad_modeling.tasks.library import CANDIDATE_FILE, LIMITS, interface
from resources.domains.families import Degenerate, MadeTask, TaskFamily
from resources.execution.bundle import Limits

COLUMNS = 118


@dataclass(frozen=True)
class Part:
    """`sentences` are the prompt, `reference` a CadQuery script that ends in `result`, `bodies` the same part by other
    means (see `solids`). `tier` is 1 to 5."""

    title: str
    tier: int
    tags: tuple[str, ...]
    sentences: Sequence[str]
    reference: str
    bodies: Callable[[], Sequence[Manifold]]
    solids: int = 1

    @property
    def prompt(self) -> str:
        return textwrap.fill(" ".join(self.sentences), COLUMNS, break_on_hyphens=False) + "\n"

    def solid(self) -> Manifold:
        """All bodies, each for itself."""
        return Manifold.compose(list(self.bodies()))


def part_family(name: str, version: str, description: str, draw: Callable[[random.Random], Part]) -> TaskFamily:
    """A family of the domain whose parts `draw` draws. One whose features touch is drawn again."""

    def make(rng: random.Random) -> MadeTask:
        part = draw(rng)
        for body in part.bodies():
            demand_clearance(body)
        return made_task(part)

    return TaskFamily("cad_modeling", name, version, description, make)


def made_task(part: Part, limits: Limits = LIMITS) -> MadeTask:
    several = part.solids > 1
    return MadeTask(
        title=part.title,
        prompt=part.prompt,
        interface=interface(part.solids, assembly=several),
        candidate_file=CANDIDATE_FILE,
        reference=part.reference,
        tier=part.tier,
        tags=part.tags,
        settings={
            "solids": str(part.solids),
            "assembly": "yes" if several else "no",
            "tolerance": "dimensioned",
            "wall": "0",
        },
        limits=limits,
    )


class Script:
    """A reference as it grows: one statement a line, `result` at the end."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def add(self, *statements: str) -> None:
        self._lines.extend(statements)

    def text(self, result: str) -> str:
        imports = ["import cadquery as cq", ""]
        if any("math." in line for line in self._lines):
            imports.insert(0, "import math\n")
        return "\n".join([*imports, *self._lines, "", f"result = {result}", ""])


def mm(value: float) -> str:
    """A length as drawings write it: no trailing zeros, no minus zero."""
    return f"{round(value, 4) + 0.0:.10g}"


def point(*coordinates: float) -> str:
    return f"({', '.join(map(mm, coordinates))})"


def listed(items: Sequence[str]) -> str:
    """ "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def stepped(rng: random.Random, low: float, high: float, step: float = 1.0) -> float:
    """A round length between two, both included."""
    return low + step * rng.randrange(round((high - low) / step) + 1)


def tier_of(features: int) -> int:
    """By how many features a part has: 1 of two or fewer, 5 of nine or more."""
    return min(5, max(1, 1 + (features - 1) // 2))


LEAST = 0.5
"""Of material between two surfaces that face away from each other, and of air between two that face each other, mm."""
_FACING = -0.866
"""Cosine between two normals below which surfaces face each other: within 30 degrees."""
_OFF = 1e-4
"""What is LEAST to the last digit is enough, in mm."""
_ALONG, _FACETS = 1.0, 14
"""Samples lie about so many mm apart along a round face, and on each so many of its facets' triangles."""
_WIDE, _PLANE = 2.0, 9.0
"""Triangles higher than so many mm are planes, with a sample on so many mm2: what comes near one is round, or wide."""
_MOST = 400
"""Samples of one triangle."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Samples:
    """Points on a surface, and its normals there, outwards."""

    points: Floats
    normals: Floats


def demand_clearance(body: Manifold) -> None:
    """Raises Degenerate where surfaces of one body come within LEAST of each other without crossing."""
    place = narrow_place(body)
    if place is not None:
        raise Degenerate(f"surfaces touch, or nearly, at {place}")


def narrow_place(body: Manifold) -> Point3 | None:
    """Where material or air is too thin; None where it is so nowhere."""
    samples = _sampled(body)
    reach = (LEAST - _OFF) * samples.normals
    starts, ends = samples.points - reach, samples.points + reach
    for row, (start, end) in enumerate(zip(starts, ends, strict=True)):
        normal = samples.normals[row]
        if any(float(hit.normal @ normal) < _FACING for hit in body.ray_cast(start, end)):
            x, y, z = (round(float(value), 2) for value in samples.points[row])
            return x, y, z
    return None


def _sampled(body: Manifold) -> _Samples:
    mesh = body.to_mesh64()
    corners = mesh.vert_properties[:, :3][mesh.tri_verts]
    doubled = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(doubled, axis=1) / 2
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    real = areas > 1e-9
    corners, doubled, areas, longest = corners[real], doubled[real], areas[real], longest[real]
    facets = longest / _ALONG / _FACETS
    wanted = np.minimum(np.where(2 * areas / longest < _WIDE, facets, areas / _PLANE), _MOST)
    rows = np.repeat(np.arange(len(areas)), np.diff(np.floor(np.cumsum(wanted)), prepend=0.0).astype(int))
    shares = _shares(len(rows))
    points = np.einsum("ij,ijk->ik", shares, corners[rows])
    return _Samples(points, doubled[rows] / (2 * areas[rows, None]))


def _shares(count: int) -> Floats:
    """Barycentric coordinates spread evenly over triangles, the same in each run (Roberts' additive sequence)."""
    steps = np.arange(1, count + 1)[:, None] * np.array([0.7548776662466927, 0.5698402909980532]) % 1.0
    folded = np.where(steps.sum(axis=1, keepdims=True) > 1, 1 - steps, steps)
    return np.column_stack([folded, 1 - folded.sum(axis=1)])
