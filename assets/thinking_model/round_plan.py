"""RoundPlan: the small file that says what a home's thinking model learns from and how. Data and its reading."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import yaml
from annotated_types import Ge
from pydantic import TypeAdapter, ValidationError, with_config

from assets.learned import Learned, Thoughts
from assets.thinking_model.recipe import USUAL, Recipe, TrainingRefused
from assets.tokens.export import TokenSettings
from assets.tokens.mix import WHOLE_CORPUS, Mix, MixPart, Order


@with_config(extra="forbid")
@dataclass(frozen=True)
class RoundPlan:
    """`mix` says which rows and how often, `order` when (the curriculum), `thoughts` whose reasoning, `learned` which
    answers carry loss (None: as in the corpus), `length` how many tokens a pack has at most, `training` the rest."""

    mix: tuple[MixPart, ...] = WHOLE_CORPUS.parts
    order: Order = WHOLE_CORPUS.order
    thoughts: Thoughts = WHOLE_CORPUS.thoughts
    learned: Learned | None = None
    length: Annotated[int, Ge(2)] = 16_384
    training: Recipe = USUAL

    @property
    def tokens(self) -> TokenSettings:
        """What the export of the corpus is told."""
        return TokenSettings(self.length, self.learned, mix=Mix(self.mix, self.order, self.thoughts))


def read_plan(path: Path) -> RoundPlan:
    """Raises TrainingRefused, naming the file and every field at fault."""
    try:
        raw: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        return TypeAdapter(RoundPlan).validate_python(raw or {})
    except OSError as error:
        raise TrainingRefused(f"{path} cannot be read: {error.strerror}") from error
    except ValidationError as error:
        found = "; ".join(f"{'.'.join(map(str, one['loc'])) or 'the file'}: {one['msg']}" for one in error.errors())
        raise TrainingRefused(f"{path} is no recipe: {found}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise TrainingRefused(f"{path} is not YAML: {error}") from error
