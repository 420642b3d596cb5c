"""VeriScope's layout: tasks with a reference are judged, those of the release without one are kept and not used."""

from pathlib import Path

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.domain import DOMAIN
from resources.domains.importing import ImportResult
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.sample_sets import MAJORITY, veriscope

READER = next(importer for importer in DOMAIN.importers if importer.name == "veriscope")


def read(folder: Path) -> ImportResult:
    return READER.read(folder, commit="c", licence="MIT")


def test_a_task_with_its_reference_is_judged(tmp_path: Path) -> None:
    veriscope(tmp_path, MAJORITY.replace("majority", "reference_majority"))
    result = read(tmp_path)
    with_one, without = result.seeds
    assert (with_one.seed_id, with_one.tier, with_one.unusable) == ("veriscope/001_majority", 1, "")
    assert (without.seed_id, without.tier) == ("veriscope/002_majority", 2)
    assert "no reference.v" in without.unusable
    assert result.problems == ()
    bundle, backend = bundle_from_seed(with_one), DOMAIN.backend(make_sandbox())
    assert backend.execute(bundle, bundle.reference_candidate).outcome is Outcome.PASS
    assert not backend.execute(bundle, DOMAIN.empty_candidate(bundle)).outcome.passed
    wrong = backend.execute(bundle, Candidate(bundle.reference.replace("b & c", "b | c")))
    assert wrong.outcome is Outcome.FUNCTIONAL_MISMATCH


def test_broken_tasks_are_told_and_the_others_go_on(tmp_path: Path) -> None:
    veriscope(tmp_path)
    place = tmp_path / "bundles" / "L2_sequential" / "002_majority"
    (place / "config.yaml").write_text("- a list\n")
    assert [(item.file, item.field) for item in read(tmp_path).problems] == [
        ("bundles/L2_sequential/002_majority/config.yaml", "config")
    ]
    (place / "config.yaml").write_text("level: L4\n")
    bench = (place / "testbench.v").read_text()
    (place / "testbench.v").write_text(bench.replace("  initial", "  golden other(a);\n\n  initial"))
    assert "config.yaml does not say which" in read(tmp_path).problems[0].problem
    (place / "config.yaml").write_text("top: majority\n")
    assert "golden, which the release does not have" in read(tmp_path).seeds[1].unusable
