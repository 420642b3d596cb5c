"""The comparison's figures against what geometry says, and observations that do not depend on the run."""

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from resources.domains.cad_modeling.domain import DOMAIN
from resources.domains.faults import apply_edits
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import BLOCK, HEADER, backend, bundle_of, library, observe

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
