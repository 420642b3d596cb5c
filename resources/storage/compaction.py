"""Compaction: which parts of a partition are merged, and the manifest that has one in their place."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq

from resources.storage.folders import Folder
from resources.storage.manifest import Manifest, Part
from resources.storage.parquet import PartReader, write_part
from resources.storage.schema import TableSchema

LARGE_PART = 128 * 2**20
"""Bytes. A part of this size is left alone, and merging stops at it."""
SMALL_PART = 8 * 2**20
"""Bytes. A larger part waits until as much follows it: else a few rows a night would rewrite it every night."""


def groups_to_merge(parts: Sequence[Part]) -> list[tuple[Part, ...]]:
    """Neighbours that together stay near LARGE_PART; who stands alone is not merged."""
    groups: list[list[Part]] = [[]]
    for part in parts:
        if sum(member.bytes for member in groups[-1]) + part.bytes > LARGE_PART:
            groups.append([])
        groups[-1].append(part)
    return [group for group in map(_worth_rewriting, groups) if len(group) > 1]


def _worth_rewriting(group: Sequence[Part]) -> tuple[Part, ...]:
    first = 0
    while first < len(group) and group[first].bytes > max(SMALL_PART, sum(part.bytes for part in group[first + 1 :])):
        first += 1
    return tuple(group[first:])


def merge(folder: Folder, reader: PartReader, group: Sequence[Part]) -> Part:
    """Writes and publishes the rows of `group` as one part. The parts are verified as for any reader, and opened one
    after the other: there may be more than a process may hold open."""
    schema = TableSchema("compacted", pq.read_schema(reader.source(folder, group[0])))

    def rows() -> Iterator[pa.RecordBatch]:
        for part in group:
            with pq.ParquetFile(reader.source(folder, part)) as file:
                yield from file.iter_batches()

    temporary = folder.temporary()
    try:
        part = write_part(temporary, schema, rows())
        folder.publish(temporary, part.file)
    finally:
        temporary.unlink(missing_ok=True)
    return replace(part, merged=tuple(sha256 for member in group for sha256 in member.written))


def with_merged(manifest: Manifest, merged: Part) -> Manifest:
    """`manifest` with `merged` where its rows stand; as it was, where another commit replaced them."""
    return replace(manifest, parts=_in_place(manifest.parts, merged))


def _in_place(parts: tuple[Part, ...], merged: Part) -> tuple[Part, ...]:
    for first in range(len(parts)):
        last = _end_of(parts, first, merged.merged)
        if last > first + 1:
            return (*parts[:first], merged, *parts[last:])
    return parts


def _end_of(parts: Sequence[Part], first: int, written: Sequence[str]) -> int:
    """Where the parts from `first` on that hold just `written` end; `first` where they don't."""
    rest = list(written)
    for last in range(first, len(parts)):
        here = list(parts[last].written)
        if rest[: len(here)] != here:
            return first
        rest = rest[len(here) :]
        if not rest:
            return last + 1
    return first
