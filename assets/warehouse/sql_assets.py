"""SQL models as Dagster assets: dependencies, types, column lineage and a check of the key.

What a file says is `sql_model`, its evaluation `sql_run`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import dagster as dg

from assets.materialize import committed
from assets.warehouse.sql_model import Layer, SqlModel
from assets.warehouse.sql_run import materialise_model, schema_of
from resources.storage.dagster_resource import LakeResource
from resources.storage.schema import TableSchema

GROUPS = {Layer.STAGING: "warehouse", Layer.MARTS: "marts"}


def build_sql_assets(
    models: Sequence[SqlModel],
    partitions_def: dg.PartitionsDefinition[str],
    *,
    may_be_absent: Sequence[TableSchema] = (),
    owners: Sequence[str] = ("team:data-engine",),
) -> list[dg.AssetsDefinition]:
    """One asset for each model: staging partitioned by domain, marts whole. Needs the resource `lake`.

    Upstream tables in `may_be_absent` count as empty before they were first written.
    """
    return [_build_asset(model, partitions_def, tuple(may_be_absent), owners) for model in models]


def _build_asset(
    model: SqlModel,
    partitions_def: dg.PartitionsDefinition[str],
    may_be_absent: Sequence[TableSchema],
    owners: Sequence[str],
) -> dg.AssetsDefinition:
    check_name = f"{model.name}_fits_its_schema"

    @dg.asset(
        name=model.name,
        deps=list(model.depends_on),
        partitions_def=partitions_def if model.layer is Layer.STAGING else None,
        description=model.description,
        group_name=GROUPS[model.layer],
        kinds={"duckdb", "sql"},
        owners=list(owners),
        code_version=model.fingerprint,
        metadata={"sql": dg.MetadataValue.md(f"```sql\n{model.sql}\n```"), "dagster/table_name": model.name},
        check_specs=[dg.AssetCheckSpec(check_name, asset=model.name, blocking=True)],
    )
    def sql_asset(
        context: dg.AssetExecutionContext, lake: LakeResource
    ) -> Iterator[dg.MaterializeResult[Any] | dg.AssetCheckResult]:
        store = lake.lake()
        partition = context.partition_key if model.layer is Layer.STAGING else None
        commit = materialise_model(model, store, partition, may_be_absent=may_be_absent)
        rows = store.arrow(model.name, [commit.partition])
        schema = schema_of(model, rows.schema)
        yield committed(store, schema, commit, {"dagster/column_lineage": column_lineage(model)})
        problems = [str(problem) for problem in schema.check(rows)]
        yield dg.AssetCheckResult(passed=not problems, check_name=check_name, metadata={"problems": problems})

    return sql_asset


def column_lineage(model: SqlModel) -> dg.TableColumnLineage:
    """Column lineage as the UI draws it; columns made from no column are left out."""
    return dg.TableColumnLineage(
        {
            column: [dg.TableColumnDep(dg.AssetKey(source.table), source.column) for source in sources]
            for column, sources in model.column_lineage.items()
            if sources
        }
    )
