"""The page of tables: each with its key, its columns, and what they mean, from the schemas and SQL models."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa

from assets.column_meanings import MEANINGS, MEMBERS, described
from assets.families.schema import MADE_TASK_CERTIFICATION
from assets.proposals.schema import TASK_PROPOSALS
from assets.seeds.schema import IMPORTED_SEEDS
from assets.tables import TABLES
from assets.warehouse.derived_schemas import derived_schemas
from assets.warehouse.sql_model import read_models
from infra.docs.markdown import code, page, table
from resources.storage.schema import TableSchema, duckdb_type

OPENING = (
    "Tables of the lake, in the order of the graph, then those that SQL derives. `icwm query` reads all of them from "
    "the warehouse, but for `imported_seeds`, which `icwm import` writes and `task_seeds` takes in. A column is null "
    "only where its type says so; of what SQL derives, only the key is never null. How tables are stored: "
    "[storage](../storage.md)."
)
SQL = Path(__file__).parent.parent.parent / "dbt_like_sql"


def table_page() -> str:
    written = [IMPORTED_SEEDS, MADE_TASK_CERTIFICATION, TASK_PROPOSALS, *TABLES.values()]
    parts = ["## Written by Python assets", *(_section(schema) for schema in written)]
    parts += ["## Derived by SQL", *(_section(schema, source) for schema, source in sql_schemas())]
    return page("Tables", OPENING, parts)


def all_schemas() -> list[TableSchema]:
    written = [IMPORTED_SEEDS, MADE_TASK_CERTIFICATION, TASK_PROPOSALS, *TABLES.values()]
    return [*written, *(schema for schema, _ in sql_schemas())]


def sql_schemas() -> Iterable[tuple[TableSchema, str]]:
    """Each derived table with its file; types are those that DuckDB gives the query over empty tables."""
    models = {model.name: model for model in read_models(SQL)}
    for name, schema in derived_schemas(models.values(), TABLES).items():
        yield schema, f"dbt_like_sql/{models[name].layer.value}/{name}.sql"


def _section(schema: TableSchema, source: str = "") -> str:
    rows = []
    for column in described(schema):
        kind = schema.arrow_schema.field(column.name).type
        rows.append((code(column.name), code(_type(kind) + (", nullable" * column.nullable)), column.description))
        rows += list(members(column.name, kind))
    parts = [f"### {schema.name}", schema.description.rstrip(".") + "."]
    parts += [
        f"Key: {', '.join(code(name) for name in schema.key)}."
        + (f" Query: [{source}](../../{source})." if source else "")
    ]
    return "\n\n".join([*parts, table(("column", "type", "meaning"), rows)])


def members(name: str, kind: pa.DataType) -> Iterator[tuple[str, str, str]]:
    """A row for each member of a column that holds records, and of records in these."""
    record = kind.value_type if pa.types.is_list(kind) else kind
    if pa.types.is_struct(record):
        prefix = name + "[]" * pa.types.is_list(kind)
        for member in record:
            meaning = MEMBERS.get(member.name) or MEANINGS.get(member.name, "")
            yield code(f"{prefix}.{member.name}"), code(_type(member.type)), meaning
            yield from members(f"{prefix}.{member.name}", member.type)


def _type(kind: pa.DataType) -> str:
    """DuckDB's name of the type; records without their members, which have rows of their own."""
    record = kind.value_type if pa.types.is_list(kind) else kind
    return "STRUCT" + "[]" * pa.types.is_list(kind) if pa.types.is_struct(record) else duckdb_type(kind)
