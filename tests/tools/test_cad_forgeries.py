"""Parts that are wrong and look right to an overlap: none may pass.

Each class has several members, on tasks of different tolerance. Surfaces are in `test_cad_forged_surfaces.py`, scripts
that aim at the judge in `test_cad_forged_scripts.py`.
"""

import pytest

from resources.domains.cad_modeling.faults.cheats import cheats
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import BLOCK, HEADER, backend, library, observe

WEDGE = "part = cq.Workplane('XZ').polyline([(0, 0), (120, 0), (120, 2), (0, 25)]).close().extrude(20, both=True)\n"
COASTER = (
    "part = cq.Workplane('XY').circle(50).extrude(8)\n"
    "part = part.cut(cq.Workplane('XY', origin=(0, 0, 5)).circle(42.5).extrude(3))\n"
)
HOLED = "part = cq.Workplane('XY').box(60, 40, 20, centered=(True, True, False))\n"
BORE = "result = part.cut(cq.Workplane('XY').circle(6).extrude(20))\n"
EQUAL_AREA = "radius = 6 * math.sqrt((2 * math.pi / {n}) / math.sin(2 * math.pi / {n}))\n"


def saw(x: float, width: float) -> str:
    return f"result = part.cut(cq.Workplane('XY').box({width}, 39.9, 60).translate(({x}, -0.05, 0)))\n"


def prism(sides: int) -> str:
    return (
        HOLED
        + EQUAL_AREA.format(n=sides)
        + f"result = part.cut(cq.Workplane('XY').polygon({sides}, 2 * radius).extrude(20))\n"
    )


def ridge(name: str, value: float) -> str:
    """The threaded boss, one of its sizes another one."""
    return f"{library()['threaded_boss'].reference.removeprefix(HEADER)}".replace(
        "\n\nhelix", f"\n{name} = {value}\nhelix"
    )


