"""Faces and edges that are wrong and look right to an overlap: through themselves, on a web, uneven; none may pass.

Each class has several members, on tasks of different tolerance; the log names what is wrong.
"""

import pytest

from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import HEADER, backend, library
from tests.tools.test_cad_forgeries import BORE

LOOP = "[(20, 0, 0), (30, 0, 3), (12, 0, 3), (21, 0, 0)]"
THROUGH_THEMSELVES: dict[str, tuple[str, str]] = {
    "loop in a side": (
        "rough_wedge",
        "side = cq.Workplane('XZ').lineTo(40, 0).bezier([(40, 0), (56, 6), (26, 6), (41, 0)]).lineTo(120, 0)\n"
        "result = side.lineTo(120, 2).lineTo(0, 25).close().extrude(20, both=True)\n",
    ),
    "tiny loop in a dimensioned side": (
        "block_with_hole",
        "side = cq.Workplane().moveTo(-30, -20).lineTo(30, -20).lineTo(30, 20).lineTo(0.01, 20)\n"
        "side = side.bezier([(0.01, 20), (-0.06, 19.97), (0.06, 19.97), (-0.01, 20)])\n"
        "part = side.lineTo(-30, 20).close().extrude(20)\n" + BORE,
    ),
    "loop in a turned side": (
        "rough_coaster",
        "side = cq.Workplane('XZ').lineTo(20, 0).bezier([(20, 0), (27, -2.5), (14, -2.5), (21, 0)]).lineTo(50, 0)\n"
        "side = side.lineTo(50, 8).lineTo(42.5, 8).lineTo(42.5, 5).lineTo(0, 5).close()\n"
        "result = side.revolve(360, (0, 0, 0), (0, 1, 0))\n",
    ),
    "loop in a seam": (
        "rough_coaster",
        "from cadquery.func import wire, face, revolve, polyline\n"
        f"loop = cq.Edge.makeBezier([cq.Vector(*point) for point in {LOOP}])\n"
        "rim = [(21, 0, 0), (50, 0, 0), (50, 0, 8), (42.5, 0, 8), (42.5, 0, 5), (0, 0, 5), (0, 0, 0), (20, 0, 0)]\n"
        "rest = polyline(*rim)\n"
        "result = revolve(face(wire(rest, loop)), (0, 0, 0), (0, 0, 1))\n",
    ),
}
"""One edge crosses itself. OCCT mostly cuts the loop off and lets a wide tolerance bridge what is left open."""
TURNED = ".close().revolve(360, (0, 0, 0), (0, 1, 0))\n"
RIM = "(50, 0), (50, 8), (42.5, 8), (42.5, 5), (0, 5)"
THROUGH_EACH_OTHER: dict[str, tuple[str, str]] = {
    "two edges of a turned outline": (
        "rough_coaster",
        f"side = [(0, 0), (20, 0), (22, 0.5), (20, 0.5), (22, 0), {RIM}]\n"
        f"result = cq.Workplane('XZ').polyline(side){TURNED}",
    ),
    "an arc and a line of a turned outline": (
        "rough_coaster",
        "side = cq.Workplane('XZ').lineTo(20, 0).threePointArc((21, 0.6), (22, 0)).lineTo(22, 0.3).lineTo(20, 0.3)\n"
        f"side = side.lineTo(20, -0.2).lineTo(24, -0.2).lineTo(24, 0)\n"
        f"for x, y in [{RIM}]:\n    side = side.lineTo(x, y)\n"
        f"result = side{TURNED}",
    ),
    "two turned faces whose seams lie apart": (
        "rough_coaster",
        "from cadquery.func import solid, shell, revolve, segment\n"
        f"side, faces = [(0, 0), (20, 0), (22, 0.5), (20, 0.5), (22, 0), {RIM}], []\n"
        "for number, ((x, z), (u, w)) in enumerate(zip(side, side[1:])):\n"
        "    face = revolve(segment((x, 0, z), (u, 0, w)), (0, 0, 0), (0, 0, 1))\n"
        "    faces += face.rotate((0, 0, 0), (0, 0, 1), 40 * number).Faces()\n"
        "result = solid(shell(*faces))\n",
    ),
}
"""Edges or faces that no wire holds to each other cross."""

