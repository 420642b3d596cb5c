"""Recorded answers as rows of `exam_answers`: an author's answers to one task are samples, in the file's order."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assets.exam.exam_set import ExamSet, ExamTask
from assets.exam.reading import Form
from assets.exam.schema import answer_id
from resources.domains.recorded_answer import RecordedAnswer

RECORDED = "recorded"
"""The sitting of answers that were given elsewhere."""


@dataclass(frozen=True)
class Handed:
    """`passed_over` counts answers to what is no task of the set here, by seed id."""

    rows: list[dict[str, Any]]
    passed_over: Mapping[str, int]


def hand_in(exam_set: ExamSet, tasks: Iterable[ExamTask], answers: Iterable[RecordedAnswer]) -> Handed:
    bundles = {task.seed_id: task.bundle for task in tasks}
    numbers: Counter[tuple[str, str]] = Counter()
    passed_over: Counter[str] = Counter()
    rows: list[dict[str, Any]] = []
    for answer in answers:
        if answer.seed_id not in bundles:
            passed_over[answer.seed_id] += 1
            continue
        number = numbers[answer.author, answer.seed_id]
        numbers[answer.author, answer.seed_id] += 1
        bundle = bundles[answer.seed_id]
        rows += [_row(exam_set, bundle.hash, answer, number, turn) for turn in range(len(answer.texts))]
    return Handed(rows, passed_over)


def _row(exam_set: ExamSet, bundle_hash: str, answer: RecordedAnswer, number: int, turn: int) -> dict[str, Any]:
    return {
        "answer_id": answer_id(exam_set.name, bundle_hash, answer.author, RECORDED, number, turn),
        "benchmark": exam_set.name,
        "domain": exam_set.domain,
        "seed_id": answer.seed_id,
        "bundle_hash": bundle_hash,
        "author": answer.author,
        "sitting": RECORDED,
        "model": "",
        "number": number,
        "turn": turn,
        "form": (Form.TEXT if answer.whole_reply else Form.PROGRAM).value,
        "reply": answer.texts[turn],
        "reasoning": "",
        "finish_reason": "",
        "trouble": "",
        **dict.fromkeys(("prompt_tokens", "completion_tokens", "cost", "generation_seconds")),
    }
