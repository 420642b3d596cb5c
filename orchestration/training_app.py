"""World models and bases, trained and chosen: `icwm rollback`, `train`, `sft`, `dpo`, `rl`, `learning`, `proof`."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from orchestration.described_commands import DescribedCommands
from orchestration.terminal_text import terminal

training = typer.Typer(cls=DescribedCommands)

LoraRank = Annotated[int | None, typer.Option(help="0 trains all weights, as if not given", min=0)]
Epochs = Annotated[float | None, typer.Option(help="passes over the data; 1 if not given")]
Steps = Annotated[int | None, typer.Option(help="in place of epochs", min=0)]
LearningRate = Annotated[float | None, typer.Option(help="at its highest")]
Batch = Annotated[int | None, typer.Option(help="what a process learns from at once; 1 if not given", min=1)]
Accumulate = Annotated[int | None, typer.Option(help="such batches of one step; 8 if not given", min=1)]
Seed = Annotated[int | None, typer.Option(help="of the order and of new weights; 0 if not given")]
SaveEvery = Annotated[int | None, typer.Option(help="steps between two checkpoints; 50 if not given", min=1)]


def _given(
    lora_rank: int | None,
    epochs: float | None,
    steps: int | None,
    learning_rate: float | None,
    batch: int | None,
    accumulate: int | None,
    seed: int | None,
    save_every: int | None,
) -> dict[str, Any]:
    """Those that were given, by the recipe's names."""
    dials = {"lora_rank": lora_rank, "epochs": epochs, "steps": steps, "learning_rate": learning_rate}
    dials |= {"packs_at_once": batch, "accumulated": accumulate, "seed": seed, "saved_every": save_every}
    return {name: value for name, value in dials.items() if value is not None}


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
    data: Annotated[
        Path | None,
        typer.Option(
            help="a folder that `icwm export tokens` wrote for the base's tokenizer; the home's corpus if not given"
        ),
    ] = None,
    recipe: Annotated[
        Path | None,
        typer.Option(help="a YAML file: mix, curriculum, mask, settings; what is given here goes before it"),
    ] = None,
    template: Annotated[Path | None, typer.Option(help="a chat template's file; the base's own if not given")] = None,
    lora_rank: LoraRank = None,
    epochs: Epochs = None,
    steps: Steps = None,
    learning_rate: LearningRate = None,
    batch: Batch = None,
    accumulate: Accumulate = None,
    seed: Seed = None,
    save_every: SaveEvery = None,
) -> None:
    """Fine-tune a base on the corpus; killed, the same command goes on from its last checkpoint."""
    from orchestration.sft_command import Asked, train_thinking_model

    dials = _given(lora_rank, epochs, steps, learning_rate, batch, accumulate, seed, save_every)
    raise typer.Exit(train_thinking_model(terminal(), Asked(base, data, recipe, template, dials)))


@training.command()
def dpo(
    base: Annotated[str, typer.Option(help="a model's folder, such as `icwm sft` made, or a hub's name")],
    data: Annotated[Path, typer.Option(help="a folder that `icwm export huggingface` wrote")],
    domain: Annotated[list[str] | None, typer.Option(help="only this domain; may be given several times")] = None,
    template: Annotated[Path | None, typer.Option(help="a chat template's file; the base's own if not given")] = None,
    beta: Annotated[float, typer.Option(help="how strongly it is held to its base", min=0.0)] = 0.1,
    length: Annotated[int, typer.Option(help="tokens after which a pair is cut", min=2)] = 4096,
    lora_rank: LoraRank = None,
    epochs: Epochs = None,
    steps: Steps = None,
    learning_rate: LearningRate = None,
    batch: Batch = None,
    accumulate: Accumulate = None,
    seed: Seed = None,
    save_every: SaveEvery = None,
) -> None:
    """Train a model to prefer the answers that passed, by DPO over the corpus' pairs; resumable like `icwm sft`."""
    from assets.thinking_model.preference import Pairs
    from assets.thinking_model.recipe import PreferenceRecipe
    from orchestration.preference_commands import train_on_pairs

    dials = _given(lora_rank, epochs, steps, learning_rate, batch, accumulate, seed, save_every)
    recipe = replace(PreferenceRecipe(beta=beta, length=length), **dials)
    raise typer.Exit(train_on_pairs(terminal(), base, Pairs(data, tuple(domain or ())), recipe, template))


@training.command()
def rl(
    base: Annotated[str, typer.Option(help="a model's folder, such as `icwm sft` made, or a hub's name")],
    domain: Annotated[list[str] | None, typer.Option(help="only this domain; may be given several times")] = None,
    answers: Annotated[int, typer.Option(help="that are compared for each prompt", min=2)] = 4,
    answer_tokens: Annotated[int, typer.Option(help="the most of one answer", min=1)] = 2048,
    prompt_tokens: Annotated[int, typer.Option(help="longer prompts are left out", min=1)] = 6144,
    temperature: Annotated[float, typer.Option(help="of the answers")] = 1.0,
    beta: Annotated[float, typer.Option(help="how strongly it is held to its base; 0: not at all", min=0.0)] = 0.0,
    lora_rank: LoraRank = None,
    epochs: Epochs = None,
    steps: Steps = None,
    learning_rate: LearningRate = None,
    batch: Batch = None,
    accumulate: Accumulate = None,
    seed: Seed = None,
    save_every: SaveEvery = None,
) -> None:
    """Train a model by GRPO on the corpus' prompts: its answers run in the sandbox, and the verdict is the reward."""
    from assets.thinking_model.recipe import RewardRecipe
    from orchestration.preference_commands import train_on_verdicts

    dials = _given(lora_rank, epochs, steps, learning_rate, batch, accumulate, seed, save_every)
    recipe = RewardRecipe(
        answers=answers, answer_tokens=answer_tokens, prompt_tokens=prompt_tokens, temperature=temperature, beta=beta
    )
    raise typer.Exit(train_on_verdicts(terminal(), base, domain or [], replace(recipe, **dials)))


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


@training.command()
def proof(
    step: Annotated[str, typer.Argument(help="collect, prepare, train, answer, judge or report")],
    base: Annotated[str, typer.Option(help="folder or hub name of a small causal language model")] = "",
    domain: Annotated[list[str] | None, typer.Option(help="only this domain; may be given several times")] = None,
    minutes: Annotated[float, typer.Option(help="of collecting and of judging, for each domain")] = 60.0,
    tokens: Annotated[int, typer.Option(help="that go through each trained model", min=1)] = 2_000_000,
    trained: Annotated[int, typer.Option(help="tasks of a domain that are collected to be trained on")] = 48,
    held_out: Annotated[int, typer.Option(help="tasks of a domain that are held out")] = 30,
) -> None:
    """Experiment: what a base learns from the corpus and from parts of it, on tasks that no arm has seen."""
    from assets.proof.collection import CollectionPlan
    from assets.proof.preparation import ProofDials
    from orchestration.proof.command import Proof, Step, prove
    from resources.domains.registry import load_domains

    if step not in list(Step):
        raise typer.BadParameter(f"{step!r} is none of {', '.join(Step)}")
    collection = CollectionPlan(trained=trained, held_out=held_out)
    dials = ProofDials(tokens=tokens)
    asked = Proof(domain or list(load_domains()), base, minutes, dials, collection)
    raise typer.Exit(prove(terminal(), Step(step), asked))
