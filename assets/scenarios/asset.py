"""The asset `failure_scenarios`, and `scenario_log`, the external asset that it feeds.

The loop is cut in time, as that of corrections is: what was executed here is upstream of the next `execution_turns`.
"""

import asyncio
import math
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import dagster as dg

from assets.bundles.reading import certified_bundles
from assets.execution import ExecutionResource
from assets.home import Home
from assets.home_resource import HomeResource
from assets.markdown import markdown, texts
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.pictures import markdown_image
from assets.profile_resource import ProfileResource
from assets.progress import ProgressReporter
from assets.scenarios.acquisition import Arm
from assets.scenarios.execution import Executed, Round, Row, execute, of_other_rounds
from assets.scenarios.rate_table import picture, rates, table
from assets.scenarios.round_plan import plan_round
from assets.scenarios.schema import FAILURE_SCENARIOS, SCENARIO_LOG
from assets.scenarios.turn_history import Turns
from assets.stages import Stage, Work, work
from assets.trajectories.journal import Journal
from assets.world_model.checkpoints import NoCheckpoint, champion_id
from assets.world_model.examples import EXECUTION_TURNS
from assets.world_model.fidelity_asset import icwm_fidelity
from resources.domains.registry import get_domain
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake
from resources.world_model.model import WorldModel

SCENARIO_LOG_KEY = dg.AssetKey(SCENARIO_LOG.name)

scenario_log = dg.AssetSpec(
    SCENARIO_LOG_KEY,
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.REAL_EXECUTION.value,
    kinds={"parquet"},
    owners=["team:data-engine"],
    tags=work(Work.FED),
    description=SCENARIO_LOG.description,
    metadata=definition_metadata(SCENARIO_LOG, written_by=FAILURE_SCENARIOS.name),
)


@dg.asset(
    deps=[icwm_fidelity],
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.AMPLIFICATION.value,
    kinds={"python", "pytorch", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.EXECUTES),
    metadata=definition_metadata(FAILURE_SCENARIOS),
    pool="execution",
    code_version="2",
)
def failure_scenarios(
    context: dg.AssetExecutionContext,
    lake: LakeResource,
    execution: ExecutionResource,
    home: HomeResource,
    profile: ProfileResource,
) -> dg.MaterializeResult[Any]:
    """Rare labels on purpose: kinds of fault that lead to them and the champion propose, the real tools decide."""
    store, domain = lake.lake(), get_domain(context.partition_key)
    turns, log, most = _turns(store, domain.name), _log(store, domain.name), profile.get()
    model = _champion(store, home.get(), domain.name)
    with (
        execution.pool(domain.name) as pool,
        Journal(home.get().journals / f"failure_scenarios-{domain.name}.jsonl") as journal,
    ):
        checkpoint = model.checkpoint_id if model else ""
        this = Round(
            domain.name, data_version(store, EXECUTION_TURNS, domain.name), checkpoint, pool.toolchain().fingerprint
        )
        done = any(row["round"] == this.name for row in log)
        bundles = certified_bundles(store, domain.name)
        earlier = of_other_rounds(journal, this)
        left = most.scenario_executions - len(log) - len(earlier)
        drawn = sum(row["arm"] == Arm.RANDOM and row["checkpoint"] == checkpoint for row in [*log, *earlier])
        known = turns.with_rows([*log, *earlier])
        plan = plan_round(domain, bundles, known, model, 0 if done else left, this.name, drawn)
        progress = ProgressReporter("failure_scenarios", domain.name, len(plan.picks), "executions")
        seconds = most.scenario_seconds or math.inf
        result = asyncio.run(execute(plan.picks, this, pool, journal, progress, seconds))
        log += _append(context, store, domain.name, log, result)
        journal.clear()
    rows = rates(domain.name, log, turns.counts)
    inputs = {EXECUTION_TURNS: data_version(store, EXECUTION_TURNS, domain.name)}
    commit = store.write(FAILURE_SCENARIOS, domain.name, FAILURE_SCENARIOS.from_rows(rows), inputs=inputs)
    said = {"proposals": plan.proposals, "wanted": dg.MetadataValue.json(plan.wanted), "proposed by": plan.basis}
    return committed(store, FAILURE_SCENARIOS, commit, {**said, **_figures(rows, log, result)})


def _turns(store: Lake, domain: str) -> Turns:
    columns = ("bundle_hash", "candidate_hash", "outcome", "fault_kinds", "seconds")
    return Turns().with_rows(store.read(EXECUTION_TURNS, domain).select(columns).to_dicts())


def _log(store: Lake, domain: str) -> list[Row]:
    if store.manifest(SCENARIO_LOG.name, domain) is None:
        return []
    rows: list[Row] = store.arrow(SCENARIO_LOG.name, [domain]).to_pylist()
    return rows


def _champion(store: Lake, home: Home, domain: str) -> WorldModel | None:
    """Hybrid, labels alone; None where there is none, or where it never saw the domain."""
    from resources.world_model.prediction import CheckpointWorldModel

    try:
        model = CheckpointWorldModel(home.checkpoints / champion_id(store), with_diagnostic=False)
    except NoCheckpoint:
        return None
    return model if domain in model.checkpoint.manifest.domains else None


def _append(context: dg.AssetExecutionContext, store: Lake, domain: str, log: list[Row], result: Executed) -> list[Row]:
    """Always, so that the table exists once a domain was looked at; rows that a killed run had appended stay single."""
    known, now = {row["turn_id"] for row in log}, datetime.now(UTC)
    rows = [{**row, "created_at": now} for row in result.rows if row["turn_id"] not in known]
    commit = store.append(SCENARIO_LOG, domain, SCENARIO_LOG.from_rows(rows))
    context.log_event(
        dg.AssetMaterialization(
            SCENARIO_LOG_KEY,
            partition=domain,
            metadata={"added": len(rows), "dagster/row_count": commit.rows},
            tags={"dagster/data_version": commit.data_version},
        )
    )
    return rows


def _figures(rows: list[Row], log: list[Row], result: Executed) -> dict[str, Any]:
    outcomes = Counter(row["outcome"] for row in log)
    shown = {"hit rates": markdown(table(rows))}
    if rows:
        shown["hit rates drawn"] = markdown(markdown_image(picture(rows), "hit rates"))
    return {
        "made now": result.made,
        "left for want of time": result.left,
        "executed": len(log),
        "outcomes": dg.MetadataValue.json(dict(outcomes.most_common())),
        "failures": texts(result.failures),
        **shown,
    }
