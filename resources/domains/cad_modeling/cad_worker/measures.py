"""The figures of one shape that OCCT computes exactly: volume, area, bounding box, centre of mass, counts,
voids and genus.

Millimetres throughout. How two shapes overlap is `booleans` and `meshes`.
"""

from typing import Any

import cadquery as cq

from . import integration, topology


def measured(shape: cq.Shape) -> dict[str, Any]:
    """`box` is xmin, ymin, zmin, xmax, ymax, zmax; `centre` the centre of mass of the volume."""
    box, mass = shape.BoundingBox(), integration.mass(shape)
    return {
        "volume": mass.volume,
        "area": integration.area(shape),
        "box": [box.xmin, box.ymin, box.zmin, box.xmax, box.ymax, box.zmax],
        "centre": list(mass.centre),
        "solids": len(shape.Solids()),
        "faces": len(shape.Faces()),
        "edges": len(shape.Edges()),
    } | topology.counted(shape)
