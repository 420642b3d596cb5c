"""Upkeep of the lake: what compaction rewrites, what vacuum drops and when, how far back versions can be read."""

import os
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestration.settings import read_settings
from resources.storage.compaction import LARGE_PART, SMALL_PART, groups_to_merge
from resources.storage.errors import TableNotWritten
from resources.storage.folders import LocalFolder
from resources.storage.lake import Lake
from resources.storage.leftovers import RETENTION_S
from resources.storage.manifest import Part
from resources.storage.object_folders import LOCAL_PREFIX
from resources.storage.schema import TableSchema
from tests.unit.test_lake_commits import memory_lake

SCHEMA = TableSchema("turns", pa.schema([pa.field("id", pa.int64(), nullable=False)]), ("id",))
AT_ONCE = -1.0
"""Older than a moment that is yet to come: whatever is superfluous goes, which only a test without others may ask."""


class Killed(BaseException):
    pass


@contextmanager
def killed_after(steps: int) -> Iterator[None]:
    """Whoever publishes, compares or removes a file of a local folder for the `steps`-th time from now on is gone,
    before it in even numbers, behind it in odd ones."""
    originals = {name: getattr(LocalFolder, name) for name in ("publish", "replace", "remove")}
    left = steps

    def dying(name: str) -> Callable[..., object]:
        def step(self: LocalFolder, *arguments: object) -> object:
            nonlocal left
            left -= 2
            if left == -2:
                raise Killed
            answer = originals[name](self, *arguments)
            if left == -1:
                raise Killed
            return answer

        return step

    with pytest.MonkeyPatch.context() as patch:
        for name in originals:
            patch.setattr(LocalFolder, name, dying(name))
        yield


def rows(*ids: int) -> pa.Table:
    return SCHEMA.from_rows({"id": number} for number in ids)


def ids(frame: pl.LazyFrame) -> list[int]:
    return frame.collect()["id"].to_list()


def version_of(lake: Lake) -> str:
    manifest = lake.manifest("turns", "chip")
    return manifest.data_version if manifest else ""


def make_older(folder: Path, seconds: float) -> None:
    for path in folder.iterdir():
        state = path.stat()
        os.utime(path, (state.st_atime - seconds, state.st_mtime - seconds))


def part(number: int, size: int) -> Part:
    return Part(f"{number}.parquet", 1, str(number), size)


@pytest.mark.parametrize(
    ("sizes", "merged"),
    [
        ([1, 2, 3], [[1, 2, 3]]),
        ([1], []),
        ([SMALL_PART + 1, 1, 1], [[1, 1]]),
        ([SMALL_PART + 1, 1], []),
        ([SMALL_PART + 3, SMALL_PART + 1, 2], [[SMALL_PART + 3, SMALL_PART + 1, 2]]),
        ([SMALL_PART, 1], [[SMALL_PART, 1]]),
        ([LARGE_PART, 1, 1], [[1, 1]]),
        ([LARGE_PART - 1, LARGE_PART], []),
    ],
)
def test_a_large_part_waits_until_it_is_worth_rewriting(sizes: list[int], merged: list[list[int]]) -> None:
    groups = groups_to_merge([part(number, size) for number, size in enumerate(sizes)])
    assert [[member.bytes for member in group] for group in groups] == merged


def test_more_parts_than_a_process_may_open(tmp_path: Path) -> None:
    lake, limit = Lake(tmp_path), len(os.listdir("/proc/self/fd")) + 20
    for number in range(30):
        lake.append(SCHEMA, "chip", rows(number))

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, before[1]))
    try:
        assert len(lake.compact("turns", "chip").parts) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert ids(lake.scan("turns")) == list(range(30))


@pytest.mark.parametrize("root", ["local", "memory"])
def test_a_version_is_read_until_vacuum_drops_it(root: str, tmp_path: Path) -> None:
    lake = Lake(tmp_path) if root == "local" else memory_lake()
    versions = {}
    for number in (1, 2):
        lake.write(SCHEMA, "chip", rows(number))
        versions[version_of(lake)] = [number]
    for number in (3, 4):
        lake.append(SCHEMA, "chip", rows(number))
        versions[version_of(lake)] = [2, *range(3, number + 1)]
    lake.compact("turns", "chip")
    lake.write(SCHEMA, "chip", rows(9))
    assert lake.vacuum() == []
    for version, content in versions.items():
        assert ids(lake.scan_version("turns", "chip", version)) == content
    time.sleep(0.01)
    would = lake.vacuum(older_than_s=0.001, remove=False)
    assert lake.vacuum(older_than_s=0.001) == would
    assert all(leftover.bytes > 0 for leftover in would)
    assert ids(lake.scan("turns")) == [9]
    for version in versions:
        with pytest.raises(TableNotWritten, match="no version"):
            lake.scan_version("turns", "chip", version)


