"""Upkeep of the lake: merges small parts and drops what is superfluous, for `icwm compact` and the nightly job."""

from collections.abc import Iterator
from dataclasses import dataclass

import dagster as dg

from assets.progress import ProgressReporter
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake

UPKEEP = "lake_upkeep"


@dataclass(frozen=True)
class MergedParts:
    """What compaction made, or would make, of one partition: parts before and after, and the bytes that it rewrote."""

    table: str
    partition: str
    before: int
    after: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.table}/{self.partition}: {self.before} parts are {self.after}"


def compact_all(lake: Lake, *, dry_run: bool = False) -> Iterator[MergedParts]:
    """One for each partition that has parts to merge."""
    places = [(table, partition) for table in lake.tables() for partition in lake.partitions(table)]
    reporter = ProgressReporter("compaction", "lake", len(places), "partitions")
    for table, partition in places:
        groups, manifest = lake.mergeable(table, partition), lake.manifest(table, partition)
        if groups and manifest:
            merged, before = [part for group in groups for part in group], len(manifest.parts)
            after = before - len(merged) + len(groups) if dry_run else len(lake.compact(table, partition).parts)
            yield MergedParts(table, partition, before, after, sum(part.bytes for part in merged))
        reporter.advance(note=f"{table}/{partition}")


@dg.op(description="Merges small parts of every partition; rows and data versions stay")
def merge_small_parts(context: dg.OpExecutionContext, lake: LakeResource) -> int:
    merged = list(compact_all(lake.lake()))
    for one in merged:
        context.log.info(str(one))
    return len(merged)


@dg.op(description="Drops replaced commits, their parts and what crashed writers left, older than the lake keeps them")
def remove_superfluous(context: dg.OpExecutionContext, lake: LakeResource, compacted: int) -> None:
    removed = lake.lake().vacuum(older_than_s=lake.keep_hours * 3600)
    context.log.info(f"{compacted} partitions compacted, {len(removed)} leftovers removed")


@dg.job(name=UPKEEP, description="Compact the lake and drop what is superfluous", tags={"icwm/purpose": "upkeep"})
def lake_upkeep() -> None:
    remove_superfluous(merge_small_parts())
