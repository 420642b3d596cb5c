"""Parts that are wrong and look right to an overlap, and scripts that aim at the judge: none may pass.

Each class has several members, on tasks of different tolerance; `WORDS` is what the log says where the class is told.
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

HIDDEN = {
    "format": "print('{0.__class__.__init__.__globals__}'.format(cq.Workplane()))\n",
    "format of a name": "text = '{0.__class__}'\nprint(text.format(cq))\n",
    "format of a sum": "print(('{0.__cl' + 'ass__}').format(cq.Workplane()))\n",
    "format by its class": "print(str.format('{0.__class__}', cq.Workplane()))\n",
    "format as a value": "print(list(map(str.format, ['{0.__class__}'], [cq.Workplane()])))\n",
    "format_map": "print('{x.__class__}'.format_map({'x': cq.Workplane()}))\n",
    "format in a specification": "print('{0:{1.__class__}}'.format(1, cq.Workplane()))\n",
    "format of OCCT's objects": "print('{0.wrapped}'.format(cq.Solid.makeBox(1, 1, 1)))\n",
    "a pattern": "match cq.Workplane():\n    case object(__class__=found):\n        print(found)\n",
    "modules of typing": "from typing import sys\nprint(sys.modules)\n",
    "modules of selectors": "from cadquery import selectors\nprint(selectors.math)\n",
    "a module as a value": "again = cq\nprint(again.utils)\n",
    "a module of Python as a value": "import math\nprint(math)\n",
    "a renamed module as a value": "import math as m\nagain = [m]\n",
    "selectors as a value": "again = cq.selectors\nprint(again.math)\n",
    "an exception's object": "try:\n    cq.absent\nexcept Exception as error:\n    print(error.obj)\n",
    "a generator's frame": "def f():\n    yield 1\nprint(f().gi_frame.f_back)\n",
    "a generator's code": "print((x for x in [1]).gi_code)\n",
    "a patched class by way of self": "def patch(self):\n    self.vals = lambda me: []\npatch(cq.Workplane)\n",
    "a font of the host": "part = cq.Workplane().text('a', 5, 1, fontPath='/usr/share/fonts/a.ttf')\n",
    "a font by options": "part = cq.Workplane().text('a', 5, 1, **{'fontPath': '/usr/share/fonts/a.ttf'})\n",
    "an address": "print(id(cq))\n",
    "an exporter": "cq.Workplane().box(1, 1, 1).exportStl('Ground_Truth.stl')\n",
    "an assembly's file": "cq.Assembly().add(cq.Workplane().box(1, 1, 1)).save('a.step')\n",
    "a plugin": "def vals(self):\n    return []\ncq.Workplane.vals = vals\n",
    "a decorator": "@setattr\ndef f():\n    pass\n",
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_parts_fail(name: str) -> None:
    task, code = WRONG[name]
    seen = backend().execute(library()[task], Candidate(f"{HEADER}import math\n\n{code}"))
    assert seen.outcome in (Outcome.FUNCTIONAL_MISMATCH, Outcome.GEOMETRY_ERROR), seen.text
    assert "compare: " in seen.text or "gate " in seen.text


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


@pytest.mark.parametrize("name", FEATURES)
def test_small_features_do_not_vanish_in_loose_tasks(name: str) -> None:
    """Neither may the candidate lack what the reference has, nor have what it lacks."""
    tolerance, words, tail = FEATURES[name]
    plain, detailed = PLATE, PLATE + tail
    for code, reference, how in ((detailed, plain, "surplus"), (plain, detailed, "missing")):
        seen = observe(code, reference=reference, tolerance=tolerance)
        assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
        assert any(words in line and f" is {how} (" in line for line in seen.text.splitlines()), seen.text


@pytest.mark.parametrize("name", HIDDEN)
def test_ways_to_internals_are_refused(name: str) -> None:
    seen = observe(f"{BLOCK}{HIDDEN[name]}")
    assert seen.outcome is Outcome.REJECTED, seen.text


def test_fonts_from_files_are_refused_however_they_are_named() -> None:
    for call in (
        "cq.Compound.makeText('a', 5, 1, 'Sans', '/etc/hostname')",
        "cq.Workplane().text('a', 5, 1, **{'font' + 'Path': '/etc/hostname'})",
        "text('a', 5, path='/etc/hostname')",
    ):
        seen = observe(f"{HEADER}from cadquery.func import text\n\nresult = {call}\n")
        assert seen.outcome is Outcome.RUNTIME_ERROR, seen.text
        assert "not from a file" in seen.text
    named = observe(f"{HEADER}part = cq.Workplane().text('a', 5, 1)\n{BLOCK}")
    assert named.outcome is Outcome.PASS, named.text


def test_what_is_written_is_the_shape_whatever_a_script_makes_of_the_classes() -> None:
    """A class of the script's may still be handed one of CadQuery's; what is judged is what stands on the stack."""
    patched = (
        f"{HEADER}class Patch:\n    def on(self, value):\n        self.vals = value\n        self.exportBin = value\n\n"
        "box = cq.Workplane().box(20, 20, 20)\nother = cq.Workplane().box(9, 9, 9)\n"
        "Patch.on(cq.Workplane, lambda me: [box.val()])\nPatch.on(cq.Shape, lambda me, *rest: None)\nresult = other\n"
    )
    assert observe(patched).outcome is not Outcome.PASS


def test_addresses_do_not_reach_the_log() -> None:
    code = f"{BLOCK}print(result, [result], 'at %r' % result, f'{{result!r}}', object())\n"
    seen = observe(code)
    assert seen.outcome is Outcome.PASS
    assert "0x…" in seen.text
    assert "0x7f" not in seen.text


def test_a_mesh_that_comes_with_a_shape_says_nothing() -> None:
    """A right part that was meshed coarsely in its own process still agrees."""
    meshed = f"{BLOCK}ball = cq.Workplane().sphere(10)\nball.val().tessellate(5, 2)\nresult = ball\n"
    seen = observe(f"{meshed}# again\n", reference=f"{HEADER}result = cq.Workplane().sphere(10)\n")
    assert seen.outcome is Outcome.PASS, seen.text


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
    "a fin that looks back at the arm": (
        "rough_hook",
        "uneven surface",
        "part = hook(cq.Workplane('XY').box(5, 30, 60, centered=(False, True, False)))\n"
        "part = part.cut(cq.Workplane('YZ').pushPoints(SCREWS).circle(2.5).extrude(5))\n"
        "result = part.union(cq.Workplane('XY').box(1.9, 24, 1).translate((5.9, 0, 4.6)))\n",
    ),
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
