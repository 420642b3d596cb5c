"""`icwm sft`: fine-tunes a base on exported tokens, and says where the model is and how to serve and examine it."""

import importlib.util
from pathlib import Path

from rich.console import Console

from assets.thinking_model.recipe import Data, Recipe, TrainingRefused
from orchestration.log_output import NOTES
from orchestration.settings import read_settings

NEEDED = ("torch", "trl", "datasets", "accelerate", "peft")


def fine_tune(console: Console, base: str, data: Path, recipe: Recipe, template: Path | None) -> int:
    """The command's exit status."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        NOTES.error("not trained: %s missing; install the extra sft", ", ".join(missing))
        return 1
    from assets.thinking_model.training import train

    models = read_settings().home.models
    try:
        chat = template.read_text(encoding="utf-8") if template else None
        trained = train(base, Data(data), models, recipe, chat)
    except (TrainingRefused, OSError) as error:
        NOTES.error("not trained: %s", error)
        return 1
    if not trained.card:
        return 0
    losses = [entry["loss"] for entry in trained.card["losses"] if "loss" in entry]
    said = "trained" if trained.is_new else "trained before"
    if losses:
        steps = f"{trained.card['steps']} steps, loss {losses[0]:.3f} to {losses[-1]:.3f}"
        console.print(f"{said}: {steps}", highlight=False)
    console.print(f"{trained.folder}", soft_wrap=True, highlight=False, markup=False)
    console.print("next: `icwm serve FOLDER`, then `icwm eval SET --endpoint … --model …`", highlight=False)
    return 0
