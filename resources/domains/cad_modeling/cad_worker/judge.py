"""The judging process: reads the shapes that two other processes wrote, runs the gates and compares.

No script runs here. A shape is hostile data even so: reading it may crash this process, and then the gates' file is
missing. Figures come as they are; tolerances and the outcome are decided outside the sandbox.
"""

import json
import math
from pathlib import Path
from typing import Any

import cadquery as cq
from OCP.BRepTools import BRepTools

from . import alignment, booleans, deviation, features, gates, integration, measures, meshes, necks, sampling, walls

CANDIDATE, REFERENCE = "candidate.bin", "reference.bin"
GATES, FIGURES = "gates.json", "figures.json"
_NEAR = 1e-4
"""Relative difference of volumes and areas below which a low overlap is doubted: OCCT errs on faces that coincide."""
_DOUBTED = 0.01
"""By how much the meshes' overlap must exceed OCCT's to be believed instead."""


def main() -> None:
    task: dict[str, Any] = json.loads(Path("task.json").read_text())
    candidate = read(CANDIDATE)
    reference = read(REFERENCE)
    found = gates.defects(candidate, task["solids"] or len(reference.Solids()))
    Path(GATES).write_text(json.dumps({"defects": found}))
    if found:
        return
    if task["pose"] == "free":
        candidate = alignment.aligned(candidate, reference)
    figures: dict[str, Any] = {"candidate": measures.measured(candidate), "wall": None, "deviation": None}
    figures["reference"] = measures.measured(reference)
    figures |= overlap(candidate, reference, figures)
    if figures["method"] != "identical":
        figures["deviation"] = _deviation(candidate, reference, figures["reference"], task)
    if task["wall"] and figures["overlap"] is not None:
        diagonal = _diagonal(figures["reference"]["box"])
        mesh = meshes.closed(candidate, diagonal, meshes.FINE)
        figures["wall"] = walls.thinnest(mesh, 4 * task["wall"]) if mesh is not None else None
    Path(FIGURES).write_text(json.dumps(_finite(figures)))


def read(name: str) -> cq.Shape:
    """The shape alone: a mesh that came with it may say something else than its surfaces do."""
    shape = cq.Shape.importBin(name)
    BRepTools.Clean_s(shape.wrapped, True)
    return shape


def _deviation(
    candidate: cq.Shape, reference: cq.Shape, expected: dict[str, Any], task: dict[str, Any]
) -> dict[str, Any]:
    """Near is a fraction of the diagonal, in loose tasks no more than volume over area: half of a plate's thickness,
    and what is deep inside is never near the surface."""
    diagonal, strict = _diagonal(expected["box"]), task["strict"]
    near = task["deviation"] * diagonal
    if not strict:
        near = min(near, expected["volume"] / expected["area"])
    shapes = (candidate, reference)
    samples = sampling.sampled(candidate), sampling.sampled(reference)
    found = {"near": near, "gaps": 0.0, "expected_gaps": 0.0} | deviation.compared(
        samples[0], samples[1], near, diagonal
    )
    found["lone"] = [] if strict else features.lone(*samples, near, edges=task["edges"])
    found |= {"neck": None, "seen_through": True}
    if not strict:
        meshed = [meshes.closed(shape, diagonal, meshes.COARSE) for shape in shapes]
        for name, solid, seen in zip(("gaps", "expected_gaps"), meshed, samples, strict=True):
            found[name] = deviation.gap_share(seen, solid.manifold, 2 * near) if solid is not None else 0.0
    if not task["edges"]:
        one, other = (meshes.closed(shape, diagonal, meshes.FINE) for shape in shapes)
        found["seen_through"] = one is not None and other is not None
        if one is not None and other is not None:
            found["neck"] = necks.neck(one, other, samples, near, diagonal)
    return found


def _diagonal(box: list[float]) -> float:
    return math.dist(box[:3], box[3:])


def overlap(candidate: cq.Shape, reference: cq.Shape, figures: dict[str, Any]) -> dict[str, Any]:
    """`overlap` is the intersection over union and `method` who computed it; below 1, the secondary figures too."""
    if Path(CANDIDATE).read_bytes() == Path(REFERENCE).read_bytes():
        return {"overlap": 1.0, "method": "identical", "aligned": None, "chamfer": None}
    exact = _exact(candidate, reference)
    found = {"overlap": exact, "method": "boolean", "aligned": None, "chamfer": None}
    if exact is not None and exact > 1 - _NEAR:
        return found
    diagonal = _diagonal(figures["reference"]["box"])
    first, second = (meshes.closed(shape, diagonal, meshes.COARSE) for shape in (candidate, reference))
    doubted = exact is None or _alike(figures)
    if first is not None and second is not None:
        shared = meshes.shared_fraction(first.manifold, second.manifold)
        doubted = doubted or (shared is not None and exact is not None and shared > exact + _DOUBTED)
        found["aligned"] = meshes.aligned_fraction(first, second)
        found["chamfer"] = meshes.chamfer_distance(first, second)
    if doubted:
        by_mesh = _by_mesh(candidate, reference, diagonal)
        if by_mesh is not None and (exact is None or by_mesh > exact + _DOUBTED):
            found |= {"overlap": by_mesh, "method": "mesh"}
    return found


def _by_mesh(candidate: cq.Shape, reference: cq.Shape, diagonal: float) -> float | None:
    first, second = (meshes.closed(shape, diagonal, meshes.FINE) for shape in (candidate, reference))
    if first is None or second is None:
        return None
    return meshes.shared_fraction(first.manifold, second.manifold)


def _exact(candidate: cq.Shape, reference: cq.Shape) -> float | None:
    common = booleans.common_volume(candidate, reference)
    if common is None:
        return None
    union = integration.volume(candidate) + integration.volume(reference) - common
    return min(1.0, common / union) if union > 0 else None


def _alike(figures: dict[str, Any]) -> bool:
    one, other = figures["candidate"], figures["reference"]
    return all(math.isclose(one[name], other[name], rel_tol=_NEAR) for name in ("volume", "area"))


def _finite(value: Any) -> Any:
    """NaN and infinities as None, all the way down: JSON has none."""
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
