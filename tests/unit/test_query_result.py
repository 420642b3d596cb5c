"""A query's rows as JSON, CSV and a table: DuckDB has types that polars does not take or does not write."""

import csv
import io
import json
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.command_line import app
from orchestration.mistakes import status_of
from resources.storage.lake import Lake
from resources.storage.query_result import flat_frame, json_lines
from resources.storage.schema import TableSchema

# A value, what JSON has of it, and what CSV has.
VALUES: list[tuple[str, object, str]] = [
    ("'a\\x0Ab\\xC3\\xA9'::BLOB", "a\nbé", "a\nbé"),
    ("'\\xFFa'::BLOB", "\\xFFa", "\\xFFa"),
    ("interval 1 month", "1 month", "1 month"),
    ("[interval 1 day, null]", ["1 day", None], '["1 day",null]'),
    ("{'a': '\\x0A'::BLOB, 'b c': ['nan'::float, 1]}", {"a": "\n", "b c": [None, 1.0]}, '{"a":"\\n","b c":[null,1.0]}'),
    ("null::STRUCT(a BLOB)", None, ""),
    ("map{'a': 'inf'::double}", {"a": None}, '{"a":null}'),
    ("[1, 2]::INTEGER[2]", [1, 2], "[1,2]"),
    ("row(1, 2)", [1, 2], "[1,2]"),
    ("union_value(a := 1)", {"a": 1}, '{"a":1}'),
    ("row('nan'::double, '\\x0A'::BLOB, row('-inf'::float))", [None, "\n", [None]], '[null,"\\n",[null]]'),
    ("null::STRUCT(a UNION(b DOUBLE))", None, ""),
    ("union_value(a := 'nan'::double)", {"a": None}, '{"a":null}'),
    ("[union_value(\"it's\" := {'x': 'inf'::double})]", [{"it's": {"x": None}}], '[{"it\'s":{"x":null}}]'),
    ("'\\x0A'::BLOB::UNION(n DOUBLE, b BLOB)", {"b": "\n"}, '{"b":"\\n"}'),
    ("null::UNION(n DOUBLE, b BLOB)", None, ""),
    (
        "{'said': 'NaN', 'j': '[NaN, -Infinity, \"\\\"NaN\"]'::JSON}",
        {"said": "NaN", "j": [None, None, '"NaN']},
        '{"said":"NaN","j":[null,null,"\\"NaN"]}',
    ),
    ("{'v': 'nan'::double::VARIANT}", {"v": None}, '{"v":null}'),
    ("'101'::BIT", "101", "101"),
    ("'nan'::double", None, "NaN"),
    ("'infinity'::date", "infinity", "infinity"),
    ("timestamp '2026-01-02 03:04:05'", "2026-01-02 03:04:05", "2026-01-02 03:04:05"),
    ("340282366920938463463374607431768211455::UHUGEINT", 2**128 - 1, str(2**128 - 1)),
    ("99999999999999999999999::BIGNUM", 99999999999999999999999, "99999999999999999999999"),
    ("sum(1)", 1, "1"),
    ("true", True, "true"),
    ("''", "", ""),
]


def strictly(line: str) -> dict[str, object]:
    """As a reader has it that knows the standard's JSON alone."""

    def refused(constant: str) -> None:
        raise ValueError(constant)

    parsed: dict[str, object] = json.loads(line, parse_constant=refused)
    return parsed


@pytest.mark.parametrize(("value", "as_json", "as_csv"), VALUES, ids=[value[0] for value in VALUES])
def test_every_type_is_written(value: str, as_json: object, as_csv: str) -> None:
    with duckdb.connect() as connection:
        relation = connection.sql(f'SELECT 7 AS beside, {value} AS "a ""value"""')
        assert strictly(json_lines(relation)) == {"beside": 7, 'a "value"': as_json}
        rows = list(csv.reader(io.StringIO(flat_frame(relation).write_csv())))
    assert rows == [["beside", 'a "value"'], ["7", as_csv]]


@given(st.binary(max_size=30) | st.text(max_size=20).map(lambda text: text.encode()))
def test_bytes_are_text_where_they_are_utf8(value: bytes) -> None:
    with duckdb.connect() as connection:
        (shown,) = strictly(json_lines(connection.sql("SELECT $1 AS x", params=[value]))).values()
    try:
        assert shown == value.decode()
    except UnicodeDecodeError:
        assert str(shown).isascii()
        assert "\\x" in str(shown)


def test_columns_of_one_name_are_told_apart() -> None:
    with duckdb.connect() as connection:
        for names in (("x", "x"), ("x", "X", "x_1"), ("result", "x"), ("result", "RESULT", "result")):
            asked = ", ".join(f"{place} AS {name}" for place, name in enumerate(names))
            found = strictly(json_lines(connection.sql(f"SELECT {asked}")))
            assert list(found.values()) == list(range(len(names)))
            assert next(iter(found)) == names[0]


def test_a_field_is_not_taken_for_a_column() -> None:
    with duckdb.connect() as connection:
        asked = connection.sql("SELECT {'a': 1} AS result, 2 AS a, [{'a': 3}] AS item_0, union_value(a := 4) AS u")
        assert list(strictly(json_lines(asked)).values()) == [{"a": 1}, 2, [{"a": 3}], {"a": 4}]


LOGS = TableSchema("logs", pa.schema([("log", pa.binary()), ("seen", pa.list_(pa.string()))]))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ICWM_HOME", str(tmp_path))
    Lake(tmp_path / "lake").write(LOGS, "toy", LOGS.from_rows([{"log": b"error: \xc3\xa9\n", "seen": ["a", "b"]}]))
    return tmp_path


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("form", "said"), [("--json", '"log":"error: é\\n","seen":["a","b"]'), ("--csv", '"error: é\n","[""a"",""b""]"')]
)
def test_a_table_with_bytes_and_lists_is_printed(capsys: pytest.CaptureFixture[str], form: str, said: str) -> None:
    assert status_of(lambda: app(["query", "from logs", form], standalone_mode=False)) == 0
    assert said in capsys.readouterr().out


@pytest.mark.usefixtures("home")
def test_a_table_with_an_interval_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(lambda: app(["query", "select interval 3 hours as i, log from logs"], standalone_mode=False)) == 0
    assert "03:00:00   error: é\\n" in capsys.readouterr().out
