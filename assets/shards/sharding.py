"""Sharding: one partition's work in shards, from the cut to the parent's commit."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import dagster as dg

from assets.progress import ProgressReporter
from assets.shards.hosts import Host
from assets.shards.parent import Parent
from assets.shards.shard import Places, Row, ShardWork, slices
from resources.storage.schema import TableSchema
from resources.storage.staging import StagedPart, Staging


@dataclass(frozen=True)
class ShardedRows:
    """All rows of the shards, and what each of them said beside."""

    rows: list[Row]
    said: list[Mapping[str, Any]]


@dataclass
class Sharding:
    """`count` is the most shards. Parts stay staged until `committed`: a run that ends before finds them again."""

    context: dg.AssetExecutionContext
    host: Host
    folder: Path
    schema: TableSchema
    staging: Staging
    places: Places
    count: int
    _parts: list[StagedPart] = field(default_factory=list)

    def is_worth(self, keys: Collection[str]) -> bool:
        return self.count > 1 and len(keys) > 1

    def rows(
        self, work: ShardWork, terms: Mapping[str, Any], keys: Collection[str], progress: ProgressReporter
    ) -> ShardedRows:
        """Raises dg.Failure where a shard cannot be made."""
        shards = slices(self.schema.name, self.context.partition_key, work, terms, keys, self.count)
        places = replace(self.places, workers=self.host.workers(self.places.workers, len(shards)))
        parent = Parent(self.context, self.host, self.folder, self.staging, places, progress)
        self._parts += (parts := parent.parts(shards))
        rows = [row for part in parts for row in self.staging.rows(part)]
        return ShardedRows(rows, [part.said for part in parts])

    def committed(self) -> None:
        """The rows are in the table: their parts may go."""
        self.staging.drop(self._parts)
        self._parts.clear()
