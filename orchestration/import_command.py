"""`icwm import`: read a public set, commit its seeds, say what could not be read."""

from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from assets.seeds.imports import read_source, store_import
from assets.seeds.licences import apply_policy, read_allowances
from assets.seeds.purposes import Purpose, purpose_of, read_purposes, say_purpose
from orchestration.settings import read_settings
from orchestration.terminal_text import printable
from resources.domains.importing import ImportSourceError
from resources.storage.lake import Lake

_MEANING = {
    Purpose.TRAIN: "their rows may enter the training split of the corpus",
    Purpose.EVALUATE: "none of their rows enters the training split (`--purpose train` changes that)",
}


def import_set(
    console: Console, importer: str, path: Path, *, commit: str, licence: str, purpose: Purpose | None = None
) -> int:
    """The command's exit status: 0 when seeds were imported, 1 when the source could not be read at all."""
    settings = read_settings()
    settings.home.prepare()
    try:
        domain, result = read_source(importer, path, commit=commit, licence=licence)
    except ImportSourceError as error:
        console.print(f"[red]cannot import:[/] {escape(printable(str(error)))}", soft_wrap=True)
        return 1
    for problem in result.problems:
        console.print(f"  not read: {printable(str(problem))}", markup=False, soft_wrap=True)
    if not result.seeds:
        console.print(f"[red]nothing imported:[/] no task of {importer} could be read; what was imported before stays")
        return 1
    store_import(Lake(settings.lake), domain, importer, result)
    if purpose:
        say_purpose(settings.home.purposes, importer, purpose)
    allowed = read_allowances(settings.home.allowances)
    reasons = Counter(seed.unusable for seed in (apply_policy(seed, allowed) for seed in result.seeds) if seed.unusable)
    usable = len(result.seeds) - reasons.total()
    console.print(f"{len(result.seeds)} seeds of {importer} imported into {domain.name}; {usable} can be used")
    for reason, count in reasons.most_common():
        console.print(f"  {count} not used: {printable(reason)}", markup=False)
    meant = purpose_of(importer, read_purposes(settings.home.purposes))
    console.print(f"they are for {meant.value}: {_MEANING[meant]}")
    console.print("next: `make run`, or materialise task_seeds in the UI")
    return 0
