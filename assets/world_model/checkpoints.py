"""Which checkpoint answers (the champion), which did before, and loading it.

The log of decisions is read here; who decides is `promotion`, and training is `resources.world_model.training`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assets.world_model.schema import CHAMPION_LOG, ICWM_CHECKPOINT
from resources.storage.lake import Lake
from resources.world_model.trust import Limits

if TYPE_CHECKING:
    from resources.world_model.prediction import CheckpointWorldModel


class NoCheckpoint(Exception):
    """No world model was trained yet; materialise `icwm_checkpoint` and `champion_log` first."""


class NoSuchCheckpoint(Exception):
    """A checkpoint that was never trained here, or whose folder is gone or changed."""


def decisions(lake: Lake) -> list[dict[str, Any]]:
    """The log's rows, oldest first; empty before the first decision."""
    if lake.manifest(CHAMPION_LOG.name) is None:
        return []
    rows: list[dict[str, Any]] = lake.arrow(CHAMPION_LOG.name).to_pylist()
    return sorted(rows, key=lambda row: row["decided_at"])


def champion_id(lake: Lake) -> str:
    """The id of the checkpoint that answers. Raises NoCheckpoint before the first decision."""
    decided = decisions(lake)
    if not decided:
        raise NoCheckpoint(
            "there is no world model yet: `icwm run` trains one (or materialise icwm_checkpoint and champion_log)"
        )
    last: str = decided[-1]["champion"]
    return last


def line_of_champions(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The champions that a rollback can go back along, the present one last.

    A rollback takes away what came after its target, so that two of them go two champions back.
    """
    line: list[str] = []
    for row in rows:
        champion = row["champion"]
        line = line[: line.index(champion) + 1] if champion in line else [*line, champion]
    return line


def trained_checkpoints(lake: Lake) -> list[str]:
    """All that were trained into this lake, oldest first."""
    if lake.manifest(ICWM_CHECKPOINT.name) is None:
        return []
    return list(dict.fromkeys(lake.read(ICWM_CHECKPOINT.name)["checkpoint"].to_list()))


def knows(checkpoint: Path, domain: str) -> bool:
    """Whether the domain was in a checkpoint's training. Raises CorruptCheckpointError."""
    from resources.world_model.checkpoint import read_checkpoint

    return domain in read_checkpoint(checkpoint).manifest.domains


def load_champion(
    lake: Lake, directory: Path, limits: Limits, threshold_overrides: Mapping[str, float] | None = None
) -> "CheckpointWorldModel":
    """Hybrid mode, with diagnostics, trusted as far as limits and overrides say. Raises CorruptCheckpointError."""
    from resources.world_model.prediction import CheckpointWorldModel

    return CheckpointWorldModel(directory / champion_id(lake), limits=limits, threshold_overrides=threshold_overrides)
