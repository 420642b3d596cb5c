"""`icwm import`: read a public set, commit its seeds, say what could not be read."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from assets.seeds.imports import Stored
from assets.seeds.public_set import BroughtSet, PublicSet, bring
from assets.seeds.purposes import HELD_OUT_SOURCES, Purpose, purpose_of, read_purposes
from orchestration.log_output import NOTES
from orchestration.progress_display import ProgressDisplay
from orchestration.settings import Settings, read_settings
from orchestration.terminal_text import printable
from resources.domains.importing import ImportProblem
from resources.domains.toolkit.licence_files import licence_files
from resources.storage.lake import Lake

PROBLEMS_SHOWN = 20
REASONS_SHOWN = 12
IDS_SHOWN = 3
_MEANING = {
    Purpose.TRAIN: "their rows may enter the training split of the corpus",
    Purpose.EVALUATE: "none of their rows enters the training split (`--purpose train` changes that)",
}
_HELD_OUT = "none of their rows enters the training split, whatever is said"


def import_set(console: Console, public_set: PublicSet) -> int:
    """The command's exit status: 0 when seeds were imported. Raises ImportSourceError and NoLicenceExpression."""
    settings = read_settings()
    settings.home.prepare()
    with ProgressDisplay():
        brought = bring(settings.home, Lake(settings.lake), public_set)
    _say_problems(brought.problems)
    if brought.stored is None:
        source = public_set.importer
        NOTES.error("nothing imported: no task of %s could be read; what was imported before stays", source)
        return 1
    _say_result(console, settings, public_set, brought, brought.stored)
    return 0


def _say_problems(problems: Sequence[ImportProblem]) -> None:
    for problem in problems[:PROBLEMS_SHOWN]:
        NOTES.warning("not read: %s", problem)
    if len(problems) > PROBLEMS_SHOWN:
        NOTES.warning("… and %d more that were not read", len(problems) - PROBLEMS_SHOWN)
        reasons = Counter(problem.problem.partition(":")[0] for problem in problems)
        for reason, count in reasons.most_common(REASONS_SHOWN):
            NOTES.warning("%d not read: %s", count, reason)


def _say_result(
    console: Console, settings: Settings, public_set: PublicSet, brought: BroughtSet, stored: Stored
) -> None:
    source, seeds, unusable = public_set.importer, brought.seeds, brought.unusable
    usable = len(seeds) - len(unusable)
    console.print(f"{len(seeds)} seeds of {source} imported into {brought.domain}; {usable} can be used")
    for line in _history(source, stored):
        console.print(f"  {line}", markup=False, soft_wrap=True)
    for reason, count in Counter(seed.unusable for seed in unusable).most_common(PROBLEMS_SHOWN):
        ids = [seed.seed_id for seed in unusable if seed.unusable == reason]
        named = ", ".join(ids[:IDS_SHOWN]) + (" …" if count > IDS_SHOWN else "")
        console.print(f"  {count} not used ({named}): {printable(reason)}", markup=False, soft_wrap=True)
    if any(not seed.origin.licence for seed in seeds):
        _say_licences(console, public_set.path)
    meant = purpose_of(source, read_purposes(settings.home.purposes))
    always = source in HELD_OUT_SOURCES
    console.print(f"they are for {meant.value}: {_HELD_OUT if always else _MEANING[meant]}")
    console.print("next: `icwm run`, or materialise task_seeds in the UI")


def _history(source: str, stored: Stored) -> list[str]:
    """What became of earlier imports of the same source, where there were some."""
    said = [
        f"{stored.changed} take the place of earlier ones with the same ids" if stored.changed else "",
        f"{stored.kept} of earlier imports of {source} stay; --replace drops them" if stored.kept else "",
        f"{stored.dropped} of earlier imports of {source} dropped" if stored.dropped else "",
    ]
    return [line for line in said if line]


def _say_licences(console: Console, path: Path) -> None:
    """Why the set's licence is not known."""
    files = licence_files(path)
    for file in files[:PROBLEMS_SHOWN]:
        console.print(f"  {printable(str(file))}", markup=False, soft_wrap=True)
    found = "read them" if files else "no file of the set says a licence; find out"
    console.print(f"  {found}, and name the licence with --licence (such as 'MIT AND CC-BY-4.0')", markup=False)
