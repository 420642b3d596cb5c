"""Bodies as closed meshes: rings of corners skinned to solids, and their booleans, by Manifold.

Circles are polygons whose corners lie on them; each face keeps a number, so that `topology` finds faces and edges
again. Nothing here knows CadQuery; what an outline is is `outlines`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from manifold3d import Error, Manifold, Mesh64, OpType, triangulate

from resources.domains.cad_modeling.prediction.simulator.geometry import Box, Frame, Motion, Pair, Triple
from resources.domains.cad_modeling.prediction.simulator.outlines import CIRCLE_SIDES, Array, Outline
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

MOST_TRIANGLES, MOST_CORNERS = 60_000, 16_000
"""Of a body, and of one skin."""
_PLACES = 9
"""Decimals of a corner: what was turned by 90 degrees lies where it would without."""
_LEAST_SHARE = 1e-7
"""Of a body's volume: less is no piece of it, but what rounding leaves between two faces that coincide."""


@dataclass(frozen=True, eq=False)
class Body:
    """`parts` are solids that lie loose beside each other, each of one piece or more."""

    parts: tuple[Manifold, ...]

    @cached_property
    def pieces(self) -> tuple[Manifold, ...]:
        """Of one piece each. Raises UnsupportedConstruct where a boolean failed or grew too large."""
        pieces: list[Manifold] = []
        for part in self.parts:
            if part.status() != Error.NoError or part.num_tri() > MOST_TRIANGLES:
                raise UnsupportedConstruct("a body that no mesh shows")
            found = part.decompose() if not part.is_empty() else []
            least = _LEAST_SHARE * abs(part.volume())
            pieces += [piece for piece in found if piece.volume() > least]
        return tuple(pieces)

    @cached_property
    def whole(self) -> Manifold:
        return self.parts[0] if len(self.parts) == 1 else Manifold.batch_boolean(list(self.parts), OpType.Add)

    @property
    def hollow(self) -> bool:
        """Whether nothing at all is inside."""
        return not self.pieces

    @cached_property
    def box(self) -> Box:
        """Raises UnsupportedConstruct for nothing."""
        if self.hollow:
            raise UnsupportedConstruct("nothing has no box")
        bounds = np.array([piece.bounding_box() for piece in self.pieces])
        low, high = bounds[:, :3].min(axis=0).tolist(), bounds[:, 3:].max(axis=0).tolist()
        return Box((low[0], low[1], low[2]), (high[0], high[1], high[2]))

    @cached_property
    def volume(self) -> float:
        return float(sum(piece.volume() for piece in self.pieces))

    @cached_property
    def centre(self) -> Triple:
        """Of mass."""
        total, centre = 0.0, np.zeros(3)
        for piece in self.pieces:
            own, middle = _moments(corners_of(piece))
            total, centre = total + own, centre + own * middle
        x, y, z = (centre / (total or 1.0)).tolist()
        return (x, y, z)


EMPTY = Body(())


def corners_of(piece: Manifold) -> Array:
    """(triangles, 3, 3)"""
    mesh = piece.to_mesh64()
    corners: Array = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts).astype(np.int64)]
    return corners


def _moments(corners: Array) -> tuple[float, Array]:
    volumes = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    total = float(volumes.sum())
    return total, (volumes[:, None] * corners.sum(axis=1)).sum(axis=0) / (4 * (total or 1.0))


def united(*bodies: Body) -> Body:
    parts = [part for body in bodies for part in body.parts]
    return Body((Manifold.batch_boolean(parts, OpType.Add),)) if len(parts) > 1 else Body(tuple(parts))


def cut(body: Body, *tools: Body) -> Body:
    away = [part for tool in tools for part in tool.parts]
    return Body(tuple(Manifold.batch_boolean([part, *away], OpType.Subtract) for part in body.parts))


def common(body: Body, other: Body) -> Body:
    return Body(tuple(part ^ other.whole for part in body.parts)) if other.parts else EMPTY


def loose(*bodies: Body) -> Body:
    return Body(tuple(part for body in bodies for part in body.parts))


def moved(body: Body, motion: Motion) -> Body:
    return Body(tuple(_moved(part, motion) for part in body.parts))


def _moved(part: Manifold, motion: Motion) -> Manifold:
    """Corners are rounded again, so that faces which should coincide do."""
    mesh = part.to_mesh64()
    points = np.asarray(mesh.vert_properties)[:, :3] @ np.array(motion.rows).T + np.array(motion.shift)
    triangles = np.asarray(mesh.tri_verts)
    if np.linalg.det(np.array(motion.rows)) < 0:
        triangles = np.ascontiguousarray(triangles[:, ::-1])
    return _closed(points, triangles.astype(np.int64), _numbered(mesh))


