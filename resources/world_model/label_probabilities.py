"""Label probabilities of queries: the language model, the boosting's hint and static diagnostics, calibrated together.

What follows a label, and whether a prediction is trusted, is `prediction`.
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
from resources.world_model.evidence import evidence_rows
from resources.world_model.hint import Hint
from resources.world_model.hint_inheritance import heeding
from resources.world_model.input_views import input_views
from resources.world_model.language import LanguageModel
from resources.world_model.manifest import Manifest
from resources.world_model.model import Query
from resources.world_model.rendering import Evidence
from resources.world_model.scoring import (
    EVIDENCE,
    UNFOLLOWED,
    hint_scores,
    is_far,
    language_scores,
    pooled,
    possible_labels,
)
from resources.world_model.simulated_evidence import Simulated, believed, built, simulated
from resources.world_model.tokenizer import Vocabulary

Mode = Literal["hybrid", "pure"]
Shown = Sequence[Evidence | None]
Shares = dict[Outcome, float]
Diagnostics = Sequence[Observation | None]


class Known(NamedTuple):
    """What a mode knows of queries before the language model is asked. `far` says which of them evidence decides."""

    evidence: Shown
    diagnostics: Diagnostics
    far: Sequence[bool]
    simulated: Sequence[Simulated]


@dataclass(frozen=True)
class LabelProbabilities:
    """A checkpoint's way from queries to probabilities. `hint` and `by_evidence` are None in the mode "pure", the
    latter also for a checkpoint from before evidence had forests of its own."""

    manifest: Manifest
    mode: Mode
    hint: Hint | None
    by_evidence: Hint | None
    vocabulary: Vocabulary
    language: LanguageModel

    def known(self, queries: Sequence[Query], novelty: Sequence[float]) -> Known:
        """Exact checks are no part of the pure mode. Of what is far, what is shown is evidence alone."""
        nothing = [None] * len(queries)
        if self.hint is None:
            return Known(nothing, nothing, [False] * len(queries), [Simulated()] * len(queries))
        views = input_views(queries)
        ends = [simulated(row) for row in views.rows]
        shown = self.hint.shown(queries, views.rows)
        if self.by_evidence is None:
            return Known(shown, views.diagnostics, [False] * len(queries), ends)
        forests = self.by_evidence.forests
        far = [
            bool(item) and query.domain.name in forests
            for query, item in zip(queries, is_far(np.array(novelty)), strict=True)
        ]
        weights = [
            1.0 if item else self.evidence_weight(query, own)
            for item, query, own in zip(far, queries, shown, strict=True)
        ]
        places = [place for place, weight in enumerate(weights) if weight]
        rows = evidence_rows([views.rows[place] for place in places], [views.diagnostics[place] for place in places])
        found = self.by_evidence.shown([queries[place] for place in places], rows)
        chosen = list(shown)
        for place, own in zip(places, found, strict=True):
            chosen[place] = own if far[place] else heeding(shown[place], own, weights[place])
        return Known(chosen, views.diagnostics, far, ends)

    def evidence_weight(self, query: Query, shown: Evidence) -> float:
        """How much evidence counts beside the hint where a near candidate's simulation came to a verdict."""
        figures = self.manifest.calibration[self.mode].get(query.domain.name)
        return figures.evidence_weight if figures and shown.is_followed else 0.0

    def shares(self, queries: Sequence[Query], known: Known) -> list[Shares]:
        """Over the labels of each query's domain. Of what is far, a static diagnostic decides where it is certain, else
        it is part of the evidence already."""
        rows = zip(queries, self.calibrated(queries, known), known.diagnostics, known.far, known.simulated, strict=True)
        return [
            informed(built(shares) if end.is_same else shares, _deciding(query, diagnostic, is_far))
            for query, shares, diagnostic, is_far, end in rows
        ]

    def believed(self, queries: Sequence[Query], shares: Sequence[Shares], known: Known) -> list[Shares]:
        """The probabilities to show: trust is earned by what they were before, in each population by itself."""
        rows = zip(queries, shares, known.simulated, strict=True)
        return [believed(each, query.domain.name) if end.is_partial else each for query, each, end in rows]

    def sights(self, known: Known) -> list[str]:
        """What of each query is seen. A checkpoint from before this was told apart knows its mode alone."""
        apart = UNFOLLOWED in self.manifest.calibration
        own = [UNFOLLOWED if apart and item and not item.is_followed else self.mode for item in known.evidence]
        return [EVIDENCE if is_far else sight for sight, is_far in zip(own, known.far, strict=True)]

    def calibrated(self, queries: Sequence[Query], known: Known) -> list[Shares]:
        order, evidence = list(Outcome), known.evidence
        pairs = zip(queries, self.sights(known), strict=True)
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
        found = possible_labels(queries)
        places = [place for place, is_asked in enumerate(asked) if is_asked]
        if places:
            own, shown = [queries[place] for place in places], [evidence[place] for place in places]
            settings = self.manifest.settings
            found[places] = language_scores(self.language, self.vocabulary, shown, own, settings)
        return found


def _deciding(query: Query, diagnostic: Observation | None, is_far: bool) -> Observation | None:
    if is_far and diagnostic is not None and diagnostic.outcome not in query.domain.certain_diagnostics:
        return None
    return diagnostic
