"""The figures of one shape that OCCT computes exactly: volume, area, bounding box, centre of mass, counts.

Millimetres throughout. How two shapes overlap is `booleans` and `meshes`.
"""

from typing import Any

import cadquery as cq


def measured(shape: cq.Shape) -> dict[str, Any]:
    """`box` is xmin, ymin, zmin, xmax, ymax, zmax; `centre` the centre of mass of the volume."""
    box = shape.BoundingBox()
    return {
        "volume": shape.Volume(),
        "area": shape.Area(),
        "box": [box.xmin, box.ymin, box.zmin, box.xmax, box.ymax, box.zmax],
        "centre": list(cq.Shape.centerOfMass(shape).toTuple()),
        "solids": len(shape.Solids()),
        "faces": len(shape.Faces()),
        "edges": len(shape.Edges()),
    }
