"""Parquet shards in the Hub's layout, `data/<config>/<split>-NNNNN-of-NNNNN.parquet`; equal rows give equal bytes."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

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


def write_splits(folder: Path, config: str, table: pa.Table, splits: tuple[str, ...]) -> list[ShardedSplit]:
    """One entry for each split that has rows. Rows keep the order of `table`."""
    parts = ((split, table.filter(pc.equal(table["split"], split))) for split in splits)
    return [_write_split(folder, config, split, part) for split, part in parts if part.num_rows]


def _write_split(folder: Path, config: str, split: str, table: pa.Table) -> ShardedSplit:
    shards = list(_shards(table))
    names = [f"data/{config}/{split}-{place:05}-of-{len(shards):05}.parquet" for place in range(len(shards))]
    for name, shard in zip(names, shards, strict=True):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        rows = max(1, shard.num_rows * ROW_GROUP_BYTES // max(shard.nbytes, 1))
        pq.write_table(shard, path, compression="zstd", row_group_size=rows, write_page_index=True)
    return ShardedSplit(config, split, table.num_rows, table.nbytes, tuple(names))


def _shards(table: pa.Table) -> Iterator[pa.Table]:
    count = max(1, -(-table.nbytes // SHARD_BYTES))
    size = -(-table.num_rows // count)
    for start in range(0, table.num_rows, size):
        yield table.slice(start, size).combine_chunks()
