"""Simulating a script without running it: the same part, certain exceptions, and any text at all."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.cad_modeling.language.workplane_interface import MEMBERS, signatures
from resources.domains.cad_modeling.prediction.simulator import SIMULATOR
from resources.domains.cad_modeling.prediction.simulator.script import trace
from resources.domains.cad_modeling.prediction.simulator.trace_comparison import crosses_itself, trace_features
from resources.domains.cad_modeling.prediction.simulator.workplane_state import is_selector
from resources.domains.cad_modeling.tasks.library import builtin_seeds
from resources.domains.simulation import Agreement, Coverage, Difference, DifferentialResult, FailureSite, HaltReason
from resources.execution.bundle import Candidate
from tests.unit.effort import ends_within

PLATE = """import cadquery as cq
import math

length, width, bolts = 60.0, 40.0, 3
spacing = length / bolts
points = [(i * spacing, math.cos(0)) for i in range(bolts)]
plate = cq.Workplane("XY").box(length, width, 5.0)
result = plate.faces(">Z").workplane().pushPoints(points).hole(width / 8)
"""
REWRITES = [
    PLATE.replace("60.0, 40.0", "60, 4e1"),
    PLATE.replace('"XY"', ""),
    PLATE.replace("import math", "from math import *").replace("math.cos", "cos"),
    PLATE.replace("import cadquery as cq", "from cadquery import *").replace("cq.", ""),
    PLATE.replace("hole(width / 8)", "hole(diameter=width * 0.125, clean=True)"),
    PLATE.replace("plate", "part").replace("spacing", "pitch"),
    PLATE.replace("5.0)", "5.0).translate((0, 0, 0))"),
    PLATE.replace("length, width, bolts = 60.0, 40.0, 3", "length = 60.0\nwidth = 40.0  # mm\nbolts = 3"),
    PLATE.replace("[(i * spacing, math.cos(0)) for i in range(bolts)]", "[]")
    + "points = []\nfor i in range(bolts):\n    points.append((i * spacing, 1))\n"
    + 'result = plate.faces(">Z").workplane().pushPoints(points).hole(width / 8)\n',
]
RAISING = {
    "NameError": PLATE.replace("length / bolts", "lenght / bolts"),
    "AttributeError": PLATE.replace(".hole(", ".drill("),
    "TypeError": PLATE.replace(".hole(width / 8)", ".hole(size=width / 8)"),
    "ImportError": "from cadquery import Solid3\n" + PLATE,
    "NoResult": PLATE.replace("result =", "part ="),
    "ZeroDivisionError": PLATE.replace("bolts = 60.0, 40.0, 3", "bolts = 60.0, 40.0, 0"),
    "ValueError": PLATE + "result = result.union(plate.edges())\n",
    "refused": PLATE.replace("width / 8", "-width"),
}
REFUSED = [
    "cq.Workplane().polyline([(0, 0), (1, 0), (1, 1)]).extrude(2)",
    "cq.Workplane().circle(3).cutBlind(2)",
    "cq.Workplane().hole(2)",
    'cq.Workplane().circle(2).faces(">Z").workplane().hole(1)',
    'cq.Workplane().box(1, 2, 3).edges("|Z and %SPHERE").fillet(1)',
    'cq.Workplane().box(1, 2, 3).faces(">Z").workplane().faces(">X")',
    "cq.Workplane().circle(2).cut(cq.Workplane().box(1, 1, 1))",
    "cq.Workplane().box(1, 2, 0)",
    'cq.Workplane().box(1, 2, 3).faces(">Q")',
    "cq.Workplane().lineTo(1, 0).lineTo(1, 0).close().extrude(1)",
    "cq.Workplane().rect(1, 1).loft()",
    'cq.Workplane().circle(f"{3}").extrude(1)',
]


def trace_checks(reference: str, code: str) -> dict[str, float]:
    wanted = trace(reference)
    assert wanted is not None
    return {name.removeprefix("followed_"): value for name, value in trace_features(trace(code), wanted).items()}


@pytest.mark.parametrize("code", REWRITES)
def test_other_texts_of_one_part_are_the_same(code: str) -> None:
    found = trace_checks(PLATE, code)
    assert (found["trace_same"], found["trace_raised"], found["trace_lost"]) == (1.0, 0.0, 0.0), found


def test_other_parts_are_not() -> None:
    for code in (
        PLATE.replace("60.0", "61.0"),
        PLATE.replace(">Z", "<Z"),
        PLATE + "result = result.shell(-1)\n",
        PLATE.replace("5.0)", "5.0).translate((0, 0, 1))"),
    ):
        assert trace_checks(PLATE, code)["trace_same"] == 0.0


@pytest.mark.parametrize("kind", RAISING)
def test_exceptions_are_foretold(kind: str) -> None:
    found = trace(RAISING[kind])
    assert found is not None
    assert found.raised == kind


@pytest.mark.parametrize("part", REFUSED)
def test_impossible_steps_are_refused(part: str) -> None:
    found = trace(f"import cadquery as cq\nresult = {part}\n")
    assert found is not None
    assert found.raised == "refused"


def test_no_reference_of_the_library_raises_an_alarm() -> None:
    for seed in builtin_seeds():
        found = trace_checks(seed.reference, seed.reference)
        assert (found["trace_same"], found["trace_verdict"]) == (1.0, 0.0), seed.seed_id


def test_changes_are_told() -> None:
    found = trace_checks(PLATE, PLATE.replace("width / 8", "width / 16"))
    assert found["trace_ratio"] == pytest.approx(0.6931, abs=1e-3)
    assert found["trace_gone_hole"] == found["trace_come_hole"] == 1.0
    sketch = trace_checks(PLATE, PLATE + "result = result.faces()\n")
    assert sketch["trace_verdict"] == 2.0


def test_neighbouring_numbers_and_unknown_values_are_told_apart() -> None:
    for one, other in (("-1.0", "-2.0"), ("1", "2")):
        for text in ("result = result.shell({})\n", "result = cq.Workplane(cq.Wire.makeHelix(1, 2, {}))\n"):
            before, after = PLATE + text.format(one), PLATE + text.format(other)
            assert trace_checks(before, after)["trace_same"] == 0.0
            assert trace_checks(before, before)["trace_same"] == 1.0
    unknown = PLATE.replace("width / 8", "width ^ 3")
    assert trace_checks(unknown, unknown.replace("40.0", "44.0"))["trace_same"] == 0.0


def test_a_bore_that_touches_the_side_and_a_result_that_is_no_part() -> None:
    touching = PLATE.replace(".pushPoints(points)", ".center((length - 5.0) / 2, 0)")
    assert trace_checks(PLATE, touching)["trace_tangent"] == 1.0
    assert trace_checks(PLATE, PLATE + "result = 3\n")["trace_verdict"] == 2.0


def test_crossed_outlines() -> None:
    assert crosses_itself(((0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)))
    assert not crosses_itself(((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)))
    assert not crosses_itself("text")


def test_selectors() -> None:
    assert all(map(is_selector, (">Z", "|Z and >Y", "not #X", ">Z[-2]", "%CIRCLE", "<<X", "(>Z or <Z) exc |Y", "top")))
    assert not any(map(is_selector, (">Q", "Z>", "> Z and Q", "=Z")))


def test_the_interface_is_read() -> None:
    assert signatures()["box"].names == ("length", "width", "height", "centered", "combine", "clean")
    assert signatures()["box"].defaults["centered"] is True
    assert "Workplane" in MEMBERS


HOSTILE = [
    "x = 9**9**9**9\nresult = x\n",
    "x = [0]\nfor i in range(10**9):\n    x = x + x\n",
    "def f(n):\n    return f(n)\nresult = f(1)\n",
    "a = []\na.append(a)\nimport cadquery as cq\nresult = cq.Workplane().pushPoints(a)\n",
    "import cadquery as cq\nresult = cq.Workplane()" + ".center(1, 1)" * 3000 + "\n",
    "x = " + "(" * 90 + "1" + ")" * 90 + "\n",
    "x = 'a' * 10**9\n",
    "while True:\n    pass\n",
    "while 1 < 2:\n    x = 1\n",
]


@pytest.mark.parametrize("code", HOSTILE)
def test_hostile_scripts_end_soon(code: str) -> None:
    ends_within(0.5, lambda: trace_checks(PLATE, code))


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=200) | st.lists(st.sampled_from(PLATE.split()), max_size=40).map(" ".join))
def test_any_text_is_followed_or_left_alone(code: str) -> None:
    assert all(value == value for value in trace_checks(PLATE, code).values())


@settings(deadline=None, max_examples=150)
@given(st.integers(0, len(PLATE)), st.integers(0, 8), st.text(alphabet="()[]=.,+-*/ \n0a", max_size=4))
def test_any_change_is_followed_or_left_alone(place: int, gone: int, come: str) -> None:
    trace_checks(PLATE, PLATE[:place] + come + PLATE[place + gone :])


def compared(code: str) -> DifferentialResult:
    bundle = replace(bundle_from_seed(builtin_seeds()[0]), reference=PLATE)
    return SIMULATOR.compare(bundle, Candidate(code))


def test_what_is_not_simulated_is_said() -> None:
    for code, why in (
        (PLATE + "while plate:\n    pass\n", "a choice by what is not computed"),
        (PLATE + "with open('x') as file:\n    pass\n", "with"),
        (PLATE + "result = [i for i in plate]\n", "a loop over what is not computed"),
        (PLATE + "(\n", "the text does not parse"),
    ):
        result = compared(code)
        assert (result.agreement, result.halt) == (Agreement.UNKNOWN, HaltReason.UNSUPPORTED), code
        assert result.coverage == Coverage(1, 0, (why,))
    endless = compared(PLATE + "while True:\n    points[0]\n")
    assert (endless.agreement, endless.halt) == (Agreement.UNKNOWN, HaltReason.ENDLESS)
    text = compared(PLATE + "result = result.faces('>Z').text('a', 5, 1)\n")
    assert (text.agreement, text.halt) == (Agreement.UNKNOWN, HaltReason.RETURNED)
    assert text.coverage.unsupported == ("text",)
    assert text.coverage.simulated == text.coverage.cases - 1


def test_a_certain_exception_is_a_difference_at_its_line() -> None:
    result = compared(RAISING["TypeError"])
    assert (result.agreement, result.halt) == (Agreement.DIFFERENT, HaltReason.RAISED)
    assert result.first_difference == Difference("script", "TypeError")
    assert result.site == FailureSite(PLATE.count("\n"))
    assert compared(RAISING["ImportError"]).halt is HaltReason.IMPORTING


def test_parts_of_the_same_calls_are_one_part() -> None:
    assert {compared(code).agreement for code in REWRITES} == {Agreement.SAME}
    assert compared(PLATE.replace("60.0", "70.0")).first_difference == Difference("part", "volume")
