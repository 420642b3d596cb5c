"""Label scores of turns: the language model's and the hint's, pooled.

What is made of the scores is `calibration_fit` (weights, temperatures, thresholds) and `prediction`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from resources.execution.outcome import Outcome
from resources.world_model.calibration import softmax
from resources.world_model.encoding import encode_prompts
from resources.world_model.evidence import FAR, evidence_rows
from resources.world_model.hint import Hint, Rows, unfollowed
from resources.world_model.input_views import input_views
from resources.world_model.language import LanguageModel
from resources.world_model.model import Query, TurnExample
from resources.world_model.novelty import Novelty
from resources.world_model.rendering import Evidence
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary

Array = NDArray[Any]
UNFOLLOWED = "unfollowed"
EVIDENCE = "evidence"
SIGHTS = ("hybrid", UNFOLLOWED, EVIDENCE, "pure")
"""What of a turn is seen when it is scored: the two modes, the hybrid one where a domain's simulator does not get
through, and evidence alone where the candidate is far from what the hint learned from. Calibration and trust are fitted
to each, since a hint is worth less without what is simulated, and nothing where distance misleads it."""
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


def possible_labels(queries: Sequence[Query]) -> Array:
    """(queries, outcomes): 0 for labels that a query's domain has, -inf for the others."""
    rows = [[0.0 if outcome in query.domain.outcomes else -np.inf for outcome in Outcome] for query in queries]
    return np.array(rows).reshape(len(queries), len(Outcome))


def is_far(novelty: Array) -> Array:
    """(turns,) bool: whether evidence alone decides."""
    return np.asarray(np.asarray(novelty) >= FAR)


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
    """Turns with the language model's and the hint's scores in each sight, (turns, outcomes), and their novelty."""

    examples: Sequence[TurnExample]
    words: Mapping[str, Array]
    hints: Mapping[str, Array]
    novelty: Array

    def of(self, domain: str) -> "Scored":
        return self.taken([row for row, example in enumerate(self.examples) if example.query.domain.name == domain])

    def by_source(self) -> "dict[str, Scored]":
        """The turns of each source of tasks."""
        return self.grouped([example.query.bundle.source for example in self.examples])

    def by_author(self) -> "dict[str, Scored]":
        """Other authors' turns, by the generator's name."""
        others = self.taken([row for row, example in enumerate(self.examples) if example.is_others])
        return others.grouped([example.generator for example in others.examples])

    def grouped(self, names: Sequence[str]) -> "dict[str, Scored]":
        """`names` has one for each turn."""
        rows: dict[str, list[int]] = {}
        for row, name in enumerate(names):
            rows.setdefault(name, []).append(row)
        return {name: self.taken(own) for name, own in sorted(rows.items())}

    def taken(self, rows: Sequence[int]) -> "Scored":
        return Scored(
            [self.examples[row] for row in rows],
            {sight: words[rows] for sight, words in self.words.items()},
            {sight: hints[rows] for sight, hints in self.hints.items()},
            self.novelty[rows],
        )

    @property
    def domains(self) -> list[str]:
        return sorted({example.query.domain.name for example in self.examples})

    @property
    def far(self) -> "Scored":
        """The turns that evidence alone decides."""
        return self.taken([int(row) for row in np.flatnonzero(is_far(self.novelty))])

    @property
    def target(self) -> list[int]:
        order = list(Outcome)
        return [order.index(example.observation.outcome) for example in self.examples]


@dataclass(frozen=True)
class Scorer:
    """All that scores turns in each sight."""

    language: LanguageModel
    vocabulary: Vocabulary
    hint: Hint
    evidence: Hint
    novelty: Novelty
    settings: TrainingSettings

    def score(self, examples: Sequence[TurnExample]) -> Scored:
        """Turns of domains that the hint does not know are left out."""
        known = [example for example in examples if example.query.domain.name in self.hint.forests]
        queries = [example.query for example in known]
        views = input_views(queries)
        rows = views.rows
        evidence = {
            "hybrid": self.hint.shown(queries, rows),
            UNFOLLOWED: self.hint.shown(queries, [unfollowed(row) for row in rows]),
        }
        seen: dict[str, Sequence[Evidence | None]] = {**evidence, "pure": [None] * len(queries)}
        words = {
            sight: language_scores(self.language, self.vocabulary, shown, queries, self.settings)
            for sight, shown in seen.items()
        }
        hints = {sight: hint_scores(shown) for sight, shown in evidence.items()}
        hints["pure"] = np.zeros((len(queries), len(Outcome)))
        words[EVIDENCE] = possible_labels(queries)
        hints[EVIDENCE] = self.evidence_scores(queries, evidence_rows(rows, views.diagnostics), hints["hybrid"])
        return Scored(known, words, hints, np.array(self.novelty.of(queries)))

    def evidence_scores(self, queries: Sequence[Query], rows: Rows, otherwise: Array) -> Array:
        """(queries, outcomes); `otherwise` where a domain has no forest for evidence."""
        places = [place for place, query in enumerate(queries) if query.domain.name in self.evidence.forests]
        shown = self.evidence.shown([queries[place] for place in places], [rows[place] for place in places])
        scores = otherwise.copy()
        scores[places] = hint_scores(shown)
        return scores
