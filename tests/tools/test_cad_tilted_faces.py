"""Faces of rough parts that slope, lean or float within what surfaces may lie apart, and ovals: none passes.

What may slope, since honest parts taper, is in `test_cad_rough_answers`.
"""

import pytest

from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import HEADER, backend, library
from tests.tools.test_cad_forged_surfaces import UNEVEN_HEADER

DISC = "disc = cq.Workplane().circle(50).extrude(8)\n"
SLOPING: dict[str, tuple[str, str, str]] = {
    "a floor that slopes": (
        "rough_coaster",
        "is 2.83 degrees askew: it rises 4.19 mm",
        DISC + "tool = cq.Workplane('XZ').polyline([(-42.5, 7.1), (42.5, 2.9), (42.5, 20), (-42.5, 20)]).close()\n"
        "recess = cq.Workplane().circle(42.5).extrude(20)\n"
        "result = disc.cut(tool.extrude(60, both=True).intersect(recess))\n",
    ),
    "a coaster that lies on a point": (
        "rough_coaster",
        "is 0.7 degrees askew",
        DISC + "disc = disc.faces('>Z').workplane().circle(42.5).cutBlind(-3)\n"
        "result = disc.rotate((0, 0, 0), (0, 1, 0), 0.7)\n",
    ),
    "a coaster that floats": (
        "rough_coaster",
        "lies 0.8 mm off the plane on which the part should rest",
        DISC + "result = disc.faces('>Z').workplane().circle(42.5).cutBlind(-3).translate((0, 0, 0.8))\n",
    ),
    "an oval recess": (
        "rough_coaster",
        "uneven surface: 2.05 mm off",
        DISC + "result = disc.cut(cq.Workplane(origin=(0, 0, 5)).ellipse(44.5, 40.5).extrude(20))\n",
    ),
    "a wedge that stands on an edge": (
        "rough_wedge",
        "it rises 1.9 mm",
        "side = cq.Workplane('XZ').polyline([(0, 0), (120, 1.9), (120, 3.2), (0, 25.5)]).close()\n"
        "result = side.extrude(20, both=True)\n",
    ),
    "a wedge whose sides taper": (
        "rough_wedge",
        "it rises 5 mm",
        "side = cq.Workplane('XZ').polyline([(0, 0), (120, 0), (120, 2), (0, 25)]).close().extrude(40, both=True)\n"
        "plan = cq.Workplane().polyline([(0, -22), (0, 22), (120, 17), (120, -17)]).close().extrude(60)\n"
        "result = side.intersect(plan)\n",
    ),
    "a plate that leans from its wall": (
        "rough_hook",
        "is 1.15 degrees askew",
        "plate = cq.Workplane('XZ').polyline([(0, 0), (5, 0), (6.2, 60), (1.2, 60)]).close().extrude(15, both=True)\n"
        "result = hook(plate).cut(cq.Workplane('YZ').pushPoints(SCREWS).circle(2.5).extrude(20))\n",
    ),
}


@pytest.mark.parametrize("name", SLOPING)
def test_faces_that_slope_within_what_surfaces_may_lie_apart_are_seen(name: str) -> None:
    task, words, code = SLOPING[name]
    seen = backend().execute(library()[task], Candidate(f"{HEADER}{UNEVEN_HEADER}{code}"))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert words in seen.text


def test_a_hole_beside_its_place_is_told_by_its_surface_and_no_radius() -> None:
    code = (
        "part = hook(cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False)))\n"
        "part = part.cut(cq.Workplane('YZ').center(2, 30).circle(1.85).extrude(20))\n"
        "result = part.cut(cq.Workplane('YZ').center(-2, 50).circle(3.1).extrude(20))\n"
    )
    seen = backend().execute(library()["rough_hook"], Candidate(f"{HEADER}{UNEVEN_HEADER}{code}"))
    assert "surface deviation" in seen.text
    assert "round hole" not in seen.text
