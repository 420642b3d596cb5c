"""Recipe: all that decides what a training gives, and the id that follows from it. Trains nothing."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

from annotated_types import Ge, Gt
from pydantic import with_config

WEIGHTS = ("*.safetensors", "*.bin")


class TrainingRefused(ValueError):
    """Base, data and recipe do not fit each other, or packages are missing. The message says what to do."""


@with_config(extra="forbid")
@dataclass(frozen=True)
class Recipe:
    """Of a fine-tuning. `steps` 0 follows from `epochs`. A step learns from `packs_at_once` times `accumulated` packs
    in each process; `lora_rank` 0 trains all weights."""

    lora_rank: Annotated[int, Ge(0)] = 0
    epochs: Annotated[float, Gt(0)] = 1.0
    steps: Annotated[int, Ge(0)] = 0
    learning_rate: Annotated[float, Gt(0)] = 2e-5
    warmup: Annotated[float, Ge(0)] = 0.03
    packs_at_once: Annotated[int, Ge(1)] = 1
    accumulated: Annotated[int, Ge(1)] = 8
    seed: int = 0
    saved_every: Annotated[int, Ge(1)] = 50


USUAL = Recipe()


@dataclass(frozen=True)
class PreferenceRecipe(Recipe):
    """Of DPO, in pairs instead of packs. `beta` holds the model to its base; pairs are cut at `length` tokens."""

    learning_rate: Annotated[float, Gt(0)] = 1e-6
    beta: Annotated[float, Gt(0)] = 0.1
    length: Annotated[int, Ge(2)] = 4096


@dataclass(frozen=True)
class RewardRecipe(Recipe):
    """Of reinforcement learning, in prompts instead of packs: `answers` are compared for each. Longer prompts than
    `prompt_tokens` are left out. `beta` holds the model to its base; 0 holds it not at all."""

    learning_rate: Annotated[float, Gt(0)] = 1e-6
    answers: Annotated[int, Ge(2)] = 4
    answer_tokens: Annotated[int, Ge(1)] = 2048
    prompt_tokens: Annotated[int, Ge(1)] = 6144
    temperature: Annotated[float, Gt(0)] = 1.0
    beta: Annotated[float, Ge(0)] = 0.0


class Origin(NamedTuple):
    """What a training begins with: the contents of base and data, and the libraries' versions."""

    base: str
    data: str
    libraries: dict[str, str]


def base_version(base: str) -> str:
    """Of a folder's weights; a name of the hub stands for itself."""
    folder = Path(base)
    if not folder.is_dir():
        return base
    files = [path for pattern in ("config.json", *WEIGHTS) for path in sorted(folder.glob(pattern))]
    return content_hash(files)


def content_hash(files: Iterable[Path]) -> str:
    """Of names and contents, in order."""
    total = hashlib.sha256()
    for path in files:
        total.update(path.name.encode() + b"\0")
        with path.open("rb") as file:
            total.update(hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()


def model_id(method: str, recipe: Recipe, origin: Origin) -> str:
    """Equal where the same training was asked for, on any machine. How often it is saved decides nothing."""
    decides = {name: value for name, value in asdict(recipe).items() if name != "saved_every"}
    parts = [method, decides, *origin]
    return f"thinking-{hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]}"
