"""From a home's corpus to a model: exported by the plan's mix, then fine-tuned. `icwm sft` and the asset both take it.

The export stays where it is until the next one, so that a check can ask what the model learned from.
"""

from collections.abc import Sequence

from assets.home import Home
from assets.publication.published_rows import NothingToPublish
from assets.thinking_model.fine_tuning import fine_tune
from assets.thinking_model.recipe import TrainingRefused
from assets.thinking_model.round_plan import RoundPlan
from assets.thinking_model.token_data import Data
from assets.thinking_model.training import Trained, load_tokenizer, refuse_without_packages
from assets.tokens.chat_format import TemplateUnusable
from assets.tokens.export import export_tokens
from resources.storage.lake import Lake


def learned_data(home: Home) -> Data:
    """What the last training in this home learned from."""
    return Data(home.exports / "thinking_model")


def train_on_home(
    lake: Lake, home: Home, domains: Sequence[str], base: str, plan: RoundPlan, template: str | None = None
) -> Trained:
    """Raises TrainingRefused, and OSError for an unknown base."""
    refuse_without_packages()
    data, tokenizer = learned_data(home), load_tokenizer(base, template)
    try:
        export_tokens(lake, domains, data.folder, tokenizer, template, plan.tokens)
    except (NothingToPublish, TemplateUnusable, FileExistsError) as error:
        raise TrainingRefused(str(error)) from error
    return fine_tune(base, data, home.models, plan.training, template)
