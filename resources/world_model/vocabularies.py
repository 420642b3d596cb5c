"""The vocabulary that a training uses: learned from its own texts, or a pretrained base's with the tags added. What a
vocabulary is, is `tokenizer`."""

from collections.abc import Sequence

from resources.world_model import markup
from resources.world_model.model import TurnExample
from resources.world_model.rendering import Evidence, render_prompt, render_target
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary, train_vocabulary


def make_vocabulary(
    examples: Sequence[TurnExample], evidence: Sequence[Evidence], settings: TrainingSettings
) -> Vocabulary:
    if not settings.base:
        return learn_vocabulary(examples, evidence, settings)
    from resources.world_model.scaled import extend_vocabulary

    return extend_vocabulary(settings.base, sorted({item.query.domain.name for item in examples}))


def learn_vocabulary(
    examples: Sequence[TurnExample], evidence: Sequence[Evidence], settings: TrainingSettings
) -> Vocabulary:
    texts = [
        render_prompt(example.query, settings.render, shown)
        + render_target(example.query, example.observation, settings.render)
        for example, shown in zip(examples, evidence, strict=True)
    ]
    plain = (markup.SPECIAL.sub("\n", text) for text in texts)
    return train_vocabulary(plain, size=settings.vocabulary, domains={item.query.domain.name for item in examples})
