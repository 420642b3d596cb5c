"""Coarse geometry of followed scripts: volumes, pieces, what parts from the reference, and any text at all."""

import math
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.cad_modeling.execution.tolerances import TOLERANCES
from resources.domains.cad_modeling.prediction.simulator.body_metrics import BodyMetrics
from resources.domains.cad_modeling.prediction.simulator.comparison import body_features, body_of
from resources.domains.cad_modeling.tasks.library import builtin_seeds
from tests.unit.effort import ends_within
from tests.unit.mutilation import spliced

HEADER = "import cadquery as cq\n"
PLATE = HEADER + 'plate = cq.Workplane("XY").box(40, 20, 10)\nresult = plate.faces(">Z").workplane().hole(8)\n'
REFERENCES = [seed.reference for seed in builtin_seeds()]
DISC = math.pi * 25
SCRIPTS: dict[str, float] = {
    "cq.Workplane().box(10, 20, 30, centered=False)": 6000,
    "cq.Workplane('YZ').circle(5).extrude(7)": 7 * DISC,
    "cq.Workplane().circle(5).circle(3).extrude(-10)": 10 * math.pi * 16,
    "cq.Workplane().sphere(5)": 4 / 3 * math.pi * 125 * 0.996,
    "cq.Workplane().cylinder(8, 5)": 8 * DISC,
    "cq.Workplane().moveTo(10, 0).circle(5).revolve(360, (0, 0, 0), (0, 1, 0))": 2 * math.pi * 10 * DISC,
    "cq.Workplane().moveTo(10, 0).circle(5).revolve(90, (0, 0, 0), (0, 1, 0))": math.pi / 2 * 10 * DISC,
    "cq.Workplane().lineTo(10, 0).lineTo(0, 10).close().extrude(4)": 200,
    "cq.Workplane().moveTo(-5, 0).lineTo(5, 0).threePointArc((0, 5), (-5, 0)).close().extrude(4)": 2 * DISC,
    "cq.Workplane().polygon(6, 10).extrude(2)": 3 * math.sqrt(3) * 25,
    "cq.Workplane().ellipse(5, 3).extrude(2)": 30 * math.pi,
    "cq.Workplane().slot2D(30, 10).extrude(2)": 2 * (200 + DISC),
    "cq.Workplane().rect(10, 10).workplane(offset=5).rect(10, 10).loft()": 500,
    "cq.Workplane().box(20, 20, 20).faces('>X').workplane().rect(4, 4).cutThruAll()": 8000 - 320,
    "cq.Workplane().box(20, 20, 20).faces('>X').workplane().rect(4, 4).cutBlind(-5)": 8000 - 80,
    "cq.Workplane().box(20, 20, 20).faces('>Z').shell(-2)": 8000 - 16 * 16 * 18,
    "cq.Workplane().box(20, 20, 20).faces('|Z').shell(2)": 20 * (24 * 24 - (4 - math.pi) * 4) - 8000,
    "cq.Workplane().box(20, 20, 20).cut(cq.Workplane().box(30, 4, 4))": 8000 - 320,
    "cq.Workplane().box(20, 20, 20).intersect(cq.Workplane().box(30, 4, 4))": 320,
    "cq.Workplane().box(20, 20, 20).rotate((0, 0, 0), (0, 0, 1), 45)": 8000,
    "cq.Workplane().box(20, 20, 20).translate((10, 0, 0)).mirror('YZ', union=True)": 16000,
    "cq.Workplane().rarray(10, 10, 3, 2).rect(4, 4).extrude(5)": 480,
    "cq.Workplane().polarArray(20, 0, 360, 4).rect(4, 4).extrude(5)": 320,
    "cq.Workplane().rect(20, 20, forConstruction=True).vertices().rect(4, 4).extrude(5)": 320,
    "cq.Workplane().box(20, 20, 6).faces('>Z').workplane().cboreHole(4, 8, 2)": 2400 - math.pi * (16 + 32),
    "cq.Workplane().transformed(rotate=(90, 0, 0), offset=(0, 0, 5)).rect(4, 6).extrude(3)": 72,
    "cq.Workplane().box(20, 20, 20).edges('|Z').fillet(5)": 20 * (400 - (4 - math.pi) * 25),
    "cq.Workplane().box(20, 20, 20).edges('>Z').chamfer(2)": 8000 - 4 * 20 * 2 + 4 * 8 / 3,
    "cq.Workplane().circle(10).extrude(20).faces('>Z').chamfer(2)": 2000 * math.pi - 2 * math.pi * 2 * (10 - 2 / 3),
    "cq.Workplane().box(20, 20, 20).faces('>Z').workplane().hole(8).faces('>Z').edges('%CIRCLE').chamfer(1)": 8000
    - 320 * math.pi
    - math.pi * (4 + 1 / 3),
    "cq.Workplane('XZ').polyline([(0, 0), (20, 0), (20, 5), (5, 5), (5, 20), (0, 20)]).close().extrude(10)"
    ".edges(cq.selectors.NearestToPointSelector((5, -5, 5))).fillet(4)": 1750 + 10 * (4 - math.pi) * 4,
    "cq.Workplane().placeSketch(cq.Sketch().rect(20, 10).vertices().fillet(2).reset().circle(3, mode='s'))"
    ".extrude(4)": 4 * (200 - (4 - math.pi) * 4 - 9 * math.pi),
    "cq.Workplane().box(20, 20, 20).faces('>Z or <Z').shell(-2)": 8000 - 16 * 16 * 20,
    "cq.Workplane(obj=cq.Solid.makeBox(4, 4, 4).cut(cq.Solid.makeCylinder(1, 9, cq.Vector(2, 2, -1))))": 64
    - 4 * math.pi,
    "cq.Workplane().pushPoints([(0, 0), (9, 0)]).eachpoint(lambda loc: cq.Solid.makeBox(1, 2, 3).moved(loc))": 12,
    "cq.Workplane().box(9, 9, 9) - cq.Workplane().box(3, 3, 20) + cq.Workplane().box(1, 1, 1)": 729 - 81 + 1,
    "cq.Workplane().rect(10, 10).extrude(5, taper=10)": 5
    / 3
    * (100 + (10 - 10 * math.tan(math.radians(10))) * 10 + (10 - 10 * math.tan(math.radians(10))) ** 2),
    "cq.Workplane().hLine(10).vLine(5).tangentArcPoint((-10, 0)).close().extrude(2)": 2 * (50 + math.pi * 12.5),
    "cq.Workplane(cq.Plane((1, 2, 3), (1, 0, 0), (0, 1, 0))).rect(4, 4).extrude(5)": 80,
}
PIECES = {
    "cq.Workplane().rarray(10, 10, 3, 2).rect(4, 4).extrude(5)": 6,
    "cq.Workplane().box(10, 10, 10).union(cq.Workplane().box(10, 10, 10).translate((10.01, 0, 0)))": 2,
    "cq.Workplane().box(10, 10, 10).union(cq.Workplane().box(10, 10, 10).translate((10, 0, 0)))": 1,
    "cq.Workplane().box(20, 20, 20).cut(cq.Workplane().box(0.02, 30, 30))": 2,
    "cq.Assembly().add(cq.Workplane().box(4, 4, 4)).add(cq.Workplane().box(2, 2, 2))": 2,
}


