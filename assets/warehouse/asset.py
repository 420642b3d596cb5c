"""The asset `warehouse`: the DuckDB file, published from the lake; and all assets of this stage together."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import dagster as dg

from assets.families.schema import MADE_TASK_CERTIFICATION
from assets.markdown import markdown, table
from assets.proposals.schema import TASK_PROPOSALS
from assets.stages import Stage, Work, work
from assets.tables import TABLES
from assets.warehouse.derived_schemas import derived_schemas
from assets.warehouse.sql_assets import build_sql_assets
from assets.warehouse.sql_model import SqlModel, read_models
from resources.storage.dagster_resource import LakeResource


def build_warehouse_assets(
    directory: Path,
    partitions: dg.PartitionsDefinition[str],
    others: Sequence[dg.AssetsDefinition | dg.AssetSpec],
) -> list[dg.AssetsDefinition]:
    """One asset for each .sql file, and the file in which all tables can be queried. `others` are the Python assets."""
    models = read_models(directory)
    derived = build_sql_assets(
        models, partitions, may_be_absent=list(TABLES.values()), schemas=derived_schemas(models, TABLES)
    )
    return [*derived, _warehouse([*TABLES, *(model.name for model in models)], _ends(models, others))]


def _ends(models: Sequence[SqlModel], others: Sequence[dg.AssetsDefinition | dg.AssetSpec]) -> list[str]:
    """Tables that no asset reads. The file comes after them, and so after all: an arrow from each table would say no
    more, and hide the graph."""
    read = {name for model in models for name in model.depends_on}
    for asset in others:
        specs = asset.specs if isinstance(asset, dg.AssetsDefinition) else [asset]
        read |= {dep.asset_key.to_user_string() for spec in specs for dep in spec.deps}
    return [name for name in (*TABLES, *(model.name for model in models)) if name not in read]


def _warehouse(tables: Sequence[str], ends: Sequence[str]) -> dg.AssetsDefinition:
    @dg.asset(
        name="warehouse",
        deps=list(ends),
        group_name=Stage.REPORTS.value,
        kinds={"duckdb"},
        owners=["team:data-engine"],
        tags=work(Work.READS),
        code_version="1",
    )
    def warehouse(lake: LakeResource) -> dg.MaterializeResult[Any]:
        """warehouse.duckdb: every table of the lake, swapped in as a finished file; readers never meet a lock."""
        store = lake.lake()
        wanted = [*tables, MADE_TASK_CERTIFICATION.name, TASK_PROPOSALS.name]
        rows = lake.warehouse().publish(store, [table for table in wanted if table in store.tables()])
        return dg.MaterializeResult(
            metadata={
                "dagster/row_count": sum(rows.values()),
                "tables": markdown(table(("table", "rows"), rows.items())),
                "path": dg.MetadataValue.path(lake.warehouse_path),
            }
        )

    return warehouse
