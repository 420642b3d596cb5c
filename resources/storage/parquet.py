"""One Parquet part: a stream of Arrow data in, one hashed file out; and the way back, verified.

Names, places and commits belong to `lake`.
"""

import hashlib
import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from resources.storage.errors import LakeCorrupt
from resources.storage.folders import Folder
from resources.storage.manifest import MANIFEST_FILE, Part
from resources.storage.schema import TableSchema

Rows: TypeAlias = "pa.Table | pl.DataFrame | Iterable[pa.RecordBatch]"


class _HashingFile(io.RawIOBase):
    """A file that hashes what passes through, so that a part is never read back to be named."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)
        self.sha256 = hashlib.sha256()
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: memoryview | bytes) -> int:  # type: ignore[override]
        view = memoryview(data).cast("B")
        while view:
            written = self._file.write(view)
            self.sha256.update(view[:written])
            self.size += written
            view = view[written:]
        return len(data)

    def tell(self) -> int:
        return self.size

    def close(self) -> None:
        if not self._file.closed:
            os.fsync(self._file.fileno())
            self._file.close()
        super().close()


def write_part(path: Path, schema: TableSchema, rows: Rows) -> Part:
    """Write `rows` to `path` and fsync it. The same rows give the same bytes, however they are cut.

    SchemaMismatch where rows do not fit; the file at `path` is then incomplete and the caller's to remove.
    """
    sink = _HashingFile(path)
    count = 0
    try:
        with pq.ParquetWriter(sink, schema.arrow_schema, compression="zstd") as writer:
            for group in _row_groups(schema, rows):
                writer.write_table(group, row_group_size=schema.group_rows)
                count += group.num_rows
    finally:
        sink.close()
    digest = sink.sha256.hexdigest()
    return Part(f"{digest[:32]}.parquet", count, digest, sink.size)


def _row_groups(schema: TableSchema, rows: Rows) -> Iterator[pa.Table]:
    """Conformed tables of `schema.group_rows` rows each, but for the last."""
    waiting: list[pa.Table] = []
    waiting_rows = 0
    for table in _tables(rows):
        table = schema.conform(table)
        while table.num_rows:
            piece = table.slice(0, schema.group_rows - waiting_rows)
            waiting.append(piece)
            waiting_rows += piece.num_rows
            table = table.slice(piece.num_rows)
            if waiting_rows == schema.group_rows:
                yield pa.concat_tables(waiting).combine_chunks()
                waiting, waiting_rows = [], 0
    if waiting:
        yield pa.concat_tables(waiting).combine_chunks()


def _tables(rows: Rows) -> Iterator[pa.Table]:
    if isinstance(rows, pl.DataFrame):
        yield rows.to_arrow()
    elif isinstance(rows, pa.Table):
        yield rows
    else:
        for batch in rows:
            yield pa.Table.from_batches([batch]) if isinstance(batch, pa.RecordBatch) else batch


class PartReader:
    """Gives a part to Parquet readers after comparing it with its committed SHA-256, once for each file."""

    def __init__(self) -> None:
        self._verified: set[tuple[str, int, int]] = set()

    def source(self, folder: Folder, part: Part) -> Path | io.BytesIO:
        """A local path where there is one, else the bytes. LakeCorrupt where the part is not what was committed."""
        try:
            path = folder.local_path(part.file)
            return self._downloaded(folder, part) if path is None else self._on_disk(folder, path, part)
        except FileNotFoundError:
            raise _corrupt(folder, part, "is missing") from None

    def _downloaded(self, folder: Folder, part: Part) -> io.BytesIO:
        data = folder.read(part.file)
        if hashlib.sha256(data).hexdigest() != part.sha256:
            raise _corrupt(folder, part, "is truncated or altered")
        return io.BytesIO(data)

    def _on_disk(self, folder: Folder, path: Path, part: Part) -> Path:
        state = path.stat()
        stamp = (str(path), state.st_mtime_ns, state.st_size)
        if stamp not in self._verified:
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != part.sha256:
                    raise _corrupt(folder, part, "is truncated or altered")
            self._verified.add(stamp)
        return path


def _corrupt(folder: Folder, part: Part, what: str) -> LakeCorrupt:
    return LakeCorrupt(
        f"{folder.location(part.file)} {what} (committed: {part.bytes} bytes, SHA-256 {part.sha256}). Restore it "
        f"from a backup, or delete {folder.location(MANIFEST_FILE)} and materialise the partition again "
        "(for `imported_seeds`: import its sets again)."
    )
