"""The figures by which a shape is known again wherever it stands and however it was made.

Exact ones only: integrals over the solid, and how many faces there are of which kind.
"""

import json
from pathlib import Path
from typing import Any

import cadquery as cq
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps

from . import integration
from .judge import read

SHAPE, GEOMETRY = "shape.bin", "geometry.json"


def known_again(shape: cq.Shape) -> dict[str, Any]:
    """mm3, mm2, mm, and mm5 for the principal moments of inertia about the centre, in their order."""
    mass = integration.mass(shape)
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(shape.wrapped, properties)
    kinds = [face.geomType() for face in shape.Faces()]
    return {
        "volume": mass.volume,
        "area": integration.area(shape),
        "centre": list(mass.centre),
        "moments": sorted(properties.PrincipalProperties().Moments()),
        "faces": {kind: kinds.count(kind) for kind in sorted(set(kinds))},
        "solids": len(shape.Solids()),
    }


def main() -> None:
    Path(GEOMETRY).write_text(json.dumps(known_again(read(SHAPE))))
