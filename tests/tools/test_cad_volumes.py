"""The volumes of the built-in parts, worked out by hand from the numbers of their prompts.

A reference that forgets a hole is as wrong as a candidate. What a comparison says is `test_cad_comparison`.
"""

import math
from collections.abc import Callable

import numpy as np
import pytest

from tests.tools.cad_runs import library, modeller


def ring(outer: float, inner: float, length: float) -> float:
    """Volume of a pipe by its diameters."""
    return math.pi / 4 * (outer**2 - inner**2) * length


def rim_chamfer(diameter: float, size: float) -> float:
    """What a chamfer takes off the rim of a disc."""
    return size**2 / 2 * 2 * math.pi * (diameter / 2 - size / 3)


def rim_fillet(diameter: float, radius: float) -> float:
    """What a fillet takes off the rim of a disc: the corner outside a quarter circle, about the axis (Pappus)."""
    area, moment = (1 - math.pi / 4) * radius**2, (5 / 6 - math.pi / 4) * radius**3
    return 2 * math.pi * (area * diameter / 2 - moment)


def strip(radius: float, half_width: float) -> float:
    """Area between a diameter and the circle above it, within half a width of the centre."""
    return half_width * math.sqrt(radius**2 - half_width**2) + radius**2 * math.asin(half_width / radius)


def triangle(one: float, other: float, degrees: float) -> float:
    """Area between two radii."""
    return one * other * math.sin(math.radians(degrees)) / 2


def integral(function: Callable[[float], float], low: float, high: float) -> float:
    """Gauss and Legendre, 40 points: exact to many digits for what is smooth."""
    points, weights = np.polynomial.legendre.leggauss(40)
    half, middle = (high - low) / 2, (high + low) / 2
    return half * sum(weight * function(middle + half * point) for point, weight in zip(points, weights, strict=True))


def bore_to_axis(main: float, side: float) -> float:
    """What a bore of diameter `side`, ending on the axis of a crossing one of diameter `main`, shares with it."""
    radius = side / 2

    def slice_of(angle: float) -> float:
        return 2 * (radius * math.cos(angle)) ** 2 * math.sqrt((main / 2) ** 2 - (radius * math.sin(angle)) ** 2)

    return integral(slice_of, -math.pi / 2, math.pi / 2)


def square_to_round(side: float, diameter: float, height: float) -> float:
    """A loft by straight lines, each side of the square going to a quarter of the circle at even speed.

    Sections are mixtures of both outlines, so the volume is a third of square, circle and their mixed area.
    """
    mixed = 4 * math.sqrt(2) * side * (diameter / 2) / math.pi
    return height / 3 * (side**2 + math.pi * diameter**2 / 4 + mixed)


def blade_area() -> float:
    """The impeller's blade outside the hub: a ring sector in polar coordinates about its own centre."""
    centre = math.hypot(20, 22.36)

    def angle(radius: float, distance: float) -> float:
        return math.acos((centre**2 + radius**2 - distance**2) / (2 * centre * radius))

    return integral(lambda radius: radius * (angle(radius, 38) - angle(radius, 10)), 29, 31)


