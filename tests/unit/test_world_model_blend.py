"""Pooling a language model's label scores with the hint's: the better of two sources gets the weight."""

import numpy as np

from resources.execution.outcome import Outcome
from resources.world_model.calibration_fit import WEIGHTS, best_blend, blend_figures, pooled

LABELS = len(Outcome)
DRAWS = np.random.default_rng(0)
TARGET = [int(label) for label in DRAWS.integers(0, 3, 400)]


def scores(sharpness: float) -> np.ndarray:
    """Log-probabilities that favour the truth by `sharpness`; 0 knows nothing."""
    raw = DRAWS.normal(0, 1, (len(TARGET), LABELS))
    raw[:, 3:] = -30.0
    raw[np.arange(len(TARGET)), TARGET] += sharpness
    return raw - np.log(np.exp(raw).sum(axis=1, keepdims=True))


def test_a_hint_that_knows_beats_a_model_that_guesses() -> None:
    words, hints = scores(0.0), scores(4.0)
    blend = best_blend(words, hints, TARGET, WEIGHTS)
    assert blend.weight >= 0.7
    assert blend_figures(words, hints, TARGET, blend).accuracy > 0.9


def test_a_model_that_knows_is_left_alone() -> None:
    assert best_blend(scores(4.0), scores(0.0), TARGET, WEIGHTS).weight <= 0.3


def test_two_sources_together_are_no_worse_than_either() -> None:
    words, hints = scores(1.5), scores(1.5)
    figures = blend_figures(words, hints, TARGET, best_blend(words, hints, TARGET, WEIGHTS))
    alone = [float((each.argmax(axis=1) == np.array(TARGET)).mean()) for each in (words, hints)]
    assert figures.accuracy > max(alone)


def test_labels_that_the_domain_lacks_stay_impossible() -> None:
    words = scores(1.0)
    words[:, 5] = -np.inf
    assert np.isneginf(pooled(words, scores(1.0), [0.5])[:, 5]).all()
