"""The champion that ships with the project: finding it, letting it answer in a new home, and making one to ship.

A folder `resources/world_model/champion` holds at most one checkpoint, under its own name. Who answers otherwise is
`promotion`'s; what a checkpoint is, `resources.world_model.checkpoint`'s.
"""

import shutil
from pathlib import Path

from assets.world_model.checkpoints import NoCheckpoint, champion_id, decisions
from assets.world_model.promotion import Decision
from resources import world_model
from resources.storage.lake import Lake
from resources.world_model.checkpoint import MANIFEST_FILE, CorruptCheckpointError, read_checkpoint

SHIPPED = Path(world_model.__path__[0]) / "champion"
MOST_BYTES = 40_000_000
"""What a package may carry for its first amplification to be of use."""


class ExportRefused(Exception):
    """A champion that cannot be shipped; the message says why."""


def shipped_checkpoint(folder: Path | None = None) -> Path | None:
    """The checkpoint's folder in `folder`, by default the package's; None where there is none, or more than one."""
    folders = [path.parent for path in (folder or SHIPPED).glob(f"*/{MANIFEST_FILE}")]
    return folders[0] if len(folders) == 1 else None


def parent_of(lake: Lake, directory: Path, *, shipped: bool) -> Path | None:
    """What a training begins with, as far as it fits: the home's champion, else the shipped one."""
    if decisions(lake):
        champion = directory / champion_id(lake)
        return champion if champion.is_dir() else None
    return shipped_checkpoint() if shipped else None


def answering(lake: Lake, directory: Path) -> Path:
    """The champion's folder; in a home that has none yet, the shipped one. Raises NoCheckpoint."""
    try:
        return directory / champion_id(lake)
    except NoCheckpoint:
        checkpoint = shipped_checkpoint()
        if checkpoint is None:
            raise
        return checkpoint


def adopt_shipped(lake: Lake, directory: Path) -> Decision | None:
    """The shipped checkpoint as a home's first champion, copied into it; None where one answers already, or none ships.
    Where it is the one that answers and its folder is gone, it is copied again.

    Does not write the decision.
    """
    checkpoint = shipped_checkpoint()
    if checkpoint is None:
        return None
    if decisions(lake):
        if champion_id(lake) == checkpoint.name:
            copy_checkpoint(checkpoint, directory)
        return None
    copy_checkpoint(checkpoint, directory)
    return Decision("first", checkpoint.name, checkpoint.name, "", "it came with the project")


def export_champion(lake: Lake, directory: Path, folder: Path) -> Path:
    """Copies the champion into `folder`, in place of the checkpoint that was there. Returns the copy's folder.

    Raises NoCheckpoint, CorruptCheckpointError, ExportRefused.
    """
    champion = directory / champion_id(lake)
    read_checkpoint(champion)
    size = sum(path.stat().st_size for path in champion.rglob("*") if path.is_file())
    if size > MOST_BYTES:
        raise ExportRefused(
            f"{champion.name} has {size / 1e6:.0f} MB; what ships has at most {MOST_BYTES / 1e6:.0f} MB"
        )
    others = [path.parent for path in folder.glob(f"*/{MANIFEST_FILE}") if path.parent.name != champion.name]
    copied = copy_checkpoint(champion, folder)
    for other in others:
        shutil.rmtree(other)
    return copied


def copy_checkpoint(checkpoint: Path, parent: Path) -> Path:
    """Complete under its own name, or not at all. Raises CorruptCheckpointError for one that is not what it says."""
    target = parent / checkpoint.name
    if target.is_dir():
        return read_checkpoint(target).directory
    partial = parent / f".copying-{checkpoint.name}"
    shutil.rmtree(partial, ignore_errors=True)
    shutil.copytree(checkpoint, partial)
    partial.rename(target)
    try:
        return read_checkpoint(target).directory
    except CorruptCheckpointError:
        shutil.rmtree(target)
        raise
