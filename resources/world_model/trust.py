"""When a prediction may stand in the tool's place: trust, and the threshold that the risk-coverage curve gives.

Pure functions on numbers. The confidence is `calibration`, the novelty `novelty`; whether a tool is run
instead, which is a matter of cost as well, is the amplification's.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
FAMILIAR = 0.9
"""Up to this novelty trust is the confidence: a tenth of what the model learned from was as unlike the rest."""
NEVER = 2.0
"""A threshold that no trust reaches."""


@dataclass(frozen=True)
class TrustFigures:
    """A threshold, and what it kept on the turns that it was picked on: shares of `accepted` turns."""

    threshold: float
    examples: int
    accepted: int
    accuracy: float
    false_pass: float


class Limits(NamedTuple):
    """Of accepted predictions: the least share that is right, the largest that is a PASS and should not be."""

    accuracy: float
    false_pass: float


def trust(confidence: Array, novelty: Array) -> Array:
    """The confidence, lowered linearly to nothing between `FAMILIAR` and a novelty of 1."""
    fade = np.clip((1 - np.asarray(novelty)) / (1 - FAMILIAR), 0, 1)
    return np.asarray(np.asarray(confidence) * fade)


def fit_threshold(
    trusted: Array, right: Array, false_pass: Array, limits: Limits, weights: Array | None = None
) -> TrustFigures:
    """The lowest threshold under which both limits hold, counting one mistake more than was seen.

    The further mistake is what keeps a few dozen turns without any from promising one in a hundred. NEVER where no
    threshold will do; 0, which every prediction reaches, where the limits demand nothing. `weights` is what each turn
    stands for, in any unit; None for one as much as the other.
    """
    sure, good, bad = np.asarray(trusted), np.asarray(right, dtype=bool), np.asarray(false_pass, dtype=bool)
    share = np.ones(len(sure)) if weights is None else weights * len(sure) / max(float(np.sum(weights)), 1e-12)
    if limits.accuracy <= 0 and limits.false_pass >= 1:
        return _kept(0.0, good, bad, share, len(sure))
    order = np.argsort(-sure, kind="stable")
    wrong, false, count = (np.cumsum(share[order] * mark[order]) for mark in (~good, bad, np.ones(len(sure))))
    holds = ((wrong + 1) / (count + 1) <= 1 - limits.accuracy) & ((false + 1) / (count + 1) <= limits.false_pass)
    # Turns of equal trust are accepted together, so only the last of them is a place to stop.
    ranked = sure[order]
    holds &= np.append(ranked[1:] != ranked[:-1], True)[: len(ranked)] & (ranked > 0)
    if not holds.any():
        return TrustFigures(NEVER, len(order), 0, 0.0, 0.0)
    last = int(np.flatnonzero(holds)[-1])
    kept = order[: last + 1]
    return _kept(float(ranked[last]), good[kept], bad[kept], share[kept], len(order))


def borrow_threshold(
    common: TrustFigures, trusted: Array, right: Array, false_pass: Array, limits: Limits
) -> TrustFigures:
    """The threshold of all domains together, for one with too few turns to have its own: raised until those few do not
    break the limits. The figures stay those of all together.
    """
    for threshold in (common.threshold, *np.nextafter(np.sort(trusted), np.inf)):
        kept = np.asarray(trusted) >= max(threshold, common.threshold)
        if not kept.any() or (right[kept].mean() >= limits.accuracy and false_pass[kept].mean() <= limits.false_pass):
            return replace(common, threshold=float(max(threshold, common.threshold)))
    return common


def kept_from(threshold: float, trusted: Array, right: Array, false_pass: Array) -> TrustFigures:
    """What a given threshold keeps of turns."""
    kept = np.asarray(trusted) >= threshold
    return _kept(threshold, right[kept], false_pass[kept], np.ones(int(kept.sum())), len(trusted))


def _kept(threshold: float, right: Array, false_pass: Array, weights: Array, examples: int) -> TrustFigures:
    if not len(right):
        return TrustFigures(threshold, examples, 0, 0.0, 0.0)
    accuracy, bad = (float(np.average(mark, weights=weights)) for mark in (right, false_pass))
    return TrustFigures(threshold, examples, len(right), accuracy, bad)
