"""A training by TRL, from its beginning or its last whole checkpoint to a folder that is named by what was asked for.

The same for all methods and on CPUs and GPUs alike; what is learned from is each method's own module. Under `accelerate
launch` all processes train (FSDP where it is configured), and the first one writes.
"""

import importlib.util
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from assets.thinking_model.recipe import WEIGHTS, Origin, Recipe, TrainingRefused, content_hash, model_id

CARD = "card.json"
README = "README.md"
NEEDED = ("torch", "trl", "datasets", "accelerate", "peft")
CURVES = ("loss", "eval_loss", "rewards/accuracies", "rewards/margins", "reward")
"""Of what a trainer logs, what a card keeps; the last three are DPO's and reinforcement learning's."""


@dataclass(frozen=True)
class Training:
    """What is asked for. `trainer` makes TRL's in a working folder; `data` is what the card says of it."""

    method: str
    recipe: Recipe
    origin: Origin
    tokenizer: Any
    data: Mapping[str, Any]
    trainer: Callable[[Path], Any]

    @property
    def name(self) -> str:
        return model_id(self.method, self.recipe, self.origin)


@dataclass(frozen=True)
class Trained:
    """`folder` is a model in Hugging Face's layout. `is_new` is False where it was there already."""

    folder: Path
    card: dict[str, Any]
    is_new: bool

    @property
    def losses(self) -> list[float]:
        return [entry["loss"] for entry in self.card["curves"] if "loss" in entry]


