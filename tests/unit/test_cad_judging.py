"""From reports and figures to outcomes and log lines, without any geometry."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.cad_modeling.execution.diagnostics import diagnostics
from resources.domains.cad_modeling.execution.judging import (
    flooded,
    judge_figures,
    judge_gates,
    judge_script,
    located,
    metrics,
    without_host,
)
from resources.domains.cad_modeling.execution.modeller import Judged, Modelled
from resources.domains.cad_modeling.execution.reports import (
    Askew,
    Clearance,
    Contact,
    Defect,
    Deviation,
    Distance,
    Figures,
    Flattened,
    Gates,
    Location,
    Lone,
    Measures,
    Neck,
    Problem,
    Resized,
    ScriptReport,
    Tilted,
    Wall,
    read_report,
)
from resources.domains.cad_modeling.execution.tolerances import TOLERANCES, differences, shown, tolerances_of
from resources.domains.cad_modeling.tasks.library import builtin_seeds
from resources.execution.errors import EnvironmentGap, PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

EXACT, OUTLINE = TOLERANCES["dimensioned"], TOLERANCES["outline"]
BOX = Measures(
    volume=6000.0,
    area=2200.0,
    box=(0.0, 0.0, 0.0, 10.0, 20.0, 30.0),
    centre=(5.0, 10.0, 15.0),
    solids=1,
    faces=6,
    edges=12,
    voids=0,
    genus=0,
)
NOWHERE = Distance(distance=0.0, point=(0.0, 0.0, 0.0), surplus=True)
NEAR = Deviation(
    near=0.02,
    farthest=NOWHERE,
    apart=NOWHERE,
    stray=0.0,
    flat=(),
    resized=(),
    askew=(),
    tilted=(),
    lone=(),
    uneven=None,
    gaps=0.0,
    expected_gaps=0.0,
    neck=None,
    seen_through=True,
)
SAME = Figures(
    candidate=BOX,
    reference=BOX,
    overlap=1.0,
    method="boolean",
    facets=0.0,
    aligned=None,
    chamfer=None,
    wall=None,
    deviation=NEAR,
    contact=None,
    clearances=(),
)


def step(ended: Ended = Ended.EXITED, code: int = 0, log: bytes = b"") -> StepResult:
    return StepResult("script", ended, code, log, False, 0.1)


def with_candidate(**changes: object) -> Figures:
    return SAME.model_copy(update={"candidate": BOX.model_copy(update=changes)})


def lying(rise: float = 0.0, away: float = 0.0, *, resting: bool = False) -> Tilted:
    return Tilted(rise=rise, angle=1.0, away=away, upright=True, resting=resting, point=(5.0, 0.0, 3.0))


def deviating(**changes: object) -> Figures:
    return SAME.model_copy(update={"deviation": NEAR.model_copy(update=changes)})


def raised(kind: str, stage: str = "script", text: str = "no") -> Modelled:
    problem = Problem(kind=kind, line=7, call="fillet", text=text, path=(3,))
    return Modelled(step(), ScriptReport(stage=stage, error=problem, kind="", shape=False), None)


def test_what_facets_cut_off_two_meshes_may_lack_in_common() -> None:
    meshed = SAME.model_copy(update={"overlap": 0.983, "method": "mesh", "facets": 0.02, "deviation": None})
    assert not differences(meshed, TOLERANCES["swept"], 0.0)
    assert differences(meshed.model_copy(update={"facets": 0.004}), TOLERANCES["swept"], 0.0)
    assert differences(meshed.model_copy(update={"method": "boolean"}), TOLERANCES["swept"], 0.0)


@pytest.mark.parametrize(
    ("run", "outcome"),
    [
        (raised("SyntaxError", "compile"), Outcome.COMPILATION_ERROR),
        (raised("ImportError"), Outcome.COMPILATION_ERROR),
        (raised("StdFail_NotDone"), Outcome.RUNTIME_ERROR),
        (raised("MemoryError"), Outcome.RESOURCE_EXCEEDED),
        (Modelled(step(Ended.TIMED_OUT), None, None), Outcome.TIMEOUT),
        (Modelled(step(Ended.OUT_OF_MEMORY), None, None), Outcome.RESOURCE_EXCEEDED),
        (Modelled(step(Ended.SIGNALLED, 139), None, None), Outcome.MEMORY_FAULT),
        (Modelled(step(Ended.SIGNALLED, 134), None, None), Outcome.RUNTIME_ERROR),
        (Modelled(step(Ended.SIGNALLED, 134, b"std::bad_alloc"), None, None), Outcome.RESOURCE_EXCEEDED),
        (Modelled(step(), None, None), Outcome.RUNTIME_ERROR),
        (
            Modelled(step(), ScriptReport(stage="result", error=None, kind="int", shape=False), None),
            Outcome.GEOMETRY_ERROR,
        ),
        (
            Modelled(step(), ScriptReport(stage="result", error=None, kind="Solid", shape=True), None),
            Outcome.RESOURCE_EXCEEDED,
        ),
        (Modelled(step(), ScriptReport(stage="result", error=None, kind="Solid", shape=True), b"x"), None),
    ],
)
def test_script(run: Modelled, outcome: Outcome | None) -> None:
    assert judge_script(run, "part.py").outcome is outcome


def test_an_exception_is_told_with_its_lines() -> None:
    told = judge_script(raised("StdFail_NotDone", text="at 0x7f0011223344"), "part.py").text
    assert told == "part.py:3: called from here\npart.py:7: fillet(): StdFail_NotDone: at 0x…\n"


def test_floods_are_named() -> None:
    flood = replace(step(Ended.LIMIT_EXCEEDED), log_truncated=True)
    assert flooded(flood, 64 << 10) == "script: it printed more than 4096 KiB\n"
    assert flooded(step(), 64 << 10) == ""


def test_addresses_are_taken_out() -> None:
    assert without_host(b"<a at 0x7F00112233aa> 0xff <b at 0x7f") == "<a at 0x…> 0xff <b at 0x…".encode()
    assert without_host(b"0X7F00112233AA 7f00112233aa 55d0c3a41b20") == "0x… 0x… 0x…".encode()
    assert without_host(b"550000000000 7fff 7f00112233aabb") == b"550000000000 7fff 7f00112233aabb"


def test_logs_do_not_say_where_python_lies() -> None:
    for root in ("/home/someone/.venv", "/usr", "/opt/python-3.12+1"):
        text = f"{root}/lib/python3.11/site-packages/cadquery/cq.py:12: Warning: '{root}/lib64/python3/math.so'"
        assert without_host(text.encode()).decode() == "…/site-packages/cadquery/cq.py:12: Warning: '…/math.so'"
    assert without_host(b"see /tmp/lib/python and part.py:3") == b"see /tmp/lib/python and part.py:3"


def test_defects_are_geometry_errors() -> None:
    gates = Gates(defects=(Defect(gate="edges", shape="Edge", text="Edge 18 lies on 4 faces, not 2"),))
    ruling = judge_gates(Judged(step(), gates, None))
    assert ruling.outcome is Outcome.GEOMETRY_ERROR
    assert ruling.text == "gate edges: Edge 18 lies on 4 faces, not 2\n"
    place = Location(line=9, call="hole", text="Edge 18 lies on 4 faces, not 2")
    assert located(gates, place, "part.py", 5).startswith("part.py:9: hole(): the first step whose solid fails")
    assert located(gates, None, "part.py", 5) == "part.py:5: `result` is set here and fails at gate edges\n"


def test_a_judge_that_crashes_over_the_shape() -> None:
    assert judge_gates(Judged(step(Ended.SIGNALLED, 139), None, None)).outcome is Outcome.MEMORY_FAULT
    assert judge_gates(Judged(step(code=1), None, None)).outcome is Outcome.GEOMETRY_ERROR
    assert judge_gates(Judged(step(), Gates(defects=()), None)).outcome is None


@pytest.mark.parametrize(
    ("figures", "word"),
    [
        (SAME.model_copy(update={"overlap": 0.99}), "overlap"),
        (with_candidate(volume=6003.0), "volume"),
        (with_candidate(volume=None), "volume"),
        (with_candidate(area=2203.0), "area"),
        (with_candidate(box=(0.0, 0.0, 0.1, 10.0, 20.0, 30.0)), "bounding box in z"),
        (with_candidate(centre=(5.0, 10.1, 15.0)), "centre of mass"),
    ],
)
def test_each_figure_is_compared(figures: Figures, word: str) -> None:
    ruling = judge_figures(Judged(step(), Gates(defects=()), figures), EXACT, 0.0)
    assert ruling.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert ruling.text.startswith(f"compare: {word}")


def test_equal_figures_pass_and_meshes_get_slack() -> None:
    assert judge_figures(Judged(step(), Gates(defects=()), SAME), EXACT, 0.0).outcome is None
    by_mesh = SAME.model_copy(update={"overlap": 0.998, "method": "mesh"})
    assert differences(by_mesh, EXACT, 0.0) == []
    assert differences(by_mesh.model_copy(update={"method": "boolean"}), EXACT, 0.0)


FAR = Distance(distance=1.8, point=(1.0, 2.0, 3.0), surplus=False)


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        (with_candidate(voids=1), "sealed voids: expected 0 got 1"),
        (with_candidate(genus=3), "genus (holes through): expected 0 got 3"),
        (with_candidate(genus=None), "genus (holes through): expected 0 got none"),
        (deviating(farthest=FAR), "surface deviation 1.8 mm at (1, 2, 3): surface there is missing, at most 0.02 mm"),
        (deviating(apart=FAR, stray=0.001), "surface deviation: 0.10% of the surface has none within 0.02 mm"),
        (deviating(tilted=(lying(rise=0.003, resting=True),)), "flat face at (5, 0, 3) is 1 degrees askew: it rises"),
        (deviating(tilted=(lying(rise=0.013),)), "flat face at (5, 0, 3) is 1 degrees askew: it rises 0.013 mm"),
        (deviating(tilted=(lying(away=0.003, resting=True),)), "flat face at (5, 0, 3) lies 0.003 mm off the plane on"),
        (deviating(askew=(Askew(angle=20.0, point=(5.0, 0.0, 30.0)),)), "round hole at (5, 0, 30) is 20 degrees askew"),
        (
            deviating(flat=(Flattened(expected="cylinder of radius 6 mm", point=(6.0, 0.0, 0.0)),)),
            "flat surface at (6, 0, 0), expected a cylinder of radius 6 mm",
        ),
    ],
)
def test_topology_and_surfaces_are_compared(figures: Figures, words: str) -> None:
    assert any(sentence.startswith(words) for sentence in differences(figures, EXACT, 0.0))


def test_a_face_along_the_axes_may_rise_a_little_where_the_part_does_not_rest_on_it() -> None:
    assert differences(deviating(tilted=(lying(rise=0.011, away=0.02),)), OUTLINE, 0.0) == []


def test_meshes_do_not_overrule_surfaces_that_agree_everywhere() -> None:
    by_mesh = deviating().model_copy(update={"overlap": 0.84, "method": "mesh"})
    assert differences(by_mesh, EXACT, 0.0) == []
    assert "overlap" in differences(by_mesh, OUTLINE, 0.0)[0]
    assert "overlap" in differences(by_mesh.model_copy(update={"method": "boolean"}), EXACT, 0.0)[0]
    assert (metrics(by_mesh, EXACT)["overlap"], metrics(by_mesh, OUTLINE)["overlap"]) == (1.0, 0.84)
    apart = deviating(farthest=FAR).model_copy(update={"overlap": 0.84, "method": "mesh"})
    assert "overlap" in differences(apart, EXACT, 0.0)[0]
    assert metrics(apart, EXACT)["overlap"] == 0.84


def test_an_overlap_that_is_too_small_is_shown_as_smaller_than_its_limit() -> None:
    sentence = differences(SAME.model_copy(update={"overlap": 0.999499}), EXACT, 0.0)[0]
    assert sentence == "overlap with the expected part (IoU) 0.99949, at least 0.9995 needed"


@pytest.mark.parametrize(("area", "agrees"), [(0.0, False), (90.0, False), (99.5, True), (100.0, True), (110.0, False)])
def test_bodies_touch_over_as_much_surface_as_expected(area: float, agrees: bool) -> None:
    touching = SAME.model_copy(update={"contact": Contact(area=area, expected=100.0)})
    words = [] if agrees else [f"bodies touch each other over {area:g} mm2, expected 100"]
    assert differences(touching, EXACT, 0.0) == words


@pytest.mark.parametrize(("gap", "words"), [(0.0, "touch that should"), (0.01, "have about 0.01 mm"), (0.03, "")])
def test_bodies_keep_half_of_their_clearance(gap: float, words: str) -> None:
    near = SAME.model_copy(update={"clearances": (Clearance(gap=gap, expected=0.05),)})
    assert [sentence for sentence in differences(near, EXACT, 0.0) if words not in sentence] == []
    assert bool(differences(near, EXACT, 0.0)) is bool(words)


def test_rough_parts_may_stray_a_little_and_not_far() -> None:
    assert differences(deviating(apart=FAR, stray=0.01), OUTLINE, 0.0) == []
    assert "3.00% of the surface has none" in differences(deviating(apart=FAR, stray=0.03), OUTLINE, 0.0)[0]
    assert "surface deviation 1.8 mm" in differences(deviating(farthest=FAR), OUTLINE, 0.0)[0]
    assert "narrow gaps" in differences(deviating(gaps=0.3, expected_gaps=0.1), OUTLINE, 0.0)[0]


def test_holes_and_necks_count_beside_loose_distances() -> None:
    hole = Resized(radius=1.0, expected=2.5, point=(1.0, 2.0, 3.0))
    near = hole.model_copy(update={"radius": 3.0})
    expected = "round hole of radius 1 mm at (1, 2, 3), expected 2.5 mm"
    assert differences(deviating(resized=(hole, near)), OUTLINE, 0.0) == [expected]
    web = Neck(thickness=0.1, expected=5.0, point=(1.0, 2.0, 3.0))
    expected = "only 0.1 mm thick at (1, 2, 3), where the expected part has 5 mm"
    assert differences(deviating(neck=web), OUTLINE, 0.0) == [expected]


def test_faces_without_a_counterpart_count_and_those_of_edges_where_edges_are_the_parts() -> None:
    hole, edge = (Lone(face="plane", point=(1.0, 2.0, 3.0), surplus=False, edge=edge) for edge in (False, True))
    assert differences(deviating(lone=(edge,)), OUTLINE, 0.0) == []
    expected = "a feature's face at (1, 2, 3) is missing (plane)"
    assert differences(deviating(lone=(edge, hole)), OUTLINE, 0.0) == [expected]
    both = judge_figures(Judged(step(), Gates(defects=()), deviating(lone=(edge, hole))), TOLERANCES["measured"], 0.0)
    read = diagnostics(Observation(Outcome.FUNCTIONAL_MISMATCH, "compare", both.text.encode()))
    assert [item.category for item in read] == ["surface", "surface"]


def test_walls_count_only_where_asked() -> None:
    thin = SAME.model_copy(update={"wall": Wall(thickness=1.0, point=(0.0, 0.0, 0.0))})
    assert differences(thin, EXACT, 0.0) == []
    assert differences(thin, EXACT, 2.0)[0].startswith("wall 1 mm thick")


def test_nothing_to_compare_with_is_the_environments() -> None:
    """Surfaces that lie near each other everywhere share their room; an overlap is not needed to know it."""
    unknown, blind = deviating().model_copy(update={"overlap": None}), deviating(seen_through=False)
    with pytest.raises(EnvironmentGap):
        judge_figures(Judged(step(), Gates(defects=()), unknown.model_copy(update={"deviation": None})), EXACT, 0.0)
    with pytest.raises(EnvironmentGap):
        judge_figures(Judged(step(), Gates(defects=()), blind), OUTLINE, 0.0)
    assert judge_figures(Judged(step(), Gates(defects=()), unknown), EXACT, 0.0).outcome is None


def test_an_unknown_tolerance_is_a_broken_bundle() -> None:
    bundle = bundle_from_seed(builtin_seeds()[0])
    with pytest.raises(PermanentEnvironmentFailure, match="no tolerance 'loose'"):
        tolerances_of(replace(bundle, settings={"tolerance": "loose"}))


def test_reports_are_read_strictly() -> None:
    good = {"stage": "result", "error": None, "kind": "Solid", "shape": True}
    assert read_report({"report.json": json.dumps(good).encode()}, "report.json", ScriptReport) is not None
    attempts: tuple[object, ...] = (
        {**good, "verdict": "PASS"},
        {**good, "shape": "yes"},
        {**good, "kind": "x" * 300},
        [],
        None,
    )
    for forged in attempts:
        assert read_report({"report.json": json.dumps(forged).encode()}, "report.json", ScriptReport) is None
    assert read_report({}, "report.json", ScriptReport) is None
    assert read_report({"gates.json": b'{"defects": null}'}, "gates.json", Gates) is None


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_figures_are_shown_without_noise(value: float) -> None:
    text = shown(value)
    assert text == "0" or float(text) == pytest.approx(value, rel=1e-5)


@given(st.floats(min_value=1e-3, max_value=1e9))
def test_metrics_are_rounded(volume: float) -> None:
    found = metrics(with_candidate(volume=volume), EXACT)
    assert found["volume"] == pytest.approx(volume, rel=1e-3)
    assert all(isinstance(value, float) for value in found.values())
