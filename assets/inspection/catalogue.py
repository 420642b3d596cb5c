"""The list of all trajectories of a lake: filtered, sorted, counted and cut into pages by DuckDB.

Narrow columns of the Parquet parts are held in memory, for as long as the lake's commits are the same; texts stay where
they are. Nothing is written.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES
from assets.trust.audit_tables import AUDITED_TURNS
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema

PAGE = 50
_LIST = "turns.list.element"
_TRAJECTORY_COLUMNS = "trajectory_id domain seed_id generator checkpoint passed turn_count".split() + [
    f"{_LIST}.{name}" for name in ("outcome", "source", "confidence", "verified_outcome")
]
_COLUMNS: Mapping[str, tuple[TableSchema, list[str]]] = {
    REAL_TRAJECTORIES.name: (REAL_TRAJECTORIES, _TRAJECTORY_COLUMNS),
    AMPLIFIED_TRAJECTORIES.name: (AMPLIFIED_TRAJECTORIES, _TRAJECTORY_COLUMNS),
    AUDITED_TURNS.name: (AUDITED_TURNS, ["turn_id", "outcome", "created_at"]),
}
_SQL = Path(__file__).with_name("catalogue.sql")

FACETS = {
    "domain": "domain",
    "task": "task",
    "label": "label",
    "generator": "generator",
    "source": "unnest(sources)",
    "checkpoint": "checkpoint",
}
"""What a list is filtered by, and the expression whose values are counted."""
SORTS = ("domain", "task", "label", "generator", "checkpoint", "turns", "confidence", "disagreements", "trajectory_id")
_FIRST = "domain, task, trajectory_id"


@dataclass(frozen=True)
class Wanted:
    """What somebody asks the list for. `chosen` has values of FACETS, `text` is a part of a task's name or the
    beginning of an id; `sort` is one of SORTS, or "" for the list's own order."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    disagreeing: bool = False
    sort: str = ""
    descending: bool = False
    page: int = 1


@dataclass(frozen=True)
class Entry:
    """One line of the list."""

    trajectory_id: str
    made: str
    domain: str
    task: str
    generator: str
    checkpoint: str
    passed: bool
    turns: int
    labels: list[str]
    label: str
    sources: list[str]
    confidence: float | None
    disagreements: int


@dataclass(frozen=True)
class Count:
    value: str
    count: int


