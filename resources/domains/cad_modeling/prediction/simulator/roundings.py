"""Fillets and chamfers of edges, and shells, as tools that are cut from a body or joined to it.

Straight edges between planes, and round ones between a plane and a cylinder about the plane's normal. Where rounded
edges meet, the corner is what the tools leave. Shells are of bodies that go straight up somewhere, or are convex.
"""

import math
from collections.abc import Sequence

import numpy as np
from manifold3d import CrossSection, JoinType, Manifold

from resources.domains.cad_modeling.prediction.simulator.bodies import Body, cut, prism, turned, united
from resources.domains.cad_modeling.prediction.simulator.chain import RefusedCall
from resources.domains.cad_modeling.prediction.simulator.geometry import Frame, Triple, cross, dot, facing, plus, unit
from resources.domains.cad_modeling.prediction.simulator.outlines import Array, Outline, round_about
from resources.domains.cad_modeling.prediction.simulator.topology import Edge, Face, Topology, topology_of
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_BEYOND = 1e-3
"""How far tools reach over the faces that they meet, so that no skin is left, relative to the size."""


def eased(body: Body, edges: Sequence[Edge], size: float, *, chamfer: bool) -> Body:
    """Raises RefusedCall where there is certainly no room, UnsupportedConstruct for edges of another kind."""
    topology = topology_of(body)
    _apart(topology, edges, size)
    taken: list[Body] = []
    added: list[Body] = []
    for edge in edges:
        tool = _tool(topology, edge, size, chamfer=chamfer)
        if tool is not None:
            (taken if tool.convex else added).append(tool.body)
    if not taken and not added:
        raise UnsupportedConstruct("no edge that can be rounded")
    if taken:
        body = cut(body, *taken)
    return united(body, *added) if added else body


def _apart(topology: Topology, edges: Sequence[Edge], size: float) -> None:
    """Raises RefusedCall where two rounded edges of a face leave nothing between them."""
    straight = [edge for edge in edges if edge.kind == "LINE"]
    for place, edge in enumerate(straight):
        for other in straight[place + 1 :]:
            shared = set(edge.faces) & set(other.faces)
            if not shared or abs(dot(edge.way, other.way)) < 1 - 1e-6:
                continue
            gap = plus(other.centre, edge.centre, -1.0)
            across = math.sqrt(max(0.0, dot(gap, gap) - dot(gap, edge.way) ** 2))
            square = all(abs(dot(*_normals(topology, own))) < 1e-6 for own in (edge, other))
            if square and 2 * size >= across - 1e-9:
                raise RefusedCall


def _normals(topology: Topology, edge: Edge) -> tuple[Triple, Triple]:
    one, other = (topology.faces[number].surface for number in edge.faces)
    return one.normal, other.normal


class _Tool:
    def __init__(self, body: Body, *, convex: bool) -> None:
        self.body, self.convex = body, convex


def _tool(topology: Topology, edge: Edge, size: float, *, chamfer: bool) -> _Tool | None:
    """None for an edge along which the surface goes on smoothly."""
    one, other = (topology.faces[number] for number in edge.faces)
    if edge.kind == "LINE" and one.surface.kind == other.surface.kind == "PLANE":
        return _straight(one, other, edge, size, chamfer=chamfer)
    if edge.kind == "LINE":
        _beside_a_round(one, other, edge)
        return None
    if edge.kind == "CIRCLE" and {one.surface.kind, other.surface.kind} == {"PLANE", "CYLINDER"}:
        flat, curved = (one, other) if one.surface.kind == "PLANE" else (other, one)
        if abs(dot(flat.surface.normal, curved.surface.normal)) > 1 - 1e-6:
            return _around(flat, curved, edge, size, chamfer=chamfer)
    raise UnsupportedConstruct("a rounding between such faces")


def _beside_a_round(one: Face, other: Face, edge: Edge) -> None:
    """Faces that are tangent need no rounding."""
    middle = edge.centre
    ways = [_normal_at(face, middle) for face in (one, other)]
    if abs(dot(ways[0], ways[1])) < 1 - 1e-3:
        raise UnsupportedConstruct("a rounding between such faces")


def _normal_at(face: Face, point: Triple) -> Triple:
    if face.surface.kind == "PLANE":
        return face.surface.normal
    near = np.linalg.norm(face.corners.mean(axis=1) - np.array(point), axis=1).argmin()
    a, b, c = face.corners[near]
    x, y, z = (float(value) for value in np.cross(b - a, c - a))
    return unit((x, y, z))


