"""The retraining sensor: asks once for retraining when a domain's audit falls below its threshold.

Bounded by construction: the audit's id is the run key, so one failed audit asks for one training, and no
new audit is made here.
"""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from assets.audits.schema import AUDIT_REPORTS
from assets.partitions import DOMAIN_PARTITIONS
from assets.world_model.checkpoints import NoCheckpoint, champion_id
from orchestration.jobs import retraining
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake


@dg.sensor(
    job=retraining,
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.STOPPED,
    description="Requests retraining when the last audit of the current checkpoint fell below its threshold",
)
def retraining_after_failed_audit(lake: LakeResource) -> Iterator[dg.RunRequest | dg.SkipReason]:
    store = lake.lake()
    try:
        checkpoint = champion_id(store)
    except NoCheckpoint as error:
        yield dg.SkipReason(str(error))
        return
    requested = False
    for domain in DOMAIN_PARTITIONS.get_partition_keys():
        audit_id = failed_audit(store, domain, checkpoint)
        if audit_id:
            requested = True
            yield dg.RunRequest(run_key=f"retraining:{audit_id}", partition_key=domain, tags={"audit/failed": audit_id})
    if not requested:
        yield dg.SkipReason(f"no audit of checkpoint {checkpoint} is below its threshold")


def failed_audit(lake: Lake, domain: str, checkpoint: str) -> str:
    """The id of the last audit of this checkpoint in this domain if it failed, else ""."""
    if lake.manifest(AUDIT_REPORTS.name, domain) is None:
        return ""
    audits = lake.read(AUDIT_REPORTS.name, domain).filter(pl.col("checkpoint") == checkpoint).sort("created_at")
    return "" if audits.is_empty() or audits["passed_gate"][-1] else str(audits["audit_id"][-1])
