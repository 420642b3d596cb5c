"""Fine-tuning: packed, masked tokens in. What is learned is the export's matter: its labels are -100 where an answer
carries no loss. Packs are cut into their sequences by position, so that none sees another's.
"""

from pathlib import Path
from typing import Any

from assets.thinking_model.recipe import Origin, Recipe, base_version
from assets.thinking_model.token_data import Data
from assets.thinking_model.training import (
    Trained,
    Training,
    adapter,
    arguments,
    libraries,
    load_model,
    load_tokenizer,
    refuse_without_packages,
    run,
)

METHOD = "sft"


def fine_tune(
    base: str, data: Data, models: Path, recipe: Recipe, template: str | None = None, callbacks: Any = ()
) -> Trained:
    """Raises TrainingRefused, and OSError for an unknown base."""
    refuse_without_packages()
    tokenizer = load_tokenizer(base, template)
    data.refuse_other(tokenizer, str(tokenizer.chat_template))
    origin = Origin(base_version(base), data.version, libraries())

    def trainer(work: Path) -> Any:
        return _trainer(base, data, work, recipe, tokenizer, callbacks)

    return run(Training(METHOD, recipe, origin, tokenizer, data.description, trainer), models)


def _trainer(base: str, data: Data, work: Path, recipe: Recipe, tokenizer: Any, callbacks: Any) -> Any:
    import datasets
    from trl.trainer.sft_config import SFTConfig
    from trl.trainer.sft_trainer import DataCollatorForLanguageModeling, SFTTrainer

    splits = data.splits
    loaded = datasets.load_dataset("parquet", data_files=splits, cache_dir=str(work / "cache"))
    settings = SFTConfig(
        **arguments(recipe, work, evaluated="validation" in splits),
        train_sampling_strategy="sequential" if data.is_ordered else "random",
        remove_unused_columns=False,
        dataset_kwargs={"skip_prepare_dataset": True},
    )
    return SFTTrainer(
        model=load_model(base),
        args=settings,
        train_dataset=loaded["train"],
        eval_dataset=loaded.get("validation"),
        processing_class=tokenizer,
        data_collator=DataCollatorForLanguageModeling(int(tokenizer.pad_token_id), padding_free=True),
        peft_config=adapter(recipe),
        callbacks=list(callbacks),
    )
