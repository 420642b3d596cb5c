"""The Dagster resource through which assets reach the lake and the warehouse. Configuration only."""

import dagster as dg
from pydantic import Field

from resources.storage.lake import Lake
from resources.storage.leftovers import RETENTION_S
from resources.storage.warehouse import Warehouse


class LakeResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Where tables are kept, and where the DuckDB file is published."""

    root: str = Field(description="the lake: a folder, or a URL such as s3://bucket/lake")
    warehouse_path: str = Field(description="a local file")
    keep_hours: int = Field(
        default=int(RETENTION_S / 3600), ge=1, description="how long the job lake_upkeep keeps what commits replaced"
    )

    def lake(self) -> Lake:
        return Lake(self.root)

    def warehouse(self) -> Warehouse:
        return Warehouse(self.warehouse_path)
