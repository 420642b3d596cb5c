"""A shard: a slice of one partition's work, named by its content, so that who asks for it again gets the same part."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any

from resources.storage.schema import TableSchema

Row = dict[str, Any]
NAME_LENGTH = 32


@dataclass(frozen=True)
class Shard:
    """`work` does `keys` (hashes of bundles, ids of trajectories) of the partition and makes rows of the table.

    `terms` is all else that the rows depend on, in JSON's own types: a version, a toolchain's fingerprint, dials.
    """

    table: str
    partition: str
    work: str
    terms: Mapping[str, Any]
    keys: tuple[str, ...]

    @property
    def name(self) -> str:
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:NAME_LENGTH]


@dataclass(frozen=True)
class Places:
    """Where a shard finds what it reads and leaves what it makes, and how many candidates it runs at once (0: one for
    each core). Its rows do not depend on them."""

    lake: str
    home: str
    result_cache: str
    workers: int


@dataclass(frozen=True)
class Made:
    """The rows of a shard, and what else the parent is told: JSON's own types."""

    schema: TableSchema
    rows: list[Row]
    said: Mapping[str, Any]


ShardWork = Callable[[Shard, Places], Made]


def slices(
    table: str, partition: str, work: ShardWork, terms: Mapping[str, Any], keys: Iterable[str], count: int
) -> list[Shard]:
    """At most `count` shards of nearly the same size. The same keys give the same shards, whatever their order."""
    ordered = sorted(keys)
    name = f"{work.__module__}:{work.__qualname__}"
    cut = (tuple(ordered[number::count]) for number in range(count))
    return [Shard(table, partition, name, terms, keys) for keys in cut if keys]


def work_named(name: str) -> ShardWork:
    module, _, function = name.partition(":")
    work: ShardWork = getattr(import_module(module), function)
    return work
