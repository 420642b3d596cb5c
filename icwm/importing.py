"""A public set read and kept, without a word to anybody: what is printed is `orchestration.import_command`'s."""

from pathlib import Path

from assets.seeds.imports import read_source, store_import
from assets.seeds.licences import apply_policy, is_expression, read_allowances
from assets.seeds.purposes import Purpose, say_purpose
from icwm.results import Imported
from orchestration.settings import Settings
from resources.storage.lake import Lake


def import_set(
    settings: Settings,
    lake: Lake,
    importer: str,
    path: Path,
    commit: str,
    licence: str,
    purpose: Purpose | None,
    *,
    replace: bool,
) -> Imported:
    """Raises ImportSourceError, and ValueError for a licence that is no SPDX expression."""
    if licence and not is_expression(licence):
        raise ValueError(f"{licence!r} is no SPDX licence expression, such as MIT or 'MIT AND CC-BY-4.0'")
    domain, result = read_source(importer, path, commit=commit, licence=licence)
    if result.seeds:
        store_import(lake, domain, importer, result, replace=replace)
        if purpose:
            say_purpose(settings.home.purposes, importer, purpose)
    allowed = read_allowances(settings.home.allowances)
    seeds = [apply_policy(seed, allowed) for seed in result.seeds]
    unusable = {seed.seed_id: seed.unusable for seed in seeds if seed.unusable}
    problems = tuple(str(problem) for problem in result.problems)
    return Imported(domain.name, tuple(seed.seed_id for seed in seeds), unusable, problems)
