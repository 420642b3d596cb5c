"""The lake: tables as committed Parquet parts, one manifest for each partition. The truth of the project.

    <root>/<table>/domain=<partition>/<content hash>.parquet
    <root>/<table>/domain=<partition>/_manifest.json

A table without partitions has the one partition "all". Only what a manifest names exists: a crash at any
point leaves the last commit. What is derived from the lake is `warehouse`; what a table holds is beside
the stage that writes it.
"""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from upath import UPath

from resources.storage.commits import Commit, commit, last_commit, past_commits
from resources.storage.compaction import groups_to_merge, merge, with_merged
from resources.storage.errors import SchemaMismatch, TableNotWritten
from resources.storage.folders import Folder
from resources.storage.leftovers import RETENTION_S, Leftover, leftovers, unfinished_uploads
from resources.storage.manifest import Manifest, Part
from resources.storage.object_folders import open_folder
from resources.storage.parquet import PartReader, Rows, write_part
from resources.storage.schema import TableSchema
from resources.storage.staging import Staging

if TYPE_CHECKING:
    import pyarrow.dataset as pad

WHOLE = "all"
"""The partition of a table that has no partitions."""

ROWS_AT_ONCE = 500
"""Rows of a table that are objects of Python at once, where they are read one by one."""

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")


