"""Parquet shards in the Hub's layout, `data/<config>/<split>-NNNNN-of-NNNNN.parquet`; equal rows give equal bytes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from assets.publication.published_rows import PUBLISHED, PublishedRows, SplitSize

SHARD_BYTES = 400 << 20
"""In memory. The Hub asks for row groups of 100 to 300 MB, and files that a reader takes in one request."""
ROW_GROUP_BYTES = 128 << 20


@dataclass(frozen=True)
class ShardedSplit:
    """What was written of one split of one config. `files` are relative to the folder of the data set."""

    config: str
    split: str
    rows: int
    bytes_in_memory: int
    files: tuple[str, ...]

    @property
    def pattern(self) -> str:
        return f"data/{self.config}/{self.split}-*.parquet"


def write_splits(folder: Path, config: str, rows: PublishedRows) -> list[ShardedSplit]:
    """One entry for each split that has rows. A shard's row group is all that is in memory of them."""
    sizes = {split: size for split in PUBLISHED if (size := rows.size(split)).rows}
    return [_write_split(folder, config, split, size, rows.batches(split)) for split, size in sizes.items()]


def _write_split(
    folder: Path, config: str, split: str, size: SplitSize, batches: Iterable[pa.RecordBatch]
) -> ShardedSplit:
    count = max(1, -(-size.bytes // SHARD_BYTES))
    in_shard = -(-size.rows // count)
    count = -(-size.rows // in_shard)
    names = [f"data/{config}/{split}-{place:05}-of-{count:05}.parquet" for place in range(count)]
    (folder / names[0]).parent.mkdir(parents=True, exist_ok=True)
    in_group = max(1, size.rows * ROW_GROUP_BYTES // max(size.bytes, 1))
    rest = _Rows(batches)
    for name in names:
        _write_shard(folder / name, rest, in_shard, in_group)
    return ShardedSplit(config, split, size.rows, size.bytes, tuple(names))


def _write_shard(path: Path, rest: "_Rows", rows: int, in_group: int) -> None:
    first = rest.taken(min(in_group, rows))
    with pq.ParquetWriter(path, first.schema, compression="zstd", write_page_index=True) as writer:
        writer.write_table(first, row_group_size=in_group)
        written = first.num_rows
        while written < rows and (group := rest.taken(min(in_group, rows - written))).num_rows:
            writer.write_table(group, row_group_size=in_group)
            written += group.num_rows


class _Rows:
    """Batches, taken by a number of rows."""

    def __init__(self, batches: Iterable[pa.RecordBatch]) -> None:
        self._batches: Iterator[pa.Table] = (pa.Table.from_batches([batch]) for batch in batches)
        self._left: pa.Table | None = None

    def taken(self, rows: int) -> pa.Table:
        """The next ones, fewer at the end."""
        pieces: list[pa.Table] = []
        while rows and (table := self._left if self._left is not None else next(self._batches, None)) is not None:
            pieces.append(table.slice(0, rows))
            self._left = table.slice(rows) if table.num_rows > rows else None
            rows -= pieces[-1].num_rows
        return pa.concat_tables(pieces).combine_chunks() if pieces else pa.table({})