HOOK = (
    "plate = cq.Workplane().box(5, 30, 60, (False, True, False))\n"
    "arm = cq.Workplane(origin=(0, 0, 10)).box(45, 10, 10, (False, True, False))\n"
    "part = plate.union(arm).union(cq.Workplane(origin=(35, 0, 10)).box(10, 10, 35, (False, True, False)))\n"
    "holes = cq.Workplane('YZ').pushPoints([(0, 30), (0, 50)])\n"
)
TOO_THIN: dict[str, tuple[str, str]] = {
    "wedge on a web": (
        "rough_wedge",
        "side = [(0, 0), (120, 0), (120, 2), (108.5, 4.2), (104, 0.57), (99.5, 5.93), (0, 25)]\n"
        "result = cq.Workplane('XZ').polyline(side).close().extrude(20, both=True)\n",
    ),
    "coaster on a ring": (
        "rough_coaster",
        "side = [(0, 0), (27.6, 0), (30, 2.4), (32.4, 0), (50, 0), (50, 8), (42.5, 8), (42.5, 5), (32.4, 5), (30, 2.6),"
        " (27.6, 5), (0, 5)]\nresult = cq.Workplane('XZ').polyline(side).close().revolve(360, (0, 0, 0), (0, 1, 0))\n",
    ),
    "hook on a web": (
        "rough_hook",
        HOOK + "one = cq.Workplane('XZ').polyline([(-0.2, 21.7), (2.1, 24), (-0.2, 26.3)]).close()\n"
        "two = cq.Workplane('XZ').polyline([(5.2, 21.7), (2.9, 24), (5.2, 26.3)]).close()\n"
        "part = part.cut(one.extrude(20, both=True)).cut(two.extrude(20, both=True))\n"
        "result = part.cut(holes.circle(2.5).extrude(5))\n",
    ),
    "pit that is part of a face": (
        "rough_coaster",
        "side = cq.Workplane('XZ').moveTo(50, 0).lineTo(50, 8).lineTo(42.5, 8).lineTo(42.5, 5).lineTo(0, 5)\n"
        "side = side.lineTo(0, 4.8)\n"
        "below = [(0.6, 4.5), (3, 0.5), (6, 0), (12, 0), (25, 0), (40, 0), (50, 0)]\n"
        "side = side.spline(below, includeCurrent=True).close()\n"
        "result = side.revolve(360, (0, 0, 0), (0, 1, 0))\n",
    ),
}
HOLES = {
    "fine": "circle(1.0)",
    "wide": "circle(4.5)",
    "fine splines": "spline([(1.2, 0), (0, 1.2), (-1.2, 0), (0, -1.2)], periodic=True).close()",
}


@pytest.mark.parametrize("name", THROUGH_THEMSELVES)
def test_solids_that_run_through_themselves_are_no_solids(name: str) -> None:
    task, code = THROUGH_THEMSELVES[name]
    seen = backend().execute(library()[task], Candidate(HEADER + code))
    assert seen.outcome is Outcome.GEOMETRY_ERROR, seen.text
    assert "crosses itself" in seen.text or "gate tolerance: " in seen.text, seen.text


@pytest.mark.parametrize("name", THROUGH_EACH_OTHER)
def test_edges_and_faces_may_not_pass_through_each_other(name: str) -> None:
    task, code = THROUGH_EACH_OTHER[name]
    seen = backend().execute(library()[task], Candidate(HEADER + code))
    assert seen.outcome is Outcome.GEOMETRY_ERROR, seen.text
    assert " pass through each other" in seen.text, seen.text


@pytest.mark.parametrize("name", TOO_THIN)
def test_parts_that_hang_on_a_web_fail(name: str) -> None:
    task, code = TOO_THIN[name]
    seen = backend().execute(library()[task], Candidate(HEADER + code))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert " mm thick at (" in seen.text


@pytest.mark.parametrize("name", HOLES)
def test_small_holes_have_their_size_in_large_rough_parts(name: str) -> None:
    bore = f"bore = cq.Workplane('YZ').{HOLES[name]}.extrude(5)\n"
    both = "result = part.cut(bore.translate((0, 0, 30))).cut(bore.translate((0, 0, 50)))\n"
    code = f"{HEADER}{HOOK}{bore}{both}"
    seen = backend().execute(library()["rough_hook"], Candidate(code))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert "round hole of radius " in seen.text