def test_a_part_on_its_way_is_left_to_the_process_that_sends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers share the temporary folder; one that cleans its lake leaves what another sends to its own."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    gone = str(2**22 + 1)  # Above what Linux gives.
    for writer in (str(os.getppid()), gone, "of-an-older-version"):
        (tmp_path / f"{LOCAL_PREFIX}{writer}-1f").write_bytes(b"a part")
    time.sleep(0.01)
    removed = {Path(leftover.location).name for leftover in memory_lake().vacuum(older_than_s=0.001)}
    assert removed == {f"{LOCAL_PREFIX}{gone}-1f", f"{LOCAL_PREFIX}of-an-older-version-1f"}


def test_what_was_replaced_within_the_retention_is_kept_and_the_rest_is_not(tmp_path: Path) -> None:
    lake, folder = Lake(tmp_path), tmp_path / "turns" / "domain=chip"
    lake.write(SCHEMA, "chip", rows(1))
    oldest = version_of(lake)
    (folder / ".tmp-crashed").write_bytes(b"half a part")
    make_older(folder, RETENTION_S / 2)
    lake.write(SCHEMA, "chip", rows(2))
    make_older(folder, RETENTION_S * 0.7)
    lake.write(SCHEMA, "chip", rows(3))
    # The first is older than the retention, and was replaced within it: who opened it may still be reading.
    assert [Path(leftover.location).name for leftover in lake.vacuum()] == [".tmp-crashed"]
    assert ids(lake.scan_version("turns", "chip", oldest)) == [1]
    make_older(folder, RETENTION_S * 0.7)
    # A commit today protects nothing but what it replaced.
    lake.append(SCHEMA, "chip", rows(4))
    assert len(lake.vacuum()) == 2
    assert (ids(lake.scan("turns")), len(list(folder.glob("*.parquet")))) == ([3, 4], 3)


def changes(lake: Lake, step: tuple[str, int]) -> Callable[[], object]:
    what, number = step
    return {
        "append": lambda: lake.append(SCHEMA, "chip", rows(number, number + 1)),
        "write": lambda: lake.write(SCHEMA, "chip", rows(number)),
        "rewrite": lambda: lake.rewrite(SCHEMA, "chip", lambda before: rows(*(row["id"] for row in before), number)),
        "compact": lambda: lake.compact("turns", "chip"),
        "vacuum": lambda: lake.vacuum(older_than_s=AT_ONCE),
    }[what]


STEPS = st.tuples(st.sampled_from(["append", "write", "rewrite", "compact", "vacuum"]), st.integers(0, 5))
KILLS = st.none() | st.integers(0, 9)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(STEPS, KILLS), min_size=1, max_size=12))
def test_any_sequence_of_commits_compactions_kills_and_reads_gives_the_same_rows(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[tuple[str, int], int | None]]
) -> None:
    """Beside each step, the same commits on a lake that is never compacted, vacuumed or killed."""
    kept, plain = Lake(tmp_path_factory.mktemp("lake")), memory_lake()
    for lake in (kept, plain):
        lake.write(SCHEMA, "chip", rows(100))
    known = {version_of(plain): [100]}
    for step, kill in steps:
        before, opened = version_of(plain), Lake(kept.root).scan("turns")
        held = ids(plain.scan("turns"))
        if kill is None:
            changes(kept, step)()
        else:
            try:
                with killed_after(kill):
                    changes(kept, step)()
            except Killed:
                pass
        if step[0] != "vacuum":
            assert ids(opened) == held
        if step[0] in ("append", "write", "rewrite") and (kill is None or version_of(kept) != before):
            changes(plain, step)()
            known[version_of(plain)] = ids(plain.scan("turns"))
        assert (version_of(kept), ids(Lake(kept.root).scan("turns"))) == (version_of(plain), known[version_of(plain)])
        for version, content in known.items():
            try:
                assert ids(kept.scan_version("turns", "chip", version)) == content
            except TableNotWritten:
                assert version != version_of(kept)


@pytest.mark.parametrize("kill", range(14))
def test_a_compaction_that_is_killed_at_any_step_is_finished_by_the_next(tmp_path: Path, kill: int) -> None:
    lake = Lake(tmp_path)
    for number in range(5):
        lake.append(SCHEMA, "chip", rows(number))
    version = version_of(lake)
    try:
        with killed_after(kill):
            lake.compact("turns", "chip")
            lake.vacuum(older_than_s=AT_ONCE)
    except Killed:
        pass
    assert (version_of(lake), ids(Lake(tmp_path).scan("turns"))) == (version, list(range(5)))
    lake.compact("turns", "chip")
    lake.vacuum(older_than_s=AT_ONCE)
    assert (version_of(lake), ids(Lake(tmp_path).scan("turns"))) == (version, list(range(5)))
    names = sorted(path.name for path in (tmp_path / "turns" / "domain=chip").iterdir())
    assert len(names) == 3
    assert names[1:] == ["_lock", "_manifest.json"]


def test_the_setting_is_what_the_lake_keeps_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ICWM_LAKE_KEEP_HOURS", raising=False)
    assert read_settings().keep_hours * 3600 == RETENTION_S
    monkeypatch.setenv("ICWM_LAKE_KEEP_HOURS", "3")
    assert read_settings().keep_hours == 3
