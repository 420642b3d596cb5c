"""What happens each night: one audit for each domain, and the upkeep of the lake and of Dagster's own records."""

from collections.abc import Iterator

import dagster as dg

from assets.partitions import DOMAIN_PARTITIONS
from orchestration.jobs import nightly_audit
from orchestration.run_retention import run_retention
from orchestration.upkeep import lake_upkeep


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


nightly_upkeep = dg.ScheduleDefinition(
    name="nightly_upkeep",
    job=lake_upkeep,
    cron_schedule="0 5 * * *",
    execution_timezone="UTC",
    default_status=dg.DefaultScheduleStatus.STOPPED,
    description="At 05:00 UTC, merge small parts of the lake and drop what is superfluous",
)

nightly_run_retention = dg.ScheduleDefinition(
    name="nightly_run_retention",
    job=run_retention,
    cron_schedule="30 5 * * *",
    execution_timezone="UTC",
    default_status=dg.DefaultScheduleStatus.STOPPED,
    description="At 05:30 UTC, delete old runs and their events from Dagster's records",
)
