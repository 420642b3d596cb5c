"""Parts as sets of points, by Manifold: the second description of a made part, beside its CadQuery script.

A family tells each part twice, once in CadQuery's operations and once in the few shapes below. Tests execute the script
and hold the two to each other, so a slip of one family's script does not become a task. Lengths in mm.
"""

from collections.abc import Sequence

from manifold3d import CrossSection, JoinType, Manifold

Point2 = tuple[float, float]
Point3 = tuple[float, float, float]

SEGMENTS = 180
"""Of a full circle: its area is 2e-4 too small."""
BEYOND = 1.0
"""How far a cut reaches out of the face that it starts from."""


def box(low: Point3, high: Point3) -> Manifold:
    """Between two opposite corners."""
    return Manifold.cube([b - a for a, b in zip(low, high, strict=True)]).translate(list(low))


def rod(radius: float, start: Point3, end: Point3, end_radius: float | None = None) -> Manifold:
    """A cylinder, or a cone where `end_radius` differs, between two points that differ along one axis only."""
    axis = next(place for place in range(3) if start[place] != end[place])
    low, high = (start, end) if start[axis] < end[axis] else (end, start)
    radii = [radius, radius if end_radius is None else end_radius]
    first, last = radii if low == start else radii[::-1]
    body = Manifold.cylinder(high[axis] - low[axis], first, last, SEGMENTS)
    turned = body.rotate([(0.0, 90.0, 0.0), (-90.0, 0.0, 0.0), (0.0, 0.0, 0.0)][axis])
    return turned.translate(list(low))


def prism(section: CrossSection, low: float, high: float) -> Manifold:
    """An outline of the XY plane, from z = low to z = high."""
    return Manifold.extrude(section, high - low).translate([0.0, 0.0, low])


def upright(section: CrossSection, low: float, high: float) -> Manifold:
    """An outline of the XZ plane (its second coordinate is z), from y = low to y = high."""
    return Manifold.extrude(section, high - low).rotate([90.0, 0.0, 0.0]).translate([0.0, high, 0.0])


def sideways(section: CrossSection, low: float, high: float) -> Manifold:
    """An outline of the YZ plane, from x = low to x = high."""
    return Manifold.extrude(section, high - low).rotate([90.0, 0.0, 90.0]).translate([low, 0.0, 0.0])


def turned(profile: Sequence[Point2], degrees: float = 360.0) -> Manifold:
    """A profile of (radius, z) turned about the z axis."""
    return Manifold.revolve(polygon(profile), SEGMENTS, degrees)


def polygon(corners: Sequence[Point2]) -> CrossSection:
    """A closed outline, whichever way its corners run."""
    section = CrossSection([list(corners)])
    return section if section.area() > 0 else CrossSection([list(corners)[::-1]])


def rectangle(width: float, depth: float, corner_radius: float = 0.0) -> CrossSection:
    """Centred on the origin, corners rounded."""
    inner = CrossSection.square([width - 2 * corner_radius, depth - 2 * corner_radius], center=True)
    return rounded(inner, corner_radius) if corner_radius else inner


def disc(radius: float, centre: Point2 = (0.0, 0.0)) -> CrossSection:
    return CrossSection.circle(radius, SEGMENTS).translate(list(centre))


def slot(length: float, width: float) -> CrossSection:
    """With round ends, `length` over all along x, centred on the origin."""
    return rounded(CrossSection.square([length - width, 1e-6], center=True), width / 2)


def rounded(section: CrossSection, radius: float) -> CrossSection:
    """All points within `radius` of the outline."""
    return section.offset(radius, JoinType.Round, 2.0, SEGMENTS)


def united(bodies: Sequence[Manifold]) -> Manifold:
    whole = bodies[0]
    for body in bodies[1:]:
        whole = whole + body
    return whole


def cut(body: Manifold, tools: Sequence[Manifold]) -> Manifold:
    return body - united(tools) if tools else body


def figures(body: Manifold) -> tuple[float, tuple[float, ...], int]:
    """Volume in mm³, the bounding box (three lows, three highs), and genus summed over the surface."""
    return float(body.volume()), tuple(map(float, body.bounding_box())), int(body.genus())
