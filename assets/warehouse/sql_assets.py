"""SQL models as Dagster assets: dependencies, types, column lineage and a check of the key.

What a file says is `sql_model`, its evaluation `sql_run`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import dagster as dg

from assets.check import FITS_ITS_SCHEMA, check_spec
from assets.markdown import markdown
from assets.materialize import committed, definition_metadata
from assets.stages import Work, work
from assets.warehouse.sql_model import Layer, SqlModel
from assets.warehouse.sql_run import materialise_model, schema_of
from resources.storage.dagster_resource import LakeResource
from resources.storage.schema import TableSchema


def build_sql_assets(
    models: Sequence[SqlModel],
    partitions_def: dg.PartitionsDefinition[str],
    *,
    may_be_absent: Sequence[TableSchema] = (),
    schemas: Mapping[str, TableSchema] | None = None,
) -> list[dg.AssetsDefinition]:
    """One asset for each model: staging partitioned by domain, marts whole. Needs the resource `lake`.

    Upstream tables in `may_be_absent` count as empty before they were first written. Columns of tables in `schemas` are
    shown before there are rows.
    """
    known = schemas or {}
    return [_build_asset(model, partitions_def, tuple(may_be_absent), known.get(model.name)) for model in models]


def _build_asset(
    model: SqlModel,
    partitions_def: dg.PartitionsDefinition[str],
    may_be_absent: Sequence[TableSchema],
    schema: TableSchema | None,
) -> dg.AssetsDefinition:
    check_name = f"{model.name}_fits_its_schema"
    by_domain = partitions_def if model.layer is Layer.STAGING else None

    @dg.asset(
        name=model.name,
        deps=list(model.depends_on),
        partitions_def=by_domain,
        description=model.description,
        group_name=model.stage.value,
        kinds={"duckdb", "sql"},
        owners=["team:data-engine"],
        tags=work(Work.READS),
        code_version=model.fingerprint,
        metadata=_known_before(model, schema),
        check_specs=[check_spec(check_name, model.name, by_domain, description=FITS_ITS_SCHEMA, blocking=True)],
    )
    def sql_asset(
        context: dg.AssetExecutionContext, lake: LakeResource
    ) -> Iterator[dg.MaterializeResult[Any] | dg.AssetCheckResult]:
        store = lake.lake()
        partition = context.partition_key if by_domain else None
        commit = materialise_model(model, store, partition, may_be_absent=may_be_absent)
        rows = store.arrow(model.name, [commit.partition])
        made = schema_of(model, rows.schema)
        yield committed(store, made, commit, {"dagster/column_lineage": column_lineage(model)})
        problems = [str(problem) for problem in made.check(rows)]
        yield dg.AssetCheckResult(passed=not problems, check_name=check_name, metadata={"problems": problems})

    return sql_asset


def _known_before(model: SqlModel, schema: TableSchema | None) -> dict[str, Any]:
    columns = definition_metadata(schema) if schema else {"dagster/table_name": model.name}
    return {"sql": markdown(f"```sql\n{model.sql}\n```"), **columns}


def column_lineage(model: SqlModel) -> dg.TableColumnLineage:
    """Column lineage as the UI draws it; columns made from no column are left out."""
    return dg.TableColumnLineage(
        {
            column: [dg.TableColumnDep(dg.AssetKey(source.table), source.column) for source in sources]
            for column, sources in model.column_lineage.items()
            if sources
        }
    )
