"""Work of shards that needs no tools: it is imported by the processes of shards, too."""

import os
import signal
import time
from pathlib import Path
from typing import Any

import dagster as dg
import pyarrow as pa

from assets.progress import ProgressReporter
from assets.shards.resource import ShardResource
from assets.shards.shard import Made, Places, Shard, ShardWork
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema

SQUARES = TableSchema(
    "squares",
    pa.schema([pa.field("number", pa.int64(), nullable=False), pa.field("square", pa.int64(), nullable=False)]),
    ("number",),
    "Numbers and their squares",
    {},
)
PARTITION = "all"
NUMBERS = 5


def squared(shard: Shard, places: Places) -> Made:
    return Made(SQUARES, [{"number": int(key), "square": int(key) ** 2} for key in shard.keys], {"pid": os.getpid()})


def killed_once(shard: Shard, places: Places) -> Made:
    """The first process of each shard is killed."""
    try:
        (Path(places.home) / shard.name).touch(exist_ok=False)
    except FileExistsError:
        return squared(shard, places)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def killed_always(shard: Shard, places: Places) -> Made:
    if "0" in shard.keys:
        os.kill(os.getpid(), signal.SIGKILL)
    return squared(shard, places)


def mistaken(shard: Shard, places: Places) -> Made:
    (Path(places.home) / f"{shard.name}-{os.getpid()}").touch()
    raise ValueError("seven is not a domain")


def endless(shard: Shard, places: Places) -> Made:
    (Path(places.home) / shard.name).touch()
    time.sleep(600)
    raise AssertionError


def patient(shard: Shard, places: Places) -> Made:
    """Says that it is there, by its process' or pod's name, and waits until it may go on."""
    home = Path(places.home)
    (home / f"{shard.name}-{os.uname().nodename}-{os.getpid()}").touch()
    while not (home / "go").exists():
        time.sleep(0.1)
    return squared(shard, places)


def squares_by(work: ShardWork, shards: ShardResource, home: Path) -> dg.AssetsDefinition:
    """An asset that lets shards square numbers, and commits once."""

    @dg.asset(name=SQUARES.name, partitions_def=dg.StaticPartitionsDefinition([PARTITION]))
    def squares(context: dg.AssetExecutionContext) -> dg.MaterializeResult[Any]:
        lake = Lake(home / "lake")
        sharding = shards.of(context, lake, SQUARES, Places(str(lake.root), str(home), "", 0), 2)
        progress = ProgressReporter(SQUARES.name, PARTITION, NUMBERS, "numbers")
        made = sharding.rows(work, {}, [str(number) for number in range(NUMBERS)], progress)
        rows = sorted(made.rows, key=lambda row: row["number"])
        commit = lake.write(SQUARES, PARTITION, SQUARES.from_rows(rows))
        sharding.committed()
        processes = len({said["pid"] for said in made.said})
        return dg.MaterializeResult(metadata={"processes": processes, "rows": commit.rows})

    return squares
