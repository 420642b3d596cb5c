"""The lake among processes: nobody's append is lost, and a killed writer leaves a readable table."""

import multiprocessing
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa

from resources.storage.lake import Lake
from resources.storage.schema import TableSchema

SCHEMA = TableSchema("log", pa.schema([pa.field("id", pa.string(), nullable=False), ("text", pa.string())]), ("id",))
SPAWN = multiprocessing.get_context("spawn")
WRITERS, APPENDS = 3, 15


def append_many(root: str, writer: int) -> None:
    lake = Lake(root)
    for number in range(APPENDS):
        lake.append(SCHEMA, "chip", SCHEMA.from_rows([{"id": f"{writer}-{number}", "text": "x" * 100}]))


def write_for_ever(root: str) -> None:
    lake = Lake(root)
    number = 0
    while True:
        number += 1
        rows = SCHEMA.from_rows([{"id": str(row), "text": f"{number} {os.getpid()}"} for row in range(2000)])
        lake.write(SCHEMA, "chip", rows)


def expected_ids() -> set[str]:
    return {f"{writer}-{number}" for writer in range(WRITERS) for number in range(APPENDS)}


def test_no_append_of_three_processes_is_lost(tmp_path: Path) -> None:
    writers = [SPAWN.Process(target=append_many, args=(str(tmp_path), writer)) for writer in range(WRITERS)]
    for process in writers:
        process.start()
    for process in writers:
        process.join(120)
    assert [process.exitcode for process in writers] == [0] * WRITERS
    rows = Lake(tmp_path).arrow("log")
    assert set(rows["id"].to_pylist()) == expected_ids()
    assert SCHEMA.check(rows) == []


def test_no_append_of_three_threads_is_lost_in_an_object_store() -> None:
    root = "memory://appends"
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(lambda writer: append_many(root, writer), range(WRITERS)))
    assert set(Lake(root).arrow("log")["id"].to_pylist()) == expected_ids()


def test_killed_writers_leave_the_last_commit(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    lake.write(SCHEMA, "chip", SCHEMA.from_rows([{"id": str(row)} for row in range(2000)]))
    commits = set()
    for attempt in range(6):
        process = SPAWN.Process(target=write_for_ever, args=(str(tmp_path),))
        process.start()
        before = lake.manifest("log", "chip")
        deadline = time.monotonic() + 60
        while lake.manifest("log", "chip") == before and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.013 * attempt)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join(30)
        rows = Lake(tmp_path).arrow("log")
        assert rows.num_rows == 2000
        assert len(set(rows["text"].to_pylist())) == 1
        manifest = lake.manifest("log", "chip")
        assert manifest is not None
        commits.add(manifest.data_version)
    assert len(commits) == 6
    assert lake.write(SCHEMA, "chip", SCHEMA.empty()).rows == 0
    time.sleep(0.02)
    lake.vacuum(older_than_s=0.01)
    assert len(list((tmp_path / "log" / "domain=chip").glob("*.parquet"))) == 1
    assert not list((tmp_path / "log" / "domain=chip").glob(".tmp-*"))


def compact_for_ever(root: str) -> None:
    lake = Lake(root)
    while True:
        if lake.manifest("log", "chip"):
            lake.compact("log", "chip")
            lake.vacuum(older_than_s=2.0)


def test_readers_and_writers_do_not_notice_compactions_that_are_killed(tmp_path: Path) -> None:
    """Replaced parts go after two seconds here, so a reader that opens and reads within that time finds all of them."""
    lake, root = Lake(tmp_path), str(tmp_path)
    writers = [SPAWN.Process(target=append_many, args=(root, writer)) for writer in range(WRITERS)]
    compactor, seen, kills = SPAWN.Process(target=compact_for_ever, args=(root,)), 0, 0
    for process in (*writers, compactor):
        process.start()
    while any(process.is_alive() for process in writers):
        time.sleep(0.05)
        manifest = lake.manifest("log", "chip")
        if manifest is None:
            continue
        opened = Lake(root).arrow("log")
        assert opened.num_rows >= seen
        seen = opened.num_rows
        if any(part.merged for part in manifest.parts) and kills < 3:
            compactor.kill()
            compactor.join(30)
            kills += 1
            compactor = SPAWN.Process(target=compact_for_ever, args=(root,))
            compactor.start()
    compactor.kill()
    compactor.join(30)
    rows = Lake(root).arrow("log")
    assert sorted(rows["id"].to_pylist()) == sorted(expected_ids())
    before = lake.manifest("log", "chip")
    after = lake.compact("log", "chip")
    assert before is not None
    assert (len(after.parts), after.data_version) == (1, before.data_version)
