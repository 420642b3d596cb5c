"""`icwm families`: list, show, certify and compare made tasks. What is done is `assets.families`."""

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from assets.corpus.fingerprint_store import FingerprintStore
from assets.execution import ExecutionResource
from assets.families.certification import MadeCertification
from assets.families.likeness import SEMANTIC, likeness
from assets.profile import load_profile
from assets.seeds.made import spread
from orchestration.log_output import NOTES
from orchestration.progress_display import ProgressDisplay
from orchestration.settings import Settings, read_settings
from orchestration.typed_names import NoSuchFamily, chosen_domains
from resources.domains.domain import Domain
from resources.domains.families import TaskFamily
from resources.domains.registry import get_domain, load_domains
from resources.domains.seed import TaskSeed
from resources.execution.errors import ToolMissing
from resources.storage.lake import Lake

REASONS_SHOWN = 10
GROUPS_SHOWN = 10
Row = dict[str, Any]


def list_families(console: Console) -> int:
    settings = read_settings()
    table = Table("domain", "family", "version", "certified", "of", "description", box=None, pad_edge=False)
    for domain in load_domains().values():
        try:
            drawn = domain.families
        except ToolMissing as error:
            NOTES.warning("families of %s are not listed: %s", domain.name, error)
            continue
        rows = _certification(settings, domain).rows()
        for family in drawn:
            own = [row for row in rows if row["commit"] == f"{family.name}@{family.version}"]
            certified = sum(row["certified"] for row in own)
            table.add_row(
                domain.name, family.name, family.version, str(certified), str(len(own)), escape(family.description)
            )
    console.print(table)
    return 0


def show_task(console: Console, domain: str, family: str, number: int) -> int:
    """Raises NoSuchDomain and NoSuchFamily."""
    (chosen,) = _families(_domain(domain), [family])
    seed = chosen.draw(number)
    settings = "\n".join(f"{name}: {value}" for name, value in sorted(seed.settings.items()))
    parts = {
        f"{seed.seed_id}: {seed.title} (tier {seed.tier}; {', '.join(seed.tags)})": seed.prompt,
        "interface": seed.interface,
        f"reference ({seed.candidate_file})": seed.reference,
        "settings": settings,
        **dict(seed.files),
    }
    for name, text in parts.items():
        console.rule(escape(name), align="left")
        console.print(text.rstrip("\n"), markup=False, highlight=False, soft_wrap=True)
    return 0


def certify_tasks(console: Console, domain: str, count: int, first: int, names: Sequence[str]) -> int:
    """The command's exit status: 0 where all were tried. Raises NoSuchDomain and NoSuchFamily."""
    seeds = drawn(_domain(domain), names, count, first)
    settings = read_settings()
    settings.home.prepare()
    work = _certification(settings, get_domain(domain))
    execution = ExecutionResource(cache_path=str(settings.home.result_cache), workers=settings.workers)
    started, before = time.monotonic(), len(work.rows())
    with ProgressDisplay(), execution.pool(domain) as pool:
        rows = work.run(seeds, pool)
    _say_certified(console, rows, len(work.rows()) - before, time.monotonic() - started)
    return 0


def say_duplicates(console: Console, domain: str, count: int, first: int, names: Sequence[str]) -> int:
    """Raises NoSuchDomain and NoSuchFamily."""
    seeds = drawn(_domain(domain), names, count, first)
    settings = read_settings()
    settings.home.prepare()
    with ProgressDisplay():
        report = likeness(get_domain(domain), seeds, FingerprintStore(settings.home.fingerprints))
    shares = ", ".join(f"{name} {number}" for name, number in report.shares.items() if name != SEMANTIC)
    console.print(
        f"{report.tasks} tasks; {report.surplus} ({report.surplus / report.tasks:.1%}) mean the same as another of "
        f"them; by text and tokens alike: {shares}; without a fingerprint: {report.without_fingerprint}",
        soft_wrap=True,
        highlight=False,
    )
    for group in report.groups[:GROUPS_SHOWN]:
        console.print(f"  {', '.join(group)}", soft_wrap=True, highlight=False)
    return 0


def drawn(domain: Domain, names: Sequence[str], count: int, first: int) -> list[TaskSeed]:
    """`count` tasks of the named families, or of all. Raises NoSuchFamily."""
    families = {family.name: family for family in _families(domain, names)}
    return [families[name.family].draw(name.number) for name in spread(tuple(families.values()), count, first)]


def _domain(name: str) -> Domain:
    return get_domain(*chosen_domains([name]))


def _families(domain: Domain, names: Sequence[str]) -> list[TaskFamily]:
    known = {family.name: family for family in domain.families}
    missing = [name for name in names if name not in known]
    if missing or not known:
        raise NoSuchFamily(
            f"{domain.name} has no family {', '.join(missing) or 'at all'}; there are: {', '.join(known) or 'none'}"
        )
    return [known[name] for name in names] if names else list(known.values())


def _certification(settings: Settings, domain: Domain) -> MadeCertification:
    dial = load_profile(settings.profiles, settings.profile).mutants_per_bundle
    return MadeCertification(domain, Lake(settings.lake), dial)


def _say_certified(console: Console, rows: Sequence[Row], new: int, seconds: float) -> None:
    certified = [row for row in rows if row["certified"]]
    scores = sorted(row["mutation_score"] for row in certified if row["mutation_score"] is not None)
    executions = sum(row["executions"] for row in rows)
    cost = sum(row["seconds"] for row in rows)
    console.print(
        f"{len(certified)} of {len(rows)} certified ({len(certified) / len(rows):.1%}); "
        f"{sum(row['weak'] for row in certified)} of them with a weak bench"
        + (f"; median mutation score {scores[len(scores) // 2]:.2f}" if scores else ""),
        highlight=False,
        soft_wrap=True,
    )
    console.print(
        f"{new} of them new, in {seconds:.0f} s; a task takes {executions / len(rows):.0f} executions "
        f"and {cost / len(rows):.1f} s of tools",
        highlight=False,
        soft_wrap=True,
    )
    by_tier = Counter(row["tier"] for row in rows)
    console.print("by tier: " + ", ".join(f"{tier}: {number}" for tier, number in sorted(by_tier.items())))
    refused = [row for row in rows if not row["certified"]]
    for row in refused[:REASONS_SHOWN]:
        console.print(f"  {row['seed_id']}: {row['reason']}", markup=False, highlight=False, soft_wrap=True)
    if len(refused) > REASONS_SHOWN:
        console.print(f"  … and {len(refused) - REASONS_SHOWN} more; `icwm query` on made_task_certification")
