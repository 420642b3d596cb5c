"""What an exam took, and what no tool could judge: apart from what authors got wrong."""

from collections.abc import Callable

from assets.exam.figure import Figure, Part, figure, no_figure
from assets.exam.sample import Exam, Fate, JudgedTurn, Sample, by_task

NO_PROGRAM = (Fate.TRUNCATED, Fate.REFUSED, Fate.UNPARSABLE)


def unanswered(exam: Exam) -> list[Figure]:
    """The shares of first answers that were cut off, refused, or hold no program; and of samples in which the
    environment failed, which count nowhere else."""
    found = [_share(exam.sound, str(fate), lambda sample, fate=fate: sample.first.fate is fate) for fate in NO_PROGRAM]  # type: ignore[misc]
    return [*found, _share(exam.samples, "environment failed", lambda sample: sample.broken)]


def _share(samples: tuple[Sample, ...], metric: str, told: Callable[[Sample], bool]) -> Figure:
    parts = {task: Part(sum(map(told, own)), len(own)) for task, own in by_task(samples).items()}
    return figure(metric, parts, len(samples))


def spent(exam: Exam) -> list[Figure]:
    """Means over samples, all turns of a sample together."""
    return [
        _mean(exam, "prompt tokens", lambda turn: turn.prompt_tokens),
        _mean(exam, "completion tokens", lambda turn: turn.completion_tokens),
        _mean(exam, "cost", lambda turn: turn.cost),
        _mean(exam, "seconds of generation", lambda turn: turn.generation_seconds),
        _mean(exam, "seconds of execution", lambda turn: turn.execution_seconds),
    ]


def _mean(exam: Exam, metric: str, of: Callable[[JudgedTurn], float | None]) -> Figure:
    sums = {
        task: [
            sum(of(turn) or 0.0 for turn in one.turns) for one in own if any(of(turn) is not None for turn in one.turns)
        ]
        for task, own in by_task(exam.samples).items()
    }
    if not any(sums.values()):
        return no_figure(metric, "nobody counted")
    return figure(metric, {task: Part(sum(own), len(own)) for task, own in sums.items()}, sum(map(len, sums.values())))
