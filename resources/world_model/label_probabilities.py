"""Label probabilities of queries: the language model, the boosting's hint and static diagnostics, calibrated together.

What follows a label is `diagnostic_decoder`; whether a prediction is trusted is `prediction`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.calibration import softmax
from resources.world_model.domain_diagnostics import informed
from resources.world_model.hint import Hint
from resources.world_model.input_views import input_views
from resources.world_model.language import LanguageModel
from resources.world_model.manifest import Manifest
from resources.world_model.model import Query
from resources.world_model.rendering import Evidence
from resources.world_model.scoring import UNFOLLOWED, hint_scores, language_scores, pooled
from resources.world_model.tokenizer import Vocabulary

Mode = Literal["hybrid", "pure"]
Shown = Sequence[Evidence | None]
Shares = dict[Outcome, float]
Diagnostics = Sequence[Observation | None]


class Known(NamedTuple):
    """What a mode knows of queries before the language model is asked."""

    evidence: Shown
    diagnostics: Diagnostics


@dataclass(frozen=True)
class LabelProbabilities:
    """A checkpoint's way from queries to probabilities. `hint` is None in the mode "pure"."""

    manifest: Manifest
    mode: Mode
    hint: Hint | None
    vocabulary: Vocabulary
    language: LanguageModel

    def evidence(self, queries: Sequence[Query]) -> Shown:
        return self.hint.evidence(queries) if self.hint else [None] * len(queries)

    def known(self, queries: Sequence[Query]) -> Known:
        """Exact checks are no part of the pure mode."""
        if self.hint is None:
            return Known([None] * len(queries), [None] * len(queries))
        views = input_views(queries)
        return Known(self.hint.shown(queries, views.rows), views.diagnostics)

    def shares(self, queries: Sequence[Query], known: Known) -> list[Shares]:
        """Over the labels of each query's domain."""
        pairs = zip(self.calibrated(queries, known.evidence), known.diagnostics, strict=True)
        return [informed(shares, diagnostic) for shares, diagnostic in pairs]

    def sights(self, evidence: Shown) -> list[str]:
        """What of each query is seen. A checkpoint from before this was told apart knows its mode alone."""
        apart = UNFOLLOWED in self.manifest.calibration
        return [UNFOLLOWED if apart and item is not None and not item.is_followed else self.mode for item in evidence]

    def calibrated(self, queries: Sequence[Query], evidence: Shown) -> list[Shares]:
        order = list(Outcome)
        pairs = zip(queries, self.sights(evidence), strict=True)
        fitted = [self.manifest.calibration[sight][query.domain.name] for query, sight in pairs]
        logits = self.language_logits(queries, evidence, [figures.hint_weight < 1 for figures in fitted])
        shown = [item for item in evidence if item is not None]
        if shown:
            logits = pooled(logits, hint_scores(shown), [figures.hint_weight for figures in fitted])
        found = []
        for query, row, figures in zip(queries, logits, fitted, strict=True):
            shares = zip(order, softmax(row[None], figures.temperature)[0], strict=True)
            found.append({outcome: float(share) for outcome, share in shares if outcome in query.domain.outcomes})
        return found

    def language_logits(self, queries: Sequence[Query], evidence: Shown, asked: Sequence[bool]) -> NDArray[Any]:
        """(queries, outcomes). Where only the hint counts the model is not asked: its labels are all alike there."""
        found = np.array(
            [[0.0 if outcome in query.domain.outcomes else -np.inf for outcome in Outcome] for query in queries]
        )
        places = [place for place, is_asked in enumerate(asked) if is_asked]
        if places:
            own, shown = [queries[place] for place in places], [evidence[place] for place in places]
            settings = self.manifest.settings
            found[places] = language_scores(self.language, self.vocabulary, shown, own, settings)
        return found.reshape(len(queries), len(Outcome))
