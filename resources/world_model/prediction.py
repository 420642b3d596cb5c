"""CheckpointWorldModel: a checkpoint in a backend's place, under the WorldModel protocol.

Imports torch when it is made, not when this module is imported. Trust (whether a prediction is good
enough to be used) is the amplification's matter.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.calibration import softmax
from resources.world_model.checkpoint import CorruptCheckpointError, read_checkpoint
from resources.world_model.hint import load_hint
from resources.world_model.model import Prediction, Query
from resources.world_model.rendering import RENDERING_VERSION, parse_target
from resources.world_model.tokenizer import load_vocabulary

Mode = Literal["hybrid", "pure"]


class UnknownDomainError(ValueError):
    """A query of a domain the checkpoint was never trained on: the real tool must run."""


class CheckpointWorldModel:
    """Label probabilities in one forward pass, restricted to the domain's labels and calibrated; then,
    where wanted, the rest of the observation by greedy decoding.

    `mode` "hybrid" shows the model cheap checks and the boosting's hint, "pure" only the difference.
    Raises CorruptCheckpointError for a folder that is not what it says.
    """

    def __init__(self, directory: Path, mode: Mode = "hybrid", *, with_diagnostic: bool = True) -> None:
        from resources.world_model.huggingface import load_model

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
        self.model = load_model(directory)

    @property
    def checkpoint_id(self) -> str:
        return self.checkpoint.checkpoint_id

    @property
    def name(self) -> str:
        return f"world model, {self.mode}"

    def probabilities(self, queries: Sequence[Query]) -> list[dict[Outcome, float]]:
        """Calibrated, over the labels of each query's domain."""
        from resources.world_model.calibrating import score

        self.check(queries)
        manifest, order = self.checkpoint.manifest, list(Outcome)
        fitted = [manifest.calibration[self.mode][query.domain.name] for query in queries]
        weights = [figures.hint_weight for figures in fitted]
        logits = score(self.model, self.vocabulary, self.hint, queries, manifest.settings, weights)
        found = []
        for query, row, figures in zip(queries, logits, fitted, strict=True):
            shares = softmax(row[None], figures.temperature)[0]
            found.append(
                {outcome: float(shares[order.index(outcome)]) for outcome in order if outcome in query.domain.outcomes}
            )
        return found

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        shares = self.probabilities(queries)
        best = [max(each.items(), key=lambda item: item[1])[0] for each in shares]
        if self.with_diagnostic:
            seen = self.continue_from(queries, best)
        else:
            seen = [Observation(outcome, stage="", toolchain=self.checkpoint_id) for outcome in best]
        return [
            Prediction(observation, each[observation.outcome], each)
            for observation, each in zip(seen, shares, strict=True)
        ]

    def continue_from(self, queries: Sequence[Query], labels: Sequence[Outcome]) -> list[Observation]:
        """The observation that follows each label, decoded greedily."""
        from dataclasses import replace

        from resources.world_model.encoding import encode_prompts
        from resources.world_model.inference import continuations

        settings = self.checkpoint.manifest.settings
        evidence = self.hint.evidence(queries) if self.hint else [None] * len(queries)
        prompts = encode_prompts(queries, evidence, self.vocabulary, settings)
        begun = [[*prompt, self.vocabulary.labels[label]] for prompt, label in zip(prompts, labels, strict=True)]
        rest = continuations(self.model, begun, self.vocabulary, settings.max_target_tokens - 1)
        written = [[self.vocabulary.labels[label], *ids] for label, ids in zip(labels, rest, strict=True)]
        return [replace(parse_target(self.vocabulary.decode(ids)), toolchain=self.checkpoint_id) for ids in written]

    def check(self, queries: Sequence[Query]) -> None:
        known = self.checkpoint.manifest.domains
        for query in queries:
            if query.domain.name not in known:
                raise UnknownDomainError(f"{query.domain.name} was not in training; there were: {', '.join(known)}")
