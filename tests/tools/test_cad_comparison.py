"""The comparison's figures against what geometry says, and observations that do not depend on the run."""

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from resources.domains.cad_modeling.domain import DOMAIN
from resources.domains.faults import apply_edits
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import BLOCK, HEADER, backend, bundle_of, library, modeller, observe

SLOW = ("rough_coaster", "coil_spring", "threaded_boss", "enclosure_with_bosses")


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.floats(0.5, 25.0), st.sampled_from("xyz"))
def test_overlap_of_a_moved_block(distance: float, axis: str) -> None:
    offset = ", ".join(f"{distance:.3f}" if name == axis else "0" for name in "xyz")
    seen = observe(f"{HEADER}result = cq.Workplane().box(20, 20, 20).translate(({offset}))\n")
    shared = max(0.0, 20 - round(distance, 3)) * 400
    assert seen.metrics["overlap"] == pytest.approx(shared / (16000 - shared), abs=1e-3)
    assert seen.metrics["volume_ratio"] == 1.0


def test_figures_of_a_bored_block() -> None:
    seen = observe(f"{HEADER}result = cq.Workplane().box(20, 20, 20).faces('>Z').workplane().hole(8)\n")
    bored = 8000 - math.pi * 16 * 20
    assert seen.metrics["overlap"] == pytest.approx(bored / 8000, rel=1e-3)
    assert seen.metrics["volume"] == pytest.approx(bored, rel=1e-3)
    assert seen.metrics["area"] == pytest.approx(2400 - 2 * math.pi * 16 + math.pi * 8 * 20, rel=1e-3)
    assert 0 < seen.metrics["chamfer"] < 0.1


def test_aligned_figures_forgive_what_the_verdict_does_not() -> None:
    block = f"{HEADER}result = cq.Workplane().box(30, 20, 10)\n"
    turned = f"{HEADER}result = cq.Workplane().box(30, 20, 10).rotate((0, 0, 0), (1, 2, 3), 37).translate((5, 6, 7))\n"
    seen = observe(turned, reference=block)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert seen.metrics["overlap"] < 0.8
    assert seen.metrics["aligned_overlap"] > 0.99


def test_meshes_answer_for_shapes_that_booleans_take_too_long_for() -> None:
    spring = library()["coil_spring"]
    thicker = Candidate(
        spring.reference.replace("wire_diameter, radius, pitch, rise = 3.0", "wire_diameter, radius, pitch, rise = 3.3")
    )
    seen = backend().execute(spring, thicker)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert seen.metrics["overlap"] == pytest.approx((3.0 / 3.3) ** 2, abs=0.01)


def test_bodies_of_an_assembly_may_touch_and_not_overlap() -> None:
    box = library()["box_with_lid"]
    assert backend().execute(box, Candidate(f"{box.reference}\n# again\n")).outcome is Outcome.PASS
    sunk = box.reference.replace("offset=height)", "offset=height - 1)")
    seen = backend().execute(box, Candidate(sunk))
    assert seen.outcome is Outcome.GEOMETRY_ERROR
    assert "gate overlap: Solid 0 and Solid 1 share" in seen.text
    melted = box.reference.replace(
        'cq.Assembly().add(box, name="box").add(cover.union(lip), name="lid")', "box.union(cover)"
    )
    assert "gate solids: 1 solids, expected 2" in backend().execute(box, Candidate(melted)).text


def test_an_assembly_counts_only_where_asked() -> None:
    code = f"{HEADER}result = cq.Assembly().add(cq.Workplane().box(20, 20, 20))\n"
    assert observe(code).outcome is Outcome.GEOMETRY_ERROR
    assert observe(code, assembly="yes").outcome is Outcome.PASS


def test_as_many_solids_as_the_reference_where_none_are_named() -> None:
    two = f"{HEADER}result = cq.Workplane().pushPoints([(0, 0), (30, 0)]).box(20, 20, 20)\n"
    assert observe(f"{two}# again\n", reference=two, solids="0").outcome is Outcome.PASS
    assert observe(BLOCK, reference=two, solids="0").outcome is Outcome.GEOMETRY_ERROR


def test_printed_addresses_and_times_do_not_reach_the_observation() -> None:
    code = f"{BLOCK}print(1)\nresult.boxx()\n"
    one, other = (backend().execute(bundle_of(BLOCK), Candidate(code)) for _ in range(2))
    assert one == other
    nameless = f"{HEADER}raise ValueError(cq.Workplane())\n"
    assert "0x…" in observe(nameless).text


def ring(outer: float, inner: float, length: float) -> float:
    """Volume of a pipe by its diameters."""
    return math.pi / 4 * (outer**2 - inner**2) * length


def rim_chamfer(diameter: float, size: float) -> float:
    """What a chamfer takes off the rim of a disc."""
    return size**2 / 2 * 2 * math.pi * (diameter / 2 - size / 3)


LENS = 25 * math.acos(66 / 210) + 400 * math.acos(816 / 840) - math.sqrt(4 * 6 * 36 * 46) / 2
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
}
"""From the numbers of the prompts, worked out by hand: a reference that forgets a hole is as wrong as a candidate."""


@pytest.mark.parametrize("name", VOLUMES)
def test_references_have_the_volume_that_their_prompts_give(name: str) -> None:
    part = library()[name]
    figures = modeller().judge(part, modeller().reference(part)).figures
    assert figures is not None
    assert figures.reference.volume == pytest.approx(VOLUMES[name], rel=1e-4)


@pytest.mark.parametrize("name", [name for name in library() if name not in SLOW])
def test_references_pass(name: str) -> None:
    seen = backend().execute(library()[name], library()[name].reference_candidate)
    assert seen.outcome is Outcome.PASS, seen.text
    assert seen.metrics["overlap"] == 1.0


@pytest.mark.parametrize("name", ["l_bracket", "u_channel", "clevis"])
def test_equivalent_rewrites_pass(name: str) -> None:
    bundle, injector = library()[name], DOMAIN.fault_injector()
    equivalent = {kind.name for kind in injector.kinds if not kind.is_fault}
    chosen = {edit.kind: edit for edit in injector.edits(bundle.reference) if edit.kind in equivalent}
    for edit in chosen.values():
        seen = backend().execute(bundle, Candidate(apply_edits(bundle.reference, [edit])))
        assert seen.outcome is Outcome.PASS, f"{edit}: {seen.text}"
