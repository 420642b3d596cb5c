"""World models and bases, trained and chosen: `icwm rollback`, `train`, `sft`, `learning`."""

import os
from pathlib import Path
from typing import Annotated

import typer

from orchestration.described_commands import DescribedCommands
from orchestration.terminal_text import terminal

training = typer.Typer(cls=DescribedCommands)


@training.command()
def rollback(
    checkpoint: Annotated[str, typer.Argument(help="the id, or its beginning; the champion before if not given")] = "",
) -> None:
    """Let an earlier world model answer again."""
    from orchestration.rollback_command import roll_back_now

    raise typer.Exit(roll_back_now(terminal(), checkpoint))


@training.command()
def train(
    base: Annotated[str, typer.Option(help="folder or hub name of a pretrained causal language model")],
    lora_rank: Annotated[int, typer.Option(help="0 trains all weights")] = 16,
    minutes: Annotated[float, typer.Option(help="at most, calibration included")] = 60.0,
    batch_size: Annotated[int, typer.Option(help="of each process")] = 16,
) -> None:
    """Train a world model from a pretrained base on a GPU; it answers if it is no worse than the champion."""
    from orchestration.train_command import train_scaled

    raise typer.Exit(train_scaled(terminal(), base, lora_rank=lora_rank, minutes=minutes, batch_size=batch_size))


@training.command()
def sft(
    base: Annotated[str, typer.Option(help="folder or hub name of a pretrained causal language model")],
    data: Annotated[Path, typer.Option(help="a folder that `icwm export tokens` wrote for the base's tokenizer")],
    template: Annotated[Path | None, typer.Option(help="the chat template's file, where the export had one")] = None,
    lora_rank: Annotated[int, typer.Option(help="0 trains all weights", min=0)] = 0,
    epochs: Annotated[float, typer.Option(help="passes over the data")] = 1.0,
    steps: Annotated[int, typer.Option(help="in place of epochs; 0: epochs decide", min=0)] = 0,
    learning_rate: Annotated[float, typer.Option(help="at its highest")] = 2e-5,
    batch: Annotated[int, typer.Option(help="packs that a process learns from at once", min=1)] = 1,
    accumulate: Annotated[int, typer.Option(help="such batches of one step", min=1)] = 8,
    seed: Annotated[int, typer.Option(help="of the order and of new weights")] = 0,
    save_every: Annotated[int, typer.Option(help="steps between two checkpoints", min=1)] = 50,
) -> None:
    """Fine-tune a base on the exported corpus; killed, the same command goes on from its last checkpoint."""
    from assets.thinking_model.recipe import Recipe
    from orchestration.sft_command import fine_tune

    recipe = Recipe(
        lora_rank=lora_rank,
        epochs=epochs,
        steps=steps,
        learning_rate=learning_rate,
        packs_at_once=batch,
        accumulated=accumulate,
        seed=seed,
        saved_every=save_every,
    )
    raise typer.Exit(fine_tune(terminal(), base, data, recipe, template))


@training.command()
def learning(
    rounds: Annotated[int, typer.Option(help="of collect, train, amplify, audit, correct", min=1)] = 3,
    profile: Annotated[str, typer.Option(help="of the first round; each round collects as much again")] = "",
    domain: Annotated[list[str] | None, typer.Option(help="only this domain; may be given several times")] = None,
    unknown: Annotated[
        list[str] | None,
        typer.Option(help="a kind of fault that the first round learns nothing of, such as tangent_bore"),
    ] = None,
) -> None:
    """Experiment in a home of its own: what each round's world model knows of turns that none was trained on."""
    from orchestration.learning.command import learn

    if profile:
        os.environ["ICWM_PROFILE"] = profile
    raise typer.Exit(learn(terminal(), rounds, domain or [], unknown or []))
