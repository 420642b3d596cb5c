"""Sensors of the audit gate: they launch what `assets.audits.response` says is to be done after a failed audit.

Bounded by construction: run keys are made of audits' ids, or of a checkpoint and the night, and a domain that failed
too often in a row is left to a person. What a gate is, and when it opens, is `assets.trust.gate`.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

import dagster as dg

from assets.audits.response import RETRAININGS_IN_A_ROW, FailedAudit, failed_audits, on_probation
from assets.partitions import DOMAIN_PARTITIONS
from assets.world_model.checkpoints import NoCheckpoint, champion_id
from assets.world_model.examples import EXECUTION_TURNS
from orchestration.jobs import RETRAINING, probation_audit, retraining
from resources.storage.dagster_resource import LakeResource

_UNDER_WAY = [
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
]


@dg.sensor(
    job=retraining,
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.STOPPED,
    description="After a failed audit of the current checkpoint: brings the corrections in, then requests one training",
)
def retraining_after_failed_audit(
    context: dg.SensorEvaluationContext, lake: LakeResource
) -> Iterator[dg.RunRequest | dg.SkipReason]:
    store = lake.lake()
    try:
        checkpoint = champion_id(store)
    except NoCheckpoint as error:
        yield dg.SkipReason(str(error))
        return
    failed = failed_audits(store, DOMAIN_PARTITIONS.get_partition_keys(), checkpoint)
    asked = [audit for audit in failed if not audit.exhausted]
    if not asked:
        yield dg.SkipReason(_given_up(failed) or f"no audit of checkpoint {checkpoint} is below its threshold")
    elif context.instance.get_runs(dg.RunsFilter(job_name=RETRAINING, statuses=_UNDER_WAY), limit=1):
        yield dg.SkipReason("a retraining is under way; what failed meanwhile is looked at when it has ended")
    else:
        yield from _requests(asked)


def _requests(failed: list[FailedAudit]) -> Iterator[dg.RunRequest]:
    """Corrections of all failing domains before the one training that reads them."""
    waiting = [audit for audit in failed if not audit.corrected]
    for audit in waiting:
        yield dg.RunRequest(
            run_key=f"corrections:{audit.audit_id}",
            partition_key=audit.domain,
            asset_selection=[dg.AssetKey(EXECUTION_TURNS)],
            tags={"audit/failed": audit.audit_id},
        )
    if not waiting:
        names = sorted(audit.audit_id for audit in failed)
        yield dg.RunRequest(
            run_key=f"retraining:{'+'.join(names)}",
            partition_key=failed[0].domain,
            tags={"audit/failed": ", ".join(names), "audit/attempt": str(max(audit.attempt for audit in failed))},
        )


def _given_up(failed: list[FailedAudit]) -> str:
    """ "" where nothing failed."""
    return "; ".join(
        f"{audit.domain}: {RETRAININGS_IN_A_ROW} trainings in a row did not help; a person has to look ({audit.reason})"
        for audit in failed
    )


@dg.sensor(
    job=probation_audit,
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.STOPPED,
    description="Where a new checkpoint answers in a domain whose last audit failed: audits it, at most once a night",
)
def audit_after_retraining(lake: LakeResource) -> Iterator[dg.RunRequest | dg.SkipReason]:
    store, night = lake.lake(), f"{datetime.now(UTC):%Y-%m-%d}"
    try:
        checkpoint = champion_id(store)
    except NoCheckpoint as error:
        yield dg.SkipReason(str(error))
        return
    domains = on_probation(store, DOMAIN_PARTITIONS.get_partition_keys(), checkpoint)
    for domain in domains:
        key = f"probation:{checkpoint}:{domain}:{night}"
        yield dg.RunRequest(run_key=key, partition_key=domain, tags={"audit/night": night})
    if not domains:
        yield dg.SkipReason(f"no domain waits for the first audit of checkpoint {checkpoint}")
