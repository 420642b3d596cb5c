"""Where only the hint counts, the language model is not asked, and the answer is the same."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from world_model_toy import LABELS, make_examples

from resources.execution.outcome import Outcome
from resources.world_model import label_probabilities
from resources.world_model.label_probabilities import LabelProbabilities
from resources.world_model.rendering import Evidence
from resources.world_model.scoring import hint_scores, pooled


def test_a_weight_of_one_needs_no_language_model(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def scores(language: object, vocabulary: object, shown: Sequence[object], *rest: object) -> NDArray[np.float64]:
        asked.append(len(shown))
        return np.array(
            [[float(place) if outcome in LABELS else -np.inf for place, outcome in enumerate(Outcome)]] * len(shown)
        )

    monkeypatch.setattr(label_probabilities, "language_scores", scores)
    nothing: Any = None
    manifest: Any = SimpleNamespace(settings=None)
    model = LabelProbabilities(manifest, "hybrid", None, None, nothing, nothing)
    queries = [item.query for item in make_examples(4)]
    evidence = [Evidence({}, dict.fromkeys(LABELS, 1 / 3))] * 4
    some = model.language_logits(queries, evidence, [True, False, False, True])
    every = model.language_logits(queries, evidence, [True] * 4)
    assert asked == [2, 4]
    weights = [0.5, 1.0, 1.0, 0.0]
    one, other = (pooled(words, hint_scores(evidence), weights) for words in (some, every))
    np.testing.assert_allclose(one, other)
    assert model.language_logits(queries, evidence, [False] * 4).shape == every.shape
    assert asked == [2, 4]
