"""What a .sql file says: its header, lineage and order, and the errors that name file and line."""

from pathlib import Path

import pytest

from assets.tables import TABLES
from assets.warehouse.sql_model import ColumnReference, Layer, SqlModel, SqlModelError, read_model, read_models
from assets.warehouse.sql_run import run_model, schema_of
from resources.storage.errors import TableNotWritten
from tests.sql_lake import MODELS, evaluate, memory_lake, small_lake, trajectory, turn, write


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_every_model_is_described_and_its_columns_come_from_somewhere(model: SqlModel) -> None:
    assert model.description
    assert set(model.key) <= set(model.columns)
    assert set(model.column_lineage) == set(model.columns)
    tables = {source.table for sources in model.column_lineage.values() for source in sources}
    assert tables <= set(model.depends_on)
    for column in model.key:
        assert model.column_lineage[column] or column in ("origin", "kind"), column
    known = {name: set(schema.arrow_schema.names) for name, schema in TABLES.items()}
    known |= {name: set(other.columns) for name, other in MODELS.items()}
    for sources in model.column_lineage.values():
        assert {source.column for source in sources if source.column not in known[source.table]} == set()


def test_dependencies_and_lineage_through_common_table_expressions_and_structs() -> None:
    turns = MODELS["execution_turns"]
    assert turns.depends_on == ("correction_log", "real_trajectories", "scenario_log")
    assert turns.column_lineage["code"] == (
        ColumnReference("correction_log", "code"),
        ColumnReference("real_trajectories", "turns"),
        ColumnReference("scenario_log", "code"),
    )
    lineage = MODELS["turn_lineage"]
    assert lineage.column_lineage["seed_licence"] == (ColumnReference("environment_bundles", "licence"),)


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("-- A row.\n-- Key: a\nSELECT a\nFROM (t\n", r"model\.sql:4: Expecting"),
        ("-- A row.\n-- Key: a\nSELECT * FROM t", r"model\.sql:1: name every output column"),
        ("-- A row.\n-- Key: a\nSELECT a, a FROM t", r"model\.sql:1: name every output column"),
        ("-- A row.\n-- Key: a\nDROP TABLE t", r"model\.sql:1: a model is one SELECT"),
        ("-- A row.\n-- Key: a\nSELECT a FROM t; SELECT a FROM t", r"model\.sql:1: a model is one SELECT"),
        ("-- A row.\n-- Key: b\nSELECT a FROM t", r"model\.sql:2: the header names b"),
        ("-- A row.\n-- Key: a\n-- Columns:\n--   b: what\nSELECT a FROM t", r"model\.sql:4: the header names b"),
        ("-- A row.\nSELECT a FROM t", r"model\.sql:1: begin with a comment"),
        ("SELECT a FROM t", r"model\.sql:1: begin with a comment"),
    ],
)
def test_errors_say_file_and_line(tmp_path: Path, sql: str, message: str) -> None:
    file = tmp_path / "model.sql"
    file.write_text(sql)
    with pytest.raises(SqlModelError, match=message):
        read_model(file, Layer.MARTS)


def test_two_files_of_one_name(tmp_path: Path) -> None:
    for layer in Layer:
        (tmp_path / layer.value).mkdir()
        (tmp_path / layer.value / "t.sql").write_text("-- A row.\n-- Key: a\nSELECT a FROM s")
    with pytest.raises(SqlModelError, match="two tables named t"):
        read_models(tmp_path)


def test_what_duckdb_refuses_says_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "model.sql"
    file.write_text("-- A row.\n-- Key: a\nSELECT trajectory_id AS a,\n  no_such_column AS b\nFROM real_trajectories\n")
    with pytest.raises(SqlModelError, match=r"model\.sql:4: .*no_such_column"):
        run_model(read_model(file, Layer.MARTS), small_lake())


def test_upstream_tables_that_were_never_written() -> None:
    lake = memory_lake()
    with pytest.raises(TableNotWritten, match="materialise the asset correction_log first"):
        run_model(MODELS["execution_turns"], lake, "chip_design")
    write(lake, "real_trajectories", trajectory("t", turn(0, "PASS")))
    with pytest.raises(TableNotWritten, match="real_trajectories was never written for embedded"):
        run_model(
            MODELS["execution_turns"],
            lake,
            "embedded",
            may_be_absent=[TABLES["correction_log"], TABLES["scenario_log"]],
        )


def test_staging_takes_a_partition_and_marts_take_none() -> None:
    with pytest.raises(ValueError, match="staging needs a partition"):
        run_model(MODELS["execution_turns"], memory_lake())
    with pytest.raises(ValueError, match="marts take none"):
        run_model(MODELS["outcome_mix"], memory_lake(), "chip_design")


def test_empty_upstream_tables_give_empty_tables_with_the_same_columns() -> None:
    empty, full = memory_lake(), small_lake()
    write(empty, "real_trajectories")
    evaluate(empty)
    evaluate(full)
    for name, model in MODELS.items():
        assert empty.scan(name).collect().is_empty(), name
        assert empty.arrow(name).schema.equals(full.arrow(name).schema), name
        assert empty.arrow(name).column_names == list(model.columns)


def test_every_key_holds_and_a_second_evaluation_changes_nothing() -> None:
    lake = small_lake()
    evaluate(lake)
    for name, model in MODELS.items():
        rows = lake.arrow(name)
        assert schema_of(model, rows.schema).check(rows) == [], name
    versions = {name: lake.manifest(name) for name in MODELS}
    evaluate(lake)
    assert {name: lake.manifest(name) for name in MODELS} == versions
