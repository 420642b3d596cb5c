"""Figures of predictions with their 95 % intervals: Wilson's for shares, a bootstrap for what is none."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from assets.world_model.judged_prediction import Measured

Array = NDArray[Any]
Statistic = Callable[[Sequence[Measured], Array], Array]
"""Turns and how often each was drawn, (resamples, turns), to one figure for each resample."""
SELECTIVE = 0.97
"""The accuracy that accepted turns shall have."""
RESAMPLES = 400


class Interval(NamedTuple):
    """Bounds of a share at 95 % confidence."""

    low: float
    high: float


def wilson(hits: int, count: int) -> Interval:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(hits, count, alpha=0.05, method="wilson")
    return Interval(float(low), float(high))


def bootstrap(items: Sequence[Measured], statistic: Statistic) -> Interval:
    """Percentiles of the statistic over turns drawn again; the same draws each time."""
    count = len(items)
    weights = np.random.default_rng(0).multinomial(count, np.full(count, 1 / count), RESAMPLES)
    low, high = np.percentile(statistic(items, weights), [2.5, 97.5])
    return Interval(float(low), float(high))


def balanced_accuracy(items: Sequence[Measured], weights: Array) -> Array:
    """The mean of the recalls of the labels that occur."""
    right = np.array([item.right for item in items])
    real = np.array([item.real.value for item in items])
    totals = np.stack([weights[:, real == label].sum(axis=1) for label in sorted(set(real))])
    rights = np.stack([weights[:, (real == label) & right].sum(axis=1) for label in sorted(set(real))])
    recalls = rights / np.maximum(totals, 1)
    return np.asarray(recalls.sum(axis=0) / np.maximum((totals > 0).sum(axis=0), 1))


def selective_coverage(items: Sequence[Measured], weights: Array) -> Array:
    """The largest share of turns, surest first, of which 97 % are right."""
    sure, wrong = np.array([item.sureness for item in items]), np.array([not item.right for item in items])
    order = np.argsort(-sure, kind="stable")
    drawn, sure = weights[:, order], sure[order]
    count, errors = drawn.cumsum(axis=1), (drawn * wrong[order]).cumsum(axis=1)
    # Turns that are equally sure are accepted together.
    last = np.append(sure[1:] != sure[:-1], True)
    enough = last & (errors <= (1 - SELECTIVE) * count + 1e-9)
    return np.asarray(np.where(enough, count, 0).max(axis=1) / weights.sum(axis=1))
