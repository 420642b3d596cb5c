"""How well a shape's surface closes: the gaps between faces, edges and vertices, which tolerances are said to bridge.

OCCT's union may leave an edge a tolerance of 6 mm, though its curve lies in both faces to 1e-15: an elbow of three
pieces has one. So a wide tolerance is held to the gap that is there, and is narrowed to what a good shape has where
there is none; BRepCheck, booleans and meshes then see the shape as it is.
"""

import cadquery as cq
import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.ShapeAnalysis import ShapeAnalysis_ShapeTolerance
from OCP.ShapeFix import ShapeFix_ShapeTolerance
from OCP.TopAbs import TopAbs_EDGE, TopAbs_FACE, TopAbs_VERTEX
from OCP.TopExp import TopExp, TopExp_Explorer
from OCP.TopoDS import TopoDS, TopoDS_Edge, TopoDS_Face
from OCP.TopTools import TopTools_IndexedDataMapOfShapeListOfShape

from .crossings import curve_parameters
from .surfaces import Floats

_ALLOWED = 1e-4
"""Of the diagonal. Right parts have up to 1e-4 mm; what is compared most strictly may be 5e-4 of the diagonal away."""
_NARROWEST = 1e-7


def allowed(shape: cq.Shape) -> float | None:
    """The tolerance in mm that a shape may have; None where it has none that is wider."""
    widest = tolerance(shape)
    corners = np.array([vertex.toTuple() for vertex in shape.Vertices()])
    if len(corners) and widest <= _ALLOWED * float(np.linalg.norm(np.ptp(corners, axis=0))):
        return None  # the whole is no smaller, and its exact box takes OCCT up to 50 ms
    most = _ALLOWED * float(shape.BoundingBox().DiagonalLength)
    return most if widest > most else None


def tolerance(shape: cq.Shape) -> float:
    """The widest of all in mm."""
    return float(ShapeAnalysis_ShapeTolerance().Tolerance(shape.wrapped, 1))


def narrow(shape: cq.Shape) -> None:
    """Narrows tolerances that bridge nothing."""
    most = allowed(shape) if shape.Solids() else None
    if most is not None and gap(shape) <= most:
        ShapeFix_ShapeTolerance().LimitTolerance(shape.wrapped, _NARROWEST, most)


def gap(shape: cq.Shape) -> float:
    """The widest in mm: between an edge's curve and its curve in a face, or its ends and its vertices."""
    faces = TopTools_IndexedDataMapOfShapeListOfShape()
    TopExp.MapShapesAndAncestors_s(shape.wrapped, TopAbs_EDGE, TopAbs_FACE, faces)
    widest = 0.0
    for number in range(1, faces.Extent() + 1):
        edge = TopoDS.Edge_s(faces.FindKey(number))
        meeting = [TopoDS.Face_s(face) for face in faces.FindFromIndex(number)]
        widest = max(widest, *(_gap(edge, face) for face in meeting))
    return widest


def _gap(edge: TopoDS_Edge, face: TopoDS_Face) -> float:
    """Between an edge and one of its faces. A degenerated edge has no curve of its own and stays at its vertex."""
    values, inside = _in_face(edge, face)
    degenerated = BRep_Tool.Degenerated_s(edge)
    curve = None if degenerated else BRepAdaptor_Curve(edge)
    own = inside if curve is None else np.array([curve.Value(float(value)).Coord() for value in values])
    widest = float(np.linalg.norm(own - inside, axis=1).max())
    explorer = TopExp_Explorer(edge, TopAbs_VERTEX)
    while explorer.More():
        vertex = TopoDS.Vertex_s(explorer.Current())
        at = np.array(BRep_Tool.Pnt_s(vertex).Coord())
        near = int(np.abs(values - BRep_Tool.Parameter_s(vertex, edge)).argmin())
        widest = max(widest, *(float(np.linalg.norm(at - points[near])) for points in (own, inside)))
        explorer.Next()
    return widest


def _in_face(edge: TopoDS_Edge, face: TopoDS_Face) -> tuple[Floats, Floats]:
    """Parameters of an edge, and where its curve in a face is at each."""
    surface, flat = BRepAdaptor_Surface(face, False), BRepAdaptor_Curve2d(edge, face)
    if BRep_Tool.Degenerated_s(edge):
        values = np.array([flat.FirstParameter(), flat.LastParameter()])
    else:
        values = curve_parameters(BRepAdaptor_Curve(edge))
    places = (flat.Value(float(value)).Coord() for value in values)
    return values, np.array([surface.Value(*place).Coord() for place in places])
