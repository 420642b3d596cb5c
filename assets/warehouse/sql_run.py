"""Evaluates one SQL model over the lake's commits and commits the result. Knows nothing of Dagster."""

import re
from collections.abc import Mapping, Sequence

import duckdb
import pyarrow as pa

from assets.warehouse.sql_model import Layer, SqlModel, SqlModelError
from resources.generation.trajectory import TURN_ID_FORMAT
from resources.storage.commits import Commit
from resources.storage.duckdb_views import view_table
from resources.storage.errors import TableNotWritten
from resources.storage.lake import WHOLE, Lake
from resources.storage.schema import TableSchema

TURN_ID_MACRO = f"CREATE MACRO turn_id(trajectory, index) AS format('{TURN_ID_FORMAT}', trajectory, index)"
"""For models: a turn's id, as `resources.generation.trajectory` has it."""


def run_model(
    model: SqlModel, lake: Lake, partition: str | None = None, *, may_be_absent: Sequence[TableSchema] = ()
) -> pa.Table:
    """The model's rows in the order of its key; the same commits give the same bytes.

    A staging model sees only `partition` of its upstream tables, a mart sees all. A table that was never
    written counts as empty where `may_be_absent` has its schema, else TableNotWritten; columns of that schema that
    older partitions lack are null. SqlModelError, with
    file and line, where DuckDB refuses the query.
    """
    if (partition is None) != (model.layer is Layer.MARTS):
        raise ValueError(f"{model.name} is in {model.layer}: staging needs a partition, marts take none")
    # One thread: sums of floats and `any_value` would otherwise depend on which thread came first.
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        connection.execute("SET TimeZone = 'UTC'")
        empty = {schema.name: schema for schema in may_be_absent}
        connection.execute(TURN_ID_MACRO)
        for table in model.depends_on:
            _bind(connection, lake, table, partition, empty)
        try:
            # The file begins on the first line, so that DuckDB's line numbers are the file's.
            rows = connection.sql(f"SELECT * FROM ({model.sql}\n) ORDER BY {', '.join(model.key)}").to_arrow_table()
        except duckdb.Error as error:
            raise SqlModelError(f"{model.file}:{_line_of(model.sql, str(error))}: {error}") from error
    schema = schema_of(model, rows.schema)
    return rows if schema.check(rows) else schema.conform(rows)


def schema_of(model: SqlModel, columns: pa.Schema) -> TableSchema:
    """The table's schema from the query's types; the columns of the key may not be null."""
    fields = [column.with_nullable(column.name not in model.key) for column in columns]
    return TableSchema(model.name, pa.schema(fields), model.key, model.description, model.column_descriptions)


def input_versions(model: SqlModel, lake: Lake, partition: str | None) -> Mapping[str, str]:
    """ "table/partition" → data version of all that the model reads."""
    versions = {}
    for table in model.depends_on:
        for name in lake.partitions(table) if partition is None else [partition]:
            if manifest := lake.manifest(table, name):
                versions[f"{table}/{name}"] = manifest.data_version
    return versions


def materialise_model(
    model: SqlModel, lake: Lake, partition: str | None = None, *, may_be_absent: Sequence[TableSchema] = ()
) -> Commit:
    """Evaluate and commit, unless the last commit was made from the same inputs by the same query."""
    inputs = input_versions(model, lake, partition)
    fingerprint = f"{model.fingerprint}, duckdb {duckdb.__version__}"
    last = lake.manifest(model.name, partition or WHOLE)
    if last and last.is_current(inputs=inputs, fingerprint=fingerprint):
        return Commit(last.table, last.partition, last.data_version, last.rows, last.parts, changed=False)
    rows = run_model(model, lake, partition, may_be_absent=may_be_absent)
    schema = schema_of(model, rows.schema)
    return lake.write(schema, partition or WHOLE, rows, inputs=inputs, fingerprint=fingerprint)


def _bind(
    connection: duckdb.DuckDBPyConnection,
    lake: Lake,
    table: str,
    partition: str | None,
    empty: Mapping[str, TableSchema],
) -> None:
    partitions = None if partition is None else [partition]
    written = lake.partitions(table) if partition is None else lake.manifest(table, partition)
    if written:
        view_table(connection, lake, table, partitions=partitions, schema=empty.get(table))
    elif table in empty:
        connection.register(table, empty[table].empty())
    else:
        where = f" for {partition}" if partition else ""
        raise TableNotWritten(f"table {table} was never written{where}: materialise the asset {table} first")


def _line_of(sql: str, message: str) -> int:
    """The line that DuckDB names, else the first, after the header, with a name that it quotes."""
    if named := re.search(r"LINE (\d+):", message):
        return int(named[1])
    quoted = re.search(r"""["'](\w+)["']""", message)
    for number, line in enumerate(sql.splitlines(), 1):
        if quoted and quoted[1] in line and not line.startswith("--"):
            return number
    return 1
