"""The figures of an audit: accuracy, agreement, intervals, confusion, calibration. Pure arithmetic on pairs.

Definitions: spec point 9. Outcome accuracy is per turn, trajectory agreement on the final verdict. A verdict has a
weight, since a sample by strata holds more of a rare kind of turn than there is (`strata`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from resources.execution.outcome import Outcome

BINS = 10


@dataclass(frozen=True)
class Share:
    """`value` with its 95 % interval; 0 and [0, 1] where there is nothing to count.

    `count` of `total` is what was seen. `effective` is how many equally weighted turns say as much as these, at
    most `total`: where all weigh the same, it is `total` and the value is `count` / `total`.
    """

    count: int
    total: int
    value: float
    low: float
    high: float
    effective: float

    def __str__(self) -> str:
        if not self.total:
            return "nothing to judge"
        return f"{self.value:.1%} [{self.low:.1%}, {self.high:.1%}] of {self.total}"


def share(count: int, total: int) -> Share:
    """Of equally weighted ones, with the Wilson interval."""
    return weighted_share([True] * count + [False] * (total - count), [1.0] * total)


def weighted_share(hits: Sequence[bool], weights: Sequence[float]) -> Share:
    """The weighted share, with the Wilson interval at Kish's effective size, (Σw)² / Σw².

    With strata it is the stratified estimate, and the interval forgoes what strata gain in precision: intervals that
    use it covered too little where strata have a handful of turns (docs/audits.md).
    """
    from statsmodels.stats.proportion import proportion_confint

    if not hits:
        return Share(0, 0, 0.0, 0.0, 1.0, 0.0)
    whole = sum(weights)
    effective = whole**2 / sum(weight**2 for weight in weights)
    value = min(sum(weight for hit, weight in zip(hits, weights, strict=True) if hit) / whole, 1.0)
    low, high = proportion_confint(value * effective, effective, alpha=0.05, method="wilson")
    return Share(sum(hits), len(hits), value, min(float(low), value), max(float(high), value), effective)


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