@dataclass(frozen=True)
class Page:
    """`total` matches there are; `facets` counts the values of each filter as if it alone were not set."""

    entries: list[Entry]
    total: int
    number: int
    facets: Mapping[str, list[Count]]

    @property
    def last(self) -> int:
        return max(1, -(-self.total // PAGE))


@dataclass(frozen=True)
class Neighbours:
    """The ids before and behind one in a list, "" at its ends; its place is 0 where it is not in the list."""

    before: str
    behind: str
    place: int
    total: int


class Catalogue:
    """Thread-safe. Looks at the lake's manifests at each question, and reads what was committed since."""

    def __init__(self, lake: Lake) -> None:
        self._lake = lake
        self._guard = threading.Lock()
        self._versions: dict[tuple[str, str], str] = {}
        self._read: dict[tuple[str, str], pa.Table] = {}
        self._connection = duckdb.connect(":memory:")

    def page(self, wanted: Wanted) -> Page:
        with self._current() as cursor:
            condition, values = _condition(wanted)
            total = _number(cursor.execute(f"select count(*) from trajectories where {condition}", values))
            number = max(1, min(wanted.page, -(-total // PAGE)))
            query = f"select * from trajectories where {condition} order by {_order(wanted)} limit {PAGE} offset ?"
            rows = cursor.execute(query, [*values, (number - 1) * PAGE]).fetchall()
            return Page([Entry(*row) for row in rows], total, number, dict(_facets(cursor, wanted)))

    def neighbours(self, wanted: Wanted, trajectory_id: str) -> Neighbours:
        condition, values = _condition(wanted)
        query = f"""
            with listed as (
                select trajectory_id, row_number() over own as place, count(*) over () as total,
                    lag(trajectory_id) over own as before, lead(trajectory_id) over own as behind
                from trajectories where {condition} window own as (order by {_order(wanted)})
            )
            select coalesce(before, ''), coalesce(behind, ''), place, total from listed where trajectory_id = ?
        """
        with self._current() as cursor:
            row = cursor.execute(query, [*values, trajectory_id]).fetchone()
        return Neighbours(*row) if row else Neighbours("", "", 0, 0)

    def find(self, beginning: str) -> list[Entry]:
        """Those whose id begins so, at most a page."""
        query = f"select * from trajectories where starts_with(trajectory_id, ?) order by {_FIRST} limit {PAGE}"
        with self._current() as cursor:
            return [Entry(*row) for row in cursor.execute(query, [beginning]).fetchall()]

    @contextmanager
    def _current(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._guard:
            self._refresh()
            cursor = self._connection.cursor()
        try:
            yield cursor
        finally:
            cursor.close()

    def _refresh(self) -> None:
        versions = {
            (table, partition): manifest.data_version
            for table in _COLUMNS
            for partition in self._lake.partitions(table)
            if (manifest := self._lake.manifest(table, partition))
        }
        if versions == self._versions and self._read:
            return
        self._read = {key: self._part(key, versions[key]) for key in versions}
        for table, (schema, columns) in _COLUMNS.items():
            parts = [part for (name, _), part in self._read.items() if name == table]
            empty = _narrow(schema, columns)
            self._connection.register(table, pa.concat_tables([empty, *parts], promote_options="permissive"))
        self._connection.execute(f"create or replace table trajectories as {_SQL.read_text(encoding='utf-8')}")
        for table in _COLUMNS:
            self._connection.unregister(table)
        self._versions = versions

    def _part(self, key: tuple[str, str], version: str) -> pa.Table:
        if self._versions.get(key) == version:
            return self._read[key]
        table, partition = key
        return self._lake.arrow(table, [partition], columns=_COLUMNS[table][1])


def _narrow(schema: TableSchema, columns: list[str]) -> pa.Table:
    """No rows, with the types that reading `columns` gives."""
    import io

    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(schema.empty(), sink)
    return pq.ParquetFile(io.BytesIO(sink.getvalue())).read(columns)


def _condition(wanted: Wanted, without: str = "") -> tuple[str, list[Any]]:
    """SQL whose values are parameters; the filter `without` is left out."""
    parts, values = ["true"], list[Any]()
    for name, value in wanted.chosen.items():
        if name in FACETS and name != without:
            parts.append("list_contains(sources, ?)" if name == "source" else f"{name} = ?")
            values.append(value)
    if wanted.text:
        parts.append("(starts_with(trajectory_id, ?) or contains(lower(task), lower(?)))")
        values += [wanted.text.partition(":")[0], wanted.text]
    if wanted.disagreeing:
        parts.append("disagreements > 0")
    return " and ".join(parts), values


def _order(wanted: Wanted) -> str:
    if wanted.sort not in SORTS:
        return _FIRST
    return f"{wanted.sort} {'desc' if wanted.descending else 'asc'} nulls last, {_FIRST}"


def _facets(cursor: duckdb.DuckDBPyConnection, wanted: Wanted) -> Iterator[tuple[str, list[Count]]]:
    for name, expression in FACETS.items():
        condition, values = _condition(wanted, without=name)
        query = f"""
            select value, count(*) from (select {expression} as value from trajectories where {condition})
            where value <> '' group by value order by count(*) desc, value limit 200
        """
        yield name, [Count(*row) for row in cursor.execute(query, values).fetchall()]


def _number(cursor: duckdb.DuckDBPyConnection) -> int:
    row = cursor.fetchone()
    return int(row[0]) if row else 0