WRONG: dict[str, tuple[str, str]] = {
    "sawn across": ("rough_wedge", WEDGE + saw(60, 0.2)),
    "sawn across by a hair": ("rough_wedge", WEDGE + saw(40, 0.001)),
    "sawn near the tip": ("rough_wedge", WEDGE + saw(110, 0.5)),
    "sawn lengthwise": (
        "rough_wedge",
        WEDGE + "result = part.cut(cq.Workplane('XY').box(60, 39.9, 0.2).translate((90, -0.05, 3)))\n",
    ),
    "sawn along its middle": (
        "rough_wedge",
        WEDGE + "result = part.cut(cq.Workplane('XY').box(119.8, 0.2, 60).translate((60 - 0.1, 0, 0)))\n",
    ),
    "stand sawn through its rest": (
        "rough_phone_stand",
        "part = cq.Workplane('XZ').polyline([(0, 0), (90, 0), (90, 5), (60, 5), (60, 20), (55, 20), (55, 5), (30, 5),"
        " (5, 95), (0, 95), (25, 5), (0, 5)]).close().extrude(35, both=True)\n"
        "result = part.cut(cq.Workplane('XY').box(200, 69.8, 0.3).translate((0, 0.2, 50)))\n",
    ),
    "sealed cavity": (
        "rough_wedge",
        WEDGE + "result = part.cut(cq.Workplane('XY').box(30, 20, 10).translate((30, 0, 9)))\n",
    ),
    "sealed cavity in a coaster": (
        "rough_coaster",
        COASTER + "result = part.cut(cq.Workplane('XY', origin=(0, 0, 2)).circle(40).extrude(1))\n",
    ),
    "void with a vent": (
        "rough_wedge",
        WEDGE + "void = cq.Workplane('XY').box(30, 20, 9).translate((30, 0, 9))\n"
        "result = part.cut(void.union(cq.Workplane('XY', origin=(30, 0, 0)).circle(0.4).extrude(9)))\n",
    ),
    "small void in a dimensioned block": (
        "block_with_hole",
        HOLED + BORE + "result = result.cut(cq.Workplane('XY').sphere(0.8).translate((20, 10, 10)))\n",
    ),
    "small blind pit": (
        "block_with_hole",
        HOLED + BORE + "result = result.cut(cq.Workplane('XY').box(1, 1, 2).translate((20, 10, 20)))\n",
    ),
    "unasked hole": (
        "rough_wedge",
        WEDGE + "result = part.cut(cq.Workplane('XY').circle(2).extrude(60).translate((40, 0, 0)))\n",
    ),
    "unasked fine hole": (
        "block_with_hole",
        HOLED + BORE + "result = result.cut(cq.Workplane('XY').circle(0.15).extrude(20).translate((20, 10, 0)))\n",
    ),
    "one hole missing": (
        "rough_hook",
        "plate = cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False))\n"
        "outline = [(0, 10), (45, 10), (45, 45), (35, 45), (35, 20), (0, 20)]\n"
        "hook = cq.Workplane('XZ').polyline(outline).close().extrude(5, both=True)\n"
        "result = plate.union(hook).cut(cq.Workplane('YZ').center(0, 30).circle(2.5).extrude(5))\n",
    ),
    "blind holes for through holes": (
        "rough_hook",
        "plate = cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False))\n"
        "outline = [(0, 10), (45, 10), (45, 45), (35, 45), (35, 20), (0, 20)]\n"
        "hook = cq.Workplane('XZ').polyline(outline).close().extrude(5, both=True)\n"
        "holes = cq.Workplane('YZ', origin=(0.2, 0, 0)).pushPoints([(0, 30), (0, 50)]).circle(2.5).extrude(9)\n"
        "result = plate.union(hook).cut(holes)\n",
    ),
    "bore as a prism of 20": ("block_with_hole", prism(20)),
    "bore as a prism of 64": ("block_with_hole", prism(64)),
    "bore as a prism of 200": ("block_with_hole", prism(200)),
    "coaster as a prism of 20": (
        "rough_coaster",
        "part = cq.Workplane('XY').polygon(20, 101).extrude(8)\n"
        "result = part.cut(cq.Workplane('XY', origin=(0, 0, 5)).polygon(20, 86).extrude(3))\n",
    ),
    "spring of a polygon": (
        "coil_spring",
        "helix = cq.Wire.makeHelix(8, 32, 12)\n"
        "result = cq.Workplane('XZ').center(12, 0).polygon(12, 3.1).sweep(cq.Workplane(helix), isFrenet=True)\n",
    ),
    "bore a little aside": (
        "block_with_hole",
        HOLED + "result = part.cut(cq.Workplane('XY').center(0.06, 0).circle(6).extrude(20))\n",
    ),
    "NURBS bore a little too wide": (
        "block_with_hole",
        HOLED + "wide = cq.Matrix([[1.01, 0, 0, 0], [0, 1.01, 0, 0], [0, 0, 1, 0]])\n"
        "result = part.cut(cq.Workplane(cq.Solid.makeCylinder(6, 20).transformGeometry(wide)))\n",
    ),
    "pins a little aside": (
        "pin_fin_sink",
        "part = cq.Workplane('XY').box(40, 40, 4, centered=(True, True, False)).edges('|Z').chamfer(3)\n"
        "places = [(9 * i - 13.5 + 0.1 * (-1) ** (i + j), 9 * j - 13.5) for i in range(4) for j in range(4)]\n"
        "result = part.union(cq.Workplane('XY').pushPoints(places).circle(2).extrude(19))\n",
    ),
    "mirror image": (
        "ratchet_wheel",
        library()["ratchet_wheel"].reference.removeprefix(HEADER) + "result = result.mirror('YZ')\n",
    ),
    "a thread's ridge half as wide": ("threaded_boss", ridge("half_width", 0.6)),
    "a thread's ridge too wide": ("threaded_boss", ridge("half_width", 1.7)),
    "a thread's ridge not as high": ("threaded_boss", ridge("depth", 1.2)),
    "a flat on a threaded boss": (
        "threaded_boss",
        ridge("pitch", 4.0) + "result = result.cut(cq.Workplane().box(5, 40, 10).translate((20.1, 0, -2.5)))\n",
    ),
    "a spring with an end ground flat": (
        "coil_spring",
        library()["coil_spring"].reference.removeprefix(HEADER)
        + "result = result.cut(cq.Workplane().box(60, 60, 10).translate((0, 0, -6)))\n",
    ),
    "two halves beside a hair": (
        "block_with_hole",
        HOLED + BORE + "result = result.cut(cq.Workplane('XY').box(80, 1e-4, 60))\n",
    ),
}

