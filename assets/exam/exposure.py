"""Which tasks of an exam the home's training split holds: asked before a score is shown.

By the same rules as the corpus itself is kept clean of benchmarks; what a program is without its names (fingerprints)
is asked when the corpus is made, not again here.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assets.corpus.contamination import Contamination, HeldOut
from assets.corpus.schema import REASONING_CORPUS
from assets.corpus.splits import CorpusSplit
from assets.exam.exam_set import ExamTask
from assets.seeds.schema import TASK_SEEDS
from resources.domains.domain import Domain
from resources.storage.lake import Lake


def exposed_tasks(store: Lake, domain: Domain, tasks: Sequence[ExamTask]) -> dict[str, str]:
    """By seed id, the first row of the training split that holds the task. {} where there is no corpus yet."""
    if store.manifest(REASONING_CORPUS.name, domain.name) is None:
        return {}
    rows = store.arrow(REASONING_CORPUS.name, [domain.name]).select(["conversation_id", "seed_id", "split", "messages"])
    trained = [row for row in rows.to_pylist() if row["split"] == CorpusSplit.TRAIN.value]
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
    by_prompt: dict[str, str] = {}
    by_code: dict[str, str] = {}
    found: dict[str, str] = {}
    for row in trained:
        seed = row["seed_id"]
        codes = [_unfenced(one["content"]) for one in row["messages"] if one["role"] == "assistant"]
        if seed not in by_prompt:
            by_prompt[seed] = contamination.of_prose(seeds[seed]["prompt"]) if seed in seeds else ""
        for code in codes:
            if code not in by_code:
                by_code[code] = contamination.of_code(code, language)
        for task in (seed, by_prompt[seed], *(by_code[code] for code in codes)):
            if task in examined:
                found.setdefault(task, row["conversation_id"])
    return found


def _held_out(task: ExamTask, language: str) -> list[HeldOut]:
    reference = [HeldOut(task.seed_id, task.bundle.reference, language, task.seed_id)] if task.bundle.reference else []
    return [HeldOut(task.seed_id, task.bundle.prompt), *reference]


def _unfenced(answer: str) -> str:
    """An answer of the corpus is one block of code."""
    return answer.partition("\n")[2].rpartition("\n")[0] + "\n"
