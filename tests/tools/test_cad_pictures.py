"""Parts as people see them: drawn in the sandbox, on sheets and in the audit report."""

import dataclasses
import functools
import io
import re
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from assets.audits.asset import render_report
from assets.audits.audit import Audit, AuditedTurn
from assets.renderings import Rendering, Subject, contact_sheet, draw_renderings
from resources.domains.cad_modeling.domain import DOMAIN
from resources.domains.cad_modeling.execution.artist import LARGEST_PICTURE, CadArtist
from resources.domains.pictures import Picture
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from resources.generation.trajectory import Source, Trajectory, Turn
from tests.tools.cad_runs import BLOCK, HEADER, backend, bundle_of, library

TITLES = ["reference", "candidate", "difference: blue missing, red surplus"]
LARGEST_REPORT = 4_000_000


@functools.cache
def artist() -> CadArtist:
    return CadArtist(make_sandbox())


def drawn(code: str, bundle: EnvironmentBundle) -> list[Picture]:
    return list(artist().draw(bundle, Candidate(code)))


def pixels(picture: Picture) -> Any:
    """Red, green and blue, 0 to 255, of each pixel."""
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(picture.png)).convert("RGB")).reshape(-1, 3).astype(int)


def coloured(picture: Picture, channel: int, by: int = 50) -> int:
    """Pixels where one channel is above the other two."""
    values = pixels(picture)
    others = np.delete(values, channel, axis=1).max(axis=1)
    return int((values[:, channel] - others > by).sum())


def test_missing_is_blue_and_surplus_is_red() -> None:
    flange = library()["flange"]
    pictures = drawn(flange.reference.replace("9.0, 8", "9.0, 7"), flange)
    assert [picture.title for picture in pictures] == TITLES
    assert coloured(pictures[2], 2) > 100
    assert coloured(pictures[2], 0) > 100
    assert coloured(pictures[0], 0) == coloured(pictures[0], 2) == 0
    for picture in pictures:
        assert 0 < len(picture.png) < LARGEST_PICTURE
        assert ElementTree.fromstring(picture.svg).tag == "{http://www.w3.org/2000/svg}svg"


def test_what_a_wall_hides_shines_through() -> None:
    channel = library()["u_channel"]
    pictures = drawn(
        channel.reference.replace("hole_diameter, hole_offset = 5.0", "hole_diameter, hole_offset = 8.0"), channel
    )
    assert coloured(pictures[2], 2, by=20) > 100
    assert coloured(pictures[0], 2, by=20) == 0


def test_a_thin_layer_that_is_missing_is_blue_without_stripes() -> None:
    """A plate that is a little too thin: its own top lies just below that of the reference."""
    plate = f"{HEADER}result = cq.Workplane().box(60, 40, 6, centered=(True, True, False)).edges('|Z').fillet(6)\n"
    picture = drawn(plate.replace("40, 6,", "40, 5.8,"), bundle_of(plate))[2]
    values = pixels(picture)
    blue = (values[:, 2] - values[:, :2].max(axis=1) > 50).reshape(-1, 400)
    surrounded = blue[:-2, 1:-1] & blue[2:, 1:-1] & blue[1:-1, :-2] & blue[1:-1, 2:]
    assert blue.sum() > 10_000
    assert not (surrounded & ~blue[1:-1, 1:-1]).any()


def test_a_part_at_double_size_looks_it() -> None:
    """All pictures of one comparison show the same window."""
    pictures = drawn(BLOCK.replace("20, 20, 20", "40, 40, 40"), bundle_of(BLOCK))
    small, large = (int((pixels(picture).min(axis=1) < 250).sum()) for picture in pictures[:2])
    assert large == pytest.approx(4 * small, rel=0.05)


def test_the_same_part_is_drawn_with_the_same_bytes() -> None:
    flange = library()["flange"]
    assert artist().draw(flange) == artist().draw(flange)
    assert [picture.title for picture in artist().draw(flange)] == ["reference"]


