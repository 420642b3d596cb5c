"""Label scores of turns: the language model's and the hint's, pooled.

What is made of the scores is `calibrating` (weights, temperatures, thresholds) and `prediction`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from resources.execution.outcome import Outcome
from resources.world_model.calibration import softmax
from resources.world_model.encoding import encode_prompts
from resources.world_model.hint import Hint
from resources.world_model.language import LanguageModel
from resources.world_model.model import Query, TurnExample
from resources.world_model.novelty import Novelty
from resources.world_model.rendering import Evidence
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary

Array = NDArray[Any]
UNSEEN = 1e-4
"""The hint's probability of a label that its domain has and its training turns lacked."""


def pooled(words: Array, hints: Array, weights: Sequence[float]) -> Array:
    """Log-linear pooling, (turns, outcomes): weight 0 is the language model alone, 1 the hint alone.

    A small model reads the hint in its prompt and does not always heed it; the weight, fitted on turns that
    neither saw, does. A label that is impossible (-inf) stays so.
    """
    share = np.asarray(weights, dtype=np.float64).reshape(-1, 1)
    possible = np.isfinite(words)
    normal = np.log(np.maximum(softmax(words), 1e-12)) if len(words) else words
    return np.where(possible, (1 - share) * normal + share * hints, -np.inf)


def hint_scores(evidence: Sequence[Evidence]) -> Array:
    """(queries, outcomes): the hint's log-probabilities."""
    rows = [[item.hint.get(outcome, 0.0) for outcome in Outcome] for item in evidence]
    shares = np.array(rows, dtype=np.float64).reshape(len(evidence), len(Outcome))
    return np.asarray(np.log(np.maximum(shares, UNSEEN)))


def language_scores(
    language: LanguageModel,
    vocabulary: Vocabulary,
    evidence: Sequence[Evidence | None],
    queries: Sequence[Query],
    settings: TrainingSettings,
) -> Array:
    """(queries, outcomes) in the order of `Outcome`, -inf where a query's domain lacks the label.

    `evidence` is None throughout in the pure mode.
    """
    prompts = encode_prompts(queries, evidence, vocabulary, settings)
    logits = language.label_logits(prompts, [vocabulary.labels[outcome] for outcome in Outcome])
    possible = np.array([[outcome in query.domain.outcomes for outcome in Outcome] for query in queries])
    return np.where(possible.reshape(logits.shape), logits, -np.inf)


class Scored(NamedTuple):
    """Turns with the language model's scores in each mode, (turns, outcomes), the hint's, and their novelty."""

    examples: Sequence[TurnExample]
    words: Mapping[str, Array]
    hints: Array
    novelty: Array

    def of(self, domain: str) -> "Scored":
        rows = [row for row, example in enumerate(self.examples) if example.query.domain.name == domain]
        return Scored(
            [self.examples[row] for row in rows],
            {mode: words[rows] for mode, words in self.words.items()},
            self.hints[rows],
            self.novelty[rows],
        )

    @property
    def target(self) -> list[int]:
        order = list(Outcome)
        return [order.index(example.observation.outcome) for example in self.examples]


@dataclass(frozen=True)
class Scorer:
    """All that scores turns in both modes."""

    language: LanguageModel
    vocabulary: Vocabulary
    hint: Hint
    novelty: Novelty
    settings: TrainingSettings

    def score(self, examples: Sequence[TurnExample]) -> Scored:
        """Turns of domains that the hint does not know are left out."""
        known = [example for example in examples if example.query.domain.name in self.hint.forests]
        queries = [example.query for example in known]
        evidence = self.hint.evidence(queries)
        nothing: list[Evidence | None] = [None] * len(queries)
        words = {
            mode: language_scores(self.language, self.vocabulary, shown, queries, self.settings)
            for mode, shown in (("hybrid", evidence), ("pure", nothing))
        }
        return Scored(known, words, hint_scores(evidence), np.array(self.novelty.of(queries)))