def _straight(one: Face, other: Face, edge: Edge, size: float, *, chamfer: bool) -> _Tool:
    """A prism along the edge, in whose section the faces are the two legs of a corner."""
    along = edge.way
    inward = [_into(face, edge, along) for face in (one, other)]
    start, end = _ends(edge, along)
    convex = dot(inward[1], one.surface.normal) < 0
    turn = math.acos(max(-1.0, min(1.0, dot(inward[0], inward[1]))))
    away = size if chamfer else size / math.tan(turn / 2)
    for face, way in zip((one, other), inward, strict=True):
        _room(face, edge, way, away)
    frame = Frame(start, inward[0], unit(cross(along, inward[0])), along)
    x, y, _ = Frame((0.0, 0.0, 0.0), frame.x, frame.y, frame.z).local(inward[1])
    return _Tool(
        prism(frame, [_section((x, y), away, turn, size, chamfer=chamfer)], 0.0, math.dist(start, end)), convex=convex
    )


def _section(other: tuple[float, float], away: float, turn: float, size: float, *, chamfer: bool) -> Outline:
    """The corner at the origin between the x axis and a direction, up to the rounding. It reaches a little over it."""
    sign = 1.0 if other[1] > 0 else -1.0
    first, last = (away, 0.0), (away * other[0], away * other[1])
    over = (-_BEYOND * away * (1 + other[0]), -_BEYOND * away * other[1])
    if chamfer:
        return Outline((over, first, last))
    half = turn / 2
    middle = (away, sign * size) if abs(half) > 1e-9 else (away, 0.0)
    arc = round_about(middle, first, -sign * (math.pi - turn))
    return Outline((over, first, *arc[:-1], last), marks=(0, *(1,) * len(arc), 2))


def _into(face: Face, edge: Edge, along: Triple) -> Triple:
    """In the face's plane, across the edge, towards the face."""
    way = unit(cross(face.surface.normal, along))
    middles = face.corners.mean(axis=1) - np.array(edge.centre)
    touching = _touching(face, edge)
    lean = float((middles[touching] @ np.array(way)).sum())
    return way if lean > 0 else (-way[0], -way[1], -way[2])


def _touching(face: Face, edge: Edge) -> Array:
    """The face's triangles at an edge."""
    ends = np.unique(edge.pieces.reshape(-1, 3).round(7), axis=0)
    flat = face.corners.reshape(-1, 3).round(7)
    keys = {tuple(end) for end in ends}
    hits = np.array([tuple(corner) in keys for corner in flat]).reshape(-1, 3).sum(axis=1)
    touching: Array = hits >= 2
    return touching if touching.any() else hits >= 1


def _ends(edge: Edge, along: Triple) -> tuple[Triple, Triple]:
    points = edge.pieces.reshape(-1, 3)
    order = points @ np.array(along)
    (a, b, c), (d, e, f) = points[order.argmin()].tolist(), points[order.argmax()].tolist()
    return (a, b, c), (d, e, f)


def _room(face: Face, edge: Edge, way: Triple, away: float) -> None:
    """Raises RefusedCall where the face nowhere reaches as far as the rounding would."""
    reach = float(((face.corners.reshape(-1, 3) - np.array(edge.centre)) @ np.array(way)).max())
    if away > reach * (1 + 1e-9):
        raise RefusedCall


def _around(flat: Face, curved: Face, edge: Edge, size: float, *, chamfer: bool) -> _Tool:
    """A turned section about the cylinder's axis."""
    axis, surface = flat.surface.normal, curved.surface
    level = dot(plus(edge.centre, surface.place, -1.0), axis)
    foot = plus(surface.place, axis, level)
    spot = edge.pieces[0, 0].tolist()
    out = unit(plus((spot[0], spot[1], spot[2]), foot, -1.0))
    radii = np.linalg.norm(flat.corners.reshape(-1, 3) - np.array(foot), axis=1)
    wide = bool(radii.max() > surface.radius * (1 + 1e-6))
    below = float(((curved.corners.reshape(-1, 3) - np.array(foot)) @ np.array(axis)).mean()) < 0
    convex = below != (wide and not surface.hollow) if not surface.hollow else below == wide
    x = 1.0 if wide else -1.0
    y = -1.0 if below else 1.0
    reach = abs(
        float(
            ((curved.corners.reshape(-1, 3) - np.array(foot)) @ np.array(axis)).min()
            if below
            else ((curved.corners.reshape(-1, 3) - np.array(foot)) @ np.array(axis)).max()
        )
    )
    if size > reach * (1 + 1e-9) or (not wide and size >= surface.radius):
        raise RefusedCall
    frame = Frame(foot, out, axis, cross(out, axis))
    r = surface.radius
    over = (r - _BEYOND * x * size, -_BEYOND * y * size)
    if chamfer:
        outline = Outline((over, (r + x * size, 0.0), (r, y * size)))
    else:
        sign = 1.0 if x * y > 0 else -1.0
        arc = round_about((r + x * size, y * size), (r + x * size, 0.0), -sign * math.pi / 2)
        outline = Outline((over, (r + x * size, 0.0), *arc[:-1], (r, y * size)), marks=(0, *(1,) * len(arc), 2))
    degrees = 360.0
    tool = turned(frame, [outline], (0.0, 0.0), (0.0, 1.0), degrees)
    if not edge.closed:
        raise UnsupportedConstruct("a rounding along part of a circle")
    return _Tool(tool, convex=convex)


