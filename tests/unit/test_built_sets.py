"""Benchmarks that are built here: nothing of them can be trained on, whatever a home is told."""

from pathlib import Path

import pytest

from assets.corpus.hygiene import Answered, Hygiene
from assets.corpus.splits import CorpusSplit
from assets.seeds.purposes import HELD_OUT_SOURCES, Purpose, purpose_of, purpose_of_seed
from resources.domains.chip_design.faults.injector import fault_injector
from resources.domains.chip_design.tasks.importers import verilog_repair
from resources.domains.families import FIRST_EXAM_NUMBER, made_name
from resources.domains.importing import ImportSourceError
from resources.domains.registry import get_domain, load_domains
from resources.domains.seed import TaskSeed
from resources.domains.toolkit.set_importer import BuiltSet

BUILT = {
    importer.name: importer
    for domain in load_domains().values()
    for importer in domain.importers
    if isinstance(importer, BuiltSet)
}


def test_nobodys_word_makes_a_built_set_training() -> None:
    assert BUILT.keys() == HELD_OUT_SOURCES
    for name in BUILT:
        assert purpose_of(name, {name: Purpose.TRAIN}) is Purpose.EVALUATE


def test_a_built_set_is_read_from_no_path(tmp_path: Path) -> None:
    for importer in BUILT.values():
        with pytest.raises(ImportSourceError, match="built here"):
            importer.read(tmp_path)


@pytest.fixture(scope="module")
def firmware() -> tuple[TaskSeed, ...]:
    return BUILT["embed-c"].read(Path()).seeds


def test_firmware_tasks_are_drawn_by_numbers_for_exams(firmware: tuple[TaskSeed, ...]) -> None:
    assert len(firmware) >= 40
    assert len({seed.reference for seed in firmware}) == len(firmware)
    assert all((name := made_name(seed.origin.path)) and name.is_exam for seed in firmware)
    assert {seed.tier for seed in firmware} == {1, 2, 3, 4, 5}


def test_no_task_and_none_like_it_enters_training(firmware: tuple[TaskSeed, ...]) -> None:
    """A twin that a family drew for training, and a trained task's row that holds a program of the set."""
    domain = get_domain("embedded_systems")
    task, other = firmware[0], domain.families[-1].draw(3)
    rows = [
        {**vars(task), "purpose": purpose_of_seed(task, {"embed-c": Purpose.TRAIN})},
        {**vars(task), "seed_id": "families/button_gesture-7", "purpose": Purpose.TRAIN},
        {**vars(other), "purpose": purpose_of_seed(other, {})},
    ]
    hygiene = Hygiene(domain.language, rows)
    ids = [row["seed_id"] for row in rows]
    splits = hygiene.splits({row["seed_id"]: row["prompt"] for row in rows[:2]}, dict.fromkeys(ids[:2], task.reference))
    assert set(splits.values()) == {CorpusSplit.BENCHMARK}
    answered = [Answered("leak", other.seed_id, task.reference), Answered("own", other.seed_id, other.reference)]
    placed = hygiene.placements(answered, {}, 16)
    assert placed["leak"].split == CorpusSplit.BENCHMARK.value
    assert placed["own"].split != CorpusSplit.BENCHMARK.value


def test_twenty_error_types_of_four_categories_in_designs_for_exams() -> None:
    kinds = {kind.name: kind.category for kind in fault_injector().kinds}
    categories = [kinds[name] for name in verilog_repair.ERROR_TYPES]
    assert len(set(verilog_repair.ERROR_TYPES)) == 20
    assert {categories.count(name) for name in categories} == {5}
    assert verilog_repair.FIRST_NUMBER >= FIRST_EXAM_NUMBER
