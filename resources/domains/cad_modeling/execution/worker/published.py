"""A public script's part beside the mesh that the set publishes for it: how many solids, and how much they share.

The STL is untrusted and is read here only, in the sandbox. Nothing is decided.
"""

import json
import re
from pathlib import Path
from typing import Any

import cadquery as cq
import numpy as np
from manifold3d import Error, Manifold, Mesh

from . import meshes
from .judge import read
from .surfaces import Floats

SHAPE, MESH, FOUND = "shape.bin", "published.stl", "published.json"
_HEADER, _TRIANGLE = 84, 50
_VERTEX = re.compile(rb"vertex\s+(\S+)\s+(\S+)\s+(\S+)")


def main() -> None:
    shape = read(SHAPE)
    comparison: dict[str, Any] = {"solids": len(shape.Solids()), "overlap": None, "chamfer": None}
    if Path(MESH).exists():
        comparison |= compared(shape, corners(Path(MESH).read_bytes()))
    Path(FOUND).write_text(json.dumps(comparison))


def compared(shape: cq.Shape, triangles: Floats) -> dict[str, float | None]:
    """The overlap where both meshes close, and the chamfer distance over the diagonal; None where there is none."""
    box = shape.BoundingBox()
    one = meshes.Meshed(shape, box.DiagonalLength).closed(meshes.FINE)
    if one is None or not len(triangles):
        return {}
    flat = triangles.reshape(-1, 3).astype(np.float32)
    points, numbers = np.unique(flat, axis=0, return_inverse=True)
    mesh = Mesh(points, numbers.reshape(-1, 3).astype(np.uint32))
    mesh.merge()
    manifold = Manifold(mesh)
    other = meshes.Solid(manifold, triangles)
    usable = manifold.status() == Error.NoError and not manifold.is_empty()
    overlap = meshes.shared_fraction(one.manifold, manifold) if usable else None
    return {"overlap": overlap, "chamfer": meshes.chamfer_distance(one, other)}


def corners(content: bytes) -> Floats:
    """Triangles (n, 3, 3) of a binary or a plain STL; none of a file that is neither."""
    count = int.from_bytes(content[80:84], "little")
    if len(content) >= _HEADER and len(content) == _HEADER + _TRIANGLE * count:
        rows = np.frombuffer(content, np.uint8, offset=_HEADER).reshape(count, _TRIANGLE)[:, 12:48]
        triangles = np.ascontiguousarray(rows).view("<f4").astype(np.float64).reshape(count, 3, 3)
    else:
        numbers = [[float(part) for part in match] for match in _VERTEX.findall(content)]
        triangles = np.array(numbers, dtype=np.float64).reshape(-1, 3)[: len(numbers) // 3 * 3].reshape(-1, 3, 3)
    return triangles[np.isfinite(triangles).all(axis=(1, 2))]