LENS = 25 * math.acos(66 / 210) + 400 * math.acos(816 / 840) - math.sqrt(4 * 6 * 36 * 46) / 2
"""Knob: what a circle of 5 mm radius shares with one of 20 mm, 21 mm away."""
KNUCKLE = 16 * math.pi - (16 * math.acos(1 / 4) - math.sqrt(15)) / 2
"""Hinge: a knuckle's section beyond the leaf, which takes half of the segment below z = 3."""
VOLUMES = {
    "block_with_hole": 60 * 40 * 20 - ring(12, 0, 20),
    "stepped_block": 20 * 30 * (10 + 20 + 30),
    "hexagonal_spacer": 1.5 * math.sqrt(3) * 25 * 25 - ring(5, 0, 25),
    "l_bracket": (50 * 6 + 34 * 6 + 25 - math.pi * 25 / 4) * 30 - 2 * ring(6, 0, 6),
    "t_beam": 80 * (40 * 5 + 6 * 30),
    "stepped_shaft": ring(16, 0, 20) + ring(24, 0, 35) + ring(12, 0, 15) - rim_chamfer(12, 1),
    "washer": ring(24, 13, 2.5) - rim_chamfer(24, 0.5),
    "gusset_bracket": 60 * 40 * 5 + 5 * 40 * 45 + 6 * 40 * 35 / 2,
    "u_channel": 70 * (30 * 25 - 24 * 22) - 2 * ring(5, 0, 3),
    "patterned_plate": (100 * 60 - (4 - math.pi) * 64) * 5 - 15 * ring(6, 0, 5),
    "slotted_plate": 90 * 40 * 6 - 2 * (12 * 8 * 6 + ring(8, 0, 6)) - ring(7, 0, 6) - ring(13, 7, 3),
    "flange": ring(100, 40, 12) + ring(60, 40, 25) - 8 * ring(9, 0, 12) - 2 * math.pi * 2 * (30 - 2 / 3),
    "knob": ring(40, 0, 18) - ring(8, 0, 12) - 6 * LENS * 18,
    "pulley": ring(80, 16, 20) - 2 * math.pi * 100 * (30 + 10 / 3 * 34 / 20),
    "elbow": ring(20, 14, 30 + math.pi * 15),
    "heat_sink": 60 * 50 * 5 + 9 * 2 * 50 * 20,
    "pin_fin_sink": (40 * 40 - 4 * 4.5) * 4 + 16 * ring(4, 0, 15),
    "open_box": (80 * 50 - (4 - math.pi) * 36) * 30 - (76 * 46 - (4 - math.pi) * 16) * 28,
    "bearing_block": 100 * 30 * 12 + 50 * 28 * 30 + ring(50, 32, 30) / 2 - ring(32, 0, 30) / 2 - 2 * ring(9, 0, 12),
    "clevis": (20 * 40 + 50 * math.pi) * 24 - (20 * 20 + 50 * math.pi) * 10 - ring(8, 0, 14),
    "box_with_lid": 60 * 40 * 25 - 56 * 36 * 23 + 60 * 40 * 3 + (55.6 * 35.6 - 51.6 * 31.6) * 3,
    "shaft_in_bushing": ring(20, 12.1, 30) + ring(28, 20, 4) + ring(12, 0, 50) - 2 * rim_chamfer(12, 1),
    "enclosure_with_bosses": (100 * 70 - (4 - math.pi) * 64) * 28
    - (95 * 65 - (4 - math.pi) * 5.5**2) * 25.5
    + 4 * (ring(8, 0, 17.5) - ring(3, 0, 14))
    - 5 * 3 * 2.5 * 12,
    "rough_wedge": 120 * (25 + 2) / 2 * 40,
    "rough_coaster": ring(100, 0, 8) - ring(85, 0, 3) - 2 * rim_fillet(100, 1),
    "hinge_leaf": 30 * 50 * 3 - 2 * 5 * 10 * 3 + 30 * KNUCKLE - ring(4, 0, 30) - 3 * ring(4, 0, 3),
    "pipe_tee": ring(30, 22, 80) + (ring(24, 0, 35) - bore_to_axis(30, 24)) - (ring(16, 0, 35) - bore_to_axis(22, 16)),
    "rough_hook": 30 * 60 * 5 + (45 * 10 + 10 * 25) * 10 - 5 * 10 * 10 - 2 * ring(5, 0, 5),
    # A rib is 1.4 (14 - x) high at x, and the boss hides it below x = sqrt(36 - y2).
    "ribbed_boss": 40 * 40 * 3
    + ring(12, 0, 18)
    - ring(5, 0, 15)
    + 4 * 0.7 * (2 * (14**2 + 36) - 2 / 3 - 28 * strip(6, 1)),
    "ratchet_wheel": (12 * triangle(24, 30, 30) - math.pi * 49 - (4 * 9.5 - strip(7, 2))) * 6,
    "spur_gear": 20
    * 10
    * (2 * triangle(42, 42, 0.3 * 18) + 2 * triangle(42, 50, 0.12 * 18) + triangle(50, 50, 0.16 * 18))
    - ring(16, 0, 10)
    - 6 * ring(10, 0, 10),
    "lofted_nozzle": square_to_round(40, 24, 50) - square_to_round(34, 18, 50),
    # Width and depth fall evenly, so a section is (60 - 30 t) (40 - 10 t), inside (54 - 30 t) (34 - 10 t).
    "transition_duct": 45 * (2400 - 900 + 100) - 45 * (1836 - 780 + 100) + (70 * 50 - 54 * 34) * 4,
    # A section through the axis that is screwed about it: its area times the way of its centroid about the axis.
    "coil_spring": math.pi / 4 * 9 * 2 * math.pi * 12 * 4,
    "threaded_boss": ring(20, 0, 24) + ring(36, 0, 5) + (1.8 * 1.5 / 2) * 2 * math.pi * (10 + 1.5 / 3) * 4,
    "swept_handle": ring(10, 0, 25 + 15 * math.pi / 2 + 70 + 15 * math.pi / 2 + 25) + 2 * ring(22, 0, 5),
    "hydraulic_manifold": 80 * 50 * 40
    - 4 * 2 * 40
    - ring(14, 0, 70)
    - 3 * (ring(10, 0, 20) - bore_to_axis(14, 10) + ring(16, 10, 6))
    - 2 * (ring(8, 0, 25) - bore_to_axis(14, 8)),
    "rough_phone_stand": (90 * 5 + 5 * 15 + 5 * 90) * 70,
    "impeller": ring(80, 8, 4) + ring(20, 8, 14) + 7 * 10 * blade_area(),
}


def test_every_part_has_its_volume_worked_out() -> None:
    assert set(VOLUMES) == set(library())


@pytest.mark.parametrize("name", VOLUMES)
def test_references_have_the_volume_that_their_prompts_give(name: str) -> None:
    part = library()[name]
    figures = modeller().judge(part, modeller().reference(part)).figures
    assert figures is not None
    assert figures.reference.volume == pytest.approx(VOLUMES[name], rel=1e-4)
