"""CheckpointWorldModel: a checkpoint in a backend's place, under the WorldModel protocol.

Imports torch when it is made, not when this module is imported. Whether a trusted prediction is used, or the
tool is run all the same because it is cheaper, is the amplification's matter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.checkpoint import CorruptCheckpointError, read_checkpoint
from resources.world_model.domain_diagnostics import simulated_failure
from resources.world_model.encoding import encode_prompts
from resources.world_model.evidence import EVIDENCE_FILE
from resources.world_model.hint import load_hint
from resources.world_model.label_probabilities import Diagnostics, Known, LabelProbabilities, Mode, Shares, Shown
from resources.world_model.language import LanguageModel
from resources.world_model.log_forms import LogForms, load_log_forms
from resources.world_model.model import Prediction, Query
from resources.world_model.novelty import load_novelty
from resources.world_model.rendering import RENDERING_VERSION, digest, parse_target
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary, load_vocabulary
from resources.world_model.trust import Limits, TrustFigures, trust
from resources.world_model.verdicts import fit_trust, group, load_verdicts, trust_in, trust_in_author


class UnknownDomainError(ValueError):
    """A query of a domain the checkpoint was never trained on: the real tool must run."""


class CheckpointWorldModel:
    """Label probabilities in one forward pass, restricted to the domain's labels and calibrated; then,
    where wanted, the rest of the observation by greedy decoding.

    `mode` "hybrid" shows the model cheap checks and the boosting's hint, "pure" only the difference. `language`
    is what runs the checkpoint's weights: None means this process, `served.ServedLanguageModel` a vLLM. Thresholds
    of trust are fitted to `limits`; None takes those of the training. Nothing is trusted below `threshold_overrides`,
    by `verdicts.group`, whatever was fitted.
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
        threshold_overrides: Mapping[str, float] | None = None,
    ) -> None:
        self.checkpoint = read_checkpoint(directory)
        manifest = self.checkpoint.manifest
        if manifest.rendering_version != RENDERING_VERSION:
            raise CorruptCheckpointError(
                f"{directory.name} was trained on rendering {manifest.rendering_version}, "
                f"this code renders {RENDERING_VERSION}; retrain"
            )
        self.mode: Mode = mode
        self.with_diagnostic = with_diagnostic
        self.vocabulary = load_vocabulary(directory)
        self.language = language or self.in_process(directory)
        hint = load_hint(directory) if mode == "hybrid" else None
        by_evidence = load_hint(directory, EVIDENCE_FILE) if hint and (directory / EVIDENCE_FILE).is_file() else None
        self.labels = LabelProbabilities(manifest, mode, hint, by_evidence, self.vocabulary, self.language)
        self.decoder = DiagnosticDecoder(
            manifest.settings, mode, self.vocabulary, self.language, load_log_forms(directory)
        )
        self.novelty = load_novelty(directory)
        trusts = fit_trust(load_verdicts(directory), limits) if limits else manifest.trust
        self.trusts, self.trust = trusts, trusts[mode]
        self.threshold_overrides = threshold_overrides or {}

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
        known = self.known(queries)
        return self.labels.believed(queries, self.labels.shares(queries, known), known)

    def known(self, queries: Sequence[Query]) -> Known:
        return self.labels.known(queries, self.novelty.of(queries))

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        self.check(queries)
        unlike = self.novelty.of(queries)
        known = self.labels.known(queries, unlike)
        shares = self.labels.shares(queries, known)
        best = [max(each.items(), key=lambda item: item[1])[0] for each in shares]
        if self.with_diagnostic:
            observed = self.decoder.observations(queries, known.evidence, best, known.diagnostics)
        else:
            observed = [Observation(outcome, stage="") for outcome in best]
        named = [replace(observation, toolchain=self.checkpoint_id) for observation in observed]
        sure = [each[outcome] for each, outcome in zip(shares, best, strict=True)]
        worth = np.where(known.far, sure, trust(np.array(sure), np.array(unlike)))
        shown = self.labels.believed(queries, shares, known)
        parts = zip(named, shown, sure, unlike, worth, self.earned(queries, known), strict=True)
        return [
            Prediction(observation, each[label], each, novelty, float(own), bool(own >= needed.threshold), learned)
            for (observation, each, learned, novelty, own, needed), label in zip(parts, best, strict=True)
        ]

    def earned(self, queries: Sequence[Query], known: Known) -> list[TrustFigures]:
        """What a prediction of each is trusted from: by its author, where enough of that author's code was judged, else
        by what is seen of it and where its task comes from."""
        return [self.earned_by(query, sight) for query, sight in zip(queries, self.labels.sights(known), strict=True)]

    def earned_by(self, query: Query, sight: str) -> TrustFigures:
        domain, source = query.domain.name, query.bundle.source
        by_author = trust_in_author(self.trusts, domain, query.author) if self.mode == "hybrid" else None
        earned = by_author or trust_in(self.trusts[sight], domain, source)
        override = self.threshold_overrides.get(group(domain, source), 0.0)
        return replace(earned, threshold=max(earned.threshold, override))

    def check(self, queries: Sequence[Query]) -> None:
        known = self.checkpoint.manifest.domains
        for query in queries:
            if query.domain.name not in known:
                raise UnknownDomainError(f"{query.domain.name} was not in training; there were: {', '.join(known)}")


@dataclass(frozen=True)
class DiagnosticDecoder:
    """A checkpoint's way from labels to observations."""

    settings: TrainingSettings
    mode: Mode
    vocabulary: Vocabulary
    language: LanguageModel
    forms: LogForms

    def observations(
        self, queries: Sequence[Query], evidence: Shown, labels: Sequence[Outcome], known: Diagnostics
    ) -> list[Observation]:
        """The rest of each observation. Hybrid: what was diagnosed or simulated where it agrees, else the label's form
        with `unknown` for all that nobody computed. Pure: what the language model writes, which nobody computed."""
        if self.mode == "pure":
            return self.continue_from(queries, evidence, labels)
        return [self.computed(*each) for each in zip(queries, labels, known, strict=True)]

    def computed(self, query: Query, label: Outcome, known: Observation | None) -> Observation:
        """What the domain knows of a failure with this label, or the label's form."""
        found = None if label.passed else known or simulated_failure(query)
        agrees = found is not None and found.outcome is label
        return found if found is not None and agrees else self.forms.observation(query.domain.name, label)

    def continue_from(self, queries: Sequence[Query], evidence: Shown, labels: Sequence[Outcome]) -> list[Observation]:
        """The observation that follows each label, decoded greedily, as a target keeps it."""
        prompts = encode_prompts(queries, evidence, self.vocabulary, self.settings)
        ids = [self.vocabulary.labels[label] for label in labels]
        begun = [[*prompt, label] for prompt, label in zip(prompts, ids, strict=True)]
        rest = self.language.continuations(begun, self.settings.max_target_tokens - 1)
        written = [self.vocabulary.decode([label, *more]) for label, more in zip(ids, rest, strict=True)]
        pairs = zip(queries, written, strict=True)
        return [digest(parse_target(text), query.domain.output_template, self.settings.render) for query, text in pairs]
