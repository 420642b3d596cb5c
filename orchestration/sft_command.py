"""`icwm sft`: fine-tunes a base on the home's corpus or on exported tokens, and says what to do with the model."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from assets.thinking_model.fine_tuning import fine_tune
from assets.thinking_model.home_round import train_on_home
from assets.thinking_model.recipe import TrainingRefused
from assets.thinking_model.round_plan import RoundPlan, read_plan
from assets.thinking_model.token_data import Data
from assets.thinking_model.training import Trained
from orchestration.log_output import NOTES
from orchestration.progress_display import ProgressDisplay
from orchestration.settings import read_settings
from resources.domains.registry import load_domains
from resources.storage.lake import Lake


@dataclass(frozen=True)
class Asked:
    """`data` None takes the home's corpus. `dials` stand in place of the recipe's."""

    base: str
    data: Path | None
    recipe: Path | None
    template: Path | None
    dials: Mapping[str, Any]


def train_thinking_model(console: Console, asked: Asked) -> int:
    """The command's exit status."""
    try:
        with ProgressDisplay():
            trained = _trained(asked)
    except (TrainingRefused, OSError) as error:
        NOTES.error("not trained: %s", error)
        return 1
    say_trained(console, trained)
    return 0


def _trained(asked: Asked) -> Trained:
    plan = read_plan(asked.recipe) if asked.recipe else RoundPlan()
    plan = replace(plan, training=replace(plan.training, **asked.dials))
    template = asked.template.read_text(encoding="utf-8") if asked.template else None
    settings = read_settings()
    if asked.data is None:
        return train_on_home(Lake(settings.lake), settings.home, list(load_domains()), asked.base, plan, template)
    if asked.recipe and replace(plan, training=RoundPlan.training) != RoundPlan():
        raise TrainingRefused(
            f"{asked.recipe} says what to export, and {asked.data} is exported: leave out one of both"
        )
    return fine_tune(asked.base, Data(asked.data), settings.home.models, plan.training, template)


def say_trained(console: Console, trained: Trained) -> None:
    """On standard output: what was trained, where it is, what is next. Nothing in a process that only helped."""
    if not trained.card:
        return
    said, losses = "trained" if trained.is_new else "trained before", trained.losses
    if losses:
        steps = f"{trained.card['steps']} steps, loss {losses[0]:.3f} to {losses[-1]:.3f}"
        console.print(f"{said}: {steps}", highlight=False)
    console.print(f"{trained.folder}", soft_wrap=True, highlight=False, markup=False)
    console.print("next: `icwm serve FOLDER`, then `icwm eval SET --endpoint … --model …`", highlight=False)
