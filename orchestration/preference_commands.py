"""`icwm dpo` and `icwm rl`: what follows a fine-tuning, from pairs of answers and from the real tools' verdicts."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from assets.thinking_model.preference import Pairs, prefer
from assets.thinking_model.recipe import PreferenceRecipe, RewardRecipe, TrainingRefused
from assets.thinking_model.reinforcement import prompts_of, reinforce
from orchestration.log_output import NOTES
from orchestration.progress_display import ProgressDisplay
from orchestration.settings import read_settings
from orchestration.sft_command import say_trained
from orchestration.typed_names import chosen_domains
from resources.execution.errors import PermanentEnvironmentFailure
from resources.storage.lake import Lake


def train_on_pairs(console: Console, base: str, pairs: Pairs, recipe: PreferenceRecipe, template: Path | None) -> int:
    """The command's exit status."""
    try:
        chat = template.read_text(encoding="utf-8") if template else None
        with ProgressDisplay():
            trained = prefer(base, pairs, read_settings().home.models, recipe, chat)
    except (TrainingRefused, OSError) as error:
        NOTES.error("not trained: %s", error)
        return 1
    say_trained(console, trained)
    return 0


def train_on_verdicts(console: Console, base: str, domains: Sequence[str], recipe: RewardRecipe) -> int:
    """The command's exit status. Raises NoSuchDomain."""
    settings, chosen = read_settings(), chosen_domains(domains)
    try:
        prompts = prompts_of(Lake(settings.lake), chosen)
        with ProgressDisplay():
            trained = reinforce(base, prompts, settings.home.models, recipe, settings.workers or None)
    except (TrainingRefused, PermanentEnvironmentFailure, OSError) as error:
        NOTES.error("not trained: %s", error)
        return 1
    say_trained(console, trained)
    return 0