def checked(reference: str, code: str, tolerance: str = "dimensioned") -> Mapping[str, float]:
    return body_features(reference, code, TOLERANCES[tolerance])


def seen(expression: str) -> BodyMetrics:
    built = body_of(f"{HEADER}result = {expression}\n")
    assert built is not None
    assert built.body is not None
    assert not built.watch.seen["missing"]
    return BodyMetrics(built.body)


@pytest.mark.parametrize("expression", SCRIPTS)
def test_a_body_has_its_volume(expression: str) -> None:
    assert seen(expression).volume == pytest.approx(SCRIPTS[expression], rel=0.004)


@pytest.mark.parametrize("expression", PIECES)
def test_pieces_are_counted_however_near_they_are(expression: str) -> None:
    assert seen(expression).pieces == PIECES[expression]


def test_nothing_is_left_of_what_is_cut_away() -> None:
    built = body_of(f"{HEADER}result = cq.Workplane().box(10, 10, 10).cut(cq.Workplane().box(20, 20, 20))\n")
    assert built is not None
    assert built.body is None


def test_bodies_that_share_room_are_seen() -> None:
    assert seen("cq.Assembly().add(cq.Workplane().box(4, 4, 4)).add(cq.Workplane().box(2, 2, 2))").shared == 8


def test_a_body_has_its_box_and_centre() -> None:
    found = seen("cq.Workplane('XZ').center(5, 0).rect(10, 4).extrude(6)")
    assert found.box.low == pytest.approx((0, -6, -2))
    assert found.box.high == pytest.approx((10, 0, 2))
    assert found.centre == pytest.approx((5, -3, 0), abs=0.1)


def test_the_same_part_does_not_part_from_itself() -> None:
    found = checked(PLATE, PLATE.replace("(40, 20, 10)", "(4e1, 20.0, 10)"))
    assert found["followed_overlap"] == 1
    assert not found["followed_volume"]
    assert not found["followed_box"]


def test_another_part_is_told_from_the_reference() -> None:
    found = checked(PLATE, PLATE.replace("hole(8)", "hole(20.5)"))
    assert found["followed_more_pieces"] == 1
    assert found["followed_volume"] < -0.1


def test_what_is_not_followed_is_left_out() -> None:
    assert checked(PLATE, "import math\n" + PLATE.replace("hole(8)", "hole(math.unheard)")) == {}
    half = checked(PLATE, PLATE.replace("hole(8)", "text('a', 5, 1)"))
    assert half["followed_missing"] == 1
    assert half["followed_share"] < 1


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_change_is_followed_or_left_alone(data: st.DataObject) -> None:
    reference = data.draw(st.sampled_from(REFERENCES))
    code = spliced(data, reference, ["0", "-1", "1e9", "1e-9", ".faces('>X')", ".box(1, 1, 1)", "()", "None"], 12)
    found = checked(reference, code)
    assert all(math.isfinite(value) for value in found.values())


