"""Faces, edges and corners of a body, found again in its mesh: what selectors choose from.

Triangles that came from one face of one leaf, or from faces on one plane or cylinder, are one face where they hang
together; where two faces meet is an edge. Seams are no edges.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from manifold3d import Manifold

from resources.domains.cad_modeling.prediction.simulator.bodies import Body, face_numbers
from resources.domains.cad_modeling.prediction.simulator.geometry import Triple
from resources.domains.cad_modeling.prediction.simulator.outlines import Array

_FLAT = 1e-6
_FITTED = 1e-5


@dataclass(frozen=True)
class Surface:
    """`kind` as CadQuery names it; `normal` of a plane outwards, else the axis; `place` on the plane or the axis;
    `hollow` where a round surface looks at its axis."""

    kind: str
    normal: Triple = (0.0, 0.0, 0.0)
    place: Triple = (0.0, 0.0, 0.0)
    radius: float = 0.0
    hollow: bool = False

    @property
    def key(self) -> tuple[Any, ...]:
        values = (*self.normal, *self.place, self.radius)
        return (self.kind, *(round(value, 4) + 0.0 for value in values))


@dataclass(frozen=True, eq=False)
class Face:
    """`corners` (n, 3, 3) of its triangles, `owner` the body that it is of."""

    number: int
    surface: Surface
    corners: Array
    owner: Body

    @cached_property
    def areas(self) -> Array:
        sides: Array = np.linalg.norm(
            np.cross(self.corners[:, 1] - self.corners[:, 0], self.corners[:, 2] - self.corners[:, 0]), axis=1
        )
        return sides / 2

    @property
    def area(self) -> float:
        return float(self.areas.sum())

    @cached_property
    def centre(self) -> Triple:
        """Of its area."""
        middle = (self.areas[:, None] * self.corners.mean(axis=1)).sum(axis=0) / (self.area or 1.0)
        return _triple(middle)

    @property
    def middle(self) -> Triple:
        """Of its bounding box."""
        flat = self.corners.reshape(-1, 3)
        return _triple((flat.min(axis=0) + flat.max(axis=0)) / 2)


@dataclass(frozen=True, eq=False)
class Edge:
    """Where two faces meet: straight pieces (n, 2, 3); `way` is a line's direction or a circle's axis."""

    pieces: Array
    faces: tuple[int, int]
    kind: str
    way: Triple
    radius: float
    closed: bool

    @cached_property
    def lengths(self) -> Array:
        lengths: Array = np.linalg.norm(self.pieces[:, 1] - self.pieces[:, 0], axis=1)
        return lengths

    @property
    def length(self) -> float:
        return float(self.lengths.sum())

    @cached_property
    def centre(self) -> Triple:
        """Of mass, but of a circle or arc: there it is the circle's middle, as CadQuery has it."""
        return _triple((self.lengths[:, None] * self.pieces.mean(axis=1)).sum(axis=0) / (self.length or 1.0))


@dataclass(frozen=True, eq=False)
class Topology:
    faces: tuple[Face, ...]
    edges: tuple[Edge, ...]
    vertices: tuple[Triple, ...]

    def edges_of(self, numbers: set[int]) -> tuple[Edge, ...]:
        return tuple(edge for edge in self.edges if numbers.intersection(edge.faces))


def _triple(values: Any) -> Triple:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def topology_of(body: Body) -> Topology:
    """Kept with the body. Raises UnsupportedConstruct where it has no mesh."""
    kept: dict[str, Topology] = body.__dict__.setdefault("_topology", {})
    if "all" not in kept:
        kept["all"] = _found(body)
    return kept["all"]


def _found(body: Body) -> Topology:
    faces: list[Face] = []
    edges: list[Edge] = []
    vertices: list[Triple] = []
    for piece in body.pieces:
        _Piece(piece, body, faces, edges, vertices).read()
    return Topology(tuple(faces), tuple(edges), tuple(vertices))


