"""`icwm certify`: does a task's checker tell right from wrong, and which wrong answers does it let pass?

Nothing is written but the result cache, so the next run has these executions for nothing.
"""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.console import Console
from rich.table import Table
from rich.text import Text

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import Certificate, certify
from assets.bundles.counted_executions import CountedExecutions
from assets.bundles.mutants import Mutant
from assets.execution import ExecutionResource
from assets.profile import load_profile
from assets.progress import ProgressReporter
from assets.seeds.imports import imported_seeds
from assets.seeds.licences import apply_policy, read_allowances
from orchestration.bundle_lookup import BundleLookup, BundleNotFound
from orchestration.progress_display import ProgressDisplay
from orchestration.settings import Settings, read_settings
from resources.domains.registry import get_domain, load_domains
from resources.execution.bundle import EnvironmentBundle
from resources.execution.pool import ExecutionPool
from resources.storage.lake import Lake

SURVIVORS_SHOWN = 8


def certify_named(console: Console, names: Sequence[str]) -> int:
    """The command's exit status: 0 where all certify, 1 where one does not. Raises BundleNotFound."""
    settings = read_settings()
    settings.home.prepare()
    most = load_profile(settings.profiles, settings.profile).mutants_per_bundle
    bundles = list({bundle.hash: bundle for name in names for bundle in _named(settings, name)}.values())
    certificates: list[tuple[EnvironmentBundle, Certificate]] = []
    for domain in dict.fromkeys(bundle.domain for bundle in bundles):
        own = [bundle for bundle in bundles if bundle.domain == domain]
        certificates += zip(own, _certified(settings, domain, own, most), strict=True)
    console.print(_table(certificates))
    for bundle, certificate in certificates:
        _say_refusal(console, bundle, certificate)
        _say_survivors(console, bundle, certificate.surviving)
    return 0 if all(certificate.certified for _, certificate in certificates) else 1


def _named(settings: Settings, name: str) -> list[EnvironmentBundle]:
    """The usable tasks of an imported set, or one task. Raises BundleNotFound."""
    lake, allowed = Lake(settings.lake), read_allowances(settings.home.allowances)
    imported = [
        apply_policy(seed, allowed)
        for domain in load_domains()
        for seed in imported_seeds(lake, domain)
        if name in (seed.origin.source, seed.seed_id)
    ]
    usable = [bundle_from_seed(seed) for seed in imported if not seed.unusable]
    if imported and not usable:
        raise BundleNotFound(f"{name} cannot be used: {imported[0].unusable}")
    return usable or [BundleLookup(lake).find(name)]


def _certified(settings: Settings, domain: str, bundles: Sequence[EnvironmentBundle], most: int) -> list[Certificate]:
    execution = ExecutionResource(cache_path=str(settings.home.result_cache), workers=settings.workers)
    with ProgressDisplay(), execution.pool(domain) as pool:
        return asyncio.run(_certify_all(domain, bundles, pool, most))


async def _certify_all(
    domain: str, bundles: Sequence[EnvironmentBundle], pool: ExecutionPool, most: int
) -> list[Certificate]:
    progress = ProgressReporter("certify", domain, len(bundles), "bundles")
    busy, execute = asyncio.Semaphore(2 * pool.workers), CountedExecutions(pool.execute, progress)

    async def one(bundle: EnvironmentBundle) -> Certificate:
        async with busy:
            certificate = await certify(get_domain(domain), bundle, execute, most)
        progress.advance(note=bundle.seed_id)
        return certificate

    return list(await asyncio.gather(*(one(bundle) for bundle in bundles)))


def _table(certificates: Sequence[tuple[EnvironmentBundle, Certificate]]) -> Table:
    table = Table("task", "certified", "mutation score", "mutants caught", "cheats caught", box=None, pad_edge=False)
    for bundle, certificate in certificates:
        score = certificate.mutation_score
        table.add_row(
            Text(bundle.seed_id),
            "yes" if certificate.certified else "no",
            "" if score is None else f"{score:.2f}",
            f"{certificate.mutants_killed} of {certificate.mutants}",
            f"{certificate.cheats_caught} of {certificate.cheats}",
        )
    return table


def _say_refusal(console: Console, bundle: EnvironmentBundle, certificate: Certificate) -> None:
    if certificate.certified:
        return
    console.print(f"{bundle.seed_id}: {certificate.reason}", markup=False, highlight=False, soft_wrap=True)
    for line in certificate.reference_log.splitlines()[-SURVIVORS_SHOWN:]:
        console.print(f"    {line}", markup=False, highlight=False, soft_wrap=True)


def _say_survivors(console: Console, bundle: EnvironmentBundle, surviving: Sequence[Mutant]) -> None:
    """Each as what it changes: a person sees whether a test is missing, or whether it means the same."""
    if surviving:
        console.print(f"{bundle.seed_id} lets pass:", markup=False, highlight=False)
    for mutant in surviving[:SURVIVORS_SHOWN]:
        console.print(f"  {mutant.kind} at line {mutant.line}", markup=False, highlight=False)
        for line in changed_lines(bundle.reference, mutant.candidate.code):
            console.print(f"    {line}", markup=False, highlight=False, soft_wrap=True)
    if len(surviving) > SURVIVORS_SHOWN:
        console.print(f"  … and {len(surviving) - SURVIVORS_SHOWN} more")


def changed_lines(reference: str, mutant: str) -> Iterator[str]:
    """From the first line that differs to the last: `-` as the reference has it, `+` as the mutant does."""
    old, new = reference.splitlines(), mutant.splitlines()
    start = next((place for place, (a, b) in enumerate(zip_longest(old, new)) if a != b), 0)
    rest = min(len(old), len(new)) - start
    end = next((back for back in range(rest) if old[-1 - back] != new[-1 - back]), rest)
    yield from (f"- {line.strip()}" for line in old[start : len(old) - end])
    yield from (f"+ {line.strip()}" for line in new[start : len(new) - end])
