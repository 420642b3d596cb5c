"""What every asset says when it has committed a partition: data version, rows, columns, a preview.

Turns a lake commit into Dagster metadata. No stage logic.
"""

from collections.abc import Mapping
from typing import Any

import dagster as dg

from assets.column_meanings import described
from assets.markdown import markdown, table
from resources.storage.commits import Commit
from resources.storage.lake import WHOLE, Lake
from resources.storage.schema import TableSchema

WRITTEN_BY = "written by the runs of"
_PREVIEW_ROWS = 5
_PREVIEW_CHARACTERS = 120


def column_schema(schema: TableSchema) -> dg.TableSchema:
    return dg.TableSchema(
        columns=[
            dg.TableColumn(
                column.name,
                _short_type(column.type),
                column.description,
                dg.TableColumnConstraints(nullable=column.nullable, unique=schema.key == (column.name,)),
            )
            for column in described(schema)
        ]
    )


def _short_type(kind: str) -> str:
    """Records without their members, which would leave no room for what columns mean; the reference has them."""
    return f"STRUCT{'[]' * kind.endswith('[]')}" if kind.startswith("STRUCT") else kind


def definition_metadata(schema: TableSchema, *, written_by: str = "") -> dict[str, Any]:
    """Metadata known before anything ran: shown in the asset's overview."""
    known = {"dagster/column_schema": column_schema(schema), "dagster/table_name": schema.name}
    return known | {WRITTEN_BY: dg.MetadataValue.asset(dg.AssetKey(written_by))} if written_by else known


def committed(
    lake: Lake, schema: TableSchema, commit: Commit, metadata: Mapping[str, Any] | None = None
) -> dg.MaterializeResult[Any]:
    """The result of an asset that committed `commit`; `metadata` is the stage's own."""
    return dg.MaterializeResult(
        data_version=dg.DataVersion(commit.data_version),
        metadata={
            "dagster/row_count": commit.rows,
            "dagster/column_schema": column_schema(schema),
            "changed": commit.changed,
            "preview": markdown(preview(lake, schema, commit.partition)),
            **(metadata or {}),
        },
    )


def preview(lake: Lake, schema: TableSchema, partition: str = WHOLE) -> str:
    """The first rows as a Markdown table, long cells cut."""
    rows = lake.scan(schema.name, [partition]).head(_PREVIEW_ROWS).collect().to_dicts()
    names = schema.arrow_schema.names
    return table(names, ([_cell(row[name]) for name in names] for row in rows))


def _cell(value: object) -> str:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= _PREVIEW_CHARACTERS else text[: _PREVIEW_CHARACTERS - 1] + "…"


def data_version(lake: Lake, table: str, partition: str = WHOLE) -> str:
    """The committed data version of an upstream partition, "" where it was never written."""
    manifest = lake.manifest(table, partition)
    return manifest.data_version if manifest else ""
