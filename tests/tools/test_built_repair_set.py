"""A part of the set of repairs, built with the real tools: each fault shows, and its repair is the benchmark's."""

import re

import pytest

from assets.bundles.build import bundle_from_seed
from assets.corpus.hygiene import Answered, Hygiene
from assets.corpus.splits import CorpusSplit
from assets.exam.exam_set import REPAIR
from assets.seeds.purposes import Purpose, purpose_of_seed
from resources.domains.chip_design.domain import DOMAIN
from resources.domains.chip_design.tasks.importers.verilog_repair import SOURCE, RepairSet
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

TYPES = ("missing_semicolon", "wrong_constant")


@pytest.fixture(scope="module")
def tasks() -> list[TaskSeed]:
    return list(RepairSet(DOMAIN.backend(make_sandbox()), TYPES, 1).tasks())


def broken_program(task: TaskSeed) -> str:
    found = re.search(r"```verilog\n(.*?)```", task.prompt, re.DOTALL)
    assert found
    return found[1]


def test_a_fault_is_shown_with_what_the_tools_say(tasks: list[TaskSeed]) -> None:
    assert [task.seed_id for task in tasks] == [f"{SOURCE}/{kind}-1" for kind in TYPES]
    backend = DOMAIN.backend(make_sandbox())
    for task, outcome in zip(tasks, (Outcome.COMPILATION_ERROR, Outcome.FUNCTIONAL_MISMATCH), strict=True):
        bundle = bundle_from_seed(task)
        assert REPAIR in task.tags
        seen = backend.execute(bundle, Candidate(broken_program(task)))
        assert seen.outcome is outcome
        assert seen.text.strip().splitlines()[0] in task.prompt
        assert backend.execute(bundle, bundle.reference_candidate).outcome is Outcome.PASS
        assert not backend.execute(bundle, DOMAIN.empty_candidate(bundle)).outcome.passed
        assert task.reference not in task.prompt


def test_no_repair_enters_training(tasks: list[TaskSeed]) -> None:
    """Neither the task, nor a design for training that is the same, nor a row that holds the repaired program."""
    other = DOMAIN.families[0].draw(3)
    rows = [{**vars(task), "purpose": purpose_of_seed(task, {SOURCE: Purpose.TRAIN})} for task in tasks]
    rows += [
        {**vars(task), "seed_id": f"families/counter-{at}", "purpose": Purpose.TRAIN} for at, task in enumerate(tasks)
    ]
    rows.append({**vars(other), "purpose": purpose_of_seed(other, {})})
    hygiene = Hygiene(DOMAIN.language, rows)
    splits = hygiene.splits(
        {row["seed_id"]: "" for row in rows}, {row["seed_id"]: str(row["reference"]) for row in rows}
    )
    assert {split for seed, split in splits.items() if seed != other.seed_id} == {CorpusSplit.BENCHMARK}
    placed = hygiene.placements([Answered("leak", other.seed_id, tasks[1].reference)], {}, 16)
    assert placed["leak"].split == CorpusSplit.BENCHMARK.value
