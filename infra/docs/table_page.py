"""The page of tables: each with its key, its columns, and what they mean, from the schemas and SQL models."""

from collections.abc import Iterable
from pathlib import Path

import duckdb

from assets.column_meanings import described
from assets.seeds.schema import IMPORTED_SEEDS
from assets.tables import TABLES
from assets.warehouse.sql_model import SqlModel, read_models
from assets.warehouse.sql_run import TURN_ID_MACRO, schema_of
from infra.docs.markdown import code, page, table
from resources.storage.schema import TableSchema

OPENING = (
    "Tables of the lake, in the order of the graph, then those that SQL derives. `icwm query` reads all of them from "
    "the warehouse, but for `imported_seeds`, which `icwm import` writes and `task_seeds` takes in. A column is null "
    "only where its type says so; of what SQL derives, only the key is never null. How tables are stored: "
    "[storage](../storage.md)."
)
SQL = Path(__file__).parent.parent.parent / "dbt_like_sql"


def table_page() -> str:
    written = [IMPORTED_SEEDS, *TABLES.values()]
    parts = ["## Written by Python assets", *(_section(schema) for schema in written)]
    parts += ["## Derived by SQL", *(_section(schema, source) for schema, source in sql_schemas())]
    return page("Tables", OPENING, parts)


def all_schemas() -> list[TableSchema]:
    return [IMPORTED_SEEDS, *TABLES.values(), *(schema for schema, _ in sql_schemas())]


def sql_schemas() -> Iterable[tuple[TableSchema, str]]:
    """Each derived table with its file; types are those that DuckDB gives the query over empty tables."""
    with duckdb.connect(":memory:") as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(TURN_ID_MACRO)
        for schema in TABLES.values():
            connection.register(schema.name, schema.empty())
        for model in _in_order(read_models(SQL)):
            rows = connection.sql(model.sql).to_arrow_table()
            connection.register(model.name, rows)
            yield schema_of(model, rows.schema), f"dbt_like_sql/{model.layer.value}/{model.name}.sql"


def _in_order(models: list[SqlModel]) -> list[SqlModel]:
    """What a model reads comes before it: staging does, and no mart reads another."""
    return sorted(models, key=lambda model: (model.layer.value != "staging", model.name))


def _section(schema: TableSchema, source: str = "") -> str:
    rows = [
        (code(column.name), code(column.type + (", nullable" if column.nullable else "")), column.description)
        for column in described(schema)
    ]
    parts = [f"### {schema.name}", schema.description.rstrip(".") + "."]
    parts += [
        f"Key: {', '.join(code(name) for name in schema.key)}."
        + (f" Query: [{source}](../../{source})." if source else "")
    ]
    return "\n\n".join([*parts, table(("column", "type", "meaning"), rows)])
