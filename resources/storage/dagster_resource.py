"""The Dagster resource through which assets reach the lake and the warehouse. Configuration only."""

import dagster as dg

from resources.storage.lake import Lake
from resources.storage.warehouse import Warehouse


class LakeResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """`root` is a folder or URL (see Lake); `warehouse_path` a local file, published beside it."""

    root: str
    warehouse_path: str

    def lake(self) -> Lake:
        return Lake(self.root)

    def warehouse(self) -> Warehouse:
        return Warehouse(self.warehouse_path)
