"""ScoreSheet: which metrics an exam in a domain has. What they count is theirs."""

from collections.abc import Callable, Sequence

from assets.exam.field_metrics import (
    archxbench,
    cad_coder,
    fast_p,
    fix_rate,
    main_share,
    supercoder,
    tritonbench,
    veriscope_score,
)
from assets.exam.figure import Figure, Part, figure, no_figure
from assets.exam.pass_at_k import func_at, pass_at, syn_at
from assets.exam.sample import Exam, Fate, JudgedTurn, Sample, by_task
from assets.shares import Share
from assets.world_model.choosing import Answered, best_of
from resources.domains.scoring import Scoring

KS = (1, 5)


def score_sheet(exam: Exam, scoring: Scoring, ks: Sequence[int] = KS) -> list[Figure]:
    """Every metric of which the domain says where its numbers stand, and those that all domains have."""
    return [
        *pass_at(exam, ks),
        *_of_the_field(exam, scoring, ks),
        *solved_by_turn(exam),
        *fixed_failures(exam),
        *best_of_n(exam),
        *unanswered(exam),
        *spent(exam),
    ]


def _of_the_field(exam: Exam, scoring: Scoring, ks: Sequence[int]) -> list[Figure]:
    found = [main_share(exam)]
    if scoring.compiled:
        found += [*syn_at(exam, ks, scoring.compiled), *func_at(exam, ks), veriscope_score(exam, scoring)]
    if scoring.checks:
        found += archxbench(exam, scoring)
    if exam.repairs:
        found.append(fix_rate(exam))
    if scoring.called:
        found += tritonbench(exam, scoring)
    if scoring.device:
        found += fast_p(exam, scoring)
    if scoring.tested:
        found += supercoder(exam, scoring)
    if scoring.valid:
        found += cad_coder(exam, scoring)
    return found


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


def solved_by_turn(exam: Exam) -> list[Figure]:
    """The share of samples that pass within so many turns. A sample ends when it passes."""
    tasks = exam.by_task
    return [
        figure(
            "solved by turn",
            {task: Part(sum(one.solved_by(turn) for one in own) / len(own)) for task, own in tasks.items()},
            len(exam.sound),
            part=f"turn {turn}",
        )
        for turn in range(1, exam.most_turns + 1)
    ]


def fixed_failures(exam: Exam) -> list[Figure]:
    """Of samples whose first program fails, the share that a later turn has put right."""
    failed = {
        task: [one for one in own if one.first.fate is Fate.JUDGED and not one.first.passed]
        for task, own in exam.by_task.items()
    }
    return [
        figure(
            "Fix % of failures",
            {task: Part(sum(one.solved_by(turn) for one in own), len(own)) for task, own in failed.items()},
            sum(map(len, failed.values())),
            part=f"turn {turn}",
        )
        for turn in range(2, exam.most_turns + 1)
    ]


def best_of_n(exam: Exam) -> list[Figure]:
    """Of several answers to a task, the one that the world model believes in most; beside the first, and any."""
    answers = {
        task: [Answered(one.first.passed, one.first.belief) for one in own if one.first.belief is not None]
        for task, own in exam.by_task.items()
    }
    if not any(answers.values()):
        return [no_figure("best of n", "no world model was asked", part="chosen")]
    choice = best_of(answers)
    if not choice.tasks:
        return [no_figure("best of n", "needs two programs for a task", part="chosen")]
    count = sum(len(own) for own in answers.values() if len(own) > 1)
    parts = {"first": choice.first, "chosen": choice.chosen, "any": choice.oracle}
    return [_chosen(part, found, count) for part, found in parts.items()]


def _chosen(part: str, found: Share, samples: int) -> Figure:
    """One outcome a task, so that Wilson's interval is by task."""
    return Figure("best of n", part, found.value, found.low, found.high, found.total, samples)
