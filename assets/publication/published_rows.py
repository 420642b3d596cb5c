"""The rows of one table and domain that may be published, by split, in one order: streamed, and sorted on disk.

A split of a large corpus is larger than memory, so DuckDB sorts it and puts aside what does not fit.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from assets.corpus.splits import CorpusSplit
from resources.storage.lake import Lake

if TYPE_CHECKING:
    import pyarrow.dataset as pad

PUBLISHED = tuple(split.value for split in CorpusSplit if split is not CorpusSplit.BENCHMARK)
SORT_MEMORY = "1GB"
_AT_ONCE = 2_048


class NothingToPublish(Exception):
    """No domain has a row that may be published. The message says what to do."""


@dataclass(frozen=True)
class SplitSize:
    """Rows of one split, and how many bytes of memory they take."""

    rows: int
    bytes: int


@dataclass(frozen=True)
class PublishedRows:
    """`key` orders them; "" where they keep the order they were written in."""

    lake: Lake
    table: str
    domain: str
    key: str = ""

    def size(self, split: str) -> SplitSize:
        rows = size = 0
        for batch in self._scanned(split, None):
            rows += batch.num_rows
            size += batch.nbytes
        return SplitSize(rows, size)

    def lacks(self, names: Sequence[str]) -> list[str]:
        """Columns that an earlier version of the table did not have."""
        known = self._dataset().schema.names if self.lake.manifest(self.table, self.domain) is not None else names
        return [name for name in names if name not in known]

    def has_rows(self) -> bool:
        return any(batch.num_rows for split in PUBLISHED for batch in self._scanned(split, ["split"]))

    def columns(self, names: Sequence[str]) -> pa.Table:
        """A few columns of all that are published, in memory."""
        return self._dataset().to_table(columns=list(names), filter=pc.field("split").isin(PUBLISHED))

    def batches(self, split: str, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Of one split, in order."""
        return self._sorted(split, columns) if self.key else self._scanned(split, columns)

    def _scanned(self, split: str, columns: Sequence[str] | None) -> Iterator[pa.RecordBatch]:
        if self.lake.manifest(self.table, self.domain) is None:
            return
        named = None if columns is None else list(columns)
        of_split = pc.field("split") == split
        yield from self._dataset().to_batches(columns=named, filter=of_split, batch_size=_AT_ONCE, batch_readahead=2)

    def _sorted(self, split: str, columns: Sequence[str] | None) -> Iterator[pa.RecordBatch]:
        data = self._dataset()
        names = list(columns) if columns is not None else data.schema.names
        schema = pa.schema([data.schema.field(name) for name in names])
        with (
            tempfile.TemporaryDirectory(prefix="icwm-sort-") as folder,
            duckdb.connect(":memory:", config=_settings(Path(folder))) as connection,
        ):
            connection.register("rows", data)
            told = ", ".join(f'"{name}"' for name in names)
            asked = connection.sql(f'SELECT {told} FROM rows WHERE split = ? ORDER BY "{self.key}"', params=[split])
            for batch in asked.to_arrow_reader(_AT_ONCE):
                yield from pa.Table.from_batches([batch]).cast(schema).to_batches()

    def _dataset(self) -> "pad.Dataset":
        return self.lake.dataset(self.table, self.domain)


def _settings(folder: Path) -> dict[str, str | bool | int | float | list[str]]:
    return {"memory_limit": SORT_MEMORY, "temp_directory": str(folder), "threads": 2}
