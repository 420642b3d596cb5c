"""Upkeep of the lake: the job that merges small parts and removes what is superfluous, and its schedule."""

from collections.abc import Iterator

import dagster as dg

from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake

UPKEEP = "lake_upkeep"


def compact_all(store: Lake) -> Iterator[str]:
    """A line for each partition of which parts were merged."""
    for table in store.tables():
        for partition in store.partitions(table):
            manifest = store.manifest(table, partition)
            before = len(manifest.parts) if manifest else 0
            after = len(store.compact(table, partition).parts)
            if after < before:
                yield f"{table}/{partition}: {before} parts are {after}"


@dg.op(description="Merges small parts of every partition; rows and data versions stay")
def merge_small_parts(context: dg.OpExecutionContext, lake: LakeResource) -> int:
    lines = list(compact_all(lake.lake()))
    for line in lines:
        context.log.info(line)
    return len(lines)


@dg.op(description="Removes parts that no manifest has named for an hour, and what crashed writers left")
def remove_superfluous(context: dg.OpExecutionContext, lake: LakeResource, compacted: int) -> None:
    removed = lake.lake().vacuum()
    context.log.info(f"{compacted} partitions compacted, {len(removed)} leftovers removed")


@dg.job(name=UPKEEP, description="Compact the lake and remove leftovers", tags={"icwm/purpose": "upkeep"})
def lake_upkeep() -> None:
    remove_superfluous(merge_small_parts())


weekly_upkeep = dg.ScheduleDefinition(
    name="weekly_upkeep",
    job=lake_upkeep,
    cron_schedule="0 6 * * 0",
    execution_timezone="UTC",
    default_status=dg.DefaultScheduleStatus.STOPPED,
    description="On Sundays at 06:00 UTC, compact the lake and remove leftovers",
)
