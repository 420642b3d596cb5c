"""What a rough description leaves free must pass: roundings, fillets, gussets, tapers and lead-ins."""

import pytest

from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import HEADER, backend, library

HOOK = (
    "plate = cq.Workplane().box(5, 30, 60, (False, True, False))\n"
    "side = [(2, 10), (45, 10), (45, 45), (35, 45), (35, 20), (2, 20)]\n"
    "arm = cq.Workplane('XZ').polyline(side).close().extrude(5, both=True)\n"
    "def bored(part):\n"
    "    holes = cq.Workplane('YZ', origin=(-1, 0, 0)).pushPoints([(0, 30), (0, 50)]).circle(2.5)\n"
    "    return part.cut(holes.extrude(20))\n"
)
ANSWERS: dict[str, tuple[str, str]] = {
    "all edges of a shallow recess rounded": (
        "rough_coaster",
        "dish = cq.Workplane().circle(50).extrude(8).faces('>Z').workplane().circle(42.5).cutBlind(-3)\n"
        "result = dish.edges().fillet(1)\n",
    ),
    "rough coaster without rounding": (
        "rough_coaster",
        "result = cq.Workplane('XY').circle(50).extrude(8).faces('>Z').workplane().hole(86, 3)\n",
    ),
    "rough coaster with chamfers": (
        "rough_coaster",
        "disc = cq.Workplane('XY').circle(50.5).extrude(8.2).faces('<Z or >Z').edges().chamfer(0.8)\n"
        "result = disc.cut(cq.Workplane('XY', origin=(0, 0, 5)).circle(42).extrude(5)).edges('>Z').fillet(0.4)\n",
    ),
    "rough wedge with rounded edges": (
        "rough_wedge",
        "side = cq.Workplane('XZ').polyline([(0, 0), (118, 0), (118, 2.4), (0, 24.5)]).close()\n"
        "wedge = side.extrude(20, both=True)\n"
        "result = wedge.edges('<X').fillet(3)\n",
    ),
    "rough hook with wider holes": (
        "rough_hook",
        "plate = cq.Workplane().box(5, 30, 60, (False, True, False))\n"
        "side = [(0, 10), (45, 10), (45, 45), (35, 45), (35, 20), (0, 20)]\n"
        "part = plate.union(cq.Workplane('XZ').polyline(side).close().extrude(5, both=True))\n"
        "result = part.cut(cq.Workplane('YZ').pushPoints([(0, 30), (0, 50)]).circle(3).extrude(5))\n",
    ),
    "rough hook with fillets": (
        "rough_hook",
        "plate = cq.Workplane('YZ').rect(30, 60).extrude(5).translate((0, 0, 30)).edges('|X').fillet(4)\n"
        "arm = cq.Workplane('XY').box(45, 10, 10, centered=(False, True, False)).translate((0, 0, 10))\n"
        "tip = cq.Workplane('XY').box(10, 10, 35, centered=(False, True, False)).translate((35, 0, 10))\n"
        "hook = arm.union(tip).edges('>X and <Z').fillet(3)\n"
        "result = plate.union(hook).cut(cq.Workplane('YZ').pushPoints([(0, 31), (0, 51)]).circle(2.4).extrude(5))\n",
    ),
    "rough stand with rounded corners": (
        "rough_phone_stand",
        "foot = cq.Workplane('XY').box(90, 70, 5, centered=(False, True, False))\n"
        "rest = cq.Workplane('XZ').polyline([(24.5, 4), (30, 4), (5.2, 95), (0, 95)]).close().extrude(35, both=True)\n"
        "lip = cq.Workplane('XY').box(5, 70, 20, centered=(False, True, False)).translate((55, 0, 0))\n"
        "result = foot.union(rest).union(lip).edges('|Z and >X').fillet(4)\n",
    ),
    "rough wedge, rounded by 9 mm": (
        "rough_wedge",
        "side = cq.Workplane('XZ').polyline([(0, 0), (120, 0), (120, 2), (0, 25)]).close()\n"
        "result = side.extrude(20, both=True).edges('<X and |Z').fillet(9)\n",
    ),
    "rough hook with holes 2 mm higher": (
        "rough_hook",
        "plate = cq.Workplane().box(5, 30, 60, (False, True, False))\n"
        "side = [(2, 10), (45, 10), (45, 45), (35, 45), (35, 20), (2, 20)]\n"
        "part = plate.union(cq.Workplane('XZ').polyline(side).close().extrude(5, both=True))\n"
        "result = part.cut(cq.Workplane('YZ').pushPoints([(0, 32), (0, 50)]).circle(2.6).extrude(5))\n",
    ),
    "rough hook with countersunk holes": (
        "rough_hook",
        "plate = cq.Workplane().box(5, 30, 60, (False, True, False)).edges('|X').fillet(6).faces('>X')\n"
        "plate = plate.workplane(origin=(5, 0, 0)).pushPoints([(0, 31), (0, 50)]).cskHole(5, 9, 90)\n"
        "side = [(2, 10), (45, 10), (45, 45), (35, 45), (35, 20), (2, 20)]\n"
        "result = plate.union(cq.Workplane('XZ').polyline(side).close().extrude(5, both=True))\n",
    ),
    "rough hook with a lead-in": (
        "rough_hook",
        "side = [(2, 10), (45, 10), (45, 37), (43.5, 45), (36.5, 45), (35, 37), (35, 20), (2, 20)]\n"
        "plate = cq.Workplane().box(5, 30, 60, (False, True, False)).union("
        "cq.Workplane('XZ').polyline(side).close().extrude(5, both=True))\n"
        "result = plate.cut(cq.Workplane('YZ').pushPoints([(0, 30), (0, 50)]).circle(2.5).extrude(5))\n",
    ),
    "rough hook with a lead-in and a rounded inner corner": (
        "rough_hook",
        "side = [(2, 10), (45, 10), (45, 37), (43.5, 45), (36.5, 45), (35, 37), (35, 20), (2, 20)]\n"
        "arm = cq.Workplane('XZ').polyline(side).close().extrude(5, both=True)\n"
        "arm = arm.edges(cq.NearestToPointSelector((35, 0, 20))).fillet(4)\n"
        "plate = cq.Workplane().box(5, 30, 60, (False, True, False)).union(arm)\n"
        "result = plate.cut(cq.Workplane('YZ').pushPoints([(0, 30), (0, 50)]).circle(2.5).extrude(5))\n",
    ),
    "rough hook whose arm's root is rounded by 4 mm": (
        "rough_hook",
        "side = [(2, 10), (45, 10), (45, 45), (35, 45), (35, 20), (2, 20)]\n"
        "arm = cq.Workplane('XZ').polyline(side).close().extrude(5, both=True)\n"
        "part = cq.Workplane().box(5, 30, 60, (False, True, False)).union(arm)\n"
        "part = part.edges(cq.selectors.BoxSelector((4.9, -6, 9), (5.1, 6, 21))).fillet(4)\n"
        "result = part.cut(cq.Workplane('YZ').pushPoints([(0, 30), (0, 50)]).circle(2.5).extrude(5))\n",
    ),
    "rough hook with a gusset narrower than its arm": (
        "rough_hook",
        HOOK + "rib = cq.Workplane('XZ', origin=(0, 3, 0)).polyline([(4, 19), (4, 29), (5, 29), (14, 20), (14, 19)])\n"
        "result = bored(plate.union(arm).union(rib.close().extrude(6)))\n",
    ),
    "rough hook whose arm's root is rounded by 8 mm": (
        "rough_hook",
        HOOK + "part = plate.union(arm).edges(cq.selectors.BoxSelector((4.9, -6, 9), (5.1, 6, 21))).fillet(8)\n"
        "result = bored(part)\n",
    ),
    "rough hook whose plate ends in a half circle": (
        "rough_hook",
        HOOK + "plate = plate.edges('|X and >Z').fillet(14.9).edges('|X and <Z').fillet(10)\n"
        "result = bored(plate.union(arm))\n",
    ),
    "rough hook whose arm's edges are rounded through a sharp corner": (
        "rough_hook",
        HOOK + "path = cq.Workplane('XZ').moveTo(3, 15).lineTo(40, 15).lineTo(40, 45)\n"
        "section = cq.Workplane('YZ', origin=(3, 0, 15)).sketch().rect(10, 10).vertices().fillet(4).finalize()\n"
        "result = bored(plate.union(section.sweep(path, transition='right')))\n",
    ),
    "rough hook whose two legs taper": (
        "rough_hook",
        HOOK + "out = cq.Workplane('YZ', origin=(4, 0, 15)).rect(12, 12).workplane(offset=32).rect(10, 10).loft()\n"
        "corner = cq.Workplane(origin=(35, 0, 10)).box(10, 10, 10, (False, True, False))\n"
        "up = cq.Workplane(origin=(40, 0, 19)).rect(10, 10).workplane(offset=26).rect(8, 8).loft()\n"
        "result = bored(plate.union(out).union(corner).union(up))\n",
    ),
    "rough coaster whose recess is all edges": (
        "rough_coaster",
        "side = cq.Workplane('XZ').lineTo(49, 0).lineTo(50, 1).lineTo(50, 7).threePointArc((49.7, 7.7), (49, 8))\n"
        "side = side.lineTo(43, 8).lineTo(42.5, 7).threePointArc((41.9, 5.6), (40.5, 5)).lineTo(0, 5).close()\n"
        "result = side.revolve(360, (0, 0, 0), (0, 1, 0))\n",
    ),
    "rough phone stand whose inner corners are rounded by 4 mm": (
        "rough_phone_stand",
        "side = [(0, 0), (90, 0), (90, 5), (60, 5), (60, 20), (55, 20), (55, 5), (30, 5)]\n"
        "side += [(5, 95), (0, 95), (25, 5), (0, 5)]\n"
        "part = cq.Workplane('XZ').polyline(side).close().extrude(35, both=True)\n"
        "result = part.edges('|Y').edges(cq.selectors.BoxSelector((24, -40, 4.5), (61, 40, 5.5))).fillet(4)\n",
    ),
    "rough phone stand whose rest ends square to its lean, with a round lip": (
        "rough_phone_stand",
        "foot = cq.Workplane().box(90, 70, 5, (False, True, False))\n"
        "back = [(30, 5), (5, 95), (0.182, 93.662), (25.182, 3.662)]\n"
        "rest = cq.Workplane('XZ').polyline(back).close().extrude(35, both=True)\n"
        "lip = cq.Workplane(origin=(55, 0, 0)).box(5, 70, 20, (False, True, False)).edges('>Z and |Y').fillet(2.4)\n"
        "result = foot.union(rest).union(lip)\n",
    ),
    "rough hook whose plate has a draft all around": (
        "rough_hook",
        HOOK + "plate = cq.Workplane('YZ').center(0, 30).rect(30, 60).extrude(5, taper=3)\n"
        "result = bored(plate.union(arm))\n",
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_right_part_of_a_rough_description_passes(name: str) -> None:
    task, code = ANSWERS[name]
    seen = backend().execute(library()[task], Candidate(f"{HEADER}{code}"))
    assert seen.outcome is Outcome.PASS, seen.text