@dataclass
class _Piece:
    """One closed mesh while its faces and edges are found."""

    solid: Manifold
    owner: Body
    faces: list[Face]
    edges: list[Edge]
    vertices: list[Triple]
    points: Array = field(init=False)
    triangles: Array = field(init=False)
    mesh_edges: Array = field(init=False)

    def read(self) -> None:
        mesh = self.solid.to_mesh64()
        self.points = np.asarray(mesh.vert_properties)[:, :3]
        self.triangles = np.asarray(mesh.tri_verts).astype(np.int64)
        owners = self._owners(face_numbers(mesh))
        self._edges(owners)

    def _owners(self, groups: Array) -> Array:
        """The face of each triangle."""
        corners = self.points[self.triangles]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        sizes = np.linalg.norm(normals, axis=1)
        normals = normals / np.maximum(sizes, 1e-15)[:, None]
        keys: dict[tuple[Any, ...], int] = {}
        surfaces: list[Surface] = []
        of_group = np.zeros(int(groups.max()) + 1, dtype=np.int64)
        order = np.argsort(groups, kind="stable")
        bounds = np.searchsorted(groups[order], np.arange(int(groups.max()) + 2))
        for group in range(len(of_group)):
            rows = order[bounds[group] : bounds[group + 1]]
            surface = _fitted(corners[rows], normals[rows], sizes[rows])
            key = surface.key if surface.kind in ("PLANE", "CYLINDER") else (surface.kind, group)
            if key not in keys:
                keys[key] = len(surfaces)
                surfaces.append(surface)
            of_group[group] = keys[key]
        return self._hanging_together(of_group[groups], surfaces, corners)

    def _hanging_together(self, kinds: Array, surfaces: list[Surface], corners: Array) -> Array:
        from scipy.sparse import coo_matrix
        from scipy.sparse.csgraph import connected_components

        one, other = self._neighbours()
        same = kinds[one] == kinds[other]
        graph = coo_matrix((np.ones(int(same.sum())), (one[same], other[same])), shape=(len(kinds), len(kinds)))
        count, owners = connected_components(graph, directed=False)
        first = len(self.faces)
        order = np.argsort(owners, kind="stable")
        bounds = np.searchsorted(owners[order], np.arange(count + 1))
        for face in range(count):
            rows = order[bounds[face] : bounds[face + 1]]
            self.faces.append(Face(first + face, surfaces[int(kinds[rows[0]])], corners[rows], self.owner))
        numbers: Array = owners + first
        return numbers

    def _neighbours(self) -> tuple[Array, Array]:
        """The two triangles at each edge of the mesh."""
        ends = np.stack([self.triangles, np.roll(self.triangles, -1, axis=1)], axis=2).reshape(-1, 2)
        owners = np.repeat(np.arange(len(self.triangles)), 3)
        order = np.lexsort(np.sort(ends, axis=1).T)
        pairs = order.reshape(-1, 2)
        self.mesh_edges = ends[pairs[:, 0]]
        return owners[pairs[:, 0]], owners[pairs[:, 1]]

    def _edges(self, owners: Array) -> None:
        one, other = self._neighbours()
        between = np.sort(np.stack([owners[one], owners[other]], axis=1), axis=1)
        sharp = np.nonzero(between[:, 0] != between[:, 1])[0]
        groups: dict[tuple[int, int], list[int]] = defaultdict(list)
        degrees: dict[int, set[tuple[int, int]]] = defaultdict(set)
        for row in sharp.tolist():
            pair = (int(between[row, 0]), int(between[row, 1]))
            groups[pair].append(row)
            for end in self.mesh_edges[row].tolist():
                degrees[end].add(pair)
        corners = {end for end, pairs in degrees.items() if len(pairs) > 1}
        self.vertices += [_triple(self.points[end]) for end in sorted(corners)]
        for pair, rows in groups.items():
            for chain in _chains([tuple(self.mesh_edges[row].tolist()) for row in rows], corners):
                self.edges.append(self._edge(chain, pair))

    def _edge(self, chain: list[tuple[int, int]], pair: tuple[int, int]) -> Edge:
        pieces = self.points[np.array(chain)]
        steps = pieces[:, 1] - pieces[:, 0]
        ways = steps / np.maximum(np.linalg.norm(steps, axis=1), 1e-15)[:, None]
        if np.abs(np.abs(ways @ ways[0]) - 1).max() < _FLAT:
            return Edge(pieces, pair, "LINE", _triple(ways[0]), 0.0, False)
        ends = np.array(chain).ravel()
        closed = bool((np.bincount(ends)[np.unique(ends)] == 2).all())
        for number in pair:
            surface = self.faces[number].surface
            if surface.kind in ("CYLINDER", "CONE", "SPHERE", "TORUS", "OTHER"):
                circle = _circle(pieces.reshape(-1, 3))
                if circle is not None:
                    return Edge(pieces, pair, "CIRCLE", circle[0], circle[1], closed)
        return Edge(pieces, pair, "BSPLINE", (0.0, 0.0, 0.0), 0.0, closed)


