"""Temperature scaling and expected calibration error: making a confidence mean what it says.

Pure functions on logits and probabilities; which logits is the caller's matter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
MIN_EXAMPLES = 40
"""Fewer of one domain take the temperature of all domains together."""


@dataclass(frozen=True)
class CalibrationFigures:
    """Before and after one temperature, on the turns it was fitted on (so "after" is a little kind).

    `evidence_weight`: of the hint's score of near code, how much is that of evidence (`evidence_weighing`).
    """

    examples: int
    accuracy: float
    temperature: float
    error_before: float
    error_after: float
    hint_weight: float = 0.0
    evidence_weight: float = 0.0


Calibration = Mapping[str, Mapping[str, CalibrationFigures]]
"""By sight (`scoring.SIGHTS`) and domain; "all" holds the figures of all domains together."""


def softmax(logits: Array, temperature: float = 1.0) -> Array:
    """(rows, labels), float64; -inf marks labels that cannot be."""
    scaled = logits.astype(np.float64) / temperature
    shifted = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))


def fit_temperature(logits: Array, target: Sequence[int]) -> float:
    """The temperature in [0.2, 8] with the least negative log-likelihood; 1.0 for no rows."""
    if len(target) == 0:
        return 1.0
    from scipy.optimize import minimize_scalar

    def loss(log_temperature: float) -> float:
        return negative_log_likelihood(logits, target, float(np.exp(log_temperature)))

    found = minimize_scalar(loss, bounds=(np.log(0.2), np.log(8.0)), method="bounded")
    return round(float(np.exp(found.x)), 4)


def negative_log_likelihood(logits: Array, target: Sequence[int], temperature: float) -> float:
    """Nats a row; 0 for no rows."""
    if len(target) == 0:
        return 0.0
    chosen = softmax(logits, temperature)[np.arange(len(target)), np.asarray(target)]
    return float(-np.log(np.maximum(chosen, 1e-12)).mean())


def calibration_error(confidence: Sequence[float], correct: Sequence[bool], bins: int = 10) -> float:
    """Expected calibration error over equal-width bins, 0 to 1; NaN for no rows."""
    sure, right = np.asarray(confidence, dtype=np.float64), np.asarray(correct, dtype=np.float64)
    if not len(sure):
        return float("nan")
    places = np.minimum((sure * bins).astype(int), bins - 1)
    gaps = [
        (places == part).mean() * abs(sure[places == part].mean() - right[places == part].mean())
        for part in set(places)
    ]
    return float(sum(gaps))


def figures(logits: Array, target: Sequence[int], temperature: float) -> CalibrationFigures:
    """Accuracy and calibration errors of one set of logits, (rows, labels)."""
    if not len(target):
        return CalibrationFigures(0, 0.0, temperature, 0.0, 0.0)
    right = logits.argmax(axis=1) == np.asarray(target)
    errors = [calibration_error(list(softmax(logits, heat).max(axis=1)), list(right)) for heat in (1.0, temperature)]
    return CalibrationFigures(len(target), float(right.mean()), temperature, *errors)
