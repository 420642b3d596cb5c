"""`icwm train --base NAME`: the scaled route over the lake's turns; the checkpoint then meets the champion.

Under `accelerate launch` every process trains and the first one writes.
"""

import os
from pathlib import Path

from rich.console import Console

from assets.partitions import DOMAIN_PARTITIONS
from assets.profile import load_profile
from assets.world_model.asset import train_checkpoint
from assets.world_model.examples import read_splits
from assets.world_model.promotion import decide, record
from assets.world_model.schema import ICWM_CHECKPOINT
from orchestration.log_output import NOTES
from orchestration.settings import read_settings
from resources.storage.lake import Lake
from resources.world_model.settings import scaled_settings

ADAPTERS_WHOLE = (
    "LoRA cannot be sharded, because peft's rows for the new tokens are no parameters of their own to FSDP. Train all "
    "weights (--lora-rank 0), or launch without FSDP (accelerate launch --multi_gpu): each GPU holds the base."
)


def train_scaled(console: Console, base: str, *, lora_rank: int, minutes: float, batch_size: int) -> int:
    """The command's exit status. Raises NothingToLearn before the first real turn."""
    from dataclasses import replace

    from assets.tokens.tokenizers import load_tokenizer
    from resources.world_model.scaled import NotTheMainProcess

    if lora_rank and os.environ.get("ACCELERATE_USE_FSDP", "").lower() == "true":
        NOTES.error("not trained: %s", ADAPTERS_WHOLE)
        return 2
    settings = read_settings()
    lake, directory = Lake(settings.lake), settings.home.checkpoints
    local = Path(base).expanduser()
    name = str(local.resolve()) if local.is_dir() else base
    dials = replace(scaled_settings(name, lora_rank=lora_rank, seconds=60 * minutes), batch_size=batch_size)
    profile = load_profile(settings.profiles, settings.profile)
    try:
        load_tokenizer(name)
    except (OSError, ValueError) as error:
        NOTES.error("not trained: %s", error)
        return 2
    splits = read_splits(lake, DOMAIN_PARTITIONS.get_partition_keys(), profile)
    try:
        row = train_checkpoint(splits, dials, directory)
    except NotTheMainProcess:
        return 0
    lake.append(ICWM_CHECKPOINT, "all", ICWM_CHECKPOINT.from_rows([row]))
    decision = decide(lake, row["checkpoint"], splits, directory)
    record(lake, decision, "icwm train")
    console.print(f"checkpoint {row['checkpoint']}: {row['steps']} steps in {row['seconds']:.0f} s", highlight=False)
    console.print(f"{decision.decision}: {decision.reason}", highlight=False, soft_wrap=True)
    return 0
