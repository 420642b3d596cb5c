"""A public set brought into a home: read, kept, its purpose written down, the licence policy applied.

Both `icwm import` and the call `import_set` do it here; what is said of it is theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assets.home import Home
from assets.progress import ProgressReporter
from assets.seeds.imports import Stored, read_source, store_import
from assets.seeds.licences import apply_policy, is_expression, read_allowances
from assets.seeds.purposes import Purpose, say_purpose
from resources.domains.importing import ImportProblem, Watch, watched
from resources.domains.seed import TaskSeed
from resources.storage.lake import Lake


class NoLicenceExpression(ValueError):
    """What was given as a licence is none. The message says how one looks."""


@dataclass(frozen=True)
class PublicSet:
    """Where a set is, how it is read, and what it is for; "" and None where nobody said. `replace` drops what the home
    has of the source."""

    importer: str
    path: Path
    commit: str = ""
    licence: str = ""
    purpose: Purpose | None = None
    replace: bool = False


@dataclass(frozen=True)
class BroughtSet:
    """`seeds` say what keeps them from being used. `stored` is None where no task could be read: then nothing of the
    home was changed."""

    domain: str
    seeds: Sequence[TaskSeed]
    problems: Sequence[ImportProblem]
    stored: Stored | None

    @property
    def unusable(self) -> list[TaskSeed]:
        return [seed for seed in self.seeds if seed.unusable]


def bring(home: Home, lake: Lake, public_set: PublicSet) -> BroughtSet:
    """Raises NoLicenceExpression, and ImportSourceError where there is no such importer or the path is no such set."""
    asked = public_set
    require_expression(asked.licence)
    with watched(import_progress(asked.importer)):
        domain, result = read_source(asked.importer, asked.path, commit=asked.commit, licence=asked.licence)
    if not result.seeds:
        return BroughtSet(domain.name, (), result.problems, None)
    stored = store_import(lake, domain, asked.importer, result, replace=asked.replace)
    if asked.purpose:
        say_purpose(home.purposes, asked.importer, asked.purpose)
    allowed = read_allowances(home.allowances)
    return BroughtSet(domain.name, [apply_policy(seed, allowed) for seed in result.seeds], result.problems, stored)


def require_expression(licence: str) -> None:
    """Raises NoLicenceExpression; nothing for "", which names none."""
    if licence and not is_expression(licence):
        raise NoLicenceExpression(f"{licence!r} is no SPDX licence expression, such as MIT or 'MIT AND CC-BY-4.0'")


def import_progress(importer: str) -> Watch:
    """Of each unit that the importer counts, how many it has read."""
    reporters: dict[str, ProgressReporter] = {}

    def report(unit: str, done: int, total: int | None) -> None:
        if unit not in reporters:
            reporters[unit] = ProgressReporter("reading", importer, total, unit)
        reporters[unit].set(done)

    return report
