"""A few steps of the scaled route in each process of an `accelerate launch`: BASE FOLDER, and `sharded` or `whole`.

accelerate shards on accelerators only. For `sharded` it is told that these processes are such; what then shards,
gathers and checkpoints activations is torch's FSDP2, over gloo.
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from accelerate import PartialState
from accelerate.utils import DistributedType

sys.path.append(str(Path(__file__).parents[1] / "unit"))
from world_model_toy import make_examples

from resources.world_model import scaled
from resources.world_model.settings import scaled_settings
from resources.world_model.training import train

STEPS = {"min_steps": 2, "max_steps": 2, "batch_size": 2, "threads": 1, "max_prompt_tokens": 160, "bfloat16": False}


def pretend_accelerators() -> None:
    begin = PartialState.__init__

    def as_accelerator(state: PartialState, *arguments: Any, **options: Any) -> None:
        begin(state, *arguments, **options)
        if PartialState._shared_state["distributed_type"] is DistributedType.MULTI_CPU:
            PartialState._shared_state["distributed_type"] = DistributedType.MULTI_GPU

    PartialState.__init__ = as_accelerator  # type: ignore[method-assign]


def announce() -> None:
    """Prints how the weights lay in this process when training ended."""
    gather = scaled.whole_model

    def announced(trainer: Any, *others: Any) -> Any:
        print(f"in {trainer.args.world_size}: {type(next(trainer.model.parameters())).__name__}", flush=True)
        return gather(trainer, *others)

    scaled.whole_model = announced


def main(base: str, folder: str, how: str) -> None:
    if how == "sharded":
        pretend_accelerators()
    announce()
    settings = replace(scaled_settings(base, lora_rank=0, seconds=240), **STEPS)
    try:
        found = train(
            make_examples(40), calibration=make_examples(12, seed=1), settings=settings, directory=Path(folder)
        )
    except scaled.NotTheMainProcess:
        return
    print(f"checkpoint {found.directory}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
