"""Families: a number is a task, the same everywhere; what a home draws, and which of it is for evaluation."""

import hashlib
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest

from assets.home_resource import HomeResource
from assets.profile import Profile, load_profile
from assets.profile_resource import ProfileResource
from assets.seeds.asset import TASK_SEEDS, task_seeds
from assets.seeds.made import find_made, made_seeds, spread
from assets.seeds.purposes import Purpose, purpose_of_seed
from assets.seeds.schema import seed_to_row
from orchestration.settings import PROJECT
from resources.domains.families import FIRST_EXAM_NUMBER, Degenerate, MadeTask, TaskFamily, made_name
from resources.domains.registry import load_domains
from resources.domains.seed import TaskSeed
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake

FAMILIES = [family for domain in load_domains().values() for family in domain.families]
NUMBERS = (0, 1, 2, 123_456)
_DIGESTS = """
import sys
sys.path.insert(0, sys.argv[1])
from tests.unit.test_families import NUMBERS, FAMILIES, digest
for family in FAMILIES:
    print(family.name, *(digest(family.draw(number)) for number in NUMBERS[-1:]))
"""


def digest(seed: TaskSeed) -> str:
    return hashlib.sha256(repr(sorted(seed_to_row(seed).items())).encode()).hexdigest()


@pytest.fixture(scope="module")
def drawn() -> dict[str, list[TaskSeed]]:
    return {family.name: [family.draw(number) for number in NUMBERS] for family in FAMILIES}


