"""The warehouse: one DuckDB file with every table of the lake, derived and replaceable at any time.

Publishing builds a finished file and swaps it in by rename; nobody ever writes to a published one, so
readers never meet a lock. The truth is `lake`.
"""

import fcntl
import shutil
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import polars as pl

from resources.storage.duckdb_views import view_table
from resources.storage.errors import NoResult, SeveralQueries, TableNotWritten, WarehouseCorrupt
from resources.storage.lake import Lake

_VERSIONS = "icwm.published"
"""By table, what the lake had of it when it was published; in a schema that `show tables` leaves out."""


class Warehouse:
    """`path` is a local file; its folder is made on the first publishing."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def publish(self, lake: Lake, tables: Iterable[str] | None = None) -> dict[str, int]:
        """Build a new file from the lake's last commits of `tables` (all, where None) and swap it in.

        Partitions are joined by name; a table without a `domain` column gets one from its partition.
        Returns rows by table. One publisher at a time; the next waits.
        """
        with self._replaced() as temporary:
            return _build(temporary, lake, sorted(lake.tables() if tables is None else tables))

    def refresh(self, lake: Lake) -> list[str]:
        """Publish the tables that have other rows in the lake than here; their names. The others are not read again.

        WarehouseCorrupt where the file cannot be opened.
        """
        stale = self._stale(lake)
        if stale:
            with self._replaced() as temporary:
                if self.path.exists():
                    shutil.copyfile(self.path, temporary)
                _build(temporary, lake, stale)
        return stale

    def _stale(self, lake: Lake) -> list[str]:
        published = self._versions()
        return [table for table in lake.tables() if published.get(table) != _version(lake, table)]

    def _versions(self) -> dict[str, str]:
        """{} before the first publishing, and where a version of this project that noted none has published."""
        if not self.path.exists():
            return {}
        with self.connect() as connection:
            try:
                return dict(connection.execute(f"FROM {_VERSIONS}").fetchall())
            except duckdb.CatalogException:
                return {}

    @contextmanager
    def _replaced(self) -> Iterator[Path]:
        """Where to write the file that takes this one's place. One publisher at a time."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.path.with_name(f".{self.path.name}-{uuid.uuid4().hex}")
        with self._publish_lock():
            try:
                yield temporary
                temporary.replace(self.path)
            finally:
                temporary.unlink(missing_ok=True)

    @contextmanager
    def connect(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A read-only connection to the file as it was last published; TableNotWritten before the first.

        WarehouseCorrupt where it cannot be opened.
        """
        if not self.path.exists():
            raise TableNotWritten(
                f"{self.path} does not exist: materialise the asset `warehouse` (`icwm run` does) first"
            )
        connection = self._opened()
        try:
            yield connection
        finally:
            connection.close()

    def query(self, sql: str) -> pl.DataFrame:
        """The rows of one query, as polars has them. Raises what `relation` does."""
        with self.relation(sql) as relation:
            frame: pl.DataFrame = relation.pl()
        return frame

    @contextmanager
    def relation(self, sql: str) -> Iterator[duckdb.DuckDBPyRelation]:
        """One query on the last published file, which alone is read. NoResult for what has no rows by its kind,
        SeveralQueries for more than one."""
        with self.connect() as connection:
            connection.execute("SET enable_external_access = false; SET lock_configuration = true")
            if (count := len(connection.extract_statements(sql))) > 1:
                raise SeveralQueries(f"{count} queries in one; ask them one after the other")
            relation = connection.sql(sql)
            if relation is None:
                raise NoResult("the query has no result; try `icwm query 'show tables'`")
            yield relation

    def _opened(self) -> duckdb.DuckDBPyConnection:
        # DuckDB would wait for ever for somebody to write into a named pipe.
        if not self.path.is_file():
            raise self._corrupt("it is no regular file")
        try:
            return duckdb.connect(str(self.path), read_only=True)
        except duckdb.Error as error:
            raise self._corrupt(str(error).splitlines()[0]) from error

    def _corrupt(self, why: str) -> WarehouseCorrupt:
        return WarehouseCorrupt(
            f"{self.path} cannot be opened ({why}). Everything in it is in the lake: delete it and materialise "
            "the asset `warehouse` again (`icwm run` does)"
        )

    @contextmanager
    def _publish_lock(self) -> Iterator[None]:
        with self.path.with_name(f".{self.path.name}.lock").open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def _build(path: Path, lake: Lake, tables: Iterable[str]) -> dict[str, int]:
    counts = {}
    connection = duckdb.connect(str(path))
    try:
        connection.execute("CREATE SCHEMA IF NOT EXISTS icwm")
        connection.execute(f"CREATE TABLE IF NOT EXISTS {_VERSIONS} (name VARCHAR PRIMARY KEY, version VARCHAR)")
        for table in tables:
            # Asked before the rows are read: what is committed in between is stale, and never taken for published.
            version = _version(lake, table)
            view_table(connection, lake, table, name="committed")
            connection.execute(f'CREATE OR REPLACE TABLE "{table}" AS FROM committed')
            connection.execute(f"INSERT OR REPLACE INTO {_VERSIONS} VALUES (?, ?)", [table, version])
            counts[table] = int(connection.sql(f'SELECT count(*) FROM "{table}"').fetchall()[0][0])
    finally:
        connection.execute("DROP VIEW IF EXISTS committed")
        connection.close()
    return counts


def _version(lake: Lake, table: str) -> str:
    """What a reader can see of a table, all partitions."""
    return " ".join(manifest.data_version for manifest in lake.manifests(table).values())
