"""`icwm allow`: which licences, and which sets without a known one, this home uses all the same."""

from rich.console import Console

from assets.near_names import near
from assets.seeds.imports import find_importer, imported_seeds
from assets.seeds.licences import (
    add_allowances,
    is_expression,
    known_identifiers,
    read_allowances,
    waiting,
    withdraw_allowances,
)
from orchestration.log_output import NOTES
from orchestration.settings import Settings, read_settings
from orchestration.terminal_text import printable
from resources.domains.importing import ImportSourceError
from resources.domains.proposals import SOURCE as PROPOSED
from resources.domains.registry import load_domains
from resources.storage.lake import Lake

NEXT = "materialise task_seeds (or `icwm run`)"


def allow_seeds(console: Console, name: str, *, withdraw: bool) -> int:
    """The command's exit status: 2 where nothing goes by that name."""
    settings, name = read_settings(), name.strip()
    settings.home.prepare()
    if withdraw:
        return _withdraw(console, settings, name)
    if is_expression(name):
        add_allowances(settings.home.allowances, [name])
        _say(console, f"licence {name} is allowed; {NEXT} to use its seeds")
        return 0
    try:
        domains = list(load_domains()) if name == PROPOSED else [find_importer(name)[0].name]
    except ImportSourceError:
        return _unknown(name)
    lake = Lake(settings.lake)
    revisions = sorted({one for domain in domains for one in waiting(imported_seeds(lake, domain), name)})
    if not revisions:
        NOTES.error("cannot allow: no seed of %s without a known licence is in this home; import the set first", name)
        return 1
    add_allowances(settings.home.allowances, revisions)
    for revision in revisions:
        _say(console, f"{revision} is allowed, though its licence is not known; another revision asks again")
    _say(console, f"{NEXT} to use its seeds")
    return 0


def _withdraw(console: Console, settings: Settings, name: str) -> int:
    given = read_allowances(settings.home.allowances)
    meant = sorted(line for line in given if line == name or line.partition("@")[0] == name)
    if not meant:
        allowed = ", ".join(sorted(given)) or "none"
        NOTES.error("cannot withdraw: %r is not allowed in this home; allowed are: %s", name, allowed)
        return 2
    withdraw_allowances(settings.home.allowances, meant)
    _say(console, f"no longer allowed: {', '.join(meant)}; {NEXT} to drop its seeds")
    return 0


def _unknown(name: str) -> int:
    sources = [importer.name for domain in load_domains().values() for importer in domain.importers]
    meant = near(name, [*known_identifiers(), *sources]) or f"; sources are {', '.join(sources)}"
    NOTES.error("cannot allow: %r is neither an SPDX licence nor a source of tasks%s", name, meant)
    return 2


def _say(console: Console, text: str) -> None:
    console.print(printable(text), markup=False, highlight=False, soft_wrap=True)