UNEVEN: dict[str, tuple[str, str, str]] = {
    "a spring of oval wire": (
        "coil_spring",
        "surface deviation",
        "helix = cq.Wire.makeHelix(pitch=8, height=32, radius=12)\n"
        "wire = cq.Workplane('XZ').center(12, 0).ellipse(1.5 * 1.095, 1.5 / 1.095)\n"
        "result = wire.sweep(cq.Workplane(helix), isFrenet=True)\n",
    ),
    "a needle in a smooth floor": (
        "rough_coaster",
        "surface deviation",
        "points = [(0.6, 8), (1.2, 6.2), (2, 5.2), (4, 5), (12, 5), (24, 5), (36, 5), (42.5, 5)]\n"
        "half = cq.Workplane('XZ').moveTo(0, 9.5).spline(points, includeCurrent=True)\n"
        "half = half.lineTo(42.5, 8).lineTo(50, 8).lineTo(50, 0).lineTo(0, 0).close()\n"
        "result = half.revolve(360, (0, 0, 0), (0, 1, 0))\n",
    ),
    "a needle on the underside": (
        "rough_coaster",
        "uneven surface",
        "points = [(36, 0), (24, 0), (12, 0), (3, 0), (1.0, -0.3), (0.4, -1.5), (0, -2.7)]\n"
        "half = cq.Workplane('XZ').moveTo(0, 5).lineTo(42.5, 5).lineTo(42.5, 8).lineTo(50, 8).lineTo(50, 0)\n"
        "half = half.spline(points, includeCurrent=True).close()\n"
        "result = half.revolve(360, (0, 0, 0), (0, 1, 0))\n",
    ),
    "a corrugated slope": (
        "rough_wedge",
        "uneven surface",
        "wave = [min(1, (60 - i) / 15) * 3 * math.sin(math.pi * i / 5) for i in range(61)]\n"
        "points = [(2 * i, 25 - 23 * i / 60 + wave[i]) for i in range(1, 61)]\n"
        "side = cq.Workplane('XZ').moveTo(0, 0).lineTo(0, 25).spline(points, includeCurrent=True)\n"
        "result = side.lineTo(120, 0).close().extrude(20, both=True)\n",
    ),
    "a domed underside": (
        "rough_coaster",
        "uneven surface",
        "half = cq.Workplane('XZ').moveTo(0, 5).lineTo(42.5, 5).lineTo(42.5, 8).lineTo(50, 8).lineTo(50, 1.4)\n"
        "half = half.threePointArc((25, 0.35), (0, 0)).close()\n"
        "result = half.revolve(360, (0, 0, 0), (0, 1, 0))\n",
    ),
    "a domed back": (
        "rough_hook",
        "uneven surface",
        "plate = cq.Workplane('XY').moveTo(5, -15).lineTo(5, 15).lineTo(1.6, 15).threePointArc((0, 0), (1.6, -15))\n"
        "result = hook(plate.close().extrude(60)).cut(cq.Workplane('YZ').pushPoints(SCREWS).circle(2.5).extrude(5))\n",
    ),
    "holes that taper": (
        "rough_hook",
        "round hole of radius",
        "part = hook(cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False)))\n"
        "for _, z in SCREWS:\n"
        "    part = part.cut(cq.Solid.makeCone(3.6, 0.2, 5.2, cq.Vector(-0.1, 0, z), cq.Vector(1, 0, 0)))\n"
        "result = part\n",
    ),
    "holes drilled askew": (
        "rough_hook",
        "degrees askew",
        "part = hook(cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False)))\n"
        "way = cq.Vector(math.cos(math.radians(8)), math.sin(math.radians(8)), 0)\n"
        "for _, z in SCREWS:\n"
        "    part = part.cut(cq.Solid.makeCylinder(2.5, 20, cq.Vector(2.5, 0, z) - way * 10, way))\n"
        "result = part\n",
    ),
    "slots for screw holes": (
        "rough_hook",
        "round hole of radius 4.3",
        "part = hook(cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False)))\n"
        "result = part.cut(cq.Workplane('YZ').pushPoints(SCREWS).slot2D(9, 3.6).extrude(5))\n",
    ),
    "oval screw holes": (
        "rough_hook",
        "round hole of radius",
        "part = hook(cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False)))\n"
        "result = part.cut(cq.Workplane('YZ').pushPoints(SCREWS).ellipse(3, 2.1).extrude(5))\n",
    ),
    "a fin that looks back at the arm": (
        "rough_hook",
        "uneven surface",
        "part = hook(cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False)))\n"
        "part = part.cut(cq.Workplane('YZ').pushPoints(SCREWS).circle(2.5).extrude(5))\n"
        "result = part.union(cq.Workplane('XY').box(1.9, 24, 1).translate((5.9, 0, 4.6)))\n",
    ),
    "a block where a fillet might stand": (
        "rough_hook",
        "a feature's face",
        "part = hook(cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False)))\n"
        "part = part.union(cq.Workplane('XY', origin=(4, 0, 19.5)).box(5, 10, 4, centered=(False, True, False)))\n"
        "result = part.cut(cq.Workplane('YZ').pushPoints(SCREWS).circle(2.5).extrude(5))\n",
    ),
    "a pin where a fillet might stand": (
        "rough_hook",
        "a feature's face",
        "part = hook(cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False)))\n"
        "part = part.union(cq.Workplane('YZ', origin=(4, 3, 22.5)).circle(1.5).extrude(5))\n"
        "result = part.cut(cq.Workplane('YZ').pushPoints(SCREWS).circle(2.5).extrude(5))\n",
    ),
    "a notch where a fillet might stand": (
        "rough_hook",
        "a feature's face",
        "part = hook(cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False)))\n"
        "part = part.cut(cq.Workplane('XY', origin=(6.5, 0, 19)).box(3, 20, 5))\n"
        "result = part.cut(cq.Workplane('YZ').pushPoints(SCREWS).circle(2.5).extrude(5))\n",
    ),
    "a groove beside free corners": (
        "rough_hook",
        "uneven surface",
        "part = hook(cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False)))\n"
        "part = part.cut(cq.Workplane('XY', origin=(0, 9, 0)).box(2, 3, 200))\n"
        "result = part.cut(cq.Workplane('YZ').pushPoints(SCREWS).circle(2.5).extrude(5))\n",
    ),
    "a low blade whose flanks are flat where they turn": ("rough_wedge", "uneven surface", "result = slope(60, 0.5)\n"),
    "a blade across the slope": ("rough_wedge", "uneven surface", "result = slope(60, 3)\n"),
    "a groove across the slope": ("rough_wedge", "uneven surface", "result = slope(40, -4)\n"),
    "a ridge at the tip": (
        "rough_wedge",
        "uneven surface",
        "side = [(0, 0), (0, 25), (100, 35 / 6), (105, 8), (110, 47 / 12), (120, 2), (120, 0)]\n"
        "result = cq.Workplane('XZ').polyline(side).close().extrude(20, both=True)\n",
    ),
    "a slope of low waves": (
        "rough_wedge",
        "uneven surface",
        "points = [(2 * i, 25 - 23 * i / 60 + min(1, (60 - i) / 15) * 0.5 * math.sin(i / 5 * math.pi)) for i in"
        " range(1, 61)]\n"
        "side = cq.Workplane('XZ').moveTo(0, 0).lineTo(0, 25).spline(points, includeCurrent=True)\n"
        "result = side.lineTo(120, 0).close().extrude(20, both=True)\n",
    ),
    "a slope that sags": (
        "rough_wedge",
        "uneven surface",
        "side = cq.Workplane('XZ').lineTo(0, 25).threePointArc((60, 11.6), (120, 2)).lineTo(120, 0).close()\n"
        "result = side.extrude(20, both=True)\n",
    ),
    "a flat notch along the slope": (
        "rough_wedge",
        "uneven surface",
        "side = [(0, 0), (0, 25), (40, 52 / 3), (50, 13.6), (60, 13.5), (120, 2), (120, 0)]\n"
        "result = cq.Workplane('XZ').polyline(side).close().extrude(20, both=True)\n",
    ),
}
UNEVEN_HEADER = (
    "import math\n\nSCREWS = [(0, 30), (0, 50)]\n\n\ndef hook(plate):\n"
    "    side = [(2, 10), (45, 10), (45, 45), (35, 45), (35, 20), (2, 20)]\n"
    "    return plate.union(cq.Workplane('XZ').polyline(side).close().extrude(5, both=True))\n\n\n"
    "def slope(place, height):\n"
    "    far = [x for x in range(10, 115, 5) if abs(x - place) > 2.4]\n"
    "    places = sorted([*far, *(place + step for step in (-1.3, -0.8, 0, 0.8, 1.3))])\n"
    "    points = [(x, 25 - 23 * x / 120 + (height if x == place else 0)) for x in (5, *places, 115)]\n"
    "    side = cq.Workplane('XZ').moveTo(0, 0).lineTo(0, 25).lineTo(*points[0])\n"
    "    side = side.spline(points[1:], includeCurrent=True)\n"
    "    return side.lineTo(120, 2).lineTo(120, 0).close().extrude(20, both=True)\n\n\n"
)


@pytest.mark.parametrize("name", UNEVEN)
def test_bumps_within_what_surfaces_may_lie_apart_are_seen(name: str) -> None:
    task, word, code = UNEVEN[name]
    seen = backend().execute(library()[task], Candidate(f"{HEADER}{UNEVEN_HEADER}{code}"))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert word in seen.text