class Lake:
    """`root` is a local folder or a URL that fsspec knows (`s3://bucket/lake`, `memory://lake`).

    Safe for any number of writers and readers, in threads and processes. Every read compares a part with
    its committed SHA-256, once for each file and process.
    """

    def __init__(self, root: str | Path | UPath) -> None:
        self.root = UPath(root)
        self._reader = PartReader()

    # Writing

    def write(
        self,
        schema: TableSchema,
        partition: str,
        rows: Rows,
        *,
        inputs: Mapping[str, str] | None = None,
        fingerprint: str = "",
    ) -> Commit:
        """Make `rows` the whole content of the partition; the last of two writers wins.

        Equal rows under the same schema change nothing but the recorded inputs and fingerprint.
        SchemaMismatch where rows do not fit; nothing is committed then.
        """
        folder = self._folder(schema.name, partition)
        part = self._write_part(folder, schema, rows)
        new = self._manifest_of(schema, partition, (part,), inputs, fingerprint)
        return commit(folder, lambda current: new)

    def append(
        self,
        schema: TableSchema,
        partition: str,
        rows: Rows,
        *,
        inputs: Mapping[str, str] | None = None,
        fingerprint: str = "",
    ) -> Commit:
        """Add `rows` to the partition. Both of two writers win; the same rows again change nothing.

        SchemaMismatch also where the partition was written under another schema: write it whole then.
        """
        folder = self._folder(schema.name, partition)
        part = self._write_part(folder, schema, rows)

        def with_part(current: Manifest | None) -> Manifest:
            if current and current.schema != schema.fingerprint:
                folder.remove(part.file)
                raise SchemaMismatch(f"{folder.location('')} has an older schema: rewrite it before appending")
            parts = _with_part(current.parts if current else (), part)
            return self._manifest_of(schema, partition, parts, inputs, fingerprint)

        return commit(folder, with_part)

    def rewrite(self, schema: TableSchema, partition: str, change: Callable[[list[dict[str, Any]]], Rows]) -> Commit:
        """Make `change` of the partition's rows its whole content; what others commit meanwhile is not lost.

        `change` gets the rows of the last commit (none where there is none), and is asked again where another writer
        committed meanwhile.
        """
        folder = self._folder(schema.name, partition)

        def changed(current: Manifest | None) -> Manifest:
            before = self._table(folder, current.parts).to_pylist() if current else []
            part = self._write_part(folder, schema, change(before))
            return self._manifest_of(schema, partition, (part,), None, "")

        return commit(folder, changed)

    def compact(self, table: str, partition: str = WHOLE) -> Commit:
        """Merge parts that are small into few; rows, their order and the data version stay as they are.

        Readers of the commit before keep its files until `vacuum`, and who commits meanwhile loses nothing. Each
        merged part is a commit of its own, so who is killed between two has not worked for nothing.
        """
        folder, manifest = self._folder(table, partition), self._require(table, partition)
        done = commit(folder, lambda current: current or manifest)
        for group in groups_to_merge(manifest.parts):
            merged = merge(folder, self._reader, group)
            done = commit(folder, partial(_merged, manifest, merged))
        return done

    def staging(self, schema: TableSchema, partition: str) -> Staging:
        """Where several writers leave parts for the one that commits the partition."""
        return Staging(self._folder(schema.name, partition), self._reader, schema)

    def mergeable(self, table: str, partition: str = WHOLE) -> list[tuple[Part, ...]]:
        """Which parts `compact` would merge."""
        return groups_to_merge(self._require(table, partition).parts)

    def _write_part(self, folder: Folder, schema: TableSchema, rows: Rows) -> Part:
        temporary = folder.temporary()
        try:
            part = write_part(temporary, schema, rows)
            folder.publish(temporary, part.file)
        finally:
            temporary.unlink(missing_ok=True)
        return part

    def _manifest_of(
        self,
        schema: TableSchema,
        partition: str,
        parts: tuple[Part, ...],
        inputs: Mapping[str, str] | None,
        fingerprint: str,
    ) -> Manifest:
        created = datetime.now(UTC).isoformat(timespec="seconds")
        return Manifest(schema.name, partition, schema.fingerprint, parts, dict(inputs or {}), fingerprint, created)

    # Asking what is there

    def manifest(self, table: str, partition: str = WHOLE) -> Manifest | None:
        """The partition's last commit; None where there was none."""
        return last_commit(self._folder(table, partition)).manifest

    def manifests(self, table: str) -> dict[str, Manifest]:
        """The last commit of each partition that has one, in alphabetical order of partitions."""
        found = {name: self.manifest(table, name) for name in self._partition_folders(table)}
        return {name: manifest for name, manifest in found.items() if manifest}

    def partitions(self, table: str) -> list[str]:
        """Partitions with a commit, in alphabetical order."""
        return list(self.manifests(table))

    def existing_partitions(self, table: str, partitions: Iterable[str] | None = None) -> list[str]:
        """`partitions`, or all with a commit where None; TableNotWritten where there are none."""
        names = self.partitions(table) if partitions is None else list(partitions)
        if not names:
            raise TableNotWritten(f"table {table} was never written to {self.root}: materialise it first")
        return names

    def tables(self) -> list[str]:
        """Tables with a commit, in alphabetical order."""
        return [name for name in self._children(self.root) if _NAME.fullmatch(name) and self._has_commit(name)]

    def parquet_files(self, table: str, partitions: Iterable[str] | None = None) -> list[str]:
        """Locations of the committed parts, for other tools that read Parquet."""
        return [
            self._folder(table, partition).location(part.file)
            for partition in self.existing_partitions(table, partitions)
            for part in self._require(table, partition).parts
        ]

    # Reading

    def read(self, table: str, partition: str = WHOLE) -> pl.DataFrame:
        """All rows of one partition, in the order they were written."""
        return self.scan(table, [partition]).collect()

    def scan(self, table: str, partitions: Iterable[str] | None = None) -> pl.LazyFrame:
        """The partitions named (all that exist, where None), one after the other, columns joined by name."""
        frames = [pl.scan_parquet(source, glob=False) for source in self._sources(table, partitions)]
        return pl.concat(frames, how="diagonal_relaxed")

    def arrow(
        self, table: str, partitions: Iterable[str] | None = None, columns: Sequence[str] | None = None
    ) -> pa.Table:
        """As `scan`, in memory and with the Arrow types of the table's schema; of `columns` alone, which Parquet names
        by their paths (`turns.list.element.outcome`), where some are given."""
        tables = [pq.ParquetFile(source).read(columns) for source in self._sources(table, partitions)]
        return pa.concat_tables(tables, promote_options="permissive")

    def _table(self, folder: Folder, parts: Iterable[Part]) -> pa.Table:
        tables = [pq.ParquetFile(self._reader.source(folder, part)).read() for part in parts]
        return pa.concat_tables(tables, promote_options="permissive")

    def scan_version(self, table: str, partition: str, data_version: str) -> pl.LazyFrame:
        """The partition as it was under `data_version`, such as another manifest's `inputs` name.

        Reaches back as far as `vacuum` keeps replaced commits; appends that compaction put into one part have no
        version of their own any more. TableNotWritten where that version is gone.
        """
        folder, current = self._folder(table, partition), self._require(table, partition)
        known = (manifest.at_version(data_version) for manifest in [current, *past_commits(folder)])
        found = next((manifest for manifest in known if manifest), None)
        if found is None:
            raise TableNotWritten(f"{table}/{partition} has no version {data_version} (any more)")
        sources = [self._reader.source(folder, part) for part in found.parts]
        return pl.concat([pl.scan_parquet(source, glob=False) for source in sources], how="diagonal_relaxed")

    def rows(self, table: str, partition: str = WHOLE) -> Iterator[dict[str, Any]]:
        """All rows of one partition, in the order they were written, a few of them in memory at once. The commit is
        that of the first row, and TableNotWritten is raised at once."""
        sources = self._sources(table, [partition])
        return (
            row
            for source in sources
            for batch in pq.ParquetFile(source).iter_batches(batch_size=ROWS_AT_ONCE)
            for row in batch.to_pylist()
        )

    def dataset(self, table: str, partition: str = WHOLE) -> "pad.Dataset":
        """One partition for engines that stream (DuckDB); read from local files without loading them."""
        # Imports pandas where it is installed: half a second that loading the code location need not pay.
        import pyarrow.dataset as pad

        sources = self._sources(table, [partition])
        if all(isinstance(source, Path) for source in sources):
            return pad.dataset([str(source) for source in sources], format="parquet")
        return pad.dataset(pa.concat_tables([pq.ParquetFile(source).read() for source in sources]))

    def _sources(self, table: str, partitions: Iterable[str] | None) -> list[Path | io.BytesIO]:
        """Verified parts, as a Parquet reader takes them. TableNotWritten where a partition is not there."""
        return [
            self._reader.source(self._folder(table, partition), part)
            for partition in self.existing_partitions(table, partitions)
            for part in self._require(table, partition).parts
        ]

    # Cleaning

    def vacuum(self, *, older_than_s: float = RETENTION_S, remove: bool = True) -> list[Leftover]:
        """Remove what crashes and later commits left behind: temporary files, past commits, parts that no kept
        commit names, uploads that were not finished.

        Only what has been so for `older_than_s` seconds, so that a reader of the commit before, or a
        writer about to commit, keeps its files. Returns what was removed, or would be without `remove`.
        """
        found = unfinished_uploads(open_folder(self.root), older_than_s, remove=remove)
        for table in self._children(self.root):
            for name in self._children(self.root / table):
                found += leftovers(open_folder(self.root / table / name), older_than_s, remove=remove)
        return found

    # Places

    def _folder(self, table: str, partition: str) -> Folder:
        return open_folder(self.root / _checked(table) / f"domain={_checked(partition)}")

    def _require(self, table: str, partition: str) -> Manifest:
        manifest = self.manifest(table, partition)
        if manifest is None:
            there = ", ".join(self.partitions(table)) or "none"
            raise TableNotWritten(f"{table}/{partition} was never written to {self.root}; partitions there: {there}")
        return manifest

    def _has_commit(self, table: str) -> bool:
        return any(self.manifest(table, name) for name in self._partition_folders(table))

    def _partition_folders(self, table: str) -> list[str]:
        folders = self._children(self.root / _checked(table))
        return [name.removeprefix("domain=") for name in folders if name.startswith("domain=")]

    def _children(self, path: UPath) -> list[str]:
        """Names of the folders in `path`, sorted."""
        path.fs.invalidate_cache()
        return sorted(child.name for child in path.iterdir() if child.is_dir()) if path.is_dir() else []


def _merged(before: Manifest, merged: Part, current: Manifest | None) -> Manifest:
    return with_merged(current or before, merged)


def _with_part(parts: tuple[Part, ...], part: Part) -> tuple[Part, ...]:
    """`parts` and `part`; one without rows stands only where there is no other, to keep the schema."""
    if parts and (not part.rows or any(part.sha256 in other.written for other in parts)):
        return parts
    return (*(other for other in parts if other.rows), part)


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot name a table or partition: letters, digits, '_', '-' and '.' only")
    return name
