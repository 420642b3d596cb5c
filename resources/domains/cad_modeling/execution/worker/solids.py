"""Triangle meshes of the reference, the candidate and their difference, for people who turn them. Nothing is judged.

Written as JSON: a part a layer, corners in mm, rounded to what can be seen.
"""

import json
from pathlib import Path
from typing import Any

import cadquery as cq
import numpy as np

from . import meshes
from .differences import difference
from .judge import CANDIDATE, REFERENCE, read

MOST_TRIANGLES = 6_000
"""Of one layer: more is not turned smoothly, and what cannot be made so coarse is left out."""
_COARSER = 6


def main() -> None:
    """The reference comes first: a shape that crashes this process leaves at least that."""
    reference = read(REFERENCE)
    wanted = _mesh(reference)
    _write({"reference": wanted})
    if not Path(CANDIDATE).exists():
        return
    candidate = read(CANDIDATE)
    got = _mesh(candidate)
    layers = {"reference": wanted, "candidate": got}
    if wanted is not None and got is not None:
        parts = difference(reference, candidate, wanted, got, meshes.COARSE)
        layers |= {"common": parts.common, "missing": parts.missing, "surplus": parts.surplus}
    _write(layers)


def _mesh(shape: cq.Shape) -> Any:
    """None where the mesh does not close."""
    made = meshes.Meshed(shape, shape.BoundingBox().DiagonalLength).closed(meshes.COARSE)
    return None if made is None else made.manifold


def _write(layers: dict[str, Any]) -> None:
    parts = [part for name, solid in layers.items() if solid is not None and (part := _layer(name, solid))]
    Path("solids.json").write_text(json.dumps(parts), encoding="ascii")


def _coarse(solid: Any) -> Any:
    """The solid with no more triangles than can be turned; None where that would not be it any more."""
    low, high = np.array(solid.bounding_box()[:3]), np.array(solid.bounding_box()[3:])
    tolerance = float(np.linalg.norm(high - low)) * 1e-3
    for _ in range(_COARSER):
        if solid.num_tri() <= MOST_TRIANGLES:
            return solid
        solid, tolerance = solid.simplify(tolerance), 2 * tolerance
    return None


def _layer(name: str, solid: Any) -> dict[str, Any] | None:
    coarse = None if solid.is_empty() else _coarse(solid)
    if coarse is None:
        return None
    mesh = coarse.to_mesh()
    triangles = np.asarray(mesh.tri_verts)
    corners = np.asarray(mesh.vert_properties)[:, :3].astype(np.float64)
    digits = max(0, 4 - int(np.ceil(np.log10(max(1e-6, float(np.ptp(corners, axis=0).max()))))))
    return {"name": name, "corners": np.round(corners, digits).tolist(), "triangles": triangles.tolist()}
