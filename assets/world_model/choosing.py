"""What a world model is worth beside amplification: of several answers to a task, the one that it believes in.

Pure arithmetic over answers whose verdict is known; who believes, and in what, is the caller's. The figures are shares
of tasks with at least two answers, each with its Wilson interval.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assets.shares import Share, share


@dataclass(frozen=True)
class Answered:
    """One executed answer. `belief` is the calibrated probability that it passes, before it was executed."""

    passed: bool
    belief: float


@dataclass(frozen=True)
class Choice:
    """`first`: the answer that came first passes. `chosen`: the one believed in most. `oracle`: any of them.

    `executions_in_order` and `executions_by_belief` are how many answers are executed for each task until one passes,
    or none is left, taken as they came and the most believed first: the pass rate is the oracle's both times.
    """

    tasks: int
    first: Share
    chosen: Share
    oracle: Share
    executions_in_order: float
    executions_by_belief: float


def best_of(answers: Mapping[str, Sequence[Answered]]) -> Choice:
    """`answers` by task, in the order in which they came; tasks with one answer leave nothing to choose."""
    several = [list(own) for own in answers.values() if len(own) > 1]
    ranked = [sorted(own, key=lambda answer: -answer.belief) for own in several]
    count = len(several)
    return Choice(
        tasks=count,
        first=share(sum(own[0].passed for own in several), count),
        chosen=share(sum(own[0].passed for own in ranked), count),
        oracle=share(sum(any(answer.passed for answer in own) for own in several), count),
        executions_in_order=_mean_until_pass(several),
        executions_by_belief=_mean_until_pass(ranked),
    )


def _mean_until_pass(tasks: Sequence[Sequence[Answered]]) -> float:
    return sum(map(_until_pass, tasks)) / len(tasks) if tasks else 0.0


def _until_pass(answers: Sequence[Answered]) -> int:
    return next((place for place, answer in enumerate(answers, 1) if answer.passed), len(answers))
