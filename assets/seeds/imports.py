"""Committing what an importer read, and collecting all seeds of a domain. Policy is `licences`."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from assets.near_names import there_are
from assets.seeds.licences import apply_policy
from assets.seeds.schema import IMPORTED_SEEDS, seed_from_row, seed_to_row
from resources.domains.domain import Domain
from resources.domains.importing import ImportResult, ImportSourceError
from resources.domains.registry import load_domains
from resources.domains.seed import TaskSeed
from resources.domains.toolkit.set_importer import BuiltSet
from resources.storage.lake import Lake


def find_importer(name: str) -> tuple[Domain, int]:
    """The domain that has an importer of that name, and the importer's place among its importers."""
    known: list[str] = []
    for domain in load_domains().values():
        for place, importer in enumerate(domain.importers):
            if importer.name == name:
                return domain, place
            known.append(importer.name)
    raise ImportSourceError(f"no importer {name!r}{there_are(name, known)}")


def is_built_here(name: str) -> bool:
    """Whether a set of that name is read from no path."""
    named = [importer for domain in load_domains().values() for importer in domain.importers if importer.name == name]
    return any(isinstance(importer, BuiltSet) for importer in named)


def read_source(name: str, path: Path, *, commit: str = "", licence: str = "") -> tuple[Domain, ImportResult]:
    """Read a public set. Raises ImportSourceError when there is no such importer or the path is no such set."""
    domain, place = find_importer(name)
    return domain, domain.importers[place].read(path, commit=commit, licence=licence)


@dataclass(frozen=True)
class Stored:
    """What an import did to the seeds of its source: how many came, how many took the place of one with the same id
    that differed, how many of earlier imports stay, and how many were dropped."""

    new: int
    changed: int
    kept: int
    dropped: int


def store_import(lake: Lake, domain: Domain, source: str, result: ImportResult, *, replace: bool = False) -> Stored:
    """Adds what was read, by id: two files of one format are two sets. `replace` drops all that `source` had.

    Several imports at a time each keep what they read.
    """
    read = {seed.seed_id: seed for seed in result.seeds}
    before: dict[str, TaskSeed] = {}

    def with_result(rows: list[dict[str, Any]]) -> pa.Table:
        old = {seed.seed_id: seed for seed in map(seed_from_row, rows)}
        before.clear()
        before.update((name, seed) for name, seed in old.items() if seed.origin.source == source)
        stay = {name: seed for name, seed in old.items() if not (replace and name in before)}
        seeds = sorted((stay | read).values(), key=lambda seed: seed.seed_id)
        return IMPORTED_SEEDS.from_rows(seed_to_row(seed) for seed in seeds)

    lake.rewrite(IMPORTED_SEEDS, domain.name, with_result)
    changed = sum(name in before and before[name] != seed for name, seed in read.items())
    left = len(before.keys() - read.keys())
    new = len(read.keys() - before.keys())
    return Stored(new, changed, 0 if replace else left, left if replace else 0)


def imported_seeds(lake: Lake, domain: str) -> list[TaskSeed]:
    if lake.manifest(IMPORTED_SEEDS.name, domain) is None:
        return []
    return [seed_from_row(row) for row in lake.arrow(IMPORTED_SEEDS.name, [domain]).to_pylist()]


def collect_seeds(lake: Lake, domain: Domain, allowed: frozenset[str], made: Iterable[TaskSeed] = ()) -> list[TaskSeed]:
    """Built-in, imported and made seeds, ordered by id, with the licence policy applied."""
    seeds: Iterable[TaskSeed] = [*domain.builtin_seeds(), *imported_seeds(lake, domain.name), *made]
    return [apply_policy(seed, allowed) for seed in sorted(seeds, key=lambda seed: seed.seed_id)]
