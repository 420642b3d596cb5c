"""Moves a candidate onto the reference where the task names no pose: turned and shifted, never scaled or mirrored.

Starts from the turns that bring axes together, the part's own or the coordinates', and lets the best few slide until
their surfaces meet. What then differs, differs in every pose.
"""

from dataclasses import dataclass
from itertools import permutations, product

import cadquery as cq
import numpy as np
from scipy.spatial import cKDTree

from .meshes import moments
from .surface_samples import Samples, sampled
from .surfaces import Floats

_SCORED, _SLIDING = 300, 8
_STEPS = 25
_ALIKE_MOMENTS = 0.02
_SPINS = 24
_SETTLED = 1e-7


@dataclass(frozen=True)
class _Motion:
    """`turn` is a rotation matrix; a point goes to turn @ point + shift."""

    turn: Floats
    shift: Floats

    def of(self, points: Floats) -> Floats:
        return points @ self.turn.T + self.shift


def aligned(candidate: cq.Shape, reference: cq.Shape) -> cq.Shape:
    """The candidate where it comes nearest to the reference."""
    one, other = (sampled(shape, shape.BoundingBox().DiagonalLength) for shape in (candidate, reference))
    tree = cKDTree(other.points)
    _, centre, inertia = moments(one.triangles.corners)
    _, target, wanted = moments(other.triangles.corners)
    starts = [_Motion(turn, target - turn @ centre) for turn in _turns(inertia, wanted)]
    starts.sort(key=lambda motion: _mean_distance(motion, one, other, tree))
    slid = [_slid(motion, one, other, tree) for motion in starts[:_SLIDING]]
    best = min(slid, key=lambda motion: _mean_distance(motion, one, other, tree))
    x_axis, z_axis = (cq.Vector(*map(float, best.turn[:, column])) for column in (0, 2))
    return candidate.moved(cq.Location(cq.Plane(cq.Vector(*map(float, best.shift)), x_axis, z_axis)))


def _turns(inertia: Floats, wanted: Floats) -> list[Floats]:
    """Of the coordinates' axes onto each other, of principal axes onto each other, and about an axis of symmetry."""
    cube = [
        matrix
        for order in permutations(range(3))
        for signs in product((1.0, -1.0), repeat=3)
        if np.linalg.det(matrix := np.eye(3)[list(order)] * np.array(signs)[:, None]) > 0
    ]
    (_, own), (values, expected) = _principal(inertia), _principal(wanted)
    turns = [*cube, *(expected @ matrix @ own.T for matrix in cube)]
    for axis in range(3):
        first, second = (values[(axis + step) % 3] for step in (1, 2))
        if abs(first - second) <= _ALIKE_MOMENTS * abs(values).max():
            spins = [_about(expected[:, axis], 2 * np.pi * step / _SPINS / 2) for step in range(1, 2 * _SPINS)]
            turns += [spin @ turn for spin in spins for turn in (expected @ own.T, expected @ _flip(axis) @ own.T)]
    return turns


def _principal(inertia: Floats) -> tuple[Floats, Floats]:
    values, axes = np.linalg.eigh(inertia)
    if np.linalg.det(axes) < 0:
        axes[:, 0] *= -1
    return values, axes


def _flip(axis: int) -> Floats:
    """Half a turn about another axis."""
    signs = -np.ones(3)
    signs[(axis + 1) % 3] = 1
    return np.diag(signs)


def _about(axis: Floats, angle: float) -> Floats:
    cross = np.cross(np.eye(3), axis).T
    turn: Floats = np.eye(3) + np.sin(angle) * cross.T + (1 - np.cos(angle)) * cross.T @ cross.T
    return turn


def _mean_distance(motion: _Motion, one: Samples, other: Samples, tree: cKDTree) -> float:
    step, back = (max(1, len(samples.points) // _SCORED) for samples in (one, other))
    moved = motion.of(one.points)
    forth = tree.query(moved[::step])[0]
    return float(forth.mean() + cKDTree(moved).query(other.points[::back])[0].mean())


def _slid(motion: _Motion, one: Samples, other: Samples, tree: cKDTree) -> _Motion:
    """Points move along the normals of the nearest points, which lets surfaces slide over each other."""
    turn, shift = motion.turn, motion.shift
    for _ in range(_STEPS):
        moved = one.points @ turn.T + shift
        distances, rows = tree.query(moved)
        near = distances <= np.quantile(distances, 0.9)
        normals, middle = other.normals[rows[near]], moved.mean(axis=0)
        gaps = np.einsum("ij,ij->i", other.points[rows[near]] - moved[near], normals)
        system = np.hstack([np.cross(moved[near] - middle, normals), normals])
        change = np.linalg.lstsq(system, gaps, rcond=1e-4)[0]
        angle = float(np.linalg.norm(change[:3]))
        small = _about(change[:3] / angle, angle) if angle > _SETTLED else np.eye(3)
        turn, shift = small @ turn, small @ (shift - middle) + middle + change[3:]
        if np.linalg.norm(change) < _SETTLED:
            break
    return _Motion(turn, shift)
