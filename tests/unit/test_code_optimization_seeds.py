"""The built-in code-optimisation tasks as data, their prompts, their features, and folders that break the format."""

import itertools
import json
import runpy
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.domain import DOMAIN
from resources.domains.code_optimization.execution.test_suite import ProgramTest, read_suite, suite_text
from resources.domains.code_optimization.tasks import rounds as generating
from resources.domains.code_optimization.tasks.library import LIBRARY_ROOT, builtin_seeds, read_task
from resources.domains.seed import TaskSeed
from resources.domains.toolkit.seed_folder import BrokenSeedError
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from tests.unit.effort import ends_within

Largests = Iterable[generating.Largest]
each_seed = pytest.mark.parametrize("seed", builtin_seeds(), ids=lambda seed: seed.seed_id)
GENERATOR = """\
from resources.domains.code_optimization.tasks.rounds import words_suite

MOST = {"`count`": 2}


def tests():
    return words_suite(lambda words: sum(words), [[1, 2]], [[3]], (2, [4]))
"""
TEXTS = {
    "task.yaml": "title: Sum\ntier: 1\ntags: [sum]\nentry: total\n",
    "prompt.md": "Add up.\n",
    "kernel.c": "int total(const int *words, long count)\n{\n    return 0;\n}\n",
    "baseline.s": "\t.globl total\ntotal:\n\tret\n",
    "harness.c": '#include "harness.h"\n',
    "generate.py": GENERATOR,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One sound task folder that a test may break."""
    folder = tmp_path / "tier1_sums" / "total"
    folder.mkdir(parents=True)
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    return folder


def test_library_covers_tiers() -> None:
    seeds = builtin_seeds()
    assert len(seeds) >= 24
    assert {seed.tier for seed in seeds} == {1, 2, 3, 4, 5}
    assert len({seed.seed_id for seed in seeds}) == len(seeds)


SLOW_MODELS = {"matrix_multiply", "shortest_paths", "knapsack", "edit_distance"}
"""In Python; the baseline prints the same (tests/tools/test_code_optimization_library.py)."""


@pytest.mark.parametrize("folder", sorted(LIBRARY_ROOT.glob("tier*/*")), ids=lambda folder: folder.name)
def test_kept_outputs_of_the_largest_tests_are_the_models(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each task's model, asked for what its generator has kept."""

    def words(model: generating.WordsModel, *_: object, limit: int = 0, largest: Largests = (), **__: object) -> None:
        for item in largest:
            data = generating.continued(item.words, item.count)
            assert generating.fold([model(data)]) == item.output

    def text(model: generating.TextModel, *_: object, largest: Largests = (), **__: object) -> None:
        for item in largest:
            assert generating.fold([model(item.text)]) == item.output

    monkeypatch.setattr(generating, "words_suite", words)
    monkeypatch.setattr(generating, "text_suite", text)
    if folder.name not in SLOW_MODELS:
        deep = sys.getrecursionlimit()
        sys.setrecursionlimit(30_000)
        runpy.run_path(str(folder / "generate.py"))["tests"]()
        sys.setrecursionlimit(deep)


@each_seed
def test_seed_is_complete(seed: TaskSeed) -> None:
    assert all(text.strip() for text in (seed.title, seed.prompt, seed.interface, seed.reference))
    assert seed.domain == "code_optimization"
    entry = seed.settings["entry"]
    assert f"`{entry}`" in seed.prompt, "the prompt has to name the function"
    assert f"{entry}(" in seed.interface
    assert f".globl\t{entry}" in seed.reference
    assert seed.origin.licence == "Apache-2.0"
    assert len(seed.origin.commit) == 64
    assert (LIBRARY_ROOT / seed.origin.path / "task.yaml").is_file()


@each_seed
def test_suite_holds_tests_back_and_never_repeats(seed: TaskSeed) -> None:
    tests = read_suite(bundle_from_seed(seed))
    shown, held_back = [test for test in tests if test.shown], [test for test in tests if not test.shown]
    assert len(shown) >= 2
    assert len(held_back) >= 6
    assert len({test.stdin for test in tests}) == len(tests)
    assert len({test.stdout for test in held_back} - {test.stdout for test in shown}) >= 3
    assert not any(test.measured for test in shown)
    for test in held_back:
        assert len(test.stdin) < 10 or test.stdin not in seed.prompt


@each_seed
def test_sizes_far_beyond_the_shown_are_held_back(seed: TaskSeed) -> None:
    if "size_t" not in seed.interface:
        return
    tests = read_suite(bundle_from_seed(seed))
    shown = max(len(test.stdin) for test in tests if test.shown)
    assert any(len(test.stdin) > 10 * shown for test in tests if not test.shown and not test.measured)


@each_seed
def test_instructions_and_features(seed: TaskSeed) -> None:
    bundle = bundle_from_seed(seed)
    told = DOMAIN.instructions(bundle)
    assert told.topics[0] == "general"
    assert seed.reference.strip() in told.text
    features = DOMAIN.cheap_checks(bundle, Candidate(seed.reference))
    assert features["likeness"] == 1.0
    assert not any(features[name] for name in ("undefined_names", "unknown_mnemonics", "repeated_labels", "forbidden"))
    assert not any(value for name, value in features.items() if name.startswith(("operands_", "more_")))


def test_router_tells_programs_apart() -> None:
    topics = {seed.seed_id: DOMAIN.instructions(bundle_from_seed(seed)).topics for seed in builtin_seeds()}
    assert "division" in topics["builtin/gcd_pairs"]
    assert "division" not in topics["builtin/fnv1a_hash"]
    assert "vectorisation" in topics["builtin/dot_product"]
    assert "dependency_chains" in topics["builtin/fnv1a_hash"]


def test_cheap_checks_are_cheap() -> None:
    bundle = bundle_from_seed(next(seed for seed in builtin_seeds() if seed.seed_id.endswith("edit_distance")))
    DOMAIN.cheap_checks(bundle, bundle.reference_candidate)
    numbers = itertools.count()
    ends_within(0.02, lambda: DOMAIN.cheap_checks(bundle, Candidate(f"{bundle.reference}# {next(numbers)}\n")))


def test_sound_folder_is_read(folder: Path) -> None:
    seed = read_task(folder)
    assert (seed.seed_id, seed.tier, seed.interface) == (
        "builtin/total",
        1,
        "int total(const int *words, long count);\n",
    )
    assert json.loads(seed.files["tests.json"])[0] == {
        "stdin": "1 2 1 2\n", "stdout": "3\n", "exit_code": 0, "shown": True, "measured": False, "timed": True,
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(TEXTS))
@pytest.mark.parametrize(
    "spoil", [Path.unlink, lambda file: file.write_text(" \n"), lambda file: file.write_bytes(b"\xff")]
)
def test_missing_empty_and_binary_files_are_named(folder: Path, name: str, spoil: Callable[[Path], object]) -> None:
    spoil(folder / name)
    with pytest.raises(BrokenSeedError) as caught:
        read_task(folder)
    assert Path(caught.value.problem.file) == folder / name


@pytest.mark.parametrize(
    ("name", "text", "field"),
    [
        ("task.yaml", TEXTS["task.yaml"].replace("tier: 1", "tier: 2"), "tier"),
        ("task.yaml", TEXTS["task.yaml"] + "colour: red\n", "colour"),
        ("task.yaml", TEXTS["task.yaml"].replace("total", "other"), "entry"),
        ("generate.py", "nothing = 1\n", "tests"),
        ("generate.py", GENERATOR.replace("[[1, 2]]", "[]"), "tests"),
        ("generate.py", GENERATOR.replace("count", "length"), "MOST"),
    ],
)
def test_wrong_fields_are_named(folder: Path, name: str, text: str, field: str) -> None:
    (folder / name).write_text(text)
    with pytest.raises(BrokenSeedError) as caught:
        read_task(folder)
    assert caught.value.problem.field == field


def a_bundle(suite: str) -> EnvironmentBundle:
    return EnvironmentBundle("code_optimization", "x/y", "", "", "kernel.s", "", {"tests.json": suite})


@pytest.mark.parametrize(
    "suite",
    [
        "",
        "[]",
        "[{}]",
        '[{"stdin": 1}]',
        suite_text([ProgramTest("", "")]),
        suite_text([ProgramTest("", "", shown=True, measured=True)]),
    ],
)
def test_broken_suites_are_the_environments_fault(suite: str) -> None:
    with pytest.raises(PermanentEnvironmentFailure):
        read_suite(a_bundle(suite))
