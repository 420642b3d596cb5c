"""Drift: tonight's outcome accuracy against that of the last audits together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assets.shares import Share

LAST_NIGHTS = 7
DRIFT_LEVEL = 0.01
"""With five domains and a one-sided warning, about one false alarm in forty nights."""


@dataclass(frozen=True)
class Drift:
    """Tonight's outcome accuracy against that of the last `nights` audits together, whichever checkpoint answered.

    `change` is tonight's minus theirs with its 95 % interval; `p_value` is two-sided.
    """

    nights: int
    before: float
    change: float
    low: float
    high: float
    p_value: float

    @property
    def worse(self) -> bool:
        return self.change < 0 and self.p_value < DRIFT_LEVEL

    def __str__(self) -> str:
        change = (
            f"{100 * self.change:+.1f} points [{100 * self.low:+.1f}, {100 * self.high:+.1f}], p = {self.p_value:.3f}"
        )
        return f"{change}, against {self.before:.1%} in the last {self.nights} audits"


def drift(accuracy: Share, before: Sequence[Mapping[str, Any]]) -> Drift | None:
    """Agresti and Caffo's test of two proportions, Newcombe's interval, at effective sizes; None where there is
    nothing to compare. `before` are rows of earlier audits, oldest first."""
    import numpy as np
    from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep

    last = [row for row in before if row["turns"]][-LAST_NIGHTS:]
    if not last or not accuracy.total:
        return None
    sizes = [row["effective_turns"] or row["turns"] for row in last]
    size, right = sum(sizes), sum(n * row["outcome_accuracy"] for n, row in zip(sizes, last, strict=True))
    pairs = (accuracy.value * accuracy.effective, accuracy.effective, right, size)
    # It works out an odds ratio beside, which nobody asked for and which a share of one has not.
    with np.errstate(divide="ignore", invalid="ignore"):
        test = test_proportions_2indep(*pairs, method="agresti-caffo", compare="diff")
    low, high = confint_proportions_2indep(*pairs, method="newcomb", compare="diff")
    before_value = right / size
    return Drift(len(last), before_value, accuracy.value - before_value, float(low), float(high), float(test.pvalue))
