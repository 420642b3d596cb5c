"""TableSchema: a table's one schema, from which Parquet columns, DuckDB types, checks and UI metadata follow.

The tables themselves are defined beside the stage that writes them (`assets/<stage>`), not here.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from resources.storage.errors import SchemaMismatch

GROUP_ROWS = 32_768
"""Rows of a few KB are some 100 MB in memory then: small enough to stream, large enough for DuckDB's scans."""


class ColumnDescription(NamedTuple):
    """One column for people: `type` is DuckDB's name of the type."""

    name: str
    type: str
    description: str
    nullable: bool


class Problem(NamedTuple):
    """One way in which a table breaks its schema; `rows` is how many rows do (0 where it is the column)."""

    column: str
    problem: str
    rows: int = 0

    def __str__(self) -> str:
        return f"{self.column}: {self.problem}" + (f" ({self.rows} rows)" if self.rows else "")


@dataclass(frozen=True)
class TableSchema:
    """`key` names the columns that identify a row; () where none do. `columns` describes columns by name. A part's
    rows are in memory by `group_rows`, so that a table of long rows asks for fewer."""

    name: str
    arrow_schema: pa.Schema
    key: tuple[str, ...] = ()
    description: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    group_rows: int = GROUP_ROWS

    def __post_init__(self) -> None:
        unknown = sorted({*self.key, *self.columns} - set(self.arrow_schema.names))
        if unknown:
            raise ValueError(f"table {self.name}: no such columns: {', '.join(unknown)}")

    @cached_property
    def fingerprint(self) -> str:
        """Changes with names, types, nullability and key; not with descriptions."""
        columns = [[column.name, str(column.type), column.nullable] for column in self.arrow_schema]
        return hashlib.sha256(json.dumps([columns, self.key]).encode()).hexdigest()[:16]

    def descriptions(self) -> list[ColumnDescription]:
        """The columns as plain tuples, for Dagster's TableSchema and for documentation."""
        return [
            ColumnDescription(column.name, duckdb_type(column.type), self.columns.get(column.name, ""), column.nullable)
            for column in self.arrow_schema
        ]

    def empty(self) -> pa.Table:
        return self.arrow_schema.empty_table()

    def from_rows(self, rows: Iterable[Mapping[str, Any]]) -> pa.Table:
        """Rows as mappings from column to value; SchemaMismatch where a value does not fit its type."""
        try:
            return pa.Table.from_pylist(list(rows), schema=self.arrow_schema)
        except (pa.ArrowException, TypeError, ValueError) as error:
            raise SchemaMismatch(f"table {self.name}: {error}") from error

    def conform(self, table: pa.Table) -> pa.Table:
        """The same rows with exactly this schema's columns, order and types.

        SchemaMismatch on missing or further columns, on values that do not convert without loss, and on
        nulls where none may be.
        """
        if table.schema.equals(self.arrow_schema) and not _columns_with_nulls(self.arrow_schema, table):
            return table
        missing = sorted(set(self.arrow_schema.names) - set(table.column_names))
        further = sorted(set(table.column_names) - set(self.arrow_schema.names))
        if missing or further:
            raise SchemaMismatch(f"table {self.name}: missing columns {missing}, columns not in the schema {further}")
        try:
            return table.select(self.arrow_schema.names).cast(self.arrow_schema)
        except (pa.ArrowException, ValueError) as error:
            raise SchemaMismatch(f"table {self.name}: {error}") from error

    def check(self, table: pa.Table) -> list[Problem]:
        """Every way in which `table` breaks this schema: columns, types, nulls, uniqueness of the key."""
        expected, found_names = self.arrow_schema.names, table.column_names
        problems = [Problem(name, "is missing") for name in expected if name not in found_names]
        problems += [Problem(name, "is not in the schema") for name in found_names if name not in expected]
        for column in self.arrow_schema:
            if column.name in table.column_names:
                stored = table.schema.field(column.name).type
                if stored != column.type:
                    problems.append(Problem(column.name, f"has type {stored} instead of {column.type}"))
        problems += [
            Problem(name, "is null", table[name].null_count) for name in _columns_with_nulls(self.arrow_schema, table)
        ]
        return problems + self._key_problems(table)

    def _key_problems(self, table: pa.Table) -> list[Problem]:
        if not self.key or not set(self.key) <= set(table.column_names):
            return []
        counts = table.group_by(list(self.key)).aggregate([([], "count_all")])["count_all"]
        repeated = pc.sum(pc.subtract(counts, 1)).as_py() or 0
        return [Problem(", ".join(self.key), "is not unique", repeated)] if repeated else []


def _columns_with_nulls(schema: pa.Schema, table: pa.Table) -> list[str]:
    return [
        column.name
        for column in schema
        if not column.nullable and column.name in table.column_names and table[column.name].null_count
    ]


_DUCKDB_SCALARS: dict[pa.DataType, str] = {
    pa.bool_(): "BOOLEAN",
    pa.int8(): "TINYINT",
    pa.int16(): "SMALLINT",
    pa.int32(): "INTEGER",
    pa.int64(): "BIGINT",
    pa.uint8(): "UTINYINT",
    pa.uint16(): "USMALLINT",
    pa.uint32(): "UINTEGER",
    pa.uint64(): "UBIGINT",
    pa.float32(): "FLOAT",
    pa.float64(): "DOUBLE",
    pa.string(): "VARCHAR",
    pa.large_string(): "VARCHAR",
    pa.binary(): "BLOB",
    pa.large_binary(): "BLOB",
    pa.date32(): "DATE",
}


def duckdb_type(kind: pa.DataType) -> str:
    """DuckDB's name of the type that this Arrow type becomes when Parquet is read."""
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return f"{duckdb_type(kind.value_type)}[]"
    if pa.types.is_map(kind):
        return f"MAP({duckdb_type(kind.key_type)}, {duckdb_type(kind.item_type)})"
    if pa.types.is_struct(kind):
        members = (f'"{member.name}" {duckdb_type(member.type)}' for member in kind)
        return f"STRUCT({', '.join(members)})"
    if pa.types.is_timestamp(kind):
        return "TIMESTAMP WITH TIME ZONE" if kind.tz else "TIMESTAMP"
    if kind not in _DUCKDB_SCALARS:
        raise ValueError(f"type {kind} has no place in a table of the lake")
    return _DUCKDB_SCALARS[kind]
