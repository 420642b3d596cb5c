"""Which checkpoint answers (the champion), and loading it. Training is `resources.world_model.training`."""

from pathlib import Path

from assets.world_model.schema import ICWM_CHECKPOINT
from resources.storage.lake import Lake
from resources.world_model.model import WorldModel


class NoCheckpoint(Exception):
    """No world model was trained yet; materialise `icwm_checkpoint` first."""


def champion_id(lake: Lake) -> str:
    """The id of the checkpoint trained last."""
    if lake.manifest(ICWM_CHECKPOINT.name) is None:
        raise NoCheckpoint("there is no checkpoint yet: materialise icwm_checkpoint first")
    last: str = lake.read(ICWM_CHECKPOINT.name)["checkpoint"][-1]
    return last


def load_champion(lake: Lake, directory: Path) -> WorldModel:
    """Hybrid mode, with diagnostics. Raises CorruptCheckpoint where the folder was changed."""
    from resources.world_model.prediction import CheckpointWorldModel

    return CheckpointWorldModel(directory / champion_id(lake))
