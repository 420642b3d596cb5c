"""The result cache: hits, misses, corruption, threads, processes; and what the cached backend asks of a backend."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.cache import CachedBackend, ResultCache
from resources.execution.errors import PermanentEnvironmentFailure, TransientEnvironmentFailure, WallLimitReached
from resources.execution.observation import Observation, StageReport
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from tests.unit.effort import ends_within

BUNDLE = EnvironmentBundle("toy", "toy/one", "", "", "a.v", "reference")
SEEN = Observation(
    Outcome.FUNCTIONAL_MISMATCH,
    "simulate",
    b"\xff\x00 log",
    True,
    {"checks": 3.0},
    (StageReport("compile", True, 0.1),),
    "t",
)


class CountingBackend:
    """A backend that only counts, and raises what it is told to."""

    domain = "toy"

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.executed = 0
        self.version = "1"

    def toolchain(self) -> Toolchain:
        return Toolchain({"tool": self.version})

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        self.executed += 1
        if self.failures:
            raise self.failures.pop(0)
        return SEEN


@pytest.fixture
def cache(tmp_path: Path) -> ResultCache:
    return ResultCache(tmp_path / "deep" / "results.sqlite")


def test_what_is_put_is_got_and_nothing_else(cache: ResultCache) -> None:
    cache.put("b", "c", "t", SEEN)
    assert cache.get("b", "c", "t") == SEEN
    for key in (("x", "c", "t"), ("b", "x", "t"), ("b", "c", "x")):
        assert cache.get(*key) is None


def test_an_entry_is_replaced(cache: ResultCache) -> None:
    cache.put("b", "c", "t", SEEN)
    later = Observation(Outcome.PASS, "simulate")
    cache.put("b", "c", "t", later)
    assert cache.get("b", "c", "t") == later


@given(st.binary(max_size=60))
def test_a_corrupt_entry_is_a_miss(blob: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "r.sqlite")
        damaged = ResultCache(path)
        damaged.put("b", "c", "t", SEEN)
        with sqlite3.connect(path) as connection:
            connection.execute("update observations set observation = ?", (blob,))
        connection.close()
        assert damaged.get("b", "c", "t") is None
        damaged.put("b", "c", "t", SEEN)
        assert damaged.get("b", "c", "t") == SEEN
        damaged.close()


def test_a_file_that_is_no_database_misses(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    path.write_bytes(b"this is no database at all" * 100)
    cache = ResultCache(path)
    cache.put("b", "c", "t", SEEN)
    assert cache.get("b", "c", "t") is None


def test_a_hit_takes_under_a_millisecond(cache: ResultCache) -> None:
    for index in range(200):
        cache.put("b", str(index), "t", SEEN)

    def read_all() -> None:
        for index in range(200):
            assert cache.get("b", str(index), "t") == SEEN

    ends_within(0.2, read_all)


def test_threads_share_a_cache(cache: ResultCache) -> None:
    def work(name: str) -> None:
        for index in range(40):
            cache.put(name, str(index), "t", SEEN)
            assert cache.get(name, str(index), "t") == SEEN

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(cache.get(name, str(index), "t") == SEEN for name in "abcd" for index in range(40))
    cache.close()
    assert cache.get("a", "0", "t") == SEEN


def test_threads_that_open_a_new_file_at_once_lose_nothing(tmp_path: Path) -> None:
    for turn in range(40):
        cache, together = ResultCache(tmp_path / f"{turn}.sqlite"), threading.Barrier(4)

        def work(name: str, cache: ResultCache = cache, together: threading.Barrier = together) -> None:
            together.wait()
            cache.put(name, "", "t", SEEN)

        threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [name for name in "abcd" if cache.get(name, "", "t") is None] == []
        cache.close()


WRITER = """import sys
from pathlib import Path
from resources.execution.cache import ResultCache
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
cache = ResultCache(Path(sys.argv[1]))
for index in range(50):
    cache.put(sys.argv[2], str(index), "t", Observation(Outcome.PASS, "simulate", sys.argv[2].encode()))
"""


def test_processes_share_a_cache(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in ("one", "two")]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    cache = ResultCache(path)
    for name in ("one", "two"):
        found = [cache.get(name, str(index), "t") for index in range(50)]
        assert all(seen is not None and seen.log == name.encode() for seen in found)


def test_a_cached_backend_executes_once_for_each_toolchain(cache: ResultCache) -> None:
    backend = CountingBackend()
    cached = CachedBackend(backend, cache)
    for _ in range(3):
        assert cached.execute(BUNDLE, Candidate("x")) == SEEN
    assert (backend.executed, cached.hits) == (1, 2)
    backend.version = "2"
    cached.execute(BUNDLE, Candidate("x"))
    assert backend.executed == 2


def test_failures_of_the_environment_are_not_kept(cache: ResultCache) -> None:
    cached = CachedBackend(CountingBackend(TransientEnvironmentFailure("busy")), cache)
    with pytest.raises(TransientEnvironmentFailure):
        cached.execute(BUNDLE, Candidate("x"))
    assert cached.execute(BUNDLE, Candidate("x")) == SEEN


async def execute(pool: ExecutionPool) -> Observation:
    return await pool.execute(BUNDLE, Candidate("x"))


def test_the_pool_retries_transient_failures_and_no_others(cache: ResultCache) -> None:
    twice = CountingBackend(TransientEnvironmentFailure("a"), TransientEnvironmentFailure("b"))
    with ExecutionPool(CachedBackend(twice, cache), workers=2) as pool:
        assert asyncio.run(execute(pool)) == SEEN
        assert asyncio.run(execute(pool)) == SEEN
        assert (twice.executed, pool.counters.executions, pool.cache_hits) == (3, 2, 1)
    always = CountingBackend(*[TransientEnvironmentFailure("busy")] * 9)
    with ExecutionPool(always, workers=1) as pool, pytest.raises(TransientEnvironmentFailure):
        asyncio.run(execute(pool))
    assert always.executed == 3
    never = CountingBackend(PermanentEnvironmentFailure("missing"))
    with ExecutionPool(never, workers=1) as pool, pytest.raises(PermanentEnvironmentFailure):
        asyncio.run(execute(pool))
    assert never.executed == 1


def test_the_pool_tries_what_met_its_wall_limit_twice() -> None:
    """Each try costs the whole limit, and what waits for nothing meets it every time."""
    busy = CountingBackend(WallLimitReached("busy"))
    with ExecutionPool(busy, workers=1) as pool:
        assert asyncio.run(execute(pool)) == SEEN
    waits = CountingBackend(*[WallLimitReached("waits")] * 9)
    with ExecutionPool(waits, workers=1) as pool, pytest.raises(WallLimitReached):
        asyncio.run(execute(pool))
    assert (busy.executed, waits.executed) == (2, 2)
