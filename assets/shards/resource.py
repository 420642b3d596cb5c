"""ShardResource: says where a step's shards run. Configuration and assembly only."""

from pathlib import Path

import dagster as dg
from pydantic import Field

from assets.shards.hosts import Host, LocalProcesses
from assets.shards.shard import Places
from assets.shards.sharding import Sharding
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema


class ShardResource(dg.ConfigurableResource[Host]):
    """Shards as processes of this machine."""

    folder: str = Field(description="where files of Dagster Pipes lie while a shard runs")

    def host(self, context: dg.AssetExecutionContext) -> Host:
        return LocalProcesses()

    def of(
        self, context: dg.AssetExecutionContext, lake: Lake, schema: TableSchema, places: Places, count: int
    ) -> Sharding:
        """Of the context's partition of the table, in at most `count` shards; one needs no host."""
        host = self.host(context) if count > 1 else LocalProcesses()
        staging = lake.staging(schema, context.partition_key)
        return Sharding(context, host, Path(self.folder), schema, staging, places, count)
