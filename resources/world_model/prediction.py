"""CheckpointWorldModel: a checkpoint in a backend's place, under the WorldModel protocol.

Imports torch when it is made, not when this module is imported. Whether a trusted prediction is used, or the
tool is run all the same because it is cheaper, is the amplification's matter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.calibration import softmax
from resources.world_model.checkpoint import CorruptCheckpointError, read_checkpoint
from resources.world_model.encoding import encode_prompts
from resources.world_model.foresight import followed, informed
from resources.world_model.hint import load_hint
from resources.world_model.language import LanguageModel
from resources.world_model.model import Prediction, Query
from resources.world_model.novelty import load_novelty
from resources.world_model.rendering import RENDERING_VERSION, Evidence, digest, parse_target
from resources.world_model.scoring import UNFOLLOWED, hint_scores, language_scores, pooled
from resources.world_model.seeing import seen
from resources.world_model.templates import template_of
from resources.world_model.tokenizer import load_vocabulary
from resources.world_model.trust import Limits, TrustFigures, trust
from resources.world_model.verdicts import fit_trust, group, load_verdicts, trust_in

Mode = Literal["hybrid", "pure"]
Shown = Sequence[Evidence | None]
Shares = dict[Outcome, float]
Foreseen = Sequence[Observation | None]


class Sight(NamedTuple):
    """What a mode knows of queries before the language model is asked."""

    evidence: Shown
    foreseen: Foreseen


class UnknownDomainError(ValueError):
    """A query of a domain the checkpoint was never trained on: the real tool must run."""


class CheckpointWorldModel:
    """Label probabilities in one forward pass, restricted to the domain's labels and calibrated; then,
    where wanted, the rest of the observation by greedy decoding.

    `mode` "hybrid" shows the model cheap checks and the boosting's hint, "pure" only the difference. `language`
    is what runs the checkpoint's weights: None means this process, `served.ServedLanguageModel` a vLLM. Thresholds
    of trust are fitted to `limits`; None takes those of the training. `floors`, by `verdicts.group`, are what nothing
    is trusted below, whatever the thresholds say.
    Raises CorruptCheckpointError for a folder that is not what it says.
    """

    def __init__(
        self,
        directory: Path,
        mode: Mode = "hybrid",
        *,
        with_diagnostic: bool = True,
        language: LanguageModel | None = None,
        limits: Limits | None = None,
        floors: Mapping[str, float] | None = None,
    ) -> None:
        self.checkpoint = read_checkpoint(directory)
        if self.checkpoint.manifest.rendering_version != RENDERING_VERSION:
            raise CorruptCheckpointError(
                f"{directory.name} was trained on rendering {self.checkpoint.manifest.rendering_version}, "
                f"this code renders {RENDERING_VERSION}; retrain"
            )
        self.mode: Mode = mode
        self.with_diagnostic = with_diagnostic
        self.vocabulary = load_vocabulary(directory)
        self.hint = load_hint(directory) if mode == "hybrid" else None
        self.novelty = load_novelty(directory)
        trusts = fit_trust(load_verdicts(directory), limits) if limits else self.checkpoint.manifest.trust
        self.trusts, self.trust = trusts, trusts[mode]
        self.floors = floors or {}
        self.language = language or self.in_process(directory)

    def in_process(self, directory: Path) -> LanguageModel:
        from resources.world_model.huggingface import load_model
        from resources.world_model.inference import LocalLanguageModel

        return LocalLanguageModel(load_model(directory), self.vocabulary)

    @property
    def checkpoint_id(self) -> str:
        return self.checkpoint.checkpoint_id

    @property
    def name(self) -> str:
        return f"world model, {self.mode}"

    def probabilities(self, queries: Sequence[Query]) -> list[Shares]:
        """Calibrated, over the labels of each query's domain."""
        self.check(queries)
        return self.informed(queries, *self.seen(queries))

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        self.check(queries)
        evidence, known = self.seen(queries)
        shares = self.informed(queries, evidence, known)
        best = [max(each.items(), key=lambda item: item[1])[0] for each in shares]
        if self.with_diagnostic:
            observed = self.observations(queries, evidence, best, known)
        else:
            observed = [Observation(outcome, stage="", toolchain=self.checkpoint_id) for outcome in best]
        sure = [each[outcome] for each, outcome in zip(shares, best, strict=True)]
        unlike = self.novelty.of(queries)
        worth = trust(np.array(sure), np.array(unlike))
        parts = zip(observed, sure, shares, unlike, worth, self.earned(queries, evidence), strict=True)
        return [
            Prediction(observation, confidence, each, novelty, float(own), bool(own >= needed.threshold))
            for observation, confidence, each, novelty, own, needed in parts
        ]

    def evidence(self, queries: Sequence[Query]) -> Shown:
        return self.hint.evidence(queries) if self.hint else [None] * len(queries)

    def seen(self, queries: Sequence[Query]) -> Sight:
        """Exact checks are no part of the pure mode."""
        if self.hint is None:
            return Sight([None] * len(queries), [None] * len(queries))
        found = seen(queries)
        return Sight(self.hint.shown(queries, found.rows), found.foreseen)

    def informed(self, queries: Sequence[Query], evidence: Shown, known: Foreseen) -> list[Shares]:
        pairs = zip(self.calibrated(queries, evidence), known, strict=True)
        return [informed(shares, found) for shares, found in pairs]

    def sights(self, evidence: Shown) -> list[str]:
        """What of each query is seen. A checkpoint from before this was told apart knows its mode alone."""
        apart = UNFOLLOWED in self.checkpoint.manifest.calibration
        return [UNFOLLOWED if apart and item is not None and not item.is_followed else self.mode for item in evidence]

    def earned(self, queries: Sequence[Query], evidence: Shown) -> list[TrustFigures]:
        """What a prediction of each is trusted from: by what is seen of it and where its task comes from."""
        pairs = zip(queries, self.sights(evidence), strict=True)
        return [self.earned_in(sight, query.domain.name, query.bundle.source) for query, sight in pairs]

    def earned_in(self, sight: str, domain: str, source: str) -> TrustFigures:
        found = trust_in(self.trusts[sight], domain, source)
        return replace(found, threshold=max(found.threshold, self.floors.get(group(domain, source), 0.0)))

    def calibrated(self, queries: Sequence[Query], evidence: Shown) -> list[Shares]:
        manifest, order = self.checkpoint.manifest, list(Outcome)
        pairs = zip(queries, self.sights(evidence), strict=True)
        fitted = [manifest.calibration[sight][query.domain.name] for query, sight in pairs]
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
            settings = self.checkpoint.manifest.settings
            found[places] = language_scores(self.language, self.vocabulary, shown, own, settings)
        return found.reshape(len(queries), len(Outcome))

    def observations(
        self, queries: Sequence[Query], evidence: Shown, labels: Sequence[Outcome], known: Foreseen
    ) -> list[Observation]:
        """The rest of each observation: what is foreseen or followed where it agrees, else what the model writes."""
        agreed = [self.told(*each) for each in zip(queries, labels, known, strict=True)]
        left = [place for place, observation in enumerate(agreed) if observation is None]
        written = self.continue_from(
            [queries[place] for place in left], [evidence[place] for place in left], [labels[place] for place in left]
        )
        seen = {**dict(enumerate(agreed)), **dict(zip(left, written, strict=True))}
        return [replace(item, toolchain=self.checkpoint_id) for item in seen.values() if item is not None]

    def told(self, query: Query, label: Outcome, known: Observation | None) -> Observation | None:
        """What the domain knows of a failure with this label; the pure mode asks nobody."""
        if self.mode == "pure" or label.passed:
            return None
        found = known or followed(query)
        return found if found is not None and found.outcome is label else None

    def continue_from(self, queries: Sequence[Query], evidence: Shown, labels: Sequence[Outcome]) -> list[Observation]:
        """The observation that follows each label, decoded greedily, as a target keeps it."""
        settings = self.checkpoint.manifest.settings
        prompts = encode_prompts(queries, evidence, self.vocabulary, settings)
        ids = [self.vocabulary.labels[label] for label in labels]
        begun = [[*prompt, label] for prompt, label in zip(prompts, ids, strict=True)]
        rest = self.language.continuations(begun, settings.max_target_tokens - 1)
        written = [self.vocabulary.decode([label, *more]) for label, more in zip(ids, rest, strict=True)]
        pairs = zip(queries, written, strict=True)
        return [digest(parse_target(text), template_of(query.domain), settings.render) for query, text in pairs]

    def check(self, queries: Sequence[Query]) -> None:
        known = self.checkpoint.manifest.domains
        for query in queries:
            if query.domain.name not in known:
                raise UnknownDomainError(f"{query.domain.name} was not in training; there were: {', '.join(known)}")
