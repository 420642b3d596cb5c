"""`icwm export …`: the corpus in the layouts of its field."""

from pathlib import Path

from rich.console import Console

from assets.publication.huggingface import NothingToPublish, export_huggingface
from orchestration.settings import read_settings
from resources.domains.registry import load_domains
from resources.storage.lake import Lake


def export_to_huggingface(console: Console, folder: Path, version: str) -> int:
    """The command's exit status."""
    settings = read_settings()
    try:
        description = export_huggingface(Lake(settings.lake), load_domains(), folder, version)
    except (NothingToPublish, FileExistsError) as error:
        console.print(f"[red]not exported:[/] {error}", soft_wrap=True, highlight=False)
        return 1
    for split in description.splits:
        console.print(f"  {split.config}, {split.split}: {split.rows} rows", highlight=False)
    first = description.domains[0].domain
    console.print(f'{folder}: load_dataset("{folder}", "{first}")', highlight=False, soft_wrap=True)
    return 0
