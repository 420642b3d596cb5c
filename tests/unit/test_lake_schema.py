"""One schema says the same to Parquet, DuckDB, the checks and the UI."""

from pathlib import Path

import pyarrow as pa
import pytest

from resources.storage.duckdb_views import view_table
from resources.storage.errors import SchemaMismatch, TableNotWritten
from resources.storage.lake import Lake
from resources.storage.schema import ColumnDescription, TableSchema, duckdb_type
from resources.storage.warehouse import Warehouse

SCHEMA = TableSchema(
    "everything",
    pa.schema(
        [
            pa.field("key", pa.string(), nullable=False),
            pa.field("flag", pa.bool_()),
            pa.field("small", pa.int32()),
            pa.field("large", pa.int64()),
            pa.field("unsigned", pa.uint16()),
            pa.field("single", pa.float32()),
            pa.field("real", pa.float64()),
            pa.field("bytes", pa.binary()),
            pa.field("day", pa.date32()),
            pa.field("local", pa.timestamp("us")),
            pa.field("instant", pa.timestamp("us", tz="UTC")),
            pa.field("names", pa.list_(pa.string())),
            pa.field("metrics", pa.map_(pa.string(), pa.float64())),
            pa.field("faults", pa.list_(pa.struct([("kind", pa.string()), ("lines", pa.list_(pa.int32()))]))),
        ]
    ),
    ("key",),
    "All types",
    {"key": "what names a row"},
)


def test_duckdb_agrees_about_every_type(tmp_path: Path) -> None:
    lake, warehouse = Lake(tmp_path / "lake"), Warehouse(tmp_path / "warehouse.duckdb")
    lake.write(SCHEMA, "chip", SCHEMA.from_rows([{"key": "a"}]))
    warehouse.publish(lake)
    described = warehouse.query("SELECT column_name, column_type FROM (DESCRIBE everything)").rows()
    expected = [(column.name, column.type.replace('"', "")) for column in SCHEMA.descriptions()]
    assert [(name, kind.replace('"', "")) for name, kind in described] == [*expected, ("domain", "VARCHAR")]


def test_a_type_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match="decimal128"):
        duckdb_type(pa.decimal128(38))


def test_descriptions() -> None:
    assert SCHEMA.descriptions()[0] == ColumnDescription("key", "VARCHAR", "what names a row", nullable=False)


def test_unknown_columns_in_a_schema() -> None:
    with pytest.raises(ValueError, match="no such columns: b, c"):
        TableSchema("t", pa.schema([("a", pa.string())]), ("b",), columns={"c": ""})


def test_rows_of_the_wrong_type() -> None:
    with pytest.raises(SchemaMismatch, match="table everything"):
        SCHEMA.from_rows([{"key": "a", "small": "no number"}])


def test_check_names_every_problem() -> None:
    schema = TableSchema(
        "t", pa.schema([pa.field("a", pa.string(), nullable=False), ("b", pa.int32()), ("c", pa.int32())]), ("a",)
    )
    good = schema.from_rows([{"a": "x"}, {"a": "y"}])
    assert schema.check(good) == []
    bad = pa.table({"a": ["x", "x", "x", None], "b": pa.array([1, 2, 3, 4], pa.int64()), "d": [0, 0, 0, 0]})
    assert [str(problem) for problem in schema.check(bad)] == [
        "c: is missing",
        "d: is not in the schema",
        "b: has type int64 instead of int32",
        "a: is null (1 rows)",
        "a: is not unique (2 rows)",
    ]


def test_the_fingerprint_changes_with_meaning_only() -> None:
    column = pa.field("a", pa.string())
    plain = TableSchema("t", pa.schema([column]))
    assert plain.fingerprint == TableSchema("t", pa.schema([column]), description="d", columns={"a": "x"}).fingerprint
    others = [
        TableSchema("t", pa.schema([pa.field("a", pa.large_string())])),
        TableSchema("t", pa.schema([pa.field("a", pa.string(), nullable=False)])),
        TableSchema("t", pa.schema([column]), ("a",)),
    ]
    assert plain.fingerprint not in {other.fingerprint for other in others}


def test_the_warehouse_joins_partitions_by_name_and_replaces_tables(tmp_path: Path) -> None:
    lake, warehouse = Lake("memory://lake-warehouse"), Warehouse(tmp_path / "deep" / "warehouse.duckdb")
    with pytest.raises(TableNotWritten, match="does not exist"), warehouse.connect():
        pass
    old = TableSchema("t", pa.schema([("a", pa.int32())]))
    new = TableSchema("t", pa.schema([("b", pa.string()), ("a", pa.int32())]))
    lake.write(old, "chip", old.from_rows([{"a": 1}]))
    lake.write(new, "embedded", new.from_rows([{"a": 2, "b": "x"}]))
    assert warehouse.publish(lake) == {"t": 2}
    rows = warehouse.query("SELECT a, b, domain FROM t ORDER BY a").rows()
    assert rows == [(1, None, "chip"), (2, "x", "embedded")]
    with warehouse.connect() as reader:
        lake.write(old, "chip", old.empty())
        assert warehouse.publish(lake) == {"t": 1}
        assert reader.execute("SELECT count(*) FROM t").fetchone() == (2,)
        with pytest.raises(Exception, match="read-only"):
            reader.execute("DELETE FROM t")
    assert warehouse.query("SELECT count(*) AS n FROM t").item() == 1
    assert [path.name for path in warehouse.path.parent.iterdir() if path.suffix != ".lock"] == ["warehouse.duckdb"]


def test_a_failed_publish_leaves_the_file_before(tmp_path: Path) -> None:
    lake, warehouse = Lake(tmp_path / "lake"), Warehouse(tmp_path / "warehouse.duckdb")
    schema = TableSchema("t", pa.schema([("a", pa.int32())]))
    lake.write(schema, "chip", schema.from_rows([{"a": 1}]))
    warehouse.publish(lake)
    with pytest.raises(TableNotWritten):
        warehouse.publish(lake, ["t", "never_written"])
    assert warehouse.query("SELECT a FROM t").item() == 1
    assert list(tmp_path.glob(".warehouse.duckdb-*")) == []


def test_paths_with_characters_that_globs_know(tmp_path: Path) -> None:
    import duckdb

    lake = Lake(tmp_path / "it's [a] lake*")
    schema = TableSchema("t", pa.schema([("a", pa.int32())]))
    lake.write(schema, "chip", schema.from_rows([{"a": 1}]))
    with duckdb.connect() as connection:
        view_table(connection, lake, "t")
        assert connection.sql("SELECT a, domain FROM t").fetchall() == [(1, "chip")]
    assert lake.read("t", "chip")["a"].to_list() == [1]