PLATE = f"{HEADER}result = cq.Workplane().box(100, 60, 20)\n"
FEATURES: dict[str, tuple[str, str, str]] = {
    "blind hole": ("measured", "feature's", "result = result.faces('>Z').workplane().center(20, 10).hole(2, 2)\n"),
    "boss": ("measured", "feature's", "result = result.faces('>Z').workplane().rect(2, 2).extrude(0.8)\n"),
    "rounding": ("measured", "edge's", "result = result.edges('>Z and >X').fillet(1)\n"),
    "chamfer": ("measured", "edge's", "result = result.edges('>Z').chamfer(2)\n"),
    "blind hole in an outline": ("outline", "feature's", "result = result.faces('<X').workplane().hole(2, 3)\n"),
    "boss on an outline": ("outline", "feature's", "result = result.faces('>Z').workplane().circle(2).extrude(2)\n"),
    "groove in an outline": (
        "outline",
        "feature's",
        "result = result.cut(cq.Workplane('XZ').box(40, 4, 99).translate((0, 0, 10)))\n",
    ),
}
"""Each with the tolerance, what the log calls it, and the step that makes it."""


@pytest.mark.parametrize("name", WRONG)
def test_wrong_parts_fail(name: str) -> None:
    task, code = WRONG[name]
    seen = backend().execute(library()[task], Candidate(f"{HEADER}import math\n\n{code}"))
    assert seen.outcome in (Outcome.FUNCTIONAL_MISMATCH, Outcome.GEOMETRY_ERROR), seen.text
    assert "compare: " in seen.text or "gate " in seen.text


@pytest.mark.parametrize("name", FEATURES)
def test_small_features_do_not_vanish_in_loose_tasks(name: str) -> None:
    """Neither may the candidate lack what the reference has, nor have what it lacks."""
    tolerance, words, tail = FEATURES[name]
    plain, detailed = PLATE, PLATE + tail
    for code, reference, how in ((detailed, plain, "surplus"), (plain, detailed, "missing")):
        seen = observe(code, reference=reference, tolerance=tolerance)
        assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
        assert any(words in line and f" is {how} (" in line for line in seen.text.splitlines()), seen.text


def test_topology_is_told_in_numbers() -> None:
    bored = f"{BLOCK}result = result.faces('>Z').workplane().hole(0.1)\n"
    assert "genus (holes through): expected 0 got 1" in observe(bored, tolerance="outline").text
    hollow = f"{BLOCK}result = result.cut(cq.Workplane().box(1, 1, 1))\n"
    assert "sealed voids: expected 0 got 1" in observe(hollow, tolerance="outline").text
    assert observe(f"{bored}# again\n", reference=bored).outcome is Outcome.PASS
    assert observe(f"{hollow}# again\n", reference=hollow).outcome is Outcome.PASS


def test_the_place_of_a_deviation_is_told() -> None:
    pit = f"{BLOCK}result = result.cut(cq.Workplane().box(2, 2, 2).translate((5, 5, 10)))\n"
    told = observe(pit).text
    assert "surface deviation 1 mm at (" in told
    missing = observe(BLOCK, reference=pit).text
    assert "surface there is missing" in missing


@pytest.mark.parametrize("name", ["rough_wedge", "block_with_hole", "coil_spring", "box_with_lid"])
def test_cheats_derived_from_a_reference_fail(name: str) -> None:
    bundle = library()[name]
    for cheat in cheats(bundle):
        seen = backend().execute(bundle, cheat.candidate)
        assert seen.outcome is not Outcome.PASS, cheat.name
