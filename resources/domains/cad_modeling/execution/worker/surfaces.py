"""The surfaces under a shape's faces: the nearest point of each to given points, and how strongly it bends there.

Planes, cylinders, cones, spheres and tori have closed forms, for all points at once; any other surface is asked point
by point. Surfaces go on beyond their faces' edges; where a face ends is `surface_samples`'s to know.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_Cone, GeomAbs_Cylinder, GeomAbs_Plane, GeomAbs_Sphere, GeomAbs_Torus
from OCP.GeomLProp import GeomLProp_SLProps
from OCP.gp import gp_Pnt, gp_Pnt2d
from OCP.ShapeAnalysis import ShapeAnalysis_Surface
from OCP.TopoDS import TopoDS_Face

Floats = npt.NDArray[np.float64]
_TINY = 1e-12
_PRECISION = 1e-7


@dataclass(frozen=True)
class Feet:
    """Of some points: the nearest points on a surface, its unit normals there (either way), its larger curvature."""

    points: Floats
    normals: Floats
    bends: Floats


class Surface(Protocol):
    """`kind` is its name, `described` the name with its sizes, for the log."""

    @property
    def kind(self) -> str: ...

    @property
    def described(self) -> str: ...

    def feet(self, points: Floats, parameters: Floats) -> Feet:
        """`parameters` are u and v of a point near each, which free forms start from."""
        ...


@dataclass(frozen=True)
class Frame:
    """Where an elementary surface stands: its origin and its axis."""

    origin: Floats
    axis: Floats

    def split(self, points: Floats) -> tuple[Floats, Floats, Floats]:
        """Height along the axis, distance from it, and the unit vector away from it."""
        offsets = points - self.origin
        heights = offsets @ self.axis
        outward = offsets - heights[:, None] * self.axis
        radii = np.linalg.norm(outward, axis=1)
        return heights, radii, outward / np.maximum(radii, _TINY)[:, None]


@dataclass(frozen=True)
class Plane:
    frame: Frame
    kind: str = "plane"
    described: str = "plane"

    def feet(self, points: Floats, parameters: Floats) -> Feet:
        heights = (points - self.frame.origin) @ self.frame.axis
        normals = np.broadcast_to(self.frame.axis, points.shape)
        return Feet(points - heights[:, None] * self.frame.axis, normals, np.zeros(len(points)))


@dataclass(frozen=True)
class Cylinder:
    frame: Frame
    radius: float
    kind: str = "cylinder"

    @property
    def described(self) -> str:
        return f"cylinder of radius {self.radius:.4g} mm"

    def feet(self, points: Floats, parameters: Floats) -> Feet:
        heights, _, away = self.frame.split(points)
        on_axis = self.frame.origin + heights[:, None] * self.frame.axis
        return Feet(on_axis + self.radius * away, away, np.full(len(points), 1 / self.radius))


@dataclass(frozen=True)
class Cone:
    """`radius` at the origin; `angle` between the axis and the flank."""

    frame: Frame
    radius: float
    angle: float
    kind: str = "cone"

    @property
    def described(self) -> str:
        return f"cone of half angle {abs(np.degrees(self.angle)):.4g} degrees"

    def feet(self, points: Floats, parameters: Floats) -> Feet:
        heights, radii, away = self.frame.split(points)
        sine, cosine = np.sin(self.angle), np.cos(self.angle)
        beyond = (radii - self.radius) * cosine - heights * sine
        normals = cosine * away - sine * self.frame.axis
        feet = points - beyond[:, None] * normals
        reached = np.maximum(np.abs(radii - beyond * cosine), _TINY)
        return Feet(feet, normals, abs(cosine) / reached)


@dataclass(frozen=True)
class Sphere:
    frame: Frame
    radius: float
    kind: str = "sphere"

    @property
    def described(self) -> str:
        return f"sphere of radius {self.radius:.4g} mm"

    def feet(self, points: Floats, parameters: Floats) -> Feet:
        offsets = points - self.frame.origin
        away = offsets / np.maximum(np.linalg.norm(offsets, axis=1), _TINY)[:, None]
        return Feet(self.frame.origin + self.radius * away, away, np.full(len(points), 1 / self.radius))


@dataclass(frozen=True)
class Torus:
    frame: Frame
    major: float
    minor: float
    kind: str = "torus"

    @property
    def described(self) -> str:
        return f"torus of radii {self.major:.4g} and {self.minor:.4g} mm"

    def feet(self, points: Floats, parameters: Floats) -> Feet:
        _, _, away = self.frame.split(points)
        rings = self.frame.origin + self.major * away
        offsets = points - rings
        outward = offsets / np.maximum(np.linalg.norm(offsets, axis=1), _TINY)[:, None]
        return Feet(rings + self.minor * outward, outward, np.full(len(points), 1 / self.minor))


class FreeForm:
    """A surface without a closed form: OCCT is asked, from parameters near by."""

    kind = "free form"
    described = "free form"

    def __init__(self, face: TopoDS_Face) -> None:
        self._surface = BRep_Tool.Surface_s(face)
        self._projection = ShapeAnalysis_Surface(self._surface)

    def feet(self, points: Floats, parameters: Floats) -> Feet:
        rows = [self._foot(point, near) for point, near in zip(points, parameters, strict=True)]
        table = np.array(rows, dtype=np.float64).reshape(-1, 7)
        return Feet(table[:, :3], table[:, 3:6], table[:, 6])

    def _foot(self, point: Floats, near: Floats) -> tuple[float, ...]:
        start = gp_Pnt2d(float(near[0]), float(near[1]))
        nearest = self._projection.NextValueOfUV(start, gp_Pnt(*map(float, point)), _PRECISION)
        at = GeomLProp_SLProps(self._surface, nearest.X(), nearest.Y(), 2, _PRECISION)
        foot, normal, bend = at.Value(), (0.0, 0.0, 0.0), 0.0
        if at.IsNormalDefined():
            direction = at.Normal()
            normal = (direction.X(), direction.Y(), direction.Z())
            if at.IsCurvatureDefined():
                bend = max(abs(at.MaxCurvature()), abs(at.MinCurvature()))
        return (foot.X(), foot.Y(), foot.Z(), *normal, bend)


def surface_of(face: TopoDS_Face) -> Surface:
    """The surface under a face, where the face stands."""
    adaptor = BRepAdaptor_Surface(face, False)
    kind = adaptor.GetType()
    if kind == GeomAbs_Plane:
        return Plane(_frame(adaptor.Plane()))
    if kind == GeomAbs_Cylinder:
        cylinder = adaptor.Cylinder()
        return Cylinder(_frame(cylinder), cylinder.Radius())
    if kind == GeomAbs_Cone:
        cone = adaptor.Cone()
        return Cone(_frame(cone), cone.RefRadius(), cone.SemiAngle())
    if kind == GeomAbs_Sphere:
        sphere = adaptor.Sphere()
        return Sphere(_frame(sphere), sphere.Radius())
    if kind == GeomAbs_Torus:
        torus = adaptor.Torus()
        return Torus(_frame(torus), torus.MajorRadius(), torus.MinorRadius())
    return FreeForm(face)


def _frame(elementary: Any) -> Frame:
    axis = elementary.Position()
    place, direction = axis.Location(), axis.Direction()
    return Frame(np.array([place.X(), place.Y(), place.Z()]), np.array([direction.X(), direction.Y(), direction.Z()]))
