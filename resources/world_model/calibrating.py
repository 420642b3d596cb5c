"""Fits the temperatures of a trained model: one for each mode and domain.

The mathematics is `calibration`; here the calibration turns are rendered and scored. Imports torch.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from resources.execution.outcome import Outcome
from resources.world_model.calibration import MIN_EXAMPLES, CalibrationFigures, figures, fit_temperature
from resources.world_model.encoding import encode_prompts
from resources.world_model.hint import Hint
from resources.world_model.inference import label_logits
from resources.world_model.model import Query, TurnExample
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary

Array = NDArray[Any]
MODES = ("hybrid", "pure")


def score(
    model: Any, vocabulary: Vocabulary, hint: Hint | None, queries: Sequence[Query], settings: TrainingSettings
) -> Array:
    """(queries, outcomes) in the order of `Outcome`, -inf where a query's domain lacks the label."""
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
    for mode in MODES:
        logits = score(model, vocabulary, hint if mode == "hybrid" else None, queries, settings)
        common = fit_temperature(logits, target)
        found[mode] = {"all": figures(logits, target, common)}
        for name in sorted(hint.forests):
            rows = [row for row, query in enumerate(queries) if query.domain.name == name]
            own = [target[row] for row in rows]
            heat = fit_temperature(logits[rows], own) if len(rows) >= MIN_EXAMPLES else common
            found[mode][name] = figures(logits[rows], own, heat)
    return found
