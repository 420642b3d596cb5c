"""The asset `real_trajectories`: the correction loop over every certified bundle, with real tools."""

import asyncio
import statistics
from collections import Counter
from functools import partial
from typing import Any

import dagster as dg

from assets.bundles.asset import environment_bundles
from assets.bundles.reading import certified_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.execution import ExecutionResource
from assets.home import HomeResource
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.pictures import markdown_image
from assets.profile import Profile, ProfileResource
from assets.progress import ProgressReporter
from assets.trajectories.campaign import CampaignResult, run_campaign
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Attempt, run_attempt
from assets.trajectories.plots import outcomes_by_turn
from assets.trajectories.portraits import failed_parts
from assets.trajectories.real import RealEnvironment
from assets.trajectories.schema import REAL_TRAJECTORIES
from resources.domains.registry import get_domain
from resources.execution.bundle import EnvironmentBundle
from resources.generation.fault_injection.generator import FaultInjectionGenerator
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema

REAL_SEEDS_FROM = 0
"""Generator seeds of real trajectories; amplification counts from its own start so that none is repeated."""


@dg.asset(
    deps=[environment_bundles],
    partitions_def=DOMAIN_PARTITIONS,
    group_name="trajectories",
    kinds={"python", "parquet"},
    owners=["team:data-engine"],
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
) -> dg.MaterializeResult[Any]:
    """D_real: generate, execute, correct up to K times; failed and successful turns are both kept."""
    store, domain, dials = lake.lake(), context.partition_key, profile.get()
    attempts = plan(certified_bundles(store, domain), dials, REAL_SEEDS_FROM, dials.trajectories_per_bundle)
    progress = ProgressReporter("real_trajectories", domain, len(attempts), "trajectories")
    journal_path = home.get().journals / f"real_trajectories-{domain}.jsonl"
    with execution.pool(domain) as pool, Journal(journal_path) as journal:
        kept = existing_rows(store, REAL_TRAJECTORIES, domain, attempts)
        environment = RealEnvironment(pool)
        run = partial(run_attempt, environment=environment)
        result = asyncio.run(
            run_campaign(attempts, environment, run, journal, kept, progress, concurrency=2 * pool.workers)
        )
        rows = merge(kept, result)
        inputs = {ENVIRONMENT_BUNDLES.name: data_version(store, ENVIRONMENT_BUNDLES.name, domain)}
        commit = store.write(REAL_TRAJECTORIES, domain, REAL_TRAJECTORIES.from_rows(rows), inputs=inputs)
        journal.clear()
    portraits = failed_parts(get_domain(domain), rows, [attempt.bundle for attempt in attempts])
    return committed(store, REAL_TRAJECTORIES, commit, {"made now": result.made, **summary(rows, result), **portraits})


def plan(bundles: list[EnvironmentBundle], profile: Profile, first_seed: int, per_bundle: int) -> list[Attempt]:
    """One attempt for each bundle and generator seed, seeds outermost so that a short run covers all bundles.

    Fault injection needs a solution to start from; bundles that have none wait for another generator.
    """
    bundles = [bundle for bundle in bundles if bundle.reference_is_solution]
    generators = {name: FaultInjectionGenerator(get_domain(name)) for name in {bundle.domain for bundle in bundles}}
    return [
        Attempt(get_domain(bundle.domain), bundle, generators[bundle.domain], seed, profile.max_corrections)
        for seed in range(first_seed, first_seed + per_bundle)
        for bundle in bundles
    ]


def existing_rows(store: Lake, schema: TableSchema, domain: str, attempts: list[Attempt]) -> dict[str, dict[str, Any]]:
    """Committed trajectories whose bundle is still certified, by id: a smaller profile forgets nothing."""
    if store.manifest(schema.name, domain) is None:
        return {}
    bundles = {attempt.bundle.hash for attempt in attempts}
    rows = store.arrow(schema.name, [domain]).to_pylist()
    return {row["trajectory_id"]: row for row in rows if row["bundle_hash"] in bundles}


def merge(kept: dict[str, dict[str, Any]], result: CampaignResult) -> list[dict[str, Any]]:
    """All rows in a stable order, so that equal content is an equal partition."""
    rows = {**kept, **{row["trajectory_id"]: row for row in result.rows}}
    return sorted(rows.values(), key=lambda row: (row["seed_id"], row["generator_seed"], row["trajectory_id"]))


def summary(rows: list[dict[str, Any]], result: CampaignResult) -> dict[str, Any]:
    """Figures for the UI: turns, outcomes, share solved, failures of generator or environment."""
    turns = [turn for row in rows for turn in row["turns"]]
    outcomes = Counter(turn["outcome"] for turn in turns)
    return {
        "turns": len(turns),
        "outcomes": dg.MetadataValue.json(dict(outcomes.most_common())),
        "solved share": statistics.fmean(row["passed"] for row in rows) if rows else 0.0,
        "passing turns share": outcomes["PASS"] / len(turns) if turns else 0.0,
        "outcomes by turn": dg.MetadataValue.md(markdown_image(outcomes_by_turn(rows), "outcomes by turn")),
        "failures": dg.MetadataValue.md("\n".join(f"- {text}" for text in result.failures.values()) or "none"),
    }
