"""Which tasks of exams a thinking model's data holds: by name, by prompt and by program, as an exam itself asks."""

from collections.abc import Iterator, Mapping
from typing import Any

from assets.corpus.schema import REASONING_CORPUS
from assets.corpus.splits import CorpusSplit
from assets.exam.exam_set import ExamTask, NothingToSit, exam_sets, exam_tasks
from assets.exam.exposure import found_in
from assets.home import Home
from assets.publication.published_rows import PublishedRows
from assets.seeds.schema import TASK_SEEDS
from assets.thinking_model.token_data import Data
from resources.domains.domain import Domain
from resources.storage.lake import Lake

LEARNED = (CorpusSplit.TRAIN.value, CorpusSplit.VALIDATION.value)
"""Splits that a training reads; a task of another one is an exam's."""


def exam_contact(store: Lake, home: Home, domain: Domain, data: Data) -> dict[str, str]:
    """By task, a row of the corpus that holds it and was learned from."""
    if store.manifest(REASONING_CORPUS.name, domain.name) is None:
        return {}
    learned = {name.partition(":")[0] for split in LEARNED for name in data.row_ids(split)}
    rows = [row for row in _rows(store, domain.name) if row["conversation_id"] in learned]
    held_out = {row["seed_id"]: row["conversation_id"] for row in rows if row["split"] not in LEARNED}
    seeds = {seed["seed_id"]: seed for seed in store.arrow(TASK_SEEDS.name, [domain.name]).to_pylist()}
    return held_out | found_in(rows, seeds, _tasks(store, home, domain), domain.language)


def _rows(store: Lake, domain: str) -> Iterator[Mapping[str, Any]]:
    published = PublishedRows(store, REASONING_CORPUS.name, domain)
    for split in CorpusSplit:
        for batch in published.batches(split.value, ["conversation_id", "seed_id", "split", "messages"]):
            yield from batch.to_pylist()


def _tasks(store: Lake, home: Home, domain: Domain) -> list[ExamTask]:
    found: dict[str, ExamTask] = {}
    for one in exam_sets().values():
        if one.domain == domain.name and not one.is_trained_on:
            try:
                found |= {task.seed_id: task for task in exam_tasks(store, home, one)}
            except NothingToSit:
                continue
    return list(found.values())