def _numbered(mesh: Mesh64) -> Array:
    """One number for each face of each body that a mesh was made of."""
    runs = np.repeat(np.arange(len(mesh.run_index) - 1), np.diff(np.asarray(mesh.run_index).astype(np.int64)) // 3)
    pairs = np.stack([runs, np.asarray(mesh.face_id).astype(np.int64)], axis=1)
    numbers: Array = np.unique(pairs, axis=0, return_inverse=True)[1].ravel()
    return numbers


def face_numbers(mesh: Mesh64) -> Array:
    return _numbered(mesh)


def _closed(points: Array, triangles: Array, faces: Array) -> Manifold:
    """Corners at one place are one. Raises UnsupportedConstruct where the surface does not close."""
    places, numbers = np.unique(np.round(points, _PLACES) + 0.0, axis=0, return_inverse=True)
    triangles = numbers.ravel()[triangles]
    a, b, c = triangles.T
    kept = (a != b) & (b != c) & (c != a)
    mesh = Mesh64(
        np.ascontiguousarray(places),
        np.ascontiguousarray(triangles[kept].astype(np.uint64)),
        face_id=np.ascontiguousarray(faces[kept].astype(np.uint64)),
    )
    solid = Manifold(mesh)
    if solid.status() != Error.NoError:
        raise UnsupportedConstruct("a surface that does not close")
    return solid


@dataclass(frozen=True, eq=False)
class Ring:
    """Outlines at one place of a skin: corners (n, 3) of each loop, the outer one first."""

    loops: tuple[Array, ...]


def skinned(rings: Sequence[Ring], outlines: Sequence[Outline], *, around: bool = False) -> Body:
    """Between neighbouring rings walls, and over the first and the last one a lid each; none where they go `around`.

    All rings have the corners of `outlines`, in their order.
    """
    counts = [len(outline.points) for outline in outlines]
    if len(rings) * sum(counts) > MOST_CORNERS:
        raise UnsupportedConstruct("a body of many corners")
    firsts = np.cumsum([0, *counts])
    size = int(firsts[-1])
    points = np.concatenate([loop for ring in rings for loop in ring.loops])
    walls, marks = _walls(len(rings), outlines, firsts, size, around=around)
    if not around:
        lid = np.asarray(triangulate([np.array(outline.points) for outline in outlines])).astype(np.int64)
        top = lid + size * (len(rings) - 1)
        last = int(marks.max()) + 1
        walls = np.concatenate([walls, lid[:, ::-1], top])
        marks = np.concatenate([marks, np.full(len(lid), last), np.full(len(lid), last + 1)])
    if _moments(points[walls])[0] < 0:
        walls = walls[:, ::-1]
    return Body((_closed(points, walls, marks),))


def _walls(rings: int, outlines: Sequence[Outline], firsts: Array, size: int, *, around: bool) -> tuple[Array, Array]:
    """Two triangles between each side of a ring and the next ring's, with the side's mark."""
    near, far, marks, mark = [], [], [], 0
    for outline, first in zip(outlines, firsts, strict=False):
        count = len(outline.points)
        near += [first + place for place in range(count)]
        far += [first + (place + 1) % count for place in range(count)]
        marks += [mark + own for own in outline.side_marks]
        mark += max(outline.side_marks) + 1
    a, b, own = np.array(near), np.array(far), np.array(marks)
    walls, numbers = [], []
    for ring in range(rings if around else rings - 1):
        low, high = ring * size, (ring + 1) % rings * size
        walls += [np.stack([a + low, b + low, b + high], 1), np.stack([a + low, b + high, a + high], 1)]
        numbers += [own, own]
    return np.concatenate(walls), np.concatenate(numbers)


def prism(frame: Frame, outlines: Sequence[Outline], low: float, high: float, top: Sequence[Outline] = ()) -> Body:
    """Of an outline and its holes, from `low` to `high` along the frame's z; at `high` they may be `top`, with as many
    corners."""
    loops = _wound(outlines)
    tops = _wound(top) if top else loops
    rings = [Ring(tuple(_placed(frame, loop, level) for loop in own)) for own, level in ((loops, low), (tops, high))]
    return skinned(rings, loops)


def _wound(outlines: Sequence[Outline]) -> tuple[Outline, ...]:
    """The outer one counter-clockwise, its holes clockwise, circles as polygons."""
    flat = [outline.polygon() for outline in outlines]
    return tuple(
        outline if (outline.area > 0) == (place == 0) else outline.reversed for place, outline in enumerate(flat)
    )


def _placed(frame: Frame, outline: Outline, level: float) -> Array:
    flat = np.array(outline.points)
    placed: Array = (
        np.array(frame.origin)
        + flat[:, :1] * np.array(frame.x)
        + flat[:, 1:] * np.array(frame.y)
        + level * np.array(frame.z)
    )
    return placed


def turned(frame: Frame, outlines: Sequence[Outline], start: Pair, axis: Pair, degrees: float) -> Body:
    """Outlines turned about a line in their plane, which they must not cross."""
    loops = _wound(outlines)
    off = [(x - start[0]) * axis[1] - (y - start[1]) * axis[0] for loop in loops for x, y in loop.points]
    if min(off) < -1e-9 and max(off) > 1e-9:
        raise UnsupportedConstruct("an outline turned about a line through it")
    whole = degrees == 360.0
    count = max(2, math.ceil(CIRCLE_SIDES * degrees / 360 - 1e-9))
    spindle = np.array(frame.x) * axis[0] + np.array(frame.y) * axis[1]
    foot = np.array(frame.world(*start))
    flat = [_placed(frame, loop, 0.0) for loop in loops]
    angles = [math.radians(degrees) * step / count for step in range(count if whole else count + 1)]
    rings = [Ring(tuple(_about(points, foot, spindle, angle) for points in flat)) for angle in angles]
    return skinned(rings, loops, around=whole)


def _about(points: Array, foot: Array, axis: Array, angle: float) -> Array:
    away = points - foot
    along = (away @ axis)[:, None] * axis
    turned_points: Array = (
        foot + along + math.cos(angle) * (away - along) + math.sin(angle) * np.cross(axis, away - along)
    )
    return turned_points


def ball(frame: Frame, radius: float) -> Body:
    half = CIRCLE_SIDES // 2
    angles = [math.pi * (step / half - 0.5) for step in range(half + 1)]
    outline = Outline(tuple((radius * math.cos(a), radius * math.sin(a)) for a in angles), marks=(0,) * half + (1,))
    upright = Frame(frame.origin, frame.x, frame.z, (-frame.y[0], -frame.y[1], -frame.y[2]))
    return turned(upright, [outline], (0.0, 0.0), (0.0, 1.0), 360.0)


def swept_along(
    frame: Frame, outlines: Sequence[Outline], path: Sequence[Triple], *, frenet: bool, closed: bool
) -> Body:
    """Outlines carried along a path, whose corners are mitred; the first ring lies where the outlines do."""
    loops = _wound(outlines)
    points = np.array(path)
    steps = np.diff(points, axis=0)
    ways = steps / np.linalg.norm(steps, axis=1)[:, None]
    spots = _stations(ways, closed=closed)
    flat = [_placed(frame, loop, 0.0) - points[0] for loop in loops]
    rings: list[Ring] = [Ring(tuple(own + points[0] for own in flat))]
    turn = np.eye(3)
    axis = points.mean(axis=0)
    for place in range(1, len(points) - (1 if closed else 0)):
        before = ways[place - 1]
        turn = _carried(ways, place, turn) if not frenet else _wound_round(points, place, axis)
        carried = [own @ turn.T for own in flat]
        plane = spots[place]
        # Sheared along the way it came to the plane that halves the corner.
        shifts = [-(own @ plane) / max(1e-6, float(before @ plane)) for own in carried]
        kept = (
            carried if frenet else [own + shift[:, None] * before for own, shift in zip(carried, shifts, strict=True)]
        )
        rings.append(Ring(tuple(own + points[place] for own in kept)))
    return skinned(rings, loops, around=closed)


def _stations(ways: Array, *, closed: bool) -> Array:
    """At each point of a path the normal of the plane that its ring lies in."""
    before = np.concatenate([ways[-1:] if closed else ways[:1], ways])
    after = np.concatenate([ways, ways[:1] if closed else ways[-1:]])
    normals = before + after
    unit_normals: Array = normals / np.maximum(np.linalg.norm(normals, axis=1), 1e-9)[:, None]
    return unit_normals


def _carried(ways: Array, place: int, turn: Array) -> Array:
    """The turn of the last step's direction from the first one's, the least one at each corner."""
    if place < 2:
        return turn
    one, other = ways[place - 2], ways[place - 1]
    axis = np.cross(one, other)
    cosine = float(one @ other)
    if cosine < -0.999:
        raise UnsupportedConstruct("a path that turns back")
    skew = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turned_on: Array = (np.eye(3) + skew + skew @ skew / (1 + cosine)) @ turn
    return turned_on


def _wound_round(points: Array, place: int, middle: Array) -> Array:
    """Of a helix about a line along z: the section turns with it."""
    first, own = points[0] - middle, points[place] - middle
    angle = math.atan2(own[1], own[0]) - math.atan2(first[1], first[0])
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])


def nested(outlines: Sequence[Outline]) -> list[list[Outline]]:
    """Each outer outline with the holes in it, as CadQuery sorts wires that lie in one plane."""
    flat = [outline.polygon() for outline in outlines]
    around = [
        [other for other in range(len(flat)) if other != place and flat[other].surrounds(flat[place])]
        for place in range(len(flat))
    ]
    groups = {place: [outlines[place]] for place, own in enumerate(around) if len(own) % 2 == 0}
    for place, own in enumerate(around):
        if len(own) % 2:
            parent = max(own, key=lambda other: len(around[other]))
            groups[parent].append(outlines[place])
    return list(groups.values())
