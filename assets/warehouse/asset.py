"""The asset `warehouse`: the DuckDB file, published from the lake; and all assets of this stage together."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import dagster as dg

from assets.families.schema import MADE_TASK_CERTIFICATION
from assets.tables import TABLES
from assets.warehouse.sql_assets import build_sql_assets
from assets.warehouse.sql_model import read_models
from resources.storage.dagster_resource import LakeResource


def build_warehouse_assets(directory: Path, partitions: dg.PartitionsDefinition[str]) -> list[dg.AssetsDefinition]:
    """One asset for each .sql file, and the file in which all tables can be queried."""
    models = read_models(directory)
    names = [model.name for model in models]
    return [*build_sql_assets(models, partitions, may_be_absent=list(TABLES.values())), _warehouse([*TABLES, *names])]


def _warehouse(tables: Sequence[str]) -> dg.AssetsDefinition:
    @dg.asset(
        name="warehouse",
        deps=list(tables),
        group_name="warehouse_file",
        kinds={"duckdb"},
        owners=["team:data-engine"],
        code_version="1",
    )
    def warehouse(lake: LakeResource) -> dg.MaterializeResult[Any]:
        """warehouse.duckdb: every table of the lake, swapped in as a finished file; readers never meet a lock."""
        store = lake.lake()
        wanted = [*tables, MADE_TASK_CERTIFICATION.name]
        rows = lake.warehouse().publish(store, [table for table in wanted if table in store.tables()])
        table = "| table | rows |\n|---|---|\n" + "\n".join(f"| {name} | {count} |" for name, count in rows.items())
        return dg.MaterializeResult(
            metadata={
                "dagster/row_count": sum(rows.values()),
                "tables": dg.MetadataValue.md(table),
                "path": dg.MetadataValue.path(lake.warehouse_path),
            }
        )

    return warehouse
