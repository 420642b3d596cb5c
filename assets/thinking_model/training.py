"""Fine-tuning by TRL: packed, masked tokens in, a folder named by its recipe out. The same code on CPUs and GPUs.

A training that was killed goes on from its last whole checkpoint. What is learned is the export's matter: its labels
are -100 where an answer carries no loss. Packs are cut into their sequences by position, so that none sees another's.
Under `accelerate launch` all processes train (FSDP where it is configured), and the first one writes.
"""

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from assets.thinking_model.recipe import WEIGHTS, Data, Origin, Recipe, base_version, content_hash, model_id

CARD = "card.json"
README = "README.md"


@dataclass(frozen=True)
class Trained:
    """`folder` is a model in Hugging Face's layout. `is_new` is False where it was there already."""

    folder: Path
    card: dict[str, Any]
    is_new: bool


def train(
    base: str, data: Data, models: Path, recipe: Recipe, template: str | None = None, callbacks: Any = ()
) -> Trained:
    """Raises TrainingRefused, and OSError for an unknown base."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(base)
    tokenizer.chat_template = template or tokenizer.chat_template
    data.refuse_other(tokenizer, str(tokenizer.chat_template))
    origin = Origin(base_version(base), data.version, _libraries())
    name = model_id(recipe, origin)
    target = models / name
    if (target / CARD).is_file():
        return Trained(target, json.loads((target / CARD).read_text(encoding="utf-8")), is_new=False)
    work = models / f".training-{name}"
    trainer = _trainer(base, data, work, recipe, tokenizer, callbacks)
    trainer.train(resume_from_checkpoint=last_checkpoint(work))
    final = work / "model"
    _save(trainer, recipe, final)
    if trainer.is_world_process_zero():
        tokenizer.save_pretrained(final)
        card = _card(name, origin, data, recipe, trainer) | {"weights": _weights(final)}
        (final / README).write_text(_readme(card), encoding="utf-8")
        (final / CARD).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
        final.rename(target)
        shutil.rmtree(work)
        return Trained(target, card, is_new=True)
    return Trained(target, {}, is_new=False)


def last_checkpoint(work: Path) -> str | None:
    """The last one that was written to its end: its state is what the trainer writes last."""
    whole = [path.parent for path in work.glob("checkpoint-*/trainer_state.json")]
    return str(max(whole, key=lambda path: int(path.name.rpartition("-")[2]))) if whole else None


def _trainer(base: str, data: Data, work: Path, recipe: Recipe, tokenizer: Any, callbacks: Any) -> Any:
    import datasets
    import torch
    from transformers import AutoModelForCausalLM
    from trl.trainer.sft_config import SFTConfig
    from trl.trainer.sft_trainer import DataCollatorForLanguageModeling, SFTTrainer

    on_gpu = torch.cuda.is_available()
    splits = {split: data.files(split) for split in ("train", "validation") if data.files(split)}
    loaded = datasets.load_dataset("parquet", data_files=splits, cache_dir=str(work / "cache"))
    settings = SFTConfig(
        output_dir=str(work),
        num_train_epochs=recipe.epochs,
        max_steps=recipe.steps or -1,
        learning_rate=recipe.learning_rate,
        warmup_steps=recipe.warmup,
        lr_scheduler_type="cosine",
        per_device_train_batch_size=recipe.packs_at_once,
        per_device_eval_batch_size=1,
        gradient_accumulation_steps=recipe.accumulated,
        gradient_checkpointing=on_gpu,
        bf16=on_gpu,
        use_cpu=not on_gpu,
        seed=recipe.seed,
        data_seed=recipe.seed,
        save_strategy="steps",
        save_steps=recipe.saved_every,
        save_total_limit=2,
        eval_strategy="steps" if "validation" in splits else "no",
        eval_steps=recipe.saved_every,
        logging_steps=1,
        report_to="none",
        disable_tqdm=True,
        remove_unused_columns=False,
        dataset_kwargs={"skip_prepare_dataset": True},
    )
    return SFTTrainer(
        model=AutoModelForCausalLM.from_pretrained(base, dtype=torch.bfloat16 if on_gpu else torch.float32),
        args=settings,
        train_dataset=loaded["train"],
        eval_dataset=loaded.get("validation"),
        processing_class=tokenizer,
        data_collator=DataCollatorForLanguageModeling(_padding(tokenizer), padding_free=True),
        peft_config=_adapter(recipe),
        callbacks=list(callbacks),
    )


def _padding(tokenizer: Any) -> int:
    """Nothing is padded; the collator asks all the same."""
    return int(tokenizer.pad_token_id if tokenizer.pad_token_id is not None else tokenizer.eos_token_id or 0)


def _adapter(recipe: Recipe) -> Any:
    if not recipe.lora_rank:
        return None
    from peft import LoraConfig

    return LoraConfig(
        r=recipe.lora_rank, lora_alpha=2 * recipe.lora_rank, target_modules="all-linear", task_type="CAUSAL_LM"
    )


def _save(trainer: Any, recipe: Recipe, folder: Path) -> None:
    """Whole weights, also of an adapter: a server and the next round take it as any other model."""
    if not recipe.lora_rank:
        trainer.save_model(str(folder))
    elif trainer.is_world_process_zero():
        trainer.accelerator.unwrap_model(trainer.model).merge_and_unload().save_pretrained(str(folder))


def _libraries() -> dict[str, str]:
    import torch
    import transformers
    import trl

    found = {"torch": torch.__version__, "transformers": transformers.__version__, "trl": trl.__version__}
    return {name: str(version) for name, version in found.items()}


def _weights(folder: Path) -> str:
    return content_hash(path for pattern in WEIGHTS for path in sorted(folder.glob(pattern)))


def _card(name: str, origin: Origin, data: Data, recipe: Recipe, trainer: Any) -> dict[str, Any]:
    """No path of this machine: base and data are told by their content."""
    return {
        "model": name,
        "base": origin.base,
        "data": origin.data,
        "tokens": data.description,
        "recipe": asdict(recipe),
        "libraries": origin.libraries,
        "steps": trainer.state.global_step,
        "losses": [_losses(entry) for entry in trainer.state.log_history],
    }


def _losses(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: entry[key] for key in ("step", "loss", "eval_loss") if key in entry}


def _readme(card: dict[str, Any]) -> str:
    train = [entry["loss"] for entry in card["losses"] if "loss" in entry]
    held_out = [entry["eval_loss"] for entry in card["losses"] if "eval_loss" in entry]
    lines = [
        "---",
        "library_name: transformers",
        "pipeline_tag: text-generation",
        "---",
        f"# {card['model']}",
        "",
        f"A base (content `{card['base'][:16]}`), fine-tuned on an export of the corpus (`{card['data'][:16]}`).",
        "",
        f"- {card['steps']} steps; training loss {train[0]:.3f} at first, {train[-1]:.3f} at last"
        if train
        else "- no step",
        *([f"- loss on the validation split: {', '.join(f'{loss:.3f}' for loss in held_out)}"] if held_out else []),
        f"- {', '.join(f'{key} {value}' for key, value in card['recipe'].items())}",
        f"- {', '.join(f'{key} {value}' for key, value in card['libraries'].items())}",
        "",
        "`card.json` has the loss of each step. What it is worth, an exam says: `icwm eval`.",
    ]
    return "\n".join(lines) + "\n"
