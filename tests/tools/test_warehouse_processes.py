"""Two processes commit, one publishes, one queries, for some seconds: nobody ever fails or sees half a table."""

import multiprocessing
import time
from multiprocessing.synchronize import Event
from pathlib import Path

import pyarrow as pa

from resources.storage.lake import Lake
from resources.storage.schema import TableSchema
from resources.storage.warehouse import Warehouse

SCHEMA = TableSchema("turns", pa.schema([pa.field("id", pa.int64(), nullable=False), ("round", pa.int64())]), ("id",))
SPAWN = multiprocessing.get_context("spawn")
ROWS = 500
SECONDS = 5.0
ROUNDS = "SELECT domain, count(*), min(round), max(round) FROM turns GROUP BY domain"


def commit(root: str, partition: str, stop: Event) -> None:
    lake, number = Lake(root), 0
    while not stop.is_set():
        number += 1
        lake.write(SCHEMA, partition, SCHEMA.from_rows([{"id": row, "round": number} for row in range(ROWS)]))


def publish(root: str, path: str, stop: Event) -> None:
    while not stop.is_set():
        Warehouse(path).publish(Lake(root))


def read(path: str, started: Event, stop: Event) -> None:
    """Each partition is one commit as a whole, and rounds never go back."""
    last: dict[str, int] = {}
    while not stop.is_set():
        rows = Warehouse(path).query(ROUNDS).rows()
        started.set()
        for domain, count, lowest, highest in rows:
            assert (count, lowest) == (ROWS, highest)
            assert highest >= last.get(domain, 0)
            last[domain] = highest
    assert len(last) == 2
    assert all(seen > 1 for seen in last.values())


def test_readers_never_meet_a_lock(tmp_path: Path) -> None:
    root, path, stop = str(tmp_path / "lake"), str(tmp_path / "warehouse.duckdb"), SPAWN.Event()
    started = SPAWN.Event()
    for partition in ("chip", "embedded"):
        Lake(root).write(SCHEMA, partition, SCHEMA.from_rows([{"id": row, "round": 0} for row in range(ROWS)]))
    Warehouse(path).publish(Lake(root))
    processes = [
        SPAWN.Process(target=commit, args=(root, "chip", stop)),
        SPAWN.Process(target=commit, args=(root, "embedded", stop)),
        SPAWN.Process(target=publish, args=(root, path, stop)),
        SPAWN.Process(target=publish, args=(root, path, stop)),
        SPAWN.Process(target=read, args=(path, started, stop)),
    ]
    for process in processes:
        process.start()
    try:
        assert started.wait(60)
        time.sleep(SECONDS)
    finally:
        stop.set()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0] * len(processes)
