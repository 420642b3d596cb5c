"""Bodies that touch: a clearance of a hair is one where the task says there is none."""

import json
import subprocess
import sys

import pytest

from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import HEADER, backend, library, observe

PAIR = f"""{HEADER}shaft = cq.Workplane().circle(8).extrude(100)
ring = cq.Workplane().workplane(offset=8).circle(25).circle({{bore}}).extrude(14)
"""
COMPOUND = f"{PAIR}result = cq.Compound.makeCompound([shaft.val(), ring.val()])\n"
ASSEMBLY = f"{PAIR}result = cq.Assembly().add(ring.translate((0, 0, -8)), loc=cq.Location((0, 0, 8))).add(shaft)\n"
SEPARATE = {"solids": "2", "assembly": "yes"}

BUSHING = f"""{HEADER}bushing = cq.Workplane().circle(10).extrude(30).union(cq.Workplane().circle(14).extrude(4))
bushing = bushing.cut(cq.Workplane().circle(6.05).extrude(30))
shaft = cq.Workplane().workplane(offset=-10).circle(6).extrude(50).edges().chamfer(1)
def ring(*outline):
    return cq.Workplane("XZ").polyline(outline).close().revolve(360, (0, 0, 0), (0, 1, 0))
"""
BOTH = "result = cq.Compound.makeCompound([shaft.val(), bushing.val()])\n"
SEIZED = {
    "rings": (
        "inner = ((6.5, 14.8), (6.05, 14.8), (6.025, 14.9), (6.025, 15.1), (6.05, 15.2), (6.5, 15.2))\n"
        "bushing = bushing.union(ring(*inner))\n"
        "shaft = shaft.union(ring((5.5, 14.8), (6, 14.8), (6.025, 14.9), (6.025, 15.1), (6, 15.2), (5.5, 15.2)))\n"
    ),
    "edges": (
        "bushing = bushing.union(ring((6.5, 14.8), (6.05, 14.8), (6.025, 15), (6.05, 15.2), (6.5, 15.2)))\n"
        "shaft = shaft.union(ring((5.5, 14.8), (6, 14.8), (6.025, 15), (6, 15.2), (5.5, 15.2)))\n"
    ),
    "side by side": "bushing, shaft = bushing.translate((0.02, 0, 0)), shaft.translate((-0.03, 0, 0))\n",
}


def apart_by(bore: str) -> Observation:
    return observe(ASSEMBLY.format(bore=bore), COMPOUND.format(bore="8"), **SEPARATE)


def seized(how: str) -> Observation:
    return backend().execute(library()["shaft_in_bushing"], Candidate(BUSHING + SEIZED[how] + BOTH))


@pytest.mark.parametrize("bore", ["8.01", "8.001"])
def test_a_hair_between_bodies_that_touch_is_a_clearance(bore: str) -> None:
    seen = apart_by(bore)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert seen.log == b"compare: bodies touch each other over 0 mm2, expected 703.717\n"


def test_bodies_that_touch_pass_however_they_were_put_there() -> None:
    """Their overlap with the expected bodies is exact: OCCT takes them one by one."""
    seen = observe(ASSEMBLY.format(bore="8"), COMPOUND.format(bore="8"), **SEPARATE)
    assert (seen.outcome, seen.metrics["overlap"], seen.metrics["contact"]) == (Outcome.PASS, 1.0, 703.7)


def test_bodies_of_free_forms_that_share_room_are_no_assembly() -> None:
    """OCCT's boolean of two free forms was not asked, and any two such bodies side by side were refused."""
    tight = ASSEMBLY.replace("circle", "ellipse").replace("(8)", "(8.02, 8.02)").replace("(25)", "(25, 25)")
    seen = observe(tight.replace("({bore})", "(8, 8)"), COMPOUND.format(bore="8"), **SEPARATE)
    assert seen.outcome is Outcome.GEOMETRY_ERROR
    assert "gate overlap: Solid 0 and Solid 1 share 14" in seen.text


def test_where_no_bodies_touch_contact_is_not_asked_for() -> None:
    seen = observe(ASSEMBLY.format(bore="8.5"), COMPOUND.format(bore="8.5"), **SEPARATE)
    assert seen.outcome is Outcome.PASS
    assert "contact" not in seen.metrics


@pytest.mark.parametrize("how", SEIZED)
def test_a_shaft_that_is_seized_in_its_bushing_does_not_turn(how: str) -> None:
    """Each surface is within what it may be off, and both meet."""
    seen = seized(how)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert seen.log.endswith(b"compare: bodies touch that should have 0.05 mm between them\n")


SPLINE = (
    "import math\nangles = [math.radians(7.5 * number) for number in range(48)]\n"
    "points = [(6.05 * math.cos(angle), 6.05 * math.sin(angle)) for angle in angles]\n"
    "bushing = cq.Workplane().circle(10).extrude(30).union(cq.Workplane().circle(14).extrude(4))\n"
    "bushing = bushing.cut(cq.Workplane().spline(points, periodic=True).close().extrude(30))\n"
)
"""OCCT's mesh of this bore lies .05 mm off, and so as far as the shaft."""


@pytest.mark.parametrize(
    "form", ["", SPLINE, "bushing, shaft = (part.newObject([part.val().toNURBS()]) for part in (bushing, shaft))\n"]
)
def test_a_shaft_that_turns_passes_in_any_order_and_form(form: str) -> None:
    seen = backend().execute(library()["shaft_in_bushing"], Candidate(BUSHING + form + BOTH))
    assert seen.outcome is Outcome.PASS, seen.text


OPEN = """
import json
import cadquery as cq
from resources.domains.cad_modeling.execution.worker import clearances
boxes = [cq.Solid.makeBox(9, 9, 9, cq.Vector(0, 0, z)) for z in (0, 9.01)]
unclosed = [cq.Compound.makeCompound(box.Faces()[:-1]) for box in boxes]
gaps = [clearances._Bodies(clearances._boxed(bodies), 0.05).gap(0, 1) for bodies in (boxes, unclosed)]
print(json.dumps([*gaps, clearances._wider(*gaps)]))
"""


def test_a_clearance_is_not_dropped_where_the_finer_mesh_does_not_close() -> None:
    """No solid was found of which only the finer mesh fails, so what the meshes of five faces say stands for one."""
    answer = subprocess.run([sys.executable, "-c", OPEN], capture_output=True, check=True, text=True, timeout=120)
    coarse, finer, kept = json.loads(answer.stdout)
    assert coarse == pytest.approx(0.01, abs=1e-5)
    assert (finer, kept) == (None, coarse)


def test_a_script_may_print() -> None:
    seen = observe(f"{HEADER}result = cq.Workplane().box(20, 20, 20)\nprint(42)\n")
    assert seen.outcome is Outcome.PASS
    assert seen.log.startswith(b"printed: 42\ncompare: the part agrees")
