"""The figures of an audit: accuracy, agreement, intervals, confusion, calibration. Pure arithmetic on pairs.

Definitions: spec point 9. Outcome accuracy is per turn, trajectory agreement on the final verdict.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from resources.execution.outcome import Outcome

BINS = 10


@dataclass(frozen=True)
class Share:
    """`count` of `total` with its 95 % Wilson interval; [0, 1] where there is nothing to count."""

    count: int
    total: int
    low: float
    high: float

    @property
    def value(self) -> float:
        return self.count / self.total if self.total else 0.0

    def __str__(self) -> str:
        return f"{self.value:.1%} [{self.low:.1%}, {self.high:.1%}] of {self.total}"


def share(count: int, total: int) -> Share:
    from statsmodels.stats.proportion import proportion_confint

    if not total:
        return Share(0, 0, 0.0, 1.0)
    low, high = proportion_confint(count, total, alpha=0.05, method="wilson")
    return Share(count, total, float(low), float(high))


@dataclass(frozen=True)
class Verdict:
    """One prediction beside the truth."""

    predicted: Outcome
    real: Outcome
    confidence: float

    @property
    def right(self) -> bool:
        return self.predicted is self.real


@dataclass(frozen=True)
class CalibrationBin:
    """Predictions of similar confidence: how many, their mean confidence, and how often they were right."""

    count: int
    mean_confidence: float
    accuracy: float


def outcome_accuracy(verdicts: Sequence[Verdict]) -> Share:
    return share(sum(verdict.right for verdict in verdicts), len(verdicts))


def recall(verdicts: Sequence[Verdict]) -> dict[Outcome, Share]:
    """Of the turns that really had a label, the share predicted so; labels in the order of the closed set."""
    totals = Counter(verdict.real for verdict in verdicts)
    right = Counter(verdict.real for verdict in verdicts if verdict.right)
    return {label: share(right[label], totals[label]) for label in Outcome if totals[label]}


def balanced_accuracy(verdicts: Sequence[Verdict]) -> float:
    """The mean of the recalls of the labels that occur; 0 where nothing was measured."""
    recalls = [entry.value for entry in recall(verdicts).values()]
    return sum(recalls) / len(recalls) if recalls else 0.0


def false_pass(verdicts: Sequence[Verdict]) -> Share:
    """Of the turns predicted PASS, the share that really fails."""
    passing = [verdict for verdict in verdicts if verdict.predicted.passed]
    return share(sum(not verdict.real.passed for verdict in passing), len(passing))


def confusion(verdicts: Sequence[Verdict]) -> dict[tuple[Outcome, Outcome], int]:
    """(real, predicted) → count."""
    return dict(Counter((verdict.real, verdict.predicted) for verdict in verdicts))


def calibration(verdicts: Sequence[Verdict]) -> list[CalibrationBin]:
    """Ten equal bins of confidence, empty ones left out."""
    bins: dict[int, list[Verdict]] = {}
    for verdict in verdicts:
        bins.setdefault(min(int(verdict.confidence * BINS), BINS - 1), []).append(verdict)
    return [
        CalibrationBin(
            len(members),
            sum(verdict.confidence for verdict in members) / len(members),
            sum(verdict.right for verdict in members) / len(members),
        )
        for _, members in sorted(bins.items())
    ]