@pytest.mark.parametrize(
    "code",
    [
        "import os\n",
        "result = 1 +\n",
        f'{HEADER}result = cq.Workplane("XY")\n',
        f'{HEADER}result = cq.Workplane().box(float("nan"), 10, 10)\n',
    ],
)
def test_where_nothing_can_be_drawn_the_reference_is(code: str) -> None:
    assert [picture.title for picture in drawn(code, bundle_of(BLOCK))][:1] == ["reference"]
    assert drawn(code, bundle_of(BLOCK))[0].png


def test_a_shape_that_does_not_close_is_drawn_as_lines() -> None:
    pictures = drawn(f"{HEADER}result = cq.Workplane().rect(10, 10)\n", bundle_of(BLOCK))
    assert [bool(picture.png) for picture in pictures] == [True, False, False]
    assert all(picture.svg for picture in pictures)


def audited(seed: str, bundle: EnvironmentBundle, code: str, predicted: Outcome, confidence: float) -> AuditedTurn:
    """A turn that a world model answered, and the real answer of the tools."""
    candidate = Candidate(code)
    simulated = Observation(predicted, "compare", b"compare: the part agrees")
    turn = Turn(0, "", candidate, simulated, Source.SIMULATED, confidence=confidence)
    trajectory = Trajectory(
        seed.ljust(24, "0"), DOMAIN.name, f"builtin/{seed}", bundle.hash, "test", "1", 0, "1", "", "check", (turn,)
    )
    return AuditedTurn(trajectory, turn, backend().execute(bundle, candidate))


def audit_row() -> dict[str, Any]:
    """What the report reads of the audit's row."""
    figures = dict.fromkeys(("balanced_accuracy", "calibration_error"), 0.5)
    minima = {"minimum_accuracy": 0.7, "minimum_agreement": 0.65, "passed_gate": False, "corrections": 3}
    minima |= {"texts": 12, "texts_true": 0.9, "texts_true_low": 0.7, "minimum_texts_true": 0.9}
    names = {"domain": DOMAIN.name, "audit_id": "cad_modeling-test", "checkpoint": "check"}
    return {**figures, **minima, **names, "created_at": datetime(2026, 1, 2, tzinfo=UTC)}


@functools.cache
def report() -> str:
    """An audit whose wrong turns are a part with other holes, one that raises, and one without fault."""
    flange, bracket = library()["flange"], library()["l_bracket"]
    turns = (
        audited("flange", flange, flange.reference.replace("9.0, 8", "9.0, 7"), Outcome.PASS, 0.9),
        audited("l_bracket", bracket, f"{HEADER}raise ValueError('</pre><script>')\n", Outcome.PASS, 0.8),
        audited("l_bracket_again", bracket, bracket.reference, Outcome.GEOMETRY_ERROR, 0.6),
    )
    bundles = {bundle.hash: bundle for bundle in (flange, bracket)}
    subjects = [
        Subject(turn.turn_id, turn.title, bundles[turn.trajectory.bundle_hash], turn.turn.candidate) for turn in turns
    ]
    renderings = {rendering.key: rendering for rendering in draw_renderings(DOMAIN, subjects)}
    return render_report(Audit(turns, ()), audit_row(), renderings)


def test_the_report_shows_each_disagreement_shaded_and_as_lines() -> None:
    images = re.findall(r'<img alt="([^"]*)" src="data:image/([a-z+]*);base64,', report())
    # Three comparisons, of which the part that raises has a reference only.
    shaded, lines = [*TITLES, TITLES[0], *TITLES], [f"{title}, lines" for title in TITLES]
    assert [title for title, form in images if form == "png"] == shaded
    assert [title for title, form in images if form == "svg+xml"] == [*lines, lines[0], *lines]
    assert report().count("The candidate leaves nothing to draw.") == 1


def test_the_report_is_one_file_and_runs_nothing() -> None:
    html = report()
    assert re.findall(r'src="(?!data:)[^"]*"', html) == []
    links = re.findall(r'href="([^"#][^"]*)"', html)
    assert links
    assert all(link.startswith(("http://127.0.0.1:3080/", "data:")) for link in links)
    assert "<script" not in html
    assert "default-src 'none'" in html
    assert len(html.encode()) < LARGEST_REPORT


