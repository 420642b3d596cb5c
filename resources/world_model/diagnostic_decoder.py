"""What follows a label in a prediction: stage, diagnostic, numbers. The label is `label_probabilities`."""

from collections.abc import Sequence
from dataclasses import dataclass

from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.domain_diagnostics import simulated_failure
from resources.world_model.encoding import encode_prompts
from resources.world_model.label_probabilities import Diagnostics, Mode, Shown
from resources.world_model.language import LanguageModel
from resources.world_model.model import Query
from resources.world_model.rendering import digest, parse_target
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary


@dataclass(frozen=True)
class DiagnosticDecoder:
    """A checkpoint's way from labels to observations."""

    settings: TrainingSettings
    mode: Mode
    vocabulary: Vocabulary
    language: LanguageModel

    def observations(
        self, queries: Sequence[Query], evidence: Shown, labels: Sequence[Outcome], known: Diagnostics
    ) -> list[Observation]:
        """The rest of each observation: what its domain knows where it agrees, else what the model writes."""
        agreed = [self.told(*each) for each in zip(queries, labels, known, strict=True)]
        left = [place for place, observation in enumerate(agreed) if observation is None]
        written = self.continue_from(
            [queries[place] for place in left], [evidence[place] for place in left], [labels[place] for place in left]
        )
        seen = {**dict(enumerate(agreed)), **dict(zip(left, written, strict=True))}
        return [item for item in seen.values() if item is not None]

    def told(self, query: Query, label: Outcome, known: Observation | None) -> Observation | None:
        """What the domain knows of a failure with this label; the pure mode asks nobody."""
        if self.mode == "pure" or label.passed:
            return None
        found = known or simulated_failure(query)
        return found if found is not None and found.outcome is label else None

    def continue_from(self, queries: Sequence[Query], evidence: Shown, labels: Sequence[Outcome]) -> list[Observation]:
        """The observation that follows each label, decoded greedily, as a target keeps it."""
        prompts = encode_prompts(queries, evidence, self.vocabulary, self.settings)
        ids = [self.vocabulary.labels[label] for label in labels]
        begun = [[*prompt, label] for prompt, label in zip(prompts, ids, strict=True)]
        rest = self.language.continuations(begun, self.settings.max_target_tokens - 1)
        written = [self.vocabulary.decode([label, *more]) for label, more in zip(ids, rest, strict=True)]
        pairs = zip(queries, written, strict=True)
        return [digest(parse_target(text), query.domain.output_template, self.settings.render) for query, text in pairs]
