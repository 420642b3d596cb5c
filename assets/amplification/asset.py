"""The asset `amplified_trajectories`: gated by the audits, answered by the ICWM, verified by the tools."""

import asyncio
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any

import dagster as dg
import numpy as np
import polars as pl

from assets.amplification.icwm_environment import IcwmEnvironment
from assets.amplification.simulated_turns import simulated_turns
from assets.amplification.verification import run_verified
from assets.bundles.reading import certified_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.execution import ExecutionResource
from assets.generation.mixture import Mixture
from assets.generation.resource import GenerationResource
from assets.home_resource import HomeResource
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.profile_resource import ProfileResource
from assets.progress import ProgressReporter
from assets.stages import Stage, Work, work
from assets.trajectories.campaign import CampaignResult, Row, run_campaign
from assets.trajectories.campaign_plan import AMPLIFIED_SEEDS_FROM, existing_rows, merge, plan
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Attempt
from assets.trajectories.run_metadata import step_result, summary
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, trajectory_from_row
from assets.trust.gate import gate_state
from assets.trust.threshold_overrides import ThresholdOverride, by_group, threshold_overrides
from assets.world_model.asset import icwm_checkpoint
from assets.world_model.checkpoints import champion_id, knows, load_champion
from assets.world_model.examples import EXECUTION_TURNS
from assets.world_model.fidelity_asset import icwm_fidelity
from assets.world_model.schema import CHAMPION_LOG
from resources.domains.registry import get_domain
from resources.execution.bundle import source_of_seed
from resources.execution.pool import ExecutionPool
from resources.generation.trajectory import Source, Turn
from resources.storage.commits import Commit
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake
from resources.world_model.model import WorldModel
from resources.world_model.trust import NEVER, Limits, TrustFigures, trust
from resources.world_model.verdicts import trust_in

IN_PREDICTION = 32
"""Trajectories that keep the world model busy: two of its batches."""


@dg.asset(
    deps=[dg.AssetDep(icwm_checkpoint), icwm_fidelity],
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.AMPLIFICATION.value,
    kinds={"python", "pytorch", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.EXECUTES),
    metadata=definition_metadata(AMPLIFIED_TRAJECTORIES),
    pool="execution",
    code_version="1",
)
def amplified_trajectories(
    context: dg.AssetExecutionContext,
    lake: LakeResource,
    execution: ExecutionResource,
    home: HomeResource,
    profile: ProfileResource,
    generation: GenerationResource,
) -> dg.MaterializeResult[Any]:
    """The world model answers in the tools' place, the last turn is executed; none while the audit gate is shut."""
    store, domain, dials, folders = lake.lake(), get_domain(context.partition_key), profile.get(), home.get()
    champion = champion_id(store)
    gate = gate_state(store, domain.name, champion)
    bundles = certified_bundles(store, domain.name)
    kept = existing_rows(store, AMPLIFIED_TRAJECTORIES, domain.name, bundles)
    allowance = gate.allowance(max(dials.audit_turns, dials.audit_trajectories))
    stopped = gate.reason if allowance == 0 else _not_trained_on(folders.checkpoints / champion, domain.name)
    if not stopped:
        mixture = generation.mixture(domain, folders)
        numbers = range(AMPLIFIED_SEEDS_FROM, AMPLIFIED_SEEDS_FROM + dials.amplified_per_bundle)
        attempts = plan(mixture, bundles, numbers, max_corrections=dials.max_corrections)[:allowance]
        with (
            execution.pool(domain.name) as pool,
            Journal(folders.journals / f"amplified_trajectories-{domain.name}.jsonl") as journal,
        ):
            overrides = threshold_overrides(store, domain.name, folders.checkpoints / champion, dials.limits)
            model = load_champion(store, folders.checkpoints, dials.limits, by_group(overrides, domain.name))
            kept = still_valid(kept, {bundle.hash for bundle in bundles}, champion, overrides)
            tool_seconds = _tool_seconds(store, domain.name) if dials.tool_where_cheaper else None
            sources = sorted({bundle.source for bundle in bundles})
            trusted = "; ".join(
                _trusted(model.trust, domain.name, source, dials.limits, overrides) for source in sources
            )
            result = asyncio.run(_amplify(mixture, attempts, model, pool, journal, kept, tool_seconds))
            commit = _commit(store, domain.name, merge(kept, result))
            journal.clear()
    else:
        context.log.warning("amplification of %s is stopped: %s", domain.name, stopped)
        result, trusted = CampaignResult([]), f"nothing: {stopped}"
        commit = _commit(store, domain.name, merge(kept, result))
    figures = {"gate": gate.reason or "open", "trusted": trusted, **summary(merge(kept, result), result)}
    return step_result(context, committed(store, AMPLIFIED_TRAJECTORIES, commit, figures), result)


