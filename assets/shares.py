"""A share of turns with its 95 % interval, plain or weighted."""

from collections.abc import Sequence
from dataclasses import dataclass


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
