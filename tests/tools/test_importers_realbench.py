"""RealBench's layout, in a core of this project's own: what is given, encrypted, and told apart by its benches."""

from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.domain import DOMAIN
from resources.domains.importing import ImportResult, ImportSourceError
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.sample_sets import EDGE_COUNTER, EDGE_DETECT, realbench

READER = next(importer for importer in DOMAIN.importers if importer.name == "realbench")
MODULE, SYSTEM = "realbench/edge_counter", "realbench/system_edge_counter"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    realbench(tmp_path)
    return tmp_path


def read(folder: Path) -> ImportResult:
    return READER.read(folder, commit="c", licence="MIT")


def test_modules_are_given_and_systems_are_written_whole(folder: Path) -> None:
    result = read(folder)
    module, system = result.seeds
    assert (module.seed_id, module.unusable, system.seed_id, system.unusable) == (MODULE, "", SYSTEM, "")
    assert "module edge_detect(input clk" in module.prompt
    assert "module edge_detect(" not in system.prompt
    assert "The module `edge_detect` as the diagram has it" in system.prompt
    assert "module edge_detect(" in system.reference
    assert (module.tier, system.tier) == (1, 5)
    assert [(item.file, item.field) for item in result.problems] == [("pulse/edge_pair/edge_pair.md.gpg", "prompt")]
    assert "make decrypt" in result.problems[0].problem


def test_the_bench_tells_right_from_wrong(folder: Path) -> None:
    backend = DOMAIN.backend(make_sandbox())
    bundles = {seed.seed_id: bundle_from_seed(seed) for seed in read(folder).seeds}
    module, system = bundles[MODULE], bundles[SYSTEM]
    own = Candidate(EDGE_COUNTER + EDGE_DETECT.replace("& ~earlier", "& (earlier == 0)"))
    of_bench = Candidate(EDGE_COUNTER.replace("edge_detect detect", "ref_edge_detect detect"))
    for bundle in (module, system):
        assert backend.execute(bundle, bundle.reference_candidate).outcome is Outcome.PASS
        assert backend.execute(bundle, own).outcome is Outcome.PASS
        wrong = Candidate(bundle.reference.replace("8'd1", "8'd2"))
        assert backend.execute(bundle, wrong).outcome is Outcome.FUNCTIONAL_MISMATCH
        assert not backend.execute(bundle, of_bench).outcome.passed
    assert backend.execute(system, Candidate(EDGE_COUNTER)).outcome is Outcome.COMPILATION_ERROR


def test_designs_that_need_their_cores_definitions_are_unusable(folder: Path) -> None:
    place = folder / "pulse" / "edge_counter" / "verification"
    text = '`include "edge_defines.v"\n' + EDGE_COUNTER
    (place / "edge_counter_top.sv").write_text(text)
    assert read(folder).seeds[0].unusable == "", "its definitions are not used"
    (place / "edge_counter_top.sv").write_text(text.replace("8'd1;", "`EDGE_HALF - 8'd4;"))
    assert "includes edge_defines.v" in read(folder).seeds[0].unusable


def test_rows_of_the_sets_own_script_will_do_and_broken_tasks_are_told(folder: Path) -> None:
    (folder / "pulse" / "edge_counter" / "edge_counter.md").unlink()
    assert [item.problem for item in read(folder).problems if "no edge_counter.md" in item.problem]
    rows = folder / "problems" / "pulse" / "problems.jsonl"
    rows.parent.mkdir(parents=True)
    rows.write_text('{"task": "edge_counter", "problem": "Count the edges."}\n')
    (folder / "system" / "edge_counter" / "edge_defines.v").unlink()
    result = read(folder)
    assert [seed.prompt.partition("\n")[0] for seed in result.seeds] == ["Count the edges."]
    assert len(result.problems) == 2


def test_other_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportSourceError, match="looked for"):
        read(tmp_path)
