"""Direct preference optimisation: of two answers to one prompt, the one that passed is to be the likelier.

Reads the pairs that `icwm export huggingface` wrote, of each domain or of some.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assets.thinking_model.chat_rows import Messages, observation_role, told
from assets.thinking_model.recipe import Origin, PreferenceRecipe, TrainingRefused, base_version, content_hash
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

METHOD = "dpo"
SUFFIX = "-preferences"
ROWS_AT_ONCE = 1024
SIDES = ("prompt", "chosen", "rejected")


@dataclass(frozen=True)
class Pairs:
    """A folder in the Hub's layout; `domains` () takes all there are."""

    folder: Path
    domains: tuple[str, ...] = ()

    def files(self) -> list[Path]:
        """Of the training split. Raises TrainingRefused."""
        found = {
            path.parent.name.removesuffix(SUFFIX): path.parent
            for path in sorted((self.folder / "data").glob(f"*{SUFFIX}/train-*.parquet"))
        }
        absent = [name for name in self.domains if name not in found]
        if absent or not found:
            whose = f" of {', '.join(absent)}" if absent else ""
            raise TrainingRefused(
                f"{self.folder} has no preference pairs{whose} to train on; `icwm export huggingface` writes them"
            )
        chosen = [folder for name, folder in found.items() if not self.domains or name in self.domains]
        return [path for folder in chosen for path in sorted(folder.glob("train-*.parquet"))]

    def prompts(self) -> Iterator[Messages]:
        import pyarrow.parquet as pq

        for path in self.files():
            for batch in pq.ParquetFile(path).iter_batches(ROWS_AT_ONCE, columns=["prompt"]):
                yield from batch["prompt"].to_pylist()


def prefer(
    base: str, pairs: Pairs, models: Path, recipe: PreferenceRecipe, template: str | None = None, callbacks: Any = ()
) -> Trained:
    """Raises TrainingRefused, and OSError for an unknown base."""
    refuse_without_packages()
    tokenizer, files = load_tokenizer(base, template), pairs.files()
    origin = Origin(base_version(base), content_hash(files), libraries())
    said = {
        "pairs": sum(1 for _ in pairs.prompts()),
        "domains": sorted({path.parent.name.removesuffix(SUFFIX) for path in files}),
    }

    def trainer(work: Path) -> Any:
        return _trainer(base, pairs, work, recipe, tokenizer, callbacks)

    return run(Training(METHOD, recipe, origin, tokenizer, said, trainer), models)


def _trainer(base: str, pairs: Pairs, work: Path, recipe: PreferenceRecipe, tokenizer: Any, callbacks: Any) -> Any:
    """Without an adapter the base stays in memory beside the learner, as what it is held to."""
    import datasets
    from trl.trainer.dpo_config import DPOConfig
    from trl.trainer.dpo_trainer import DPOTrainer

    role = observation_role(tokenizer, pairs.prompts())
    files = [str(path) for path in pairs.files()]
    loaded = datasets.load_dataset("parquet", data_files=files, split="train", cache_dir=str(work / "cache"))
    compared = loaded.map(
        lambda row: {side: told(row[side], role) for side in SIDES}, remove_columns=loaded.column_names
    )
    return DPOTrainer(
        model=load_model(base),
        ref_model=None if recipe.lora_rank else load_model(base),
        args=DPOConfig(**arguments(recipe, work), beta=recipe.beta, max_length=recipe.length),
        train_dataset=compared,
        processing_class=tokenizer,
        peft_config=adapter(recipe),
        callbacks=list(callbacks),
    )
