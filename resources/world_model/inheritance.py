"""Whether a training can begin with another checkpoint's weights, and what it takes over from it.

What is then learned is `training`'s matter; which checkpoint is the parent is decided in `assets.world_model`.
Imports torch only where weights are loaded.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from resources.world_model.calibration import Calibration
from resources.world_model.checkpoint import CorruptCheckpointError, read_checkpoint
from resources.world_model.hint import Hint, load_hint
from resources.world_model.novelty import Novelty, load_novelty
from resources.world_model.rendering import RENDERING_VERSION
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary, load_vocabulary
from resources.world_model.training_record import Seen, load_record
from resources.world_model.verdicts import KeptVerdicts, load_verdicts

SHAPE = ("hidden_size", "layers", "heads", "vocabulary", "max_prompt_tokens", "max_target_tokens", "render", "base")
"""Settings that must be alike for weights and tokens to mean the same."""


class UnfitParentError(ValueError):
    """A checkpoint whose weights a training with these settings and domains cannot begin with."""


@dataclass(frozen=True)
class Inheritance:
    """What a training begins with. `seen` holds for the child as well: it knows what its parent knew."""

    checkpoint_id: str
    vocabulary: Vocabulary
    hint: Hint
    seen: Seen
    calibration: Calibration
    verdicts: KeptVerdicts
    novelty: Novelty
    directory: Path

    def model(self) -> Any:
        """The parent's weights, a fresh copy each time."""
        from resources.world_model.huggingface import load_model

        return load_model(self.directory)


def unfit(directory: Path, settings: TrainingSettings, domains: Collection[str]) -> str:
    """Why the checkpoint cannot be a parent; "" where it can."""
    try:
        manifest = read_checkpoint(directory).manifest
    except CorruptCheckpointError as error:
        return str(error)
    if manifest.rendering_version != RENDERING_VERSION:
        return f"it reads rendering {manifest.rendering_version}, this code writes {RENDERING_VERSION}"
    if settings.base:
        return f"training begins with {settings.base}"
    different = [name for name in SHAPE if getattr(manifest.settings, name) != getattr(settings, name)]
    if different:
        return f"it has another {', '.join(different)}"
    unknown = sorted(set(domains) - set(manifest.domains))
    return f"it does not know {', '.join(unknown)}" if unknown else ""


def inherit(directory: Path, settings: TrainingSettings, domains: Collection[str]) -> Inheritance:
    """Raises UnfitParentError."""
    reason = unfit(directory, settings, domains)
    if reason:
        raise UnfitParentError(f"{directory.name} cannot be a parent: {reason}")
    return Inheritance(
        checkpoint_id=directory.name,
        vocabulary=load_vocabulary(directory),
        hint=load_hint(directory),
        seen=load_record(directory),
        calibration=read_checkpoint(directory).manifest.calibration,
        verdicts=load_verdicts(directory),
        novelty=load_novelty(directory),
        directory=directory,
    )