HOSTILE = {
    "places": "cq.Workplane().rarray(3, 3, 100000, 100000).circle(1).extrude(1)",
    "bodies": "cq.Workplane().rarray(3, 3, 12, 12).box(1, 1, 1).rarray(2, 2, 12, 12).box(1, 1, 1)",
    "sides": "cq.Workplane().polygon(10**9, 5).extrude(3)",
    "corners": "cq.Workplane().polyline([(i % 7, i * i % 11) for i in range(1990)]).close().extrude(3)",
    "tilted": "cq.Workplane().transformed((30, 20, 10)).rarray(3, 3, 12, 12).polygon(390, 3).extrude(1)",
    "turned": "cq.Workplane().polyline([(9 + i % 7, i) for i in range(390)]).close().revolve()",
    "faces": "cq.Workplane().rarray(3, 3, 9, 9).polygon(60, 2).extrude(1)" + ".faces('>Z').workplane()" * 150,
    "depth": "cq.Workplane().box(9, 9, 9)" + ".cut(cq.Workplane().sphere(1)).union(cq.Workplane().box(8, 9, 9))" * 190,
    "numbers": "cq.Workplane().box(1e300, 1e-300, float('nan'))",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_scripts_end_soon(name: str) -> None:
    code = f"{HEADER}result = {HOSTILE[name]}\n"

    def fresh() -> None:
        body_of.cache_clear()
        checked(PLATE, code)

    ends_within(0.3, fresh)


def test_a_script_that_doubles_its_part_ends_soon() -> None:
    code = (
        HEADER
        + "part = cq.Workplane().sphere(3)\nfor i in range(60):\n    part = part.union(part.translate((i, 1, 0)))\n"
    )
    ends_within(0.3, lambda: checked(PLATE, code + "result = part\n"))


BLOCK = f"{HEADER}result = cq.Workplane().box(20, 20, 20)\n"
VERDICTS = {
    "cq.Workplane().box(20, 20, 10).union(cq.Workplane().box(20, 20, 10))": 1,
    "cq.Workplane().box(20, 20, 9.99).union(cq.Workplane().box(20, 20, 20))": 0,
    "cq.Workplane().box(20, 20, 20).union(cq.Workplane().box(1, 1, 1).translate((40, 0, 0)))": 2,
    "cq.Workplane().box(20, 20, 20).faces('>Z').workplane().center(7, 0).hole(6)": 2,
    "cq.Workplane().rect(20, 20).rect(20, 10).extrude(20)": 2,
    "cq.Workplane().polyline([(0, 0), (20, 20), (20, 0), (0, 20)]).close().extrude(20)": 2,
    "cq.Workplane().box(20, 20, 20).faces('>Z')": 2,
    "cq.Workplane().box(20, 20, 20).cut(cq.Workplane().box(30, 30, 30))": 2,
    "cq.Workplane().box(20, 20, 20).edges('|Z').fillet(11)": 3,
    "cq.Workplane().box(20, 20, 20).edges('|Z').fillet(2)": 1,
    "cq.Workplane('XZ').circle(10).extrude(20).faces('>Z').workplane().hole(3)": 3,
    "cq.Workplane().rect(20, 0).extrude(5)": 3,
}


@pytest.mark.parametrize("expression", VERDICTS)
def test_what_all_of_it_comes_to(expression: str) -> None:
    assert checked(BLOCK, f"{HEADER}result = {expression}\n")["followed_verdict"] == VERDICTS[expression]


def test_a_difference_counts_by_what_is_allowed() -> None:
    longer = BLOCK.replace("(20, 20, 20)", "(20.2, 20, 20)")
    assert checked(BLOCK, longer)["followed_beyond"] > 1
    assert checked(BLOCK, longer, "outline")["followed_beyond"] < 1


PATH = "cq.Workplane('XZ').lineTo(0, 20).threePointArc((3, 27), (10, 30)).lineTo(30, 30)"


def test_a_sweep_is_followed_as_a_tube() -> None:
    length = 20 + math.pi / 2 * 10 + 20
    assert seen(f"cq.Workplane().circle(4).sweep({PATH})").volume == pytest.approx(length * math.pi * 16, rel=0.05)


def test_a_section_along_its_path_is_seen() -> None:
    along = f"{HEADER}result = cq.Workplane('XZ').circle(4).sweep({PATH})\n"
    assert checked(BLOCK, along)["followed_slant"] == pytest.approx(1)
    assert checked(BLOCK, along.replace("('XZ').circle", "('XY').circle"))["followed_slant"] == pytest.approx(0)


def test_where_nothing_is_left_the_body_before_it_counts() -> None:
    nothing = "cq.Workplane().box(4, 4, 4).intersect(cq.Workplane().box(2, 2, 2).translate((9, 0, 0)))"
    assert seen(f"{nothing}.cut(cq.Workplane().box(9, 9, 2))").volume == pytest.approx(32)