def _chains(pieces: list[tuple[int, int]], corners: set[int]) -> list[list[tuple[int, int]]]:
    """Pieces that hang together without passing a corner."""
    at: dict[int, list[int]] = defaultdict(list)
    for place, (a, b) in enumerate(pieces):
        at[a].append(place)
        at[b].append(place)
    left, chains = set(range(len(pieces))), []
    while left:
        waiting, chain = [left.pop()], []
        while waiting:
            own = waiting.pop()
            chain.append(pieces[own])
            for end in pieces[own]:
                if end in corners:
                    continue
                for other in at[end]:
                    if other in left:
                        left.remove(other)
                        waiting.append(other)
        chains.append(chain)
    return chains


def _fitted(corners: Array, normals: Array, weights: Array) -> Surface:
    """The surface that triangles lie on."""
    mean = (normals * weights[:, None]).sum(axis=0)
    mean = mean / max(float(np.linalg.norm(mean)), 1e-15)
    trusted = weights > 1e-9 * weights.max()
    normals, weights, corners = normals[trusted], weights[trusted], corners[trusted]
    if np.abs(normals - mean).max() < 1e-5:
        offset = float(corners[weights.argmax(), 0] @ mean)
        return Surface("PLANE", _triple(mean), _triple(mean * offset))
    spread = np.linalg.eigh((normals * weights[:, None]).T @ normals)
    axis = spread[1][:, 0]
    axis = axis * (1 if axis[np.abs(axis).argmax()] > 0 else -1)
    if np.abs(normals @ axis).max() < 1e-4:
        return _cylinder(corners, normals, axis)
    points = corners.reshape(-1, 3)
    sphere = np.linalg.lstsq(np.hstack([2 * points, np.ones((len(points), 1))]), (points**2).sum(1), rcond=None)[0]
    radius = np.sqrt(max(0.0, float(sphere[3] + sphere[:3] @ sphere[:3])))
    if np.abs(np.linalg.norm(points - sphere[:3], axis=1) - radius).max() < _FITTED * max(1.0, radius):
        return Surface("SPHERE", place=_triple(sphere[:3]), radius=round(radius, 6))
    return Surface("OTHER")


def _cylinder(corners: Array, normals: Array, axis: Array) -> Surface:
    """A cylinder where all corners lie on one, else what an outline is extruded to."""
    points = corners.reshape(-1, 3)
    flat = points - (points @ axis)[:, None] * axis
    one = np.cross(axis, [1.0, 0.0, 0.0] if abs(axis[0]) < 0.9 else [0.0, 1.0, 0.0])
    one /= np.linalg.norm(one)
    other = np.cross(axis, one)
    x, y = flat @ one, flat @ other
    solved = np.linalg.lstsq(np.stack([2 * x, 2 * y, np.ones(len(x))], 1), x * x + y * y, rcond=None)[0]
    radius = np.sqrt(max(0.0, float(solved[2] + solved[0] ** 2 + solved[1] ** 2)))
    if np.abs(np.hypot(x - solved[0], y - solved[1]) - radius).max() > _FITTED * max(1.0, radius):
        return Surface("EXTRUSION", _triple(axis))
    place = solved[0] * one + solved[1] * other
    away = corners.mean(axis=1) - place
    hollow = float(np.einsum("ij,ij->i", away - (away @ axis)[:, None] * axis, normals).sum()) < 0
    return Surface("CYLINDER", _triple(axis), _triple(place), float(radius), hollow)


def _circle(points: Array) -> tuple[Triple, float] | None:
    """Axis and radius of the circle through points; None where they lie on none."""
    middle = points.mean(axis=0)
    _, sizes, axes = np.linalg.svd(points - middle, full_matrices=False)
    if sizes[2] > 1e-6 * sizes[0]:
        return None
    x, y = (points - middle) @ axes[0], (points - middle) @ axes[1]
    solved = np.linalg.lstsq(np.stack([2 * x, 2 * y, np.ones(len(x))], 1), x * x + y * y, rcond=None)[0]
    radius = float(np.sqrt(max(0.0, solved[2] + solved[0] ** 2 + solved[1] ** 2)))
    if np.abs(np.hypot(x - solved[0], y - solved[1]) - radius).max() > 1e-4 * max(1.0, radius):
        return None
    return _triple(axes[2]), radius
