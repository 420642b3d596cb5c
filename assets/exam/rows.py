"""From rows of `exam_samples` to one Exam for each author and sitting, and from figures to rows of scores."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from assets.exam.exam_set import REPAIR, ExamSet, ExamTask
from assets.exam.figure import Figure
from assets.exam.judging import CONTROL, REFERENCE
from assets.exam.sample import Exam, Fate, JudgedTurn, Sample
from resources.domains.scoring import Scoring
from resources.execution.outcome import Outcome

Row = Mapping[str, Any]


class Examinee(NamedTuple):
    """Who sat, and how: answers of two sittings are never mixed."""

    author: str
    sitting: str
    model: str


def exams(
    rows: Iterable[Row], tasks: Sequence[ExamTask], scoring: Scoring, exposed: Iterable[str]
) -> dict[Examinee, Exam]:
    """The controls among them. Nothing of `exposed` tasks counts."""
    hidden = frozenset(exposed)
    shown = [row for row in rows if row["seed_id"] not in hidden]
    references = {
        row["seed_id"]: dict(row["metrics"] or ())
        for row in shown
        if (row["author"], row["sitting"]) == (REFERENCE, CONTROL)
    }
    device = any(scoring.device in row["stages_passed"] for row in shown) if scoring.device else False
    repairs = frozenset(task.seed_id for task in tasks if REPAIR in task.tags)
    by_examinee: dict[Examinee, list[Row]] = {}
    for row in shown:
        by_examinee.setdefault(Examinee(row["author"], row["sitting"], row["model"]), []).append(row)
    last = sorted(by_examinee.items(), key=lambda item: (item[0].sitting == CONTROL, item[0]))
    return {who: Exam(samples_of(own), references, repairs, device) for who, own in last}


def samples_of(rows: Iterable[Row]) -> tuple[Sample, ...]:
    """Of one examinee."""
    turns: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        turns.setdefault((row["seed_id"], row["number"]), []).append(row)
    return tuple(
        Sample(seed, number, tuple(map(turn_of, sorted(own, key=lambda row: int(row["turn"])))))
        for (seed, number), own in sorted(turns.items())
    )


def turn_of(row: Row) -> JudgedTurn:
    return JudgedTurn(
        fate=Fate(row["fate"]),
        outcome=Outcome(row["outcome"]) if row["outcome"] else None,
        stages=frozenset(row["stages_passed"]),
        metrics=dict(row["metrics"] or ()),
        timings=dict(row["timings"] or ()),
        belief=row["belief"],
        prompt_tokens=row["prompt_tokens"],
        completion_tokens=row["completion_tokens"],
        generation_seconds=row["generation_seconds"],
        execution_seconds=row["execution_seconds"],
        cost=row["cost"],
    )


def score_rows(exam_set: ExamSet, who: Examinee, figures: Iterable[Figure], exposed: int) -> list[dict[str, Any]]:
    whose = {"benchmark": exam_set.name, "domain": exam_set.domain, **who._asdict()}
    return [whose | vars(figure) | {"exposed_tasks": exposed} for figure in figures]
