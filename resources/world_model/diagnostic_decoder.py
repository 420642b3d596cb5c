"""What follows a label in a prediction: stage, diagnostic, numbers. The label is `label_probabilities`."""

from collections.abc import Sequence
from dataclasses import dataclass

from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.domain_diagnostics import simulated_failure
from resources.world_model.encoding import encode_prompts
from resources.world_model.label_probabilities import Diagnostics, Mode, Shown
from resources.world_model.language import LanguageModel
from resources.world_model.log_forms import LogForms
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