def _not_trained_on(checkpoint: Path, domain: str) -> str:
    """Why such a champion predicts nothing here; "" where it was trained on the domain."""
    if knows(checkpoint, domain):
        return ""
    return f"the champion was not trained on {domain}; the next training on its turns may answer"


async def _amplify(
    mixture: Mixture,
    attempts: list[Attempt],
    model: WorldModel,
    pool: ExecutionPool,
    journal: Journal,
    kept: dict[str, Row],
    tool_seconds: float | None,
) -> CampaignResult:
    if not attempts:
        return CampaignResult([])
    domain = mixture.domain
    progress = ProgressReporter("amplified_trajectories", domain.name, len(attempts), "trajectories")
    async with IcwmEnvironment(domain, model, pool, tool_seconds) as environment:
        return await run_campaign(
            attempts,
            environment,
            lambda attempt: run_verified(attempt, environment, pool),
            journal,
            kept,
            progress,
            concurrency=IN_PREDICTION,
            lanes=mixture.lanes(IN_PREDICTION),
            live=mixture.live,
        )


def _trusted(
    trusts: Mapping[str, TrustFigures],
    domain: str,
    source: str,
    limits: Limits,
    overrides: Mapping[str, ThresholdOverride],
) -> str:
    """In words: from which trust on predictions stand in the tool's place, and what that kept where it was fitted."""
    trust = trust_in(trusts, domain, source)
    asked = f"{limits.accuracy:.0%} right, {limits.false_pass:.0%} false PASSes"
    if source in overrides:
        threshold = overrides[source].figures.threshold
        since = f"from {threshold:.3f}" if threshold < NEVER else "nothing"
        return f"{source}: {since}, {overrides[source]} (asked: {asked})"
    if trust.threshold >= NEVER:
        return f"{source}: nothing, since no threshold keeps {asked} on its {trust.examples} calibration turns"
    kept = f"{trust.accepted} of {trust.examples} calibration turns, {trust.accuracy:.1%} right"
    return f"{source}: from {trust.threshold:.3f}: {kept}, {trust.false_pass:.1%} false PASSes (asked: {asked})"


def _tool_seconds(store: Lake, domain: str) -> float | None:
    """The median of what this domain's executions took when they were first run."""
    seconds = store.scan(EXECUTION_TURNS, [domain]).filter(pl.col("seconds") > 0).select(pl.col("seconds").median())
    median: float | None = seconds.collect().item()
    return median


def _commit(store: Lake, domain: str, rows: list[dict[str, Any]]) -> Commit:
    inputs = {
        ENVIRONMENT_BUNDLES.name: data_version(store, ENVIRONMENT_BUNDLES.name, domain),
        CHAMPION_LOG.name: data_version(store, CHAMPION_LOG.name),
    }
    return store.write(AMPLIFIED_TRAJECTORIES, domain, AMPLIFIED_TRAJECTORIES.from_rows(rows), inputs=inputs)


def still_valid(
    rows: Mapping[str, Row], bundles: Container[str], checkpoint: str, overrides: Mapping[str, ThresholdOverride]
) -> dict[str, Row]:
    """Of the rows, by trajectory id, those of other checkpoints, of sources that no audit spoke of, and those none of
    whose unverified turns was trusted less than the source's threshold is now. `bundles` holds certified hashes."""
    doubted = [
        trajectory_from_row(row)
        for row in rows.values()
        if row["checkpoint"] == checkpoint and source_of_seed(row["seed_id"]) in overrides
    ]
    invalid = {
        each.trajectory.trajectory_id
        for each in simulated_turns(doubted, bundles)
        if each.turn.source is Source.SIMULATED
        and _trust(each.turn) < overrides[source_of_seed(each.trajectory.seed_id)].figures.threshold
    }
    return {name: row for name, row in rows.items() if name not in invalid}


def _trust(turn: Turn) -> float:
    """As the prediction had it; 0 where the row does not say how new the candidate was."""
    if turn.confidence is None or turn.novelty is None:
        return 0.0
    return float(trust(np.array(turn.confidence), np.array(turn.novelty)))
