"""The asset `real_trajectories`: the correction loop over every certified bundle, with real tools.

The mart `corpus_gaps` is downstream of the corpus, and so of trajectories: the loop is cut in time, and the last
commit counts. A home in which nobody sat an exam of its training split has no gaps.
"""

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import dagster as dg

from assets.bundles.asset import environment_bundles
from assets.bundles.reading import certified_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.execution import ExecutionResource
from assets.generation.mixture import Mixture
from assets.generation.resource import GenerationResource
from assets.home_resource import HomeResource
from assets.markdown import markdown
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.pictures import markdown_image
from assets.profile_resource import ProfileResource
from assets.progress import ProgressReporter
from assets.renderings import Subject, contact_sheet, draw_renderings
from assets.seeds.schema import TASK_SEEDS
from assets.shards.resource import ShardResource
from assets.shards.shard import Places
from assets.stages import Stage, Work, work
from assets.trajectories.attempts import real_attempts
from assets.trajectories.campaign import CampaignResult, Row, run_campaign
from assets.trajectories.campaign_plan import existing_rows, merge
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Attempt, run_attempt
from assets.trajectories.real_environment import RealEnvironment
from assets.trajectories.real_shard import collect, forget, terms
from assets.trajectories.run_metadata import refuse_without_turns, step_result, summary
from assets.trajectories.schema import REAL_TRAJECTORIES
from resources.domains.domain import Domain
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import WHOLE, Lake


@dg.asset(
    deps=[environment_bundles],
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.REAL_EXECUTION.value,
    kinds={"python", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.EXECUTES),
    metadata=definition_metadata(REAL_TRAJECTORIES),
    pool="execution",
    code_version="1",
)
def real_trajectories(
    context: dg.AssetExecutionContext,
    lake: LakeResource,
    execution: ExecutionResource,
    home: HomeResource,
    profile: ProfileResource,
    generation: GenerationResource,
    shards: ShardResource,
) -> dg.MaterializeResult[Any]:
    """Generate, execute by the real tools, correct up to K times; failed and successful turns are both kept."""
    store, domain, dials = lake.lake(), get_domain(context.partition_key), profile.get()
    bundles = certified_bundles(store, domain.name)
    mixture = generation.mixture(domain, home.get(), dials.text_edits_share)
    lacking = lacking_tasks(store, domain.name)
    planned = real_attempts(mixture, bundles, dials, lacking)
    places = Places(lake.root, home.root, execution.cache_path, execution.workers)
    sharding = shards.of(context, store, REAL_TRAJECTORIES, places, dials.shards_of(domain.name))
    journal_path = home.get().journals / f"real_trajectories-{domain.name}.jsonl"
    with execution.pool(domain.name) as pool, Journal(journal_path) as journal:
        kept = existing_rows(store, REAL_TRAJECTORIES, domain.name, bundles)
        attempts = {attempt.identity(RealEnvironment(pool)): attempt for attempt in planned}
        done = {*kept, *(row["trajectory_id"] for row in journal.rows())}
        missing = {name: attempt for name, attempt in attempts.items() if name not in done}
        shared = collect(sharding, mixture, missing, terms(dials, generation, lacking))
        left = [attempt for name, attempt in attempts.items() if name not in shared.failures]
        result = shared.with_own(asyncio.run(_run(mixture, left, pool, journal, {**kept, **shared.rows})))
        rows = merge(kept, result)
        inputs = {ENVIRONMENT_BUNDLES.name: data_version(store, ENVIRONMENT_BUNDLES.name, domain.name)}
        commit = store.write(REAL_TRAJECTORIES, domain.name, REAL_TRAJECTORIES.from_rows(rows), inputs=inputs)
        journal.clear()
        sharding.committed()
        forget(home.get(), domain.name)
    figures = {**summary(rows, result), **failed_parts(domain, rows, bundles)}
    made = step_result(context, committed(store, REAL_TRAJECTORIES, commit, figures), result)
    refuse_without_turns(rows)
    return made


async def _run(
    mixture: Mixture, attempts: list[Attempt], pool: ExecutionPool, journal: Journal, kept: dict[str, Row]
) -> CampaignResult:
    environment = RealEnvironment(pool)
    progress = ProgressReporter("real_trajectories", mixture.domain.name, len(attempts), "trajectories")
    return await run_campaign(
        attempts,
        environment,
        partial(run_attempt, environment=environment),
        journal,
        kept,
        progress,
        concurrency=2 * pool.workers,
        lanes=mixture.lanes(2 * pool.workers),
        live=mixture.live,
    )


CORPUS_GAPS = "corpus_gaps"
LEADING = 3
"""Of each kind, as many of the largest gaps count."""


def lacking_tasks(store: Lake, domain: str) -> frozenset[str]:
    """Seed ids."""
    if store.manifest(CORPUS_GAPS, WHOLE) is None:
        return frozenset()
    gaps = [
        row
        for row in store.read(CORPUS_GAPS, WHOLE).to_dicts()
        if row["domain"] == domain and row["place"] <= LEADING and row["lack"] > 0
    ]
    topics = {row["value"] for row in gaps if row["kind"] == "topic"}
    tiers = {row["value"] for row in gaps if row["kind"] == "tier"}
    seeds = store.read(TASK_SEEDS.name, domain).select("seed_id", "tier", "tags").to_dicts()
    return frozenset(
        seed["seed_id"] for seed in seeds if str(seed["tier"]) in tiers or topics.intersection(seed["tags"] or ())
    )


_WITH_A_RESULT = (Outcome.FUNCTIONAL_MISMATCH.value, Outcome.GEOMETRY_ERROR.value)
"""Labels after which there is usually something to look at."""
_SHOWN = 3


def failed_parts(
    domain: Domain, rows: Sequence[dict[str, Any]], bundles: Iterable[EnvironmentBundle]
) -> dict[str, Any]:
    """Metadata: reference, candidate and difference of a few wrong turns of different tasks; empty without pictures."""
    known = {bundle.hash: bundle for bundle in bundles}
    subjects: dict[str, Subject] = {}
    for row in rows:
        for turn in row["turns"]:
            if turn["outcome"] in _WITH_A_RESULT and row["bundle_hash"] in known and row["seed_id"] not in subjects:
                caption = f"{row['seed_id']}: {turn['outcome']}"
                bundle, candidate = known[row["bundle_hash"]], Candidate(turn["code"])
                subjects[row["seed_id"]] = Subject(row["trajectory_id"], caption, bundle, candidate)
    spread = list(subjects.values())[:: max(1, len(subjects) // _SHOWN)][:_SHOWN]
    renderings = draw_renderings(domain, spread)
    if not renderings:
        return {}
    return {"failed parts": markdown(markdown_image(contact_sheet(renderings), "failed parts"))}
