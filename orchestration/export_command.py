"""`icwm export …`: the corpus in the layouts of its field."""

from pathlib import Path

from rich.console import Console

from assets.publication.folder import FolderTaken
from assets.publication.huggingface import export_huggingface
from assets.publication.published_rows import NothingToPublish
from assets.tokens.chat_format import TemplateUnusable
from assets.tokens.export import TokenSettings, export_tokens
from assets.tokens.tokenizers import NoTokenizer, load_tokenizer
from assets.traces.export import export_traces
from orchestration.log_output import NOTES
from orchestration.settings import read_settings
from resources.domains.registry import load_domains
from resources.storage.lake import Lake


def export_to_huggingface(console: Console, folder: Path, version: str) -> int:
    """The command's exit status. Raises FolderTaken."""
    settings = read_settings()
    try:
        description = export_huggingface(Lake(settings.lake), load_domains(), folder, version)
    except NothingToPublish as error:
        NOTES.error("not exported: %s", error)
        return 1
    for split in description.splits:
        console.print(f"  {split.config}, {split.split}: {split.rows} rows", highlight=False)
    first = description.domains[0].domain
    console.print(f'{folder}: load_dataset("{folder}", "{first}")', highlight=False, soft_wrap=True)
    return 0


def export_to_traces(console: Console, folder: Path) -> int:
    """The command's exit status. Raises FolderTaken."""
    try:
        splits = export_traces(Lake(read_settings().lake), load_domains(), folder)
    except NothingToPublish as error:
        NOTES.error("not exported: %s", error)
        return 1
    for split in splits:
        console.print(f"  {split.config}, {split.split}: {split.rows} rows", highlight=False)
    console.print(f'{folder}: load_dataset("{folder}", "{splits[0].config}")', highlight=False, soft_wrap=True)
    return 0


def export_to_tokens(
    console: Console, folder: Path, tokenizer: str, template: Path | None, settings: TokenSettings
) -> int:
    """The command's exit status. Raises FolderTaken and NoTokenizer."""
    try:
        loaded = load_tokenizer(tokenizer)
        text = template.read_text(encoding="utf-8") if template else None
        lake = Lake(read_settings().lake)
        figures = export_tokens(lake, load_domains(), folder, loaded, text, settings)
    except (FolderTaken, NoTokenizer):
        raise
    except (NothingToPublish, TemplateUnusable, OSError, ValueError) as error:
        NOTES.error("not exported: %s", error)
        return 1
    for split in figures:
        console.print(
            f"  {split.split}: {split.answers} answers of {split.rows} rows ({split.answers_too_long} too long), "
            f"{split.tokens} tokens for {split.sequence_tokens}, {split.learned_tokens} learned, "
            f"{split.packs} packs {split.fullness:.1%} full",
            highlight=False,
            soft_wrap=True,
        )
    return 0
