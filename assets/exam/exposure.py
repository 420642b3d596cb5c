"""Which tasks of an exam the home's training split holds: asked before a score is shown.

By the same rules as the corpus itself is kept clean of benchmarks; what a program is without its names (fingerprints)
is asked when the corpus is made, not again here.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from assets.corpus.contamination import Contamination, HeldOut
from assets.corpus.conversation import told_code
from assets.corpus.schema import REASONING_CORPUS
from assets.corpus.splits import CorpusSplit
from assets.exam.exam_set import ExamTask
from assets.publication.published_rows import PublishedRows
from assets.seeds.schema import TASK_SEEDS
from resources.domains.domain import Domain
from resources.storage.lake import Lake

_REMEMBERED = 1 << 14
"""Programs, of some kilobytes each: those of one task stand near each other."""


def exposed_tasks(store: Lake, domain: Domain, tasks: Sequence[ExamTask]) -> dict[str, str]:
    """By seed id, the first row of the training split that holds the task. {} where there is no corpus yet."""
    if store.manifest(REASONING_CORPUS.name, domain.name) is None:
        return {}
    rows = PublishedRows(store, REASONING_CORPUS.name, domain.name)
    batches = rows.batches(CorpusSplit.TRAIN.value, ["conversation_id", "seed_id", "messages"])
    trained = (row for batch in batches for row in batch.to_pylist())
    seeds = {seed["seed_id"]: seed for seed in store.arrow(TASK_SEEDS.name, [domain.name]).to_pylist()}
    return found_in(trained, seeds, tasks, domain.language)


def found_in(
    trained: Iterable[Mapping[str, Any]],
    seeds: Mapping[str, Mapping[str, Any]],
    tasks: Sequence[ExamTask],
    language: str,
) -> dict[str, str]:
    """`trained` are rows of the corpus, `seeds` rows of `task_seeds` by id."""
    examined = {task.seed_id for task in tasks}
    texts = [text for task in tasks for text in _held_out(task, language)]
    others = [
        HeldOut(name, seed["reference"], language, name)
        for name, seed in seeds.items()
        if name not in examined and seed["reference"]
    ]
    contamination = Contamination(texts, known=others)
    by_prompt = cache(lambda seed: contamination.of_prose(seeds[seed]["prompt"]) if seed in seeds else "")
    by_code = lru_cache(_REMEMBERED)(lambda code: contamination.of_code(code, language))
    found: dict[str, str] = {}
    for row in trained:
        seed = row["seed_id"]
        codes = [told_code(one["content"]) for one in row["messages"] if one["role"] == "assistant"]
        for task in (seed, by_prompt(seed), *map(by_code, codes)):
            if task in examined:
                found.setdefault(task, row["conversation_id"])
    return found


def _held_out(task: ExamTask, language: str) -> list[HeldOut]:
    reference = [HeldOut(task.seed_id, task.bundle.reference, language, task.seed_id)] if task.bundle.reference else []
    return [HeldOut(task.seed_id, task.bundle.prompt), *reference]
