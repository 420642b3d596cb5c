"""Figure: one number of an exam with its 95 % interval, drawn by task: answers to one task are alike.

A figure is a ratio of sums over tasks. The interval is scipy's bias-corrected and accelerated bootstrap over whole
tasks, always with the same draws. Where no two tasks differ a bootstrap sees no spread, and a share has Wilson's
interval over tasks instead. Below some ten tasks a bootstrap is too narrow: then the number of tasks, which stands
beside each figure, says more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

RESAMPLES = 2000


class Part(NamedTuple):
    """What one task adds to a figure: `amount` of `of`."""

    amount: float
    of: float = 1.0


@dataclass(frozen=True)
class Figure:
    """`part` says which of several a metric has (k=5, turn 2, level1). `value` is None where there is no number, and
    `note` then says why; else `note` says what was left out. `low` and `high` are None where no interval makes sense.
    """

    metric: str
    part: str
    value: float | None
    low: float | None
    high: float | None
    tasks: int
    samples: int
    note: str = ""


def figure(metric: str, parts: Mapping[str, Part], samples: int, *, part: str = "", note: str = "") -> Figure:
    """`parts` by task. Tasks of no weight are passed over."""
    weighed = {task: one for task, one in parts.items() if one.of > 0}
    if not weighed:
        return no_figure(metric, note or "nothing to count", part=part, samples=samples)
    amounts, weights = [one.amount for one in weighed.values()], [one.of for one in weighed.values()]
    value = sum(amounts) / sum(weights)
    low, high = interval(amounts, weights)
    return Figure(metric, part, value, low, high, len(weighed), samples, note)


def no_figure(metric: str, why: str, *, part: str = "", samples: int = 0) -> Figure:
    return Figure(metric, part, None, None, None, 0, samples, why)


def interval(amounts: list[float], weights: list[float]) -> tuple[float | None, float | None]:
    """Of Σ amounts / Σ weights, over tasks drawn again."""
    import numpy as np
    from scipy.stats import bootstrap

    ratios = {round(amount / weight, 9) for amount, weight in zip(amounts, weights, strict=True)}
    if len(ratios) == 1:
        return _alike(ratios.pop(), len(amounts))

    def ratio(amount: Any, weight: Any, axis: int) -> Any:
        # Rounded: whether draws equal the value itself decides BCa's bias, and 1 - 4/5 is not 1/5.
        return np.round(amount.sum(axis=axis) / weight.sum(axis=axis), 9)

    data = (np.array(amounts), np.array(weights))
    found = bootstrap(data, ratio, paired=True, n_resamples=RESAMPLES, method="BCa", rng=np.random.default_rng(0))
    value, bounds = sum(amounts) / sum(weights), found.confidence_interval
    if not np.isfinite([bounds.low, bounds.high]).all():
        return _alike(value, len(amounts))
    return min(float(bounds.low), value), max(float(bounds.high), value)


def _alike(value: float, tasks: int) -> tuple[float | None, float | None]:
    """Where every task shows the same: Wilson's interval of a share, none of anything else."""
    from statsmodels.stats.proportion import proportion_confint

    if not 0.0 <= value <= 1.0:
        return None, None
    low, high = proportion_confint(value * tasks, tasks, alpha=0.05, method="wilson")
    return min(float(low), value), max(float(high), value)
