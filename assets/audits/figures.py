"""The figures of an audit: accuracy, agreement, intervals, confusion, calibration. Pure arithmetic on pairs.

Definitions: spec point 9. Outcome accuracy is per turn, trajectory agreement on the final verdict. A verdict has a
weight, since a sample by strata holds more of a rare kind of turn than there is (`strata`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from assets.shares import Share, weighted_share
from resources.execution.outcome import Outcome

BINS = 10


@dataclass(frozen=True)
class Verdict:
    """One prediction beside the truth; `weight` is how many simulated turns it stands for."""

    predicted: Outcome
    real: Outcome
    confidence: float
    weight: float = 1.0

    @property
    def right(self) -> bool:
        return self.predicted is self.real


@dataclass(frozen=True)
class CalibrationBin:
    """Predictions of similar confidence: how many, what they stand for, and their weighted mean confidence and
    share right."""

    count: int
    weight: float
    mean_confidence: float
    accuracy: float


def outcome_accuracy(verdicts: Sequence[Verdict]) -> Share:
    return weighted_share([verdict.right for verdict in verdicts], [verdict.weight for verdict in verdicts])


def recall(verdicts: Sequence[Verdict]) -> dict[Outcome, Share]:
    """Of the turns that really have a label, the share predicted so; labels in the order of the closed set."""
    by_label = {label: [verdict for verdict in verdicts if verdict.real is label] for label in Outcome}
    return {label: outcome_accuracy(members) for label, members in by_label.items() if members}


def balanced_accuracy(verdicts: Sequence[Verdict]) -> float:
    """The mean of the recalls of the labels that occur; 0 where nothing was measured."""
    recalls = [entry.value for entry in recall(verdicts).values()]
    return sum(recalls) / len(recalls) if recalls else 0.0


def false_pass(verdicts: Sequence[Verdict]) -> Share:
    """Of the turns predicted PASS, the share that really fails."""
    passing = [verdict for verdict in verdicts if verdict.predicted.passed]
    return weighted_share([not verdict.real.passed for verdict in passing], [verdict.weight for verdict in passing])


def confusion(verdicts: Sequence[Verdict]) -> dict[tuple[Outcome, Outcome], int]:
    """(real, predicted) → turns of the sample, unweighted."""
    return dict(Counter((verdict.real, verdict.predicted) for verdict in verdicts))


def calibration(verdicts: Sequence[Verdict]) -> list[CalibrationBin]:
    """Ten equal bins of confidence, empty ones left out."""
    bins: dict[int, list[Verdict]] = {}
    for verdict in verdicts:
        bins.setdefault(min(int(verdict.confidence * BINS), BINS - 1), []).append(verdict)
    return [_bin(members) for _, members in sorted(bins.items())]


def _bin(members: Sequence[Verdict]) -> CalibrationBin:
    weight = sum(verdict.weight for verdict in members)
    confidence = sum(verdict.confidence * verdict.weight for verdict in members) / weight
    return CalibrationBin(len(members), weight, confidence, outcome_accuracy(members).value)


def calibration_error(bins: Sequence[CalibrationBin]) -> float:
    """The expected calibration error, 0 to 1: the mean gap between confidence and accuracy; 0 without bins."""
    whole = sum(entry.weight for entry in bins)
    return sum(entry.weight * abs(entry.mean_confidence - entry.accuracy) for entry in bins) / whole if bins else 0.0
