"""The nightly audit: one run request for each domain and night."""

from collections.abc import Iterator

import dagster as dg

from assets.partitions import DOMAIN_PARTITIONS
from orchestration.jobs import nightly_audit


@dg.schedule(
    job=nightly_audit,
    cron_schedule="0 2 * * *",
    execution_timezone="UTC",
    default_status=dg.DefaultScheduleStatus.STOPPED,
    description="At 02:00 UTC, audit every domain: the run key makes a night's audit of a domain happen once",
)
def nightly_audits(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest]:
    night = context.scheduled_execution_time.strftime("%Y-%m-%d")
    for domain in DOMAIN_PARTITIONS.get_partition_keys():
        yield dg.RunRequest(run_key=f"{night}:{domain}", partition_key=domain, tags={"audit/night": night})
