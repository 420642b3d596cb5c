"""The asset `grounded_trajectories`: what may enter the corpus of what the world model answered."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any

import dagster as dg

from assets.amplification.asset import amplified_trajectories
from assets.audits.asset import audit_reports
from assets.bundles.reading import certified_bundles
from assets.execution import ExecutionResource
from assets.grounding.eligibility import confirmed
from assets.grounding.grounding import Grounded, Grounder
from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.progress import ProgressReporter
from assets.shares import share
from assets.stages import Stage, Work, work
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, trajectory_to_row
from assets.trust.audit_tables import AUDIT_REPORTS
from assets.trust.texts import audited_texts
from resources.domains.registry import get_domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import EnvironmentGap, WallLimitReached
from resources.generation.trajectory import Trajectory
from resources.storage.dagster_resource import LakeResource


@dg.asset(
    deps=[amplified_trajectories, audit_reports],
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.AMPLIFICATION.value,
    kinds={"python", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.EXECUTES),
    metadata=definition_metadata(GROUNDED_TRAJECTORIES),
    pool="execution",
    code_version="2",
)
def grounded_trajectories(
    context: dg.AssetExecutionContext, lake: LakeResource, execution: ExecutionResource
) -> dg.MaterializeResult[Any]:
    """Solved amplified trajectories with real observations, but where audits of texts bear the simulated ones out."""
    store, domain = lake.lake(), get_domain(context.partition_key)
    bundles = {bundle.hash: bundle for bundle in certified_bundles(store, domain.name)}
    asked = [entry for entry in confirmed(store, domain.name) if entry.bundle_hash in bundles]
    with execution.pool(domain.name) as pool:
        grounder = Grounder(domain, pool, audited_texts(store, domain.name).hold)
        grounded, failures = asyncio.run(_ground_all(grounder, asked, bundles))
    rows = [_row(each) for each in grounded]
    inputs = {
        table.name: data_version(store, table.name, domain.name) for table in (AMPLIFIED_TRAJECTORIES, AUDIT_REPORTS)
    }
    commit = store.write(GROUNDED_TRAJECTORIES, domain.name, GROUNDED_TRAJECTORIES.from_rows(rows), inputs=inputs)
    return committed(store, GROUNDED_TRAJECTORIES, commit, _figures(grounded, failures))


async def _ground_all(
    grounder: Grounder, trajectories: Sequence[Trajectory], bundles: dict[str, EnvironmentBundle]
) -> tuple[list[Grounded], Counter[str]]:
    """In the order of their ids. What the environment cannot judge is left out, and counted by kind of failure."""
    progress = ProgressReporter("grounded_trajectories", grounder.domain.name, len(trajectories), "trajectories")
    failures: Counter[str] = Counter()

    async def one(trajectory: Trajectory) -> Grounded | None:
        try:
            return await grounder.ground(trajectory, bundles[trajectory.bundle_hash])
        except (EnvironmentGap, WallLimitReached) as failure:
            failures[type(failure).__name__] += 1
            return None
        finally:
            progress.advance(note=trajectory.seed_id)

    ordered = sorted(trajectories, key=lambda entry: entry.trajectory_id)
    found = await asyncio.gather(*map(one, ordered))
    return [each for each in found if each is not None], failures


def _row(grounded: Grounded) -> dict[str, Any]:
    return trajectory_to_row(grounded.trajectory) | {
        "executed_turns": grounded.executed,
        "kept_turns": grounded.kept,
        "wrong_labels": grounded.wrong_labels,
        "false_texts": grounded.false_texts,
        "dropped_turns": grounded.dropped,
    }


def _figures(grounded: Sequence[Grounded], failures: Counter[str]) -> dict[str, Any]:
    executed, kept = sum(each.executed for each in grounded), sum(each.kept for each in grounded)
    wrong, false = sum(each.wrong_labels for each in grounded), sum(each.false_texts for each in grounded)
    return {
        "executions spent": executed,
        "executions saved": kept,
        "labels that were wrong": str(share(wrong, executed)),
        "texts that were false": str(share(false, executed - wrong)),
        "turns dropped": sum(each.dropped for each in grounded),
        "still solved": sum(each.trajectory.passed for each in grounded),
        "environment failures": dg.MetadataValue.json(dict(failures)),
    }
