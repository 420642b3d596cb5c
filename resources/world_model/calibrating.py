"""Fits what a trained model's label scores are worth: how much the hint weighs, and the temperature.

The mathematics is `calibration`; here the calibration turns are rendered and scored. Imports torch.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from resources.execution.outcome import Outcome
from resources.world_model.calibration import (
    MIN_EXAMPLES,
    CalibrationFigures,
    figures,
    fit_temperature,
    negative_log_likelihood,
    softmax,
)
from resources.world_model.encoding import encode_prompts
from resources.world_model.hint import Hint
from resources.world_model.inference import label_logits
from resources.world_model.model import Query, TurnExample
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary

Array = NDArray[Any]
MODES = ("hybrid", "pure")


WEIGHTS = tuple(step / 10 for step in range(11))
UNSEEN = 1e-4
"""The hint's probability of a label that its domain has and its training turns lacked."""


def score(
    model: Any,
    vocabulary: Vocabulary,
    hint: Hint | None,
    queries: Sequence[Query],
    settings: TrainingSettings,
    weights: Sequence[float],
) -> Array:
    """(queries, outcomes) in the order of `Outcome`, -inf where a query's domain lacks the label.

    Log-linear pooling: weight 0 is the language model alone, 1 the hint alone. A small model reads the
    hint in its prompt and does not always heed it; the weight, fitted on turns that neither saw, does.
    """
    words = language_scores(model, vocabulary, hint, queries, settings)
    return words if hint is None else pooled(words, hint_scores(hint, queries), weights)


def pooled(words: Array, hints: Array, weights: Sequence[float]) -> Array:
    share = np.asarray(weights, dtype=np.float64).reshape(-1, 1)
    possible = np.isfinite(words)
    normal = np.log(np.maximum(softmax(words), 1e-12)) if len(words) else words
    return np.where(possible, (1 - share) * normal + share * hints, -np.inf)


def hint_scores(hint: Hint, queries: Sequence[Query]) -> Array:
    """(queries, outcomes): the hint's log-probabilities."""
    rows = [[item.hint.get(outcome, 0.0) for outcome in Outcome] for item in hint.evidence(queries)]
    shares = np.array(rows, dtype=np.float64).reshape(len(queries), len(Outcome))
    return np.asarray(np.log(np.maximum(shares, UNSEEN)))


def language_scores(
    model: Any, vocabulary: Vocabulary, hint: Hint | None, queries: Sequence[Query], settings: TrainingSettings
) -> Array:
    evidence = [None] * len(queries) if hint is None else hint.evidence(queries)
    prompts = encode_prompts(queries, evidence, vocabulary, settings)
    logits = label_logits(model, prompts, [vocabulary.labels[outcome] for outcome in Outcome], vocabulary.padding)
    possible = np.array([[outcome in query.domain.outcomes for outcome in Outcome] for query in queries])
    return np.where(possible.reshape(logits.shape), logits, -np.inf)


def calibrate(
    model: Any, vocabulary: Vocabulary, hint: Hint, examples: Sequence[TurnExample], settings: TrainingSettings
) -> Mapping[str, Mapping[str, CalibrationFigures]]:
    """Figures by mode and domain, for every domain the hint knows; "all" holds those of all together."""
    known = [example for example in examples if example.query.domain.name in hint.forests]
    queries, order = [example.query for example in known], list(Outcome)
    target = [order.index(example.observation.outcome) for example in known]
    found: dict[str, dict[str, CalibrationFigures]] = {}
    hints = hint_scores(hint, queries)
    for mode in MODES:
        words = language_scores(model, vocabulary, hint if mode == "hybrid" else None, queries, settings)
        weights = WEIGHTS if mode == "hybrid" else (0.0,)
        common = best_blend(words, hints, target, weights)
        found[mode] = {"all": blend_figures(words, hints, target, common)}
        for name in sorted(hint.forests):
            rows = [row for row, query in enumerate(queries) if query.domain.name == name]
            own = [target[row] for row in rows]
            enough = len(rows) >= MIN_EXAMPLES
            blend = best_blend(words[rows], hints[rows], own, weights) if enough else common
            found[mode][name] = blend_figures(words[rows], hints[rows], own, blend)
    return found


class Blend(NamedTuple):
    """How much the hint weighs, and the temperature of what comes out."""

    weight: float
    temperature: float


def best_blend(words: Array, hints: Array, target: Sequence[int], weights: Sequence[float]) -> Blend:
    """The weight, with its own temperature, under which the calibration turns are likeliest."""
    blends = []
    for weight in weights:
        logits = pooled(words, hints, [weight])
        heat = fit_temperature(logits, target)
        blends.append((negative_log_likelihood(logits, target, heat), Blend(weight, heat)))
    return min(blends)[1]


def blend_figures(words: Array, hints: Array, target: Sequence[int], blend: Blend) -> CalibrationFigures:
    found = figures(pooled(words, hints, [blend.weight]), target, blend.temperature)
    return replace(found, hint_weight=blend.weight)
