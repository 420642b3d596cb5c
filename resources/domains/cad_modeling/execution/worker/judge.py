"""The judging process: reads the shapes that two other processes wrote, runs the gates and compares.

No script runs here. A shape is hostile data even so: reading it may crash this process, and then the gates' file is
missing. Figures come as they are; tolerances and the outcome are decided outside the sandbox.
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cadquery as cq
from OCP.BRepTools import BRepTools

from . import (
    alignment,
    booleans,
    clearances,
    closures,
    contact,
    covers,
    deviation,
    evenness,
    features,
    fillings,
    freedom,
    gates,
    holes,
    integration,
    measures,
    meshes,
    surface_samples,
    thickness,
    tilts,
)
from .surface_samples import Samples

CANDIDATE, REFERENCE = "candidate.bin", "reference.bin"
GATES, FIGURES = "gates.json", "figures.json"
_NEAR = 1e-4
"""Relative difference of volumes and areas below which a low overlap is doubted: OCCT errs on faces that coincide."""
_OF_A_WIRE = 0.17
_LARGE_BYTES = 1 << 20
"""Of a written shape: built-in parts take a few per cent of it, and comparing a larger one may take minutes."""
_FAR_OFF = 0.5
"""Relative difference of volumes that no tolerance allows."""
_DOUBTED = 0.01
"""By how much the meshes' overlap must exceed OCCT's to be believed instead."""


@dataclass(frozen=True)
class _Pair:
    """Candidate and reference where they are compared, what OCCT measures of each, and their meshes."""

    candidate: cq.Shape
    reference: cq.Shape
    seen: dict[str, Any]
    expected: dict[str, Any]
    meshed: tuple[meshes.Meshed, ...]

    @property
    def diagonal(self) -> float:
        return _diagonal(self.expected)

    def closed(self, fineness: meshes.Fineness) -> tuple[meshes.Solid, meshes.Solid] | None:
        """Both meshes; None where one does not close."""
        one, other = (mesh.closed(fineness) for mesh in self.meshed)
        return (one, other) if one is not None and other is not None else None


def main() -> None:
    task: dict[str, Any] = json.loads(Path("task.json").read_text())
    candidate, reference = read(CANDIDATE), read(REFERENCE)
    identical = Path(CANDIDATE).read_bytes() == Path(REFERENCE).read_bytes()
    defects = gates.defects(candidate, task["solids"] or len(reference.Solids()))
    apart = None if defects else _apart_at_once(candidate, reference)
    if not defects and not identical and not apart:
        defects = gates.passing_through(candidate, reference)
    Path(GATES).write_text(json.dumps({"defects": defects}))
    if not defects:
        figures = apart or _figures(_pair(candidate, reference, task), task, identical=identical)
        Path(FIGURES).write_text(json.dumps(_finite(figures)))


def _apart_at_once(candidate: cq.Shape, reference: cq.Shape) -> dict[str, Any] | None:
    """The figures that cost little, where the candidate is so large that others may take minutes, and they show that no
    tolerance brings both together."""
    if Path(CANDIDATE).stat().st_size <= _LARGE_BYTES:
        return None
    seen, expected = measures.measured(candidate), measures.measured(reference)
    is_near = abs(seen["volume"] - expected["volume"]) < _FAR_OFF * expected["volume"]
    if is_near and all(seen[name] == expected[name] for name in ("voids", "genus")):
        return None
    others = dict.fromkeys(("overlap", "aligned", "chamfer", "wall", "deviation", "contact"))
    return {"candidate": seen, "reference": expected, "method": "none", "facets": 0.0, "clearances": []} | others


def read(name: str) -> cq.Shape:
    """The shape alone: a mesh or a tolerance that came with it may say something else than its surfaces do."""
    shape = cq.Shape.importBin(name)
    BRepTools.Clean_s(shape.wrapped, True)
    closures.narrow(shape)
    return shape


def _pair(candidate: cq.Shape, reference: cq.Shape, task: dict[str, Any]) -> _Pair:
    if task["pose"] == "free":
        candidate = alignment.aligned(candidate, reference)
    seen, expected = measures.measured(candidate), measures.measured(reference)
    meshed = tuple(meshes.Meshed(shape, _diagonal(expected)) for shape in (candidate, reference))
    return _Pair(candidate, reference, seen, expected, meshed)


def _diagonal(measured: dict[str, Any]) -> float:
    return math.dist(measured["box"][:3], measured["box"][3:])


def _figures(pair: _Pair, task: dict[str, Any], *, identical: bool) -> dict[str, Any]:
    figures: dict[str, Any] = {"candidate": pair.seen, "reference": pair.expected}
    figures |= dict.fromkeys(("wall", "deviation", "contact")) | {"clearances": []}
    if identical:
        figures |= {"overlap": 1.0, "method": "identical", "facets": 0.0, "aligned": None, "chamfer": None}
    else:
        figures |= _overlap(pair)
        figures["contact"] = contact.contact(pair.candidate, pair.reference) if task["strict"] else None
        if task["strict"]:
            figures["clearances"] = clearances.clearances(pair.candidate, pair.reference, _near(pair, task))
        figures["deviation"] = _deviation(pair, task)
    if task["wall"] and figures["overlap"] is not None:
        mesh = pair.meshed[0].closed(meshes.FINE)
        figures["wall"] = thickness.thinnest(mesh, 4 * task["wall"]) if mesh is not None else None
    return figures


def _near(pair: _Pair, task: dict[str, Any]) -> float:
    """A fraction of the diagonal, in loose tasks no more than volume over area: half of a plate's thickness,
    and what is deep inside is never near the surface; in others no more than 17 % of that, since a long spring's wire
    may be thin."""
    half = pair.expected["volume"] / pair.expected["area"]
    return float(min(task["deviation"] * pair.diagonal, half * (_OF_A_WIRE if task["strict"] else 1.0)))


def _deviation(pair: _Pair, task: dict[str, Any]) -> dict[str, Any]:
    strict, near = task["strict"], _near(pair, task)
    samples = (
        surface_samples.sampled(pair.candidate, _diagonal(pair.seen)),
        surface_samples.sampled(pair.reference, pair.diagonal),
    )
    covered = (
        covers.cover(pair.candidate, samples[0], whole=not strict),
        covers.cover(pair.reference, samples[1], whole=False),
    )
    samples, covered = freedom.outside(samples, task["free"]), freedom.outside(covered, task["free"])
    gaps = {} if strict else _gaps(pair, samples, near)
    closed = pair.closed(meshes.FINE) if not task["edges"] else None
    shown = fillings.without_fillings(samples, closed, near) if closed is not None else samples
    sides = deviation.measured(*shown, near)
    figures: dict[str, Any] = {"near": near, "gaps": 0.0, "expected_gaps": 0.0, "lone": [], "uneven": None}
    figures |= {"neck": None} | gaps
    figures |= {"seen_through": task["edges"] or closed is not None, "askew": [], "tilted": []}
    figures |= deviation.compared(sides, near, pair.diagonal)
    figures["farthest"] = deviation.farther(figures["farthest"], covered, samples, near)
    measured = set()
    if not strict:
        figures["lone"] = features.lone(sides, near, edges=task["edges"])
        owned = evenness.owned(covered[0], samples[1], near)
        figures["uneven"] = evenness.uneven(owned, near)
        figures["tilted"] = list(tilts.tilts(owned, samples[1], near, named_pose=task["pose"] == "named"))
        figures["askew"], measured = list(holes.askew(owned, samples[1])), holes.measured(owned, samples[1])
    figures["resized"] = list(deviation.resized(sides, near, measured))
    if measured:
        figures["resized"] += [*holes.passages(owned, samples[1]), *holes.bent_otherwise(owned, samples[1])]
    if closed is not None:
        figures["neck"] = thickness.neck(*closed, samples, near, pair.diagonal)
    return figures


def _gaps(pair: _Pair, samples: tuple[Samples, Samples], near: float) -> dict[str, float]:
    """The shares of both surfaces that look at themselves across a narrow gap; by coarse meshes, before finer ones."""
    found = {}
    for name, mesh, own in zip(("gaps", "expected_gaps"), pair.meshed, samples, strict=True):
        solid = mesh.closed(meshes.COARSE)
        found[name] = deviation.gap_share(own, solid.manifold, 2 * near) if solid is not None else 0.0
    return found


def _overlap(pair: _Pair) -> dict[str, Any]:
    """`overlap` is the intersection over union and `method` who computed it; below 1, the secondary figures too."""
    exact = _exact(pair.candidate, pair.reference)
    figures = {"overlap": exact, "method": "boolean", "facets": 0.0, "aligned": None, "chamfer": None}
    if exact is not None and exact > 1 - _NEAR:
        return figures
    closed, doubted = pair.closed(meshes.COARSE), exact is None or _alike(pair)
    if closed is not None:
        shared = meshes.shared_fraction(closed[0].manifold, closed[1].manifold)
        doubted = doubted or (shared is not None and exact is not None and shared > exact + _DOUBTED)
        figures["aligned"] = meshes.aligned_fraction(*closed)
        figures["chamfer"] = meshes.chamfer_distance(*closed)
    if doubted:
        finely = pair.closed(meshes.FINE)
        by_mesh = meshes.shared_fraction(finely[0].manifold, finely[1].manifold) if finely is not None else None
        if by_mesh is not None and (exact is None or by_mesh > exact + _DOUBTED):
            figures |= {"overlap": by_mesh, "method": "mesh", "facets": _doubtful(pair)}
    return figures


def _doubtful(pair: _Pair) -> float:
    """What share of the volume lies so near the surface that the meshes may err there: much of a thin wall or wire.
    Two meshes of one free form, cut into faces otherwise, lacked a twenty-fifth in common."""
    return float(pair.expected["area"] * meshes.FINE.deflection * pair.diagonal / pair.expected["volume"])


def _exact(candidate: cq.Shape, reference: cq.Shape) -> float | None:
    common = booleans.common_volume(candidate, reference)
    if common is None:
        return None
    union = integration.volume(candidate) + integration.volume(reference) - common
    return min(1.0, common / union) if union > 0 else None


def _alike(pair: _Pair) -> bool:
    return all(math.isclose(pair.seen[name], pair.expected[name], rel_tol=_NEAR) for name in ("volume", "area"))


def _finite(value: Any) -> Any:
    """NaN and infinities as None, all the way down: JSON has none."""
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