def test_sheets_hold_references_in_rows_and_comparisons_under_their_caption() -> None:
    names = ("flange", "l_bracket", "pulley", "elbow")
    renderings = draw_renderings(DOMAIN, [Subject(name, f"<{name}>", library()[name]) for name in names])
    compared = dataclasses.replace(
        renderings[0], caption="other holes", pictures=tuple(drawn(BLOCK, library()["flange"]))
    )
    sheet = ElementTree.fromstring(contact_sheet([*renderings, compared]))
    images = sheet.findall("{http://www.w3.org/2000/svg}image")
    assert [image.get("x") for image in images] == ["0", "240", "480", "0", "0", "240", "480"]
    assert len({image.get("y") for image in images}) == 3
    texts = [text.text for text in sheet.findall("{http://www.w3.org/2000/svg}text")]
    assert texts == [*(f"<{name}>" for name in names), "other holes", *TITLES]
    assert len(contact_sheet(renderings)) < 200_000


def test_domains_without_an_artist_have_no_renderings() -> None:
    nothing: list[Rendering] = []
    assert draw_renderings(get_domain("chip_design"), [Subject("a", "a", library()["flange"])]) == nothing


def test_an_environment_that_cannot_draw_costs_only_the_picture() -> None:
    broken = bundle_of("raise ValueError('no part')\n")
    drawn_of = draw_renderings(DOMAIN, [Subject("broken", "broken", broken), Subject("good", "good", bundle_of(BLOCK))])
    assert [rendering.key for rendering in drawn_of] == ["good"]


def test_solids_can_be_turned_with_what_is_missing_and_what_is_surplus() -> None:
    shifted = f"{BLOCK}result = result.translate((5, 0, 0))\n"
    solids = {mesh.name: mesh for mesh in artist().solids(bundle_of(BLOCK), Candidate(shifted))}
    assert set(solids) == {"reference", "candidate", "common", "missing", "surplus"}
    for mesh in solids.values():
        assert {corner for triangle in mesh.triangles for corner in triangle} == set(range(len(mesh.corners)))
    width = {name: np.ptp(np.array(mesh.corners), axis=0)[0] for name, mesh in solids.items()}
    assert width == pytest.approx(
        {"reference": 20, "candidate": 20, "common": 15, "missing": 5, "surplus": 5}, abs=1e-3
    )


def test_a_candidate_without_a_solid_leaves_the_reference_to_turn() -> None:
    assert [mesh.name for mesh in artist().solids(bundle_of(BLOCK), Candidate("import os\n"))] == ["reference"]


def test_two_meshes_of_one_round_face_are_no_difference() -> None:
    """Facets of the same cylinder lie otherwise where it was made otherwise: slivers, which striped the picture."""
    tube = f"{HEADER}result = cq.Workplane().circle(10).extrude(30)\n"
    turned = (
        tube.replace(".circle(10)", ".transformed(rotate=(0, 0, 7)).circle(10)")
        + "result = result.faces('>Z').hole(4)\n"
    )
    solids = {mesh.name: mesh for mesh in artist().solids(bundle_of(tube), Candidate(turned))}
    assert set(solids) == {"reference", "candidate", "common", "missing"}
    assert np.abs(np.array(solids["missing"].corners)[:, :2]).max() <= 2.01


def test_what_touches_a_round_face_has_no_needles_along_it() -> None:
    """A bore across a rod whose facets lie elsewhere: slivers hang on the bore, and are no pieces of their own."""
    rod = f"{HEADER}result = cq.Workplane().circle(10).extrude(30)\n"
    bore = "result = result.cut(cq.Workplane('YZ').center(0, 15).circle(2).extrude(20, both=True))\n"
    turned = rod.replace(".circle(10)", ".transformed(rotate=(0, 0, 7)).circle(10)") + bore
    solids = {mesh.name: mesh for mesh in artist().solids(bundle_of(rod), Candidate(turned))}
    missing = np.array(solids["missing"].corners)
    assert "surplus" not in solids
    assert np.abs(missing[:, 1:] - (0, 15)).max() <= 2.01
