"""Tables of the lake as views of a DuckDB connection; shared by the warehouse and the SQL assets."""

from collections.abc import Iterable

import duckdb

from resources.storage.lake import Lake
from resources.storage.schema import TableSchema


def view_table(
    connection: duckdb.DuckDBPyConnection,
    lake: Lake,
    table: str,
    *,
    name: str = "",
    partitions: Iterable[str] | None = None,
    schema: TableSchema | None = None,
) -> None:
    """Make `name` (the table's own, where "") a view of the committed partitions, all where None.

    Partitions are joined by column name, so that a table may be rewritten partition by partition under a
    new schema; where there is no `domain` column, the partition becomes one. Columns of `schema` that no partition
    has yet are null. TableNotWritten as in `Lake`.
    """
    selects = []
    if schema is not None:
        connection.register(f"{table}@schema", schema.empty())
        selects.append(f'SELECT * FROM "{table}@schema"')
    for partition in lake.existing_partitions(table, partitions):
        dataset = lake.dataset(table, partition)
        connection.register(f"{table}@{partition}", dataset)
        domain = "" if "domain" in dataset.schema.names else f", '{partition}' AS domain"
        selects.append(f'SELECT *{domain} FROM "{table}@{partition}"')
    connection.execute(f'CREATE OR REPLACE TEMPORARY VIEW "{name or table}" AS {" UNION ALL BY NAME ".join(selects)}')
