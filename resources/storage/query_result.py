"""A query's result as text that other programs read: values of every DuckDB type, and none that ends the process.

polars takes neither intervals, unions nor infinite dates from DuckDB, and writes no BLOB as JSON and nothing nested as
CSV. DuckDB writes all of them, so what polars cannot write is text before it comes here.
"""

from collections.abc import Sequence

import duckdb
import polars as pl
from duckdb.sqltypes import DuckDBPyType

_AS_IT_IS = frozenset(
    {
        "boolean", "tinyint", "smallint", "integer", "bigint", "hugeint", "utinyint", "usmallint", "uinteger",
        "ubigint", "float", "double", "decimal", "varchar",
    }
)  # fmt: skip
_NESTED = frozenset({"struct", "tuple", "list", "array", "map", "union"})


def flat_frame(relation: duckdb.DuckDBPyRelation) -> pl.DataFrame:
    """Numbers, truth values and text. What is nested is JSON, a BLOB as in `json_lines`, else as DuckDB casts it."""
    named = _named_apart(relation)
    columns = [f"{_flat(*column)} AS {_quoted(column[0])}" for column in _columns(named)]
    frame: pl.DataFrame = named.project(", ".join(columns)).pl()
    return frame


def json_lines(relation: duckdb.DuckDBPyRelation) -> str:
    """An object each row. A BLOB is its text where that is UTF-8, else with `\\xFF` for each byte that is no printable
    ASCII; a number that is not finite is null."""
    named = _named_apart(relation)
    columns = [f"{_finite(*column)} AS {_quoted(column[0])}" for column in _columns(named)]
    lines = _query(named.project(", ".join(columns)), "SELECT to_json(result)::VARCHAR FROM result")
    return "".join(f"{line}\n" for (line,) in lines.fetchall())


def _named_apart(relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """Of two columns of one name the second gets a number."""
    return _query(relation, "FROM (FROM result)")


def _query(relation: duckdb.DuckDBPyRelation, sql: str) -> duckdb.DuckDBPyRelation:
    """`sql` has the relation as `result`."""
    asked = relation.query("result", sql)
    assert asked is not None
    return asked


def _columns(relation: duckdb.DuckDBPyRelation) -> Sequence[tuple[str, DuckDBPyType]]:
    return list(zip(relation.columns, relation.types, strict=True))


def _flat(name: str, kind: DuckDBPyType) -> str:
    if kind.id in _AS_IT_IS:
        return _quoted(name)
    if kind.id in _NESTED:
        return f"to_json({_finite(name, kind)})::VARCHAR"
    return f"{_finite(name, kind)}::VARCHAR"


def _finite(name: str, kind: DuckDBPyType) -> str:
    return _json_value(_quoted(name), kind, 0)


def _json_value(value: str, kind: DuckDBPyType, depth: int) -> str:
    """An expression that `to_json` writes as JSON; DuckDB's own would write NaN, which JSON does not have."""
    if kind.id == "blob":
        return f"coalesce(try(decode({value})), {value}::VARCHAR)"
    if kind.id in ("float", "double"):
        return f"CASE WHEN isfinite({value}) THEN {value} END"
    if kind.id in ("list", "array"):
        item = f"item_{depth}"
        return f"list_transform({value}, lambda {item}: {_json_value(item, _inner(kind)[0][1], depth + 1)})"
    if kind.id == "struct":
        parts = (
            f"{_quoted(name)} := {_json_value(f'{value}.{_quoted(name)}', own, depth)}" for name, own in _inner(kind)
        )
        return f"CASE WHEN {value} IS NOT NULL THEN struct_pack({', '.join(parts)}) END"
    if kind.id == "map":
        item = f"item_{depth}"
        item_value = _json_value(item, _inner(kind)[1][1], depth + 1)
        values = f"list_transform(map_values({value}), lambda {item}: {item_value})"
        return f"CASE WHEN {value} IS NOT NULL THEN map(map_keys({value}), {values}) END"
    return value


def _inner(kind: DuckDBPyType) -> list[tuple[str, DuckDBPyType]]:
    """Without the size of an array, which stands beside the type of its items."""
    return [(name, own) for name, own in kind.children if isinstance(own, DuckDBPyType)]


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'
