"""Importers of C programs: samples of Exercism's track, and rows of programs with pairs, compiled and run for real."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.domain import DOMAIN
from resources.domains.code_optimization.execution.test_suite import read_suite
from resources.domains.importing import ImportResult, ImportSourceError
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

READERS = {importer.name: importer for importer in DOMAIN.importers}
SLUGS = ("clock", "list-ops", "hello-world")
SUM = (
    "#include <stdio.h>\n"
    'int main(void){int a,b; if(scanf("%d %d",&a,&b)!=2) return 1; printf("%d\\n",a+b); return 0;}\n'
)


@pytest.fixture(scope="module")
def exercises(public_sets: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of three exercises; one has a reference that is wrong, and one needs what its makefile says."""
    root = tmp_path_factory.mktemp("exercism")
    source = public_sets / "exercism-c"
    shutil.copy(source / "LICENSE", root)
    for slug in SLUGS:
        shutil.copytree(source / "exercises" / "practice" / slug, root / "exercises" / "practice" / slug)
    compiled_with_a_name(root / "exercises" / "practice" / "clock")
    broken = root / "exercises" / "practice" / "hello-world" / ".meta" / "example.c"
    broken.chmod(0o644)
    broken.write_text(broken.read_text().replace("World", "Moon"))
    return root


def compiled_with_a_name(exercise: Path) -> None:
    """Its program, header and tests compile only with a name that its makefile gives."""
    texts = {exercise / "makefile": "CFLAGS += -DMINUTES_OF_AN_HOUR=60 -Wall\n"}
    for name in (".meta/example.c", "clock.h", "test_clock.c"):
        texts[exercise / name] = "#if MINUTES_OF_AN_HOUR != 60\n#error the makefile says 60\n#endif\n"
    for file, text in texts.items():
        file.chmod(0o644)
        file.write_text(text + file.read_text())


@pytest.fixture(scope="module")
def imported(exercises: Path) -> dict[str, TaskSeed]:
    result = READERS["exercism-c"].read(exercises)
    assert result.problems == ()
    return {seed.seed_id.partition("/")[2]: seed for seed in result.seeds}


def test_a_reference_that_fails_its_own_tests_is_unusable(imported: dict[str, TaskSeed]) -> None:
    assert (
        "all tests expect the same" in imported["hello-world"].unusable
        or "own tests" in imported["hello-world"].unusable
    )


@pytest.mark.parametrize("slug", ["clock", "list-ops"])
def test_exercises_run_and_tests_tell_right_from_wrong(imported: dict[str, TaskSeed], slug: str) -> None:
    seed = imported[slug]
    assert seed.unusable == ""
    assert seed.origin.licence == "MIT"
    assert seed.origin.commit.startswith("sha256:")
    bundle, backend = bundle_from_seed(seed), DOMAIN.backend(make_sandbox())
    seen = backend.execute(bundle, bundle.reference_candidate)
    assert seen.outcome is Outcome.PASS, seen.text
    assert seen.metrics["estimated_cycles"] > 0
    assert not backend.execute(bundle, DOMAIN.empty_candidate(bundle)).outcome.passed
    assert "TEST_IGNORE()" not in bundle.files["harness.c"]
    assert any(not test.shown for test in read_suite(bundle))


def test_names_of_a_makefile_reach_the_compiler(imported: dict[str, TaskSeed]) -> None:
    defines = imported["clock"].settings["defines"].split()
    assert defines == ["MINUTES_OF_AN_HOUR=60", "UNITY_SUPPORT_64", "UNITY_OUTPUT_COLOR"]
    assert imported["clock"].settings["standard"] == "c99"


def test_expected_values_are_not_in_the_harness(imported: dict[str, TaskSeed]) -> None:
    """The assertions' macros do not use what is expected, so the compiler drops it."""
    header = imported["clock"].files["recording.h"]
    defined = [
        line for line in header.splitlines() if line.startswith("#define TEST_ASSERT_EQUAL") and "(expected" in line
    ]
    assert defined
    assert all("expected" not in line.partition(")")[2] or "_PTR" in line for line in defined)


def pairs(rows: list[object], path: Path) -> ImportResult:
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows))
    return READERS["c-pairs"].read(path, licence="CC0-1.0")


def test_rows_become_programs_or_problems(tmp_path: Path) -> None:
    good = {"id": "sum", "c_code": SUM, "inputs": ["1 2\n", "3 4\n", "100000 5\n"], "outputs": ["3", "7", "100005\n"]}
    wrong = {"id": "wrong", "code": SUM, "tests": [{"input": "1 1", "output": "2"}, {"input": "2 2", "output": "5"}]}
    reads = {"id": "reads", "code": f'#include "/etc/hostname"\n{SUM}', "inputs": ["1 1", "2 3"], "outputs": ["2", "5"]}
    result = pairs([good, wrong, reads, "not json", {"id": "empty"}, {"code": SUM}], tmp_path / "rows.jsonl")
    assert [problem.field for problem in result.problems] == ["row", "program", "id"]
    seeds = {seed.title: seed for seed in result.seeds}
    assert "something else than pair 1" in seeds["wrong"].unusable
    assert "/etc/hostname" in seeds["reads"].unusable
    assert seeds["sum"].unusable == ""
    assert seeds["sum"].origin.licence == "CC0-1.0"
    bundle, backend = bundle_from_seed(seeds["sum"]), DOMAIN.backend(make_sandbox())
    assert backend.execute(bundle, bundle.reference_candidate).outcome is Outcome.PASS
    wrong_sum = Candidate(bundle.reference.replace("addl", "subl"))
    assert not backend.execute(bundle, wrong_sum).outcome.passed
    passed = [cheat.name for cheat in DOMAIN.cheats(bundle) if backend.execute(bundle, cheat.candidate).outcome.passed]
    assert passed == []


def test_a_line_that_is_no_text_costs_no_other_line(tmp_path: Path) -> None:
    row = {"id": "sum", "code": SUM, "inputs": ["1 2\n", "3 4\n"], "outputs": ["3", "7"]}
    (tmp_path / "rows.jsonl").write_bytes(b'{"id": "\xff\xfe"}\n' + json.dumps(row).encode() + b"\n")
    result = READERS["c-pairs"].read(tmp_path / "rows.jsonl", licence="CC0-1.0")
    assert [seed.seed_id for seed in result.seeds] == ["c-pairs/sum"]
    assert [(problem.file, problem.field) for problem in result.problems] == [("rows.jsonl:1", "row")]
    assert "not UTF-8" in result.problems[0].problem


def test_csv_cells_hold_json_lists(tmp_path: Path) -> None:
    with (tmp_path / "rows.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, ["problem_id", "source", "inputs", "outputs"])
        writer.writeheader()
        lists = {"inputs": json.dumps(["1 2", "3 9"]), "outputs": json.dumps(["3", "12"])}
        writer.writerow({"problem_id": "p1", "source": SUM, **lists})
    (seed,) = READERS["c-pairs"].read(tmp_path / "rows.csv").seeds
    assert (seed.seed_id, seed.unusable, seed.settings["entry"]) == ("c-pairs/p1", "", "main")


@pytest.mark.parametrize("name", sorted(READERS))
def test_other_folders_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ImportSourceError):
        READERS[name].read(tmp_path)
    with pytest.raises(ImportSourceError):
        READERS[name].read(tmp_path / "nowhere")
