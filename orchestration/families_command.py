"""`icwm families`: list, show, certify and compare made tasks, and say what they cost; `assets.families` does it."""

import contextlib
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
from assets.families.cost import Cost, Predict, costs
from assets.families.likeness import SEMANTIC, likeness
from assets.near_names import there_are
from assets.profile import load_profile
from assets.seeds.made import all_families, spread
from assets.world_model.checkpoints import NoCheckpoint
from assets.world_model.shipped import answering
from orchestration.log_output import NOTES
from orchestration.progress_display import ProgressDisplay
from orchestration.settings import Settings, read_settings
from orchestration.typed_names import NoSuchFamily, chosen_domains
from resources.domains.domain import Domain
from resources.domains.families import TaskFamily
from resources.domains.registry import get_domain, load_domains
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import ToolMissing
from resources.storage.lake import Lake
from resources.world_model.checkpoint import read_checkpoint
from resources.world_model.model import Prediction
from resources.world_model.query import query_for

REASONS_SHOWN = 10
GROUPS_SHOWN = 10
Row = dict[str, Any]


def list_families(console: Console) -> int:
    settings = read_settings()
    table = Table("domain", "family", "version", "certified", "of", "cost", "description", box=None, pad_edge=False)
    for domain in load_domains().values():
        try:
            costly = {family.name for family in domain.costly_families}
            drawn = all_families(domain)
        except ToolMissing as error:
            NOTES.warning("families of %s are not listed: %s", domain.name, error)
            continue
        rows = _certification(settings, domain).rows()
        for family in drawn:
            own = [row for row in rows if row["commit"] == f"{family.name}@{family.version}"]
            certified = sum(row["certified"] for row in own)
            cost = "costly" if family.name in costly else ""
            counts = (str(certified), str(len(own)), cost)
            table.add_row(domain.name, family.name, family.version, *counts, escape(family.description))
    console.print(table)
    return 0


def show_task(console: Console, domain: str, family: str, number: int) -> int:
    """Raises NoSuchDomain and NoSuchFamily."""
    (chosen,) = _families(_domain(domain), [family], costly=False)
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


def certify_tasks(console: Console, domain: str, seeds: Sequence[TaskSeed]) -> int:
    """The command's exit status: 0 where all were tried."""
    settings = read_settings()
    settings.home.prepare()
    work = _certification(settings, get_domain(domain))
    execution = ExecutionResource(cache_path=str(settings.home.result_cache), workers=settings.workers)
    started, before = time.monotonic(), len(work.rows())
    with ProgressDisplay(), execution.pool(domain) as pool:
        rows = work.run(seeds, pool)
    _say_certified(console, rows, len(work.rows()) - before, time.monotonic() - started)
    return 0


def say_duplicates(console: Console, domain: str, seeds: Sequence[TaskSeed]) -> int:
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


def drawn(domain: str, names: Sequence[str], count: int, first: int, *, costly: bool = False) -> list[TaskSeed]:
    """`count` tasks of the named families, or of all that are costly, or of all that are not. Raises NoSuchDomain and
    NoSuchFamily."""
    families = {family.name: family for family in _families(_domain(domain), names, costly=costly)}
    return [families[name.family].draw(name.number) for name in spread(tuple(families.values()), count, first)]


def _domain(name: str) -> Domain:
    return get_domain(*chosen_domains([name]))


def _families(domain: Domain, names: Sequence[str], *, costly: bool) -> list[TaskFamily]:
    known = {family.name: family for family in all_families(domain)}
    unnamed = list(domain.costly_families if costly else domain.families)
    missing = [name for name in names if name not in known]
    if missing or not (names or unnamed):
        raise NoSuchFamily(f"{domain.name} has no family {', '.join(missing) or 'at all'}{there_are(missing, known)}")
    return [known[name] for name in names] if names else unnamed


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


def say_costs(console: Console, domain: str, seeds: Sequence[TaskSeed], mutants: int) -> int:
    """What each label takes by the tools, and by the world model where one answers in this home. Returns 0."""
    from resources.execution.sandbox.selection import make_sandbox

    settings = read_settings()
    heads = ("task", "candidate", "label", "CPU s of tools", "world model", "trusted", "CPU s of the model")
    table = Table(*heads, box=None, pad_edge=False)
    rows: list[Cost] = []
    try:
        with contextlib.closing(make_sandbox()) as sandbox:
            for cost in costs(get_domain(domain), seeds, sandbox, mutants, _predictor(settings, domain)):
                rows.append(cost)
                table.add_row(*_cells(cost))
    finally:
        # Also where it is broken off: each label may have taken minutes.
        if rows:
            console.print(table)
    _say_saved(console, rows)
    return 0


def _cells(cost: Cost) -> tuple[str, ...]:
    said = cost.said
    answer = (said.observation.outcome.value, "yes" if said.trusted else "no") if said else ("", "")
    names = (cost.seed_id, escape(cost.candidate), cost.outcome.value)
    return (*names, f"{cost.cpu_s:.1f}", *answer, f"{cost.said_s:.2f}" if said else "")


def _say_saved(console: Console, rows: Sequence[Cost]) -> None:
    """Of the predictions: how many are right, how many are trusted, and what leaving their executions out saves."""
    spent = sum(row.cpu_s for row in rows)
    told = [(row, row.said) for row in rows if row.said]
    console.print(f"{len(rows)} labels by the tools: {spent:.0f} CPU seconds", highlight=False)
    if not told:
        console.print("no world model answers here", highlight=False)
        return
    right = sum(said.observation.outcome is row.outcome for row, said in told)
    trusted = [(row, said) for row, said in told if said.trusted]
    saved = sum(row.cpu_s for row, _ in trusted)
    of_trusted = sum(said.observation.outcome is row.outcome for row, said in trusted)
    asked = sum(row.said_s for row in rows)
    console.print(
        f"by the world model: {asked:.1f} CPU seconds; {right} of {len(told)} right. It trusts {len(trusted)} "
        f"({of_trusted} of them right): amplification leaves {saved:.0f} of {spent:.0f} CPU seconds out "
        f"({saved / spent if spent else 0:.0%}), and an audit of one in ten of these takes {saved / 10:.0f}",
        highlight=False,
        soft_wrap=True,
    )


def _predictor(settings: Settings, domain: str) -> Predict | None:
    """The champion's hybrid answer; None where no champion answers in this home, or it never saw the domain."""
    from resources.world_model.prediction import CheckpointWorldModel

    limits = load_profile(settings.profiles, settings.profile).limits
    try:
        checkpoint = answering(Lake(settings.lake), settings.home.checkpoints)
    except NoCheckpoint:
        return None
    if domain not in read_checkpoint(checkpoint).manifest.domains:
        NOTES.warning("the world model was not trained on %s: what the tools take is told without it", domain)
        return None
    model = CheckpointWorldModel(checkpoint, "hybrid", limits=limits)

    def predict(bundle: EnvironmentBundle, candidate: Candidate) -> Prediction:
        (prediction,) = model.predict([query_for(get_domain(domain), bundle, candidate)])
        return prediction

    return predict
