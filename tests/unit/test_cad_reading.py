"""Reading of scripts, logs, tasks and public sets: diagnostics, features, topics, seeds, importer."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.cad_modeling.domain import DOMAIN
from resources.domains.cad_modeling.execution.diagnostics import diagnostics
from resources.domains.cad_modeling.instructions.router import TEXTS, instructions
from resources.domains.cad_modeling.language.source import parse_script, result_line
from resources.domains.cad_modeling.prediction.cheap_checks import cheap_checks
from resources.domains.cad_modeling.tasks.importers import IMPORTERS
from resources.domains.cad_modeling.tasks.importers.cadprompt import UnfitReferenceError, leaving_result
from resources.domains.cad_modeling.tasks.library import builtin_seeds, read_task
from resources.domains.importing import ImportSourceError
from resources.domains.toolkit.seed_folder import BrokenSeedError
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

BUNDLES = {seed.seed_id: bundle_from_seed(seed) for seed in builtin_seeds()}
LINES = {
    "part.py:1: forbidden: import of os": ("forbidden", 1, "import of os"),
    "part.py:3: SyntaxError: '(' was never closed": ("syntax", 3, ""),
    "part.py:3: NameError: name 'cq' is not defined": ("undeclared", 3, "cq"),
    "part.py:9: AttributeError: 'Workplane' object has no attribute 'boxx'": ("no such method", 9, "boxx"),
    "part.py:9: fillet(): ValueError: Fillets requires that edges be selected": ("selector", 9, "fillet"),
    "part.py:9: extrude(): ValueError: No pending wires present": ("open wire", 9, "extrude"),
    "part.py:9: fillet(): StdFail_NotDone: BRep_API: command not done": ("kernel", 9, "fillet"),
    "part.py:9: hole(): the first step whose solid fails: Edge 18": ("bad step", 9, "hole"),
    "part.py: NoResult: the script leaves nothing in `result`": ("no result", 0, ""),
    "gate edges: Edge 18 (line) lies on 4 faces, not 2": ("gate", 0, "edges"),
    "compare: volume 1 mm3, expected 2 (-50.00%)": ("mismatch", 0, "volume"),
    "script: timed out": ("limit", 0, ""),
    "script: ended by signal 11": ("crash", 0, ""),
}


@pytest.mark.parametrize("line", LINES)
def test_log_lines_are_read(line: str) -> None:
    (found,) = diagnostics(Observation(Outcome.RUNTIME_ERROR, "script", line.encode()))
    assert (found.category, found.line, found.symbol) == LINES[line]


@given(st.binary(max_size=500))
def test_any_log_can_be_read(log: bytes) -> None:
    assert all(found.category for found in diagnostics(Observation(Outcome.PASS, "compare", log)))


@given(st.text(max_size=300))
def test_features_of_any_text_are_finite(code: str) -> None:
    bundle = next(iter(BUNDLES.values()))
    assert all(math.isfinite(value) for value in cheap_checks(bundle, Candidate(code)).values())


def test_features_see_a_changed_number_and_a_changed_sign() -> None:
    bundle = BUNDLES["builtin/block_with_hole"]
    same = cheap_checks(bundle, bundle.reference_candidate)
    assert same["numbers_new"] == same["more_hole"] == same["forbidden"] == 0
    assert same["likeness"] == 1
    changed = cheap_checks(bundle, Candidate(bundle.reference.replace("12.0", "-12.0")))
    assert (changed["numbers_new"], changed["sign_changes"]) == (1, 1)
    assert cheap_checks(bundle, Candidate(bundle.reference.replace(".hole(hole_diameter)", "")))["more_hole"] == -1


def test_every_topic_is_used_and_texts_give_no_reference_away() -> None:
    used = {topic for bundle in BUNDLES.values() for topic in instructions(bundle).topics}
    assert used == set(TEXTS.texts)
    assert "wall_thickness" in instructions(BUNDLES["builtin/open_box"]).topics
    assert "several_bodies" in instructions(BUNDLES["builtin/box_with_lid"]).topics
    assert "patterns" not in instructions(BUNDLES["builtin/elbow"]).topics


def test_the_library_has_parts_in_five_tiers_both_vague_and_dimensioned() -> None:
    seeds = builtin_seeds()
    assert len(seeds) >= 30
    assert {seed.tier for seed in seeds} == {1, 2, 3, 4, 5}
    assert {seed.settings["tolerance"] for seed in seeds} >= {"dimensioned", "outline"}
    assert len({seed.seed_id for seed in seeds}) == len(seeds)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"task.yaml": "title: x\ntier: 2\ntags: [a]\n"}, "tier"),
        ({"task.yaml": "title: x\ntier: 1\ntags: [a]\nsolids: 0\n"}, "solids"),
        ({"task.yaml": "title: x\ntier: 1\ntags: [a]\ntolerance: loose\n"}, "tolerance"),
        ({"reference.py": "part = 1\n"}, "result"),
        ({"reference.py": "x = 1\nresult = (\n"}, "line 2"),
        ({"notes.txt": "x"}, "file"),
        ({"prompt.md": " \n"}, "file"),
    ],
)
def test_broken_tasks_are_named(tmp_path: Path, change: dict[str, str], field: str) -> None:
    folder = tmp_path / "tier1_x" / "part"
    folder.mkdir(parents=True)
    good = {"task.yaml": "title: x\ntier: 1\ntags: [a]\n", "reference.py": "result = 1\n", "prompt.md": "a part\n"}
    for name, text in {**good, **change}.items():
        (folder / name).write_text(text)
    with pytest.raises(BrokenSeedError) as error:
        read_task(folder)
    assert error.value.problem.field == field


def test_cheats_are_many_named_once_and_start_from_the_part() -> None:
    for bundle in BUNDLES.values():
        cheats = DOMAIN.cheats(bundle)
        assert len({cheat.name for cheat in cheats}) == len(cheats) >= 12
        assert all(parse_script(cheat.candidate.code) is not None for cheat in cheats)
        assert DOMAIN.empty_candidate(bundle) not in [cheat.candidate for cheat in cheats]


def test_result_line_is_the_last() -> None:
    assert result_line("result = 1\nx = 2\nresult = (\n  3)\n") == 3
    assert result_line("x = 1\n") == result_line("(") == 0


def test_offsets_count_characters() -> None:
    source = parse_script("é = 'ü'; x = w.hole(ä)\n")
    assert source is not None
    (call,) = source.calls
    assert source.code[call.start : call.end] == "hole"
    assert source.text(call.call.args[0]) == "ä"


EXPORTING = (
    "import cadquery as cq\n\npart: cq.Workplane = cq.Workplane().box(1, 2, 3)\n\n"
    'cq.exporters.export(part, "Ground_Truth.stl")\n'
)


def test_an_export_becomes_the_result() -> None:
    made = leaving_result(EXPORTING)
    assert made == "import cadquery as cq\n\npart: cq.Workplane = cq.Workplane().box(1, 2, 3)\n\nresult = part\n"


@pytest.mark.parametrize(
    ("code", "last"),
    [
        ("a = 1\nshow_object(a)\n", "result = a"),
        ("a = 1\nb = 2\n", "result = b"),
        ("a = f()\na.exportStl('x.stl')\n", "result = a"),
        ("result = f()\nshow_object(result)\n", "result = f()"),
        ("result = f()\npart = g()\ncq.exporters.export(part, 'a.stl')\n", "result = part"),
        ("part = g()\nresult = f()\nexporters.export(result, 'a.stl')\n", "result = f()"),
        ("def f():\n    pass\na = 1\n", "result = a"),
    ],
)
def test_other_endings(code: str, last: str) -> None:
    made = leaving_result(code)
    assert made.splitlines()[-1] == last
    assert "show_object" not in made
    assert "export" not in made


@pytest.mark.parametrize("code", ["(", "print(1)\n"])
def test_unfit_references_say_why(code: str) -> None:
    with pytest.raises(UnfitReferenceError):
        leaving_result(code)


def test_what_is_no_set_is_said(tmp_path: Path) -> None:
    with pytest.raises(ImportSourceError):
        IMPORTERS[0].read(tmp_path)
    with pytest.raises(ImportSourceError):
        IMPORTERS[0].read(tmp_path / "absent")