def test_a_number_gives_the_same_task_in_every_process(drawn: dict[str, list[TaskSeed]]) -> None:
    """In a new one with other hashes of texts than this one has, and so another order of sets."""
    environment = {**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    command = [sys.executable, "-c", _DIGESTS, str(PROJECT)]
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == [" ".join((name, *map(digest, seeds[-1:]))) for name, seeds in drawn.items()]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_other_numbers_give_other_structures(family: TaskFamily, drawn: dict[str, list[TaskSeed]]) -> None:
    """References differ once all numbers in them are the same, most of them; prompts differ, too."""
    seeds = drawn[family.name]
    shapes = {"".join("0" if letter.isdigit() else letter for letter in seed.reference) for seed in seeds}
    assert len(shapes) >= len(seeds) - 1
    assert len({seed.prompt for seed in seeds}) == len(seeds)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_task_is_complete(family: TaskFamily, drawn: dict[str, list[TaskSeed]]) -> None:
    for seed in drawn[family.name]:
        assert made_name(seed.seed_id) is not None
        assert all((seed.title, seed.interface, seed.reference, seed.tags, seed.files or seed.settings))
        assert 1 <= seed.tier <= 5
        assert len(seed.prompt) > 200
        assert seed.reference not in seed.prompt
        assert (seed.origin.source, seed.origin.commit) == ("families", f"{family.name}@{family.version}")


def test_every_output_of_a_drawn_design_changes(drawn: dict[str, list[TaskSeed]]) -> None:
    """Who left out one that never does would pass. A row of a bench holds inputs, and what each output is to be."""
    for seed in (seed for seeds in drawn.values() for seed in seeds if seed.domain == "chip_design"):
        rows = [
            re.findall(r"'h([\w]+)", line)[1:] for line in seed.files["bench.v"].splitlines() if "apply_row(" in line
        ]
        expected = [answer.split("_") for row in rows for answer in row]
        for values in zip(*expected, strict=True):
            assert len({value for value in values if "x" not in value}) > 1, seed.seed_id


def test_a_degenerate_drawing_is_drawn_again() -> None:
    good = FAMILIES[0].make

    def make(choice: random.Random) -> MadeTask:
        if choice.random() < 0.5:
            raise Degenerate("nothing moves")
        return good(choice)

    def never(_: random.Random) -> MadeTask:
        raise Degenerate("nothing moves")

    family = TaskFamily("cad_modeling", "odd", "1", "", make)
    assert len({digest(family.draw(number)) for number in range(20)}) == 20
    assert digest(family.draw(3)) == digest(family.draw(3))
    with pytest.raises(Degenerate, match="nothing moves"):
        TaskFamily("cad_modeling", "odd", "1", "", never).draw(0)


def test_another_bench_keeps_the_drawings() -> None:
    """What follows the dot of a version decides no random number."""
    families = [TaskFamily("cad_modeling", "odd", version, "", FAMILIES[0].make) for version in ("1", "1.1", "2")]
    first, same, other = [family.choice(5).random() for family in families]
    assert first == same != other


def test_names_are_unique_in_the_project() -> None:
    names = [family.name for family in FAMILIES]
    assert len(names) == len(set(names))
    for domain in load_domains().values():
        assert {family.domain for family in domain.families} <= {domain.name}


def test_each_family_is_drawn_once_before_any_is_drawn_twice() -> None:
    count = len(FAMILIES) + 1
    names = list(spread(FAMILIES, count))
    assert {name.family for name in names[:-1]} == {family.name for family in FAMILIES}
    assert (names[-1].family, names[-1].number) == (FAMILIES[0].name, 1)
    assert list(spread((), count)) == []


def profile(made: int, exam: int = 0) -> Profile:
    quick = load_profile(Path(PROJECT / "orchestration" / "profiles"), "quick")
    return Profile(**{**vars(quick), "made_seeds_per_domain": made, "exam_seeds_per_domain": exam})


def test_what_was_drawn_stays_when_a_smaller_profile_comes(tmp_path: Path) -> None:
    lake, domain = Lake(tmp_path), load_domains()["chip_design"]
    first = made_seeds(lake, domain, profile(3, 1))
    rows = [seed_to_row(seed) | {"purpose": "train"} for seed in first]
    lake.write(TASK_SEEDS, domain.name, TASK_SEEDS.from_rows(rows))
    again = made_seeds(lake, domain, profile(1))
    assert sorted(seed.seed_id for seed in again) == sorted(seed.seed_id for seed in first)


def test_numbers_for_exams_are_for_evaluation_whatever_was_said() -> None:
    family = FAMILIES[0]
    said = {"families": Purpose.TRAIN}
    assert purpose_of_seed(family.draw(7), {}) is Purpose.TRAIN
    assert purpose_of_seed(family.draw(7), {"families": Purpose.EVALUATE}) is Purpose.EVALUATE
    assert purpose_of_seed(family.draw(FIRST_EXAM_NUMBER), said) is Purpose.EVALUATE


def test_an_id_is_enough_to_find_a_task() -> None:
    family = FAMILIES[0]
    assert find_made(FAMILIES, f"families/{family.name}-12") == family.draw(12)
    assert find_made(FAMILIES, "families/unheard_of-12") is None
    assert find_made(FAMILIES, "builtin/axpy") is None


def test_a_home_takes_made_tasks_beside_built_in_ones(tmp_path: Path) -> None:
    (tmp_path / "few.yaml").write_text(
        (PROJECT / "orchestration/profiles/quick.yaml").read_text("utf-8") + "exam_seeds_per_domain: 2\n", "utf-8"
    )
    resources = {
        "lake": LakeResource(root=str(tmp_path / "lake"), warehouse_path=str(tmp_path / "warehouse.duckdb")),
        "home": HomeResource(root=str(tmp_path)),
        "profile": ProfileResource(name="few", directory=str(tmp_path)),
    }
    assert dg.materialize([task_seeds], partition_key="chip_design", resources=resources).success
    rows = Lake(tmp_path / "lake").arrow(TASK_SEEDS.name, ["chip_design"]).to_pylist()
    made = {row["seed_id"]: row["purpose"] for row in rows if row["source"] == "families"}
    first, second = (family.name for family in load_domains()["chip_design"].families[:2])
    exam = FIRST_EXAM_NUMBER
    assert made == {
        f"families/{first}-0": "train",
        f"families/{first}-{exam}": "evaluate",
        f"families/{second}-{exam}": "evaluate",
    }
    assert len(rows) - len(made) == len(load_domains()["chip_design"].builtin_seeds())
    assert not any(row["unusable"] for row in rows if row["source"] == "families")