def shelled(body: Body, opened: Sequence[Face], wall: float) -> Body:
    """A wall inside (negative) or outside of a body; where faces are picked, it is left out."""
    for axis in _axes(opened):
        straight = _straight_up(body, axis)
        if straight is not None:
            return _shell_of_prism(body, straight, opened, wall)
    return _shell_of_convex(body, opened, wall)


def _axes(opened: Sequence[Face]) -> list[Triple]:
    ways = [face.surface.normal for face in opened if face.surface.kind == "PLANE"]
    return [*ways[:1], (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]


class _Upright:
    """A body's section, and where it begins and ends along the frame's z."""

    def __init__(self, frame: Frame, section: CrossSection, low: float, high: float) -> None:
        self.frame, self.section, self.low, self.high = frame, section, low, high


def _straight_up(body: Body, axis: Triple) -> _Upright | None:
    """None where the body is no prism along an axis."""
    if len(body.pieces) != 1:
        return None
    frame = facing(axis, (0.0, 0.0, 0.0))
    rows = np.array([frame.x, frame.y, frame.z])
    upright = body.pieces[0].transform(np.hstack([rows, np.zeros((3, 1))]))
    box = upright.bounding_box()
    low, high = box[2], box[5]
    section = upright.slice((low + high) / 2)
    if abs(section.area() * (high - low) - upright.volume()) > 1e-6 * upright.volume():
        return None
    return _Upright(frame, section, low, high)


def _shell_of_prism(body: Body, own: _Upright, opened: Sequence[Face], wall: float) -> Body:
    normals = [face.surface.normal for face in opened]
    ways = [dot(normal, own.frame.z) for normal in normals]
    if any(face.surface.kind != "PLANE" for face in opened) or any(abs(abs(way) - 1) > 1e-6 for way in ways):
        return _shell_of_convex(body, opened, wall)
    join = JoinType.Miter if wall < 0 else JoinType.Round
    section = own.section.offset(wall, join, 2.0, 64)
    if section.is_empty():
        return body
    top, bottom = any(way > 0 for way in ways), any(way < 0 for way in ways)
    if wall > 0 and not (top and bottom):
        raise UnsupportedConstruct("a wall that is rounded around the ends")
    low = own.low if bottom else own.low - wall
    high = own.high if top else own.high + wall
    if high - low < 1e-6:
        return body
    other = _extruded(own.frame, section, low, high)
    return cut(body, other) if wall < 0 else cut(other, body)


def _extruded(frame: Frame, section: CrossSection, low: float, high: float) -> Body:
    solid = Manifold.extrude(section, high - low).translate((0.0, 0.0, low))
    columns = np.array([frame.x, frame.y, frame.z]).T
    return Body((solid.transform(np.hstack([columns, np.zeros((3, 1))])),))


def _shell_of_convex(body: Body, opened: Sequence[Face], wall: float) -> Body:
    """Of plane faces only, drawn in: what lies deep enough below each face that stays."""
    topology = topology_of(body)
    if wall > 0 or any(face.surface.kind != "PLANE" for face in topology.faces) or len(body.pieces) != 1:
        raise UnsupportedConstruct("a shell of such a body")
    solid = body.pieces[0]
    if abs(solid.hull().volume() - solid.volume()) > 1e-6 * solid.volume():
        raise UnsupportedConstruct("a shell of such a body")
    gone = {id(face) for face in opened}
    size = 4 * max(body.box.size)
    inner = Manifold.cube((size, size, size), True).translate(body.box.middle)
    for face in topology.faces:
        deep = 0.0 if id(face) in gone else -wall
        normal = face.surface.normal
        offset = dot(face.surface.place, normal) - deep
        inner = inner.trim_by_plane((-normal[0], -normal[1], -normal[2]), -offset)
    return body if inner.is_empty() else cut(body, Body((inner,)))
