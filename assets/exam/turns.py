"""What an author makes of the tools' words: solved by turn, failures that were fixed, and the best of several."""

from assets.exam.figure import Figure, Part, figure, no_figure
from assets.exam.sample import Exam, Fate
from assets.shares import Share
from assets.world_model.choosing import Answered, best_of


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
