"""A query's result as text that other programs read: values of every DuckDB type, and none that ends the process.

polars takes neither intervals, unions nor infinite dates from DuckDB, and writes no BLOB as JSON and nothing nested as
CSV. DuckDB writes all of them, so what polars cannot write is text before it comes here.
"""

import re
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
_TEXT_OR_NOT_FINITE = re.compile(r'"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity)')


def flat_frame(relation: duckdb.DuckDBPyRelation) -> pl.DataFrame:
    """Numbers, truth values and text. What is nested is JSON, a BLOB as in `json_lines`, else as DuckDB casts it."""
    named = _named_apart(relation)
    columns = [f"{_flat(*column)} AS {_quoted(column[0])}" for column in _columns(named)]
    frame: pl.DataFrame = named.project(", ".join(columns)).pl()
    nested = [name for name, kind in _columns(named) if kind.id in _NESTED]
    return frame.with_columns(pl.Series(name, map(_standard_or_null, frame[name]), pl.String) for name in nested)


def json_lines(relation: duckdb.DuckDBPyRelation) -> str:
    """An object each row. A BLOB is its text where that is UTF-8, else with `\\xFF` for each byte that is no printable
    ASCII; a number that is not finite is null."""
    named = _named_apart(relation)
    parts = [f"{_quoted(name)} := {_finite(name, kind)}" for name, kind in _columns(named)]
    lines = named.project(f"to_json(struct_pack({', '.join(parts)}))::VARCHAR").fetchall()
    return "".join(f"{_standard(line)}\n" for (line,) in lines)


def _standard(line: str) -> str:
    """JSON with null for each number that is not finite: columns of DuckDB's types JSON and VARIANT hold them too."""
    if "NaN" not in line and "Infinity" not in line:
        return line
    return _TEXT_OR_NOT_FINITE.sub(lambda token: token[0] if token[0].startswith('"') else "null", line)


def _standard_or_null(text: str | None) -> str | None:
    return None if text is None else _standard(text)


def _named_apart(relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """Of two columns of one name, whatever its case, the second gets a number."""
    apart = relation.query("result", "FROM (FROM result)")
    assert apart is not None
    return apart


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
        # `value.name` would be a table's column where a column is named as the lambda's item.
        parts = (
            f"{_quoted(name)} := {_json_value(f'struct_extract({value}, {_text(name)})', own, depth)}"
            for name, own in _inner(kind)
        )
        return f"CASE WHEN {value} IS NOT NULL THEN struct_pack({', '.join(parts)}) END"
    if kind.id == "tuple":
        items = (_json_value(f"{value}[{place}]", own, depth) for place, (_, own) in enumerate(_inner(kind), 1))
        return f"CASE WHEN {value} IS NOT NULL THEN row({', '.join(items)}) END"
    if kind.id == "union":
        cases = " ".join(_of_member(value, name, own, depth) for name, own in _inner(kind)[1:])
        return f"CASE union_tag({value})::VARCHAR {cases} END"
    if kind.id == "map":
        item = f"item_{depth}"
        item_value = _json_value(item, _inner(kind)[1][1], depth + 1)
        values = f"list_transform(map_values({value}), lambda {item}: {item_value})"
        return f"CASE WHEN {value} IS NOT NULL THEN map(map_keys({value}), {values}) END"
    return value


def _of_member(value: str, name: str, kind: DuckDBPyType, depth: int) -> str:
    """The case of a union's value that is of its member `name`: an object with that alone."""
    member = _json_value(f"union_extract({value}, {_text(name)})", kind, depth)
    return f"WHEN {_text(name)} THEN to_json(struct_pack({_quoted(name)} := {member}))"


def _inner(kind: DuckDBPyType) -> list[tuple[str, DuckDBPyType]]:
    """Without the size of an array, which stands beside the type of its items. A union's first is its tag."""
    return [(name, own) for name, own in kind.children if isinstance(own, DuckDBPyType)]


def _text(value: str) -> str:
    doubled = value.replace("'", "''")
    return f"'{doubled}'"


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'
