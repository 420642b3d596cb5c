"""`icwm propose DOMAIN`: a model writes tasks, others solve them, and agreement decides.

What is done is `assets.proposals`.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from assets.corpus.fingerprint_store import FingerprintStore
from assets.corpus.hygiene import held_out_texts
from assets.execution import ExecutionResource
from assets.profile import load_profile
from assets.proposals.campaign import Campaign, Proposed
from assets.proposals.course import Panel, Workshop
from assets.proposals.known_tasks import KnownTasks
from assets.proposals.schema import Fate
from assets.seeds.imports import collect_seeds
from assets.seeds.licences import read_allowances
from assets.seeds.made import made_seeds
from assets.seeds.public_set import require_expression
from assets.seeds.purposes import purpose_of_seed, read_purposes
from orchestration.log_output import NOTES
from orchestration.progress_display import ProgressDisplay
from orchestration.settings import Settings, read_settings
from orchestration.terminal_text import printable
from orchestration.typed_names import NoSuchDomain, chosen_domains
from resources.domains.domain import Domain
from resources.domains.registry import get_domain, load_domains
from resources.generation.endpoint.settings import EndpointSettings
from resources.generation.generator import GeneratorUnavailable
from resources.storage.lake import Lake

REASONS_SHOWN = 10


@dataclass(frozen=True)
class Proposals:
    """What the command was told. `solvers` take turns at the `answers` to each prompt; () for the proposer's model,
    which then answers without a word of what it has proposed."""

    domain: str
    count: int
    proposer: EndpointSettings
    solvers: tuple[EndpointSettings, ...] = ()
    answers: int = 3
    licence: str = ""


def propose(console: Console, asked: Proposals) -> int:
    """The command's exit status: 0 where all proposals are decided. Raises NoSuchDomain and NoLicenceExpression."""
    settings = read_settings()
    settings.home.prepare()
    require_expression(asked.licence)
    lake, panel = Lake(settings.lake), _panel(settings, asked)
    campaign = Campaign(panel, lake, asked.count)
    if campaign.undecided:
        if unavailable := _unavailable(asked):
            NOTES.error("nothing is asked: %s", printable(unavailable))
            return 1
        proposed = _run(settings, panel, campaign)
    else:
        proposed = Proposed(campaign.rows())
    _say(console, proposed, asked)
    if proposed.unavailable:
        NOTES.error("failed: %s; what is decided is kept, and the same command goes on", proposed.unavailable)
        return 1
    return 0


def _unavailable(asked: Proposals) -> str:
    """Why an endpoint does not answer; "" where all do. Asked first: fingerprints of the home's tasks take minutes."""
    from resources.generation.endpoint.presence import require_endpoint

    try:
        for endpoint in (asked.proposer, *asked.solvers):
            require_endpoint(endpoint)
    except GeneratorUnavailable as unavailable:
        return str(unavailable)
    return ""


def _panel(settings: Settings, asked: Proposals) -> Panel:
    from resources.generation.endpoint.endpoint import Endpoint
    from resources.generation.endpoint.generator import EndpointGenerator

    domain = get_domain(chosen_domains([asked.domain])[0])
    form = domain.proposal_form
    if form is None:
        having = [other.name for other in load_domains().values() if other.proposal_form is not None]
        raise NoSuchDomain(f"nothing is proposed in {domain.name} yet; domains with a form: {', '.join(having)}")
    cache = settings.home.reply_cache
    proposer = Endpoint(asked.proposer, cache)
    own = [Endpoint(solver, cache) for solver in asked.solvers] or [proposer]
    solvers = [EndpointGenerator(domain, own[place % len(own)]) for place in range(asked.answers)]
    return Panel(domain, form, proposer, solvers, asked.licence)


def _run(settings: Settings, panel: Panel, campaign: Campaign) -> Proposed:
    most = load_profile(settings.profiles, settings.profile).mutants_per_bundle
    execution = ExecutionResource(cache_path=str(settings.home.result_cache), workers=settings.workers)
    with ExitStack() as stack:
        stack.enter_context(ProgressDisplay())
        pool = stack.enter_context(execution.pool(panel.domain.name))
        return asyncio.run(campaign.run(Workshop(known_tasks(settings, panel.domain), pool, most)))


def known_tasks(settings: Settings, domain: Domain) -> KnownTasks:
    """All that a run of the graph would collect now, each with its purpose."""
    lake, home = Lake(settings.lake), settings.home
    made = made_seeds(lake, domain, load_profile(settings.profiles, settings.profile))
    said = read_purposes(home.purposes)
    seeds = collect_seeds(lake, domain, read_allowances(home.allowances), made)
    return KnownTasks(
        domain,
        [(seed, purpose_of_seed(seed, said)) for seed in seeds],
        held_out_texts(home.held_out, domain.language),
        FingerprintStore(home.fingerprints),
    )


def _say(console: Console, proposed: Proposed, asked: Proposals) -> None:
    rows = [row for row in proposed.rows if row["fate"] != Fate.OPEN.value]
    kept = [row for row in rows if row["fate"] == Fate.KEPT.value]
    mended = sum(row["rounds"] > 1 for row in kept)
    _line(console, f"{len(kept)} of {len(rows)} proposals kept, {mended} of them after going back; {proposed.made} new")
    if rows:
        console.print(_faults(rows))
    for row in [row for row in rows if row["fault"]][:REASONS_SHOWN]:
        _line(console, f"  {row['number']} {row['title'] or row['topic']}: {row['reason']}")
    tokens = sum(row["prompt_tokens"] + row["completion_tokens"] for row in rows)
    executions, seconds = sum(row["executions"] for row in rows), sum(row["seconds"] for row in rows)
    _line(console, f"{tokens:,} tokens, {executions} executions, {seconds:.0f} s of tools")
    if kept:
        wait = "" if asked.licence else "; without --licence they wait until `icwm allow proposed`"
        _line(console, f"next: `icwm run`, or materialise task_seeds in the UI{wait}")


def _faults(rows: Sequence[dict[str, Any]]) -> Table:
    """By what was found last, and by what proposals went back for."""
    table = Table("found", "dropped for it", "went back for it", box=None, pad_edge=False)
    last, back = Counter(row["fault"] for row in rows), Counter(row["returned_for"] for row in rows)
    for fault in sorted((last.keys() | back.keys()) - {""}):
        table.add_row(fault, str(last[fault]), str(back[fault]))
    return table


def _line(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
