"""`icwm champion export FOLDER`: the present champion as the one that ships with the project."""

from pathlib import Path

from rich.console import Console

from assets.world_model.shipped import SHIPPED, ExportRefused, export_champion
from orchestration.settings import read_settings
from resources.storage.lake import Lake
from resources.world_model.checkpoint import CorruptCheckpointError


def export(console: Console, folder: Path | None) -> int:
    """The command's exit status. Raises NoCheckpoint before the first decision."""
    settings = read_settings()
    try:
        exported = export_champion(Lake(settings.lake), settings.home.checkpoints, folder or SHIPPED)
    except (ExportRefused, CorruptCheckpointError) as error:
        console.print(f"[red]not exported:[/] {error}", soft_wrap=True, highlight=False)
        return 1
    size = sum(path.stat().st_size for path in exported.rglob("*") if path.is_file())
    console.print(f"{exported} ({size / 1e6:.1f} MB)", soft_wrap=True, highlight=False)
    return 0
