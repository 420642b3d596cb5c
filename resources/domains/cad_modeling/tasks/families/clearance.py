"""Clearance: whether a drawn part has a place where features touch, or pass each other within a hair.

A bore's floor that touches a cross hole along a line, or a hole beside a side face: the exact part then has edges on
three faces, or walls that no drawing means, and a right script may be refused. Asked of the finished set of points, so
that families need not compare each feature with each other. Edges at which surfaces cross are no such place, unless
they are sharper than `_FACING` says.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from manifold3d import Manifold

from resources.domains.cad_modeling.tasks.families.solids import Point3
from resources.domains.families import Degenerate

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