def refuse_without_packages() -> None:
    """Raises TrainingRefused."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise TrainingRefused(f"{', '.join(missing)} missing; install the extra sft")


def run(training: Training, models: Path) -> Trained:
    """Returns at once what was trained before."""
    from assets.thinking_model.step_progress import SILENCED, StepProgress

    target = models / training.name
    if (target / CARD).is_file():
        return Trained(target, read_card(target), is_new=False)
    work = models / f".training-{training.name}"
    trainer = training.trainer(work)
    trainer.remove_callback(SILENCED)
    trainer.add_callback(StepProgress(training.method))
    trainer.train(resume_from_checkpoint=last_checkpoint(work))
    final = work / "model"
    _save(trainer, training.recipe, final)
    if not trainer.is_world_process_zero():
        return Trained(target, {}, is_new=False)
    training.tokenizer.save_pretrained(final)
    card = _card(training, trainer) | {"weights": _weights(final)}
    (final / README).write_text(_readme(card), encoding="utf-8")
    (final / CARD).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    final.rename(target)
    shutil.rmtree(work)
    return Trained(target, card, is_new=True)


def read_card(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / CARD).read_text(encoding="utf-8"))
    return found


def last_checkpoint(work: Path) -> str | None:
    """The last one that was written to its end: its state is what the trainer writes last."""
    whole = [path.parent for path in work.glob("checkpoint-*/trainer_state.json")]
    return str(max(whole, key=lambda path: int(path.name.rpartition("-")[2]))) if whole else None


def load_tokenizer(base: str, template: str | None) -> Any:
    """With a chat template and a token to pad with. Raises OSError for an unknown base, TrainingRefused."""
    from assets.tokens import tokenizers

    try:
        tokenizer = tokenizers.load_tokenizer(base)
    except ValueError as error:
        raise TrainingRefused(str(error)) from error
    tokenizer.chat_template = template or tokenizer.chat_template
    if not tokenizer.chat_template:
        raise TrainingRefused(f"{base} has no chat template; give one with --template")
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return tokenizer


def load_model(base: str) -> Any:
    import torch
    from transformers import AutoModelForCausalLM

    return AutoModelForCausalLM.from_pretrained(base, dtype=torch.bfloat16 if _on_gpu() else torch.float32)


def arguments(recipe: Recipe, work: Path, *, evaluated: bool = False) -> dict[str, Any]:
    """What every trainer of TRL is told."""
    on_gpu = _on_gpu()
    return {
        "output_dir": str(work),
        "num_train_epochs": recipe.epochs,
        "max_steps": recipe.steps or -1,
        "learning_rate": recipe.learning_rate,
        "warmup_steps": recipe.warmup,
        "lr_scheduler_type": "cosine",
        "per_device_train_batch_size": recipe.packs_at_once,
        "per_device_eval_batch_size": 1,
        "gradient_accumulation_steps": recipe.accumulated,
        "gradient_checkpointing": on_gpu,
        "bf16": on_gpu,
        "use_cpu": not on_gpu,
        "seed": recipe.seed,
        "data_seed": recipe.seed,
        "save_strategy": "steps",
        "save_steps": recipe.saved_every,
        "save_total_limit": 2,
        "eval_strategy": "steps" if evaluated else "no",
        "eval_steps": recipe.saved_every,
        "logging_steps": 1,
        "report_to": "none",
        "disable_tqdm": True,
    }


def adapter(recipe: Recipe) -> Any:
    """None where all weights are trained."""
    if not recipe.lora_rank:
        return None
    from peft import LoraConfig

    return LoraConfig(
        r=recipe.lora_rank, lora_alpha=2 * recipe.lora_rank, target_modules="all-linear", task_type="CAUSAL_LM"
    )


def libraries() -> dict[str, str]:
    import torch
    import transformers
    import trl

    found = {"torch": torch.__version__, "transformers": transformers.__version__, "trl": trl.__version__}
    return {name: str(version) for name, version in found.items()}


def _on_gpu() -> bool:
    import torch

    return bool(torch.cuda.is_available())


def _save(trainer: Any, recipe: Recipe, folder: Path) -> None:
    """Whole weights, also of an adapter: a server and the next round take it as any other model."""
    if not recipe.lora_rank:
        trainer.save_model(str(folder))
    elif trainer.is_world_process_zero():
        trainer.accelerator.unwrap_model(trainer.model).merge_and_unload().save_pretrained(str(folder))


def _weights(folder: Path) -> str:
    return content_hash(path for pattern in WEIGHTS for path in sorted(folder.glob(pattern)))


def _card(training: Training, trainer: Any) -> dict[str, Any]:
    """No path of this machine: base and data are told by their content."""
    return {
        "model": training.name,
        "method": training.method,
        "base": training.origin.base,
        "data": training.origin.data,
        "made from": dict(training.data),
        "recipe": asdict(training.recipe),
        "libraries": training.origin.libraries,
        "steps": trainer.state.global_step,
        "curves": [found for entry in trainer.state.log_history if (found := _kept(entry))],
    }


def _kept(entry: Mapping[str, Any]) -> dict[str, Any]:
    """{} for what a trainer says at its end."""
    found = {key: entry[key] for key in CURVES if key in entry}
    return {"step": entry["step"], **found} if found else {}


def _readme(card: Mapping[str, Any]) -> str:
    lines = [
        "---",
        "library_name: transformers",
        "pipeline_tag: text-generation",
        "---",
        f"# {card['model']}",
        "",
        f"A base (content `{card['base'][:16]}`), trained by {card['method']} on data of a corpus "
        f"(`{card['data'][:16]}`).",
        "",
        f"- {card['steps']} steps",
        *(f"- {name}: {said}" for name in CURVES if (said := _ends(card["curves"], name))),
        f"- {', '.join(f'{key} {value}' for key, value in card['recipe'].items())}",
        f"- {', '.join(f'{key} {value}' for key, value in card['libraries'].items())}",
        "",
        "`card.json` has the curves. What it is worth, an exam says: `icwm eval`.",
    ]
    return "\n".join(lines) + "\n"


def _ends(curves: Sequence[Mapping[str, Any]], name: str) -> str:
    values = [entry[name] for entry in curves if name in entry]
    return f"{values[0]:.3f} at first, {values[-1]:.3f} at last" if values else ""
