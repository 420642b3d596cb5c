"""The schemas of tables that SQL derives, known before a row exists: types are those of the query over empty tables."""

from collections.abc import Iterable, Mapping

import duckdb

from assets.warehouse.sql_model import SqlModel, in_order
from assets.warehouse.sql_run import TURN_ID_MACRO, schema_of
from resources.storage.schema import TableSchema


def derived_schemas(models: Iterable[SqlModel], tables: Mapping[str, TableSchema]) -> dict[str, TableSchema]:
    """By name, in the order in which they can be made. `tables` are those that no model derives."""
    schemas = {}
    with duckdb.connect(":memory:") as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(TURN_ID_MACRO)
        for schema in tables.values():
            connection.register(schema.name, schema.empty())
        for model in in_order(models):
            rows = connection.sql(model.sql).to_arrow_table()
            connection.register(model.name, rows)
            schemas[model.name] = schema_of(model, rows.schema)
    return schemas
