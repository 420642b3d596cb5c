"""ResultCache: observations by (bundle hash, candidate hash, toolchain fingerprint), in one SQLite file.

SQLite in WAL mode: readers never wait for a writer, several processes and threads share the file, and a crash
loses at most the last entries. Running candidates is the backend's; bounded concurrency is `pool`.
"""

import contextlib
import sqlite3
import threading
import zlib
from pathlib import Path
from typing import Protocol, runtime_checkable

from tenacity import Retrying, retry_if_exception_message, stop_after_delay, wait_random

from resources.execution.backend import Backend, Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation, observation_from_json, observation_to_json

_SCHEMA = """create table if not exists observations (
    bundle text not null, candidate text not null, toolchain text not null, observation blob not null,
    primary key (bundle, candidate, toolchain)) without rowid"""
_BUSY_S = 10.0
_OPENING = Retrying(
    retry=retry_if_exception_message(match="database is locked"),
    wait=wait_random(max=0.02),
    stop=stop_after_delay(_BUSY_S),
    reraise=True,
)
"""SQLite waits for nobody while it turns a new file to WAL: of several that open one at once, some are refused."""


class ResultCache:
    """Thread-safe and process-safe; each thread has its own connection. A hit costs tens of microseconds.

    A cache that cannot be read or written is a cache that misses: executing again is always right.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)

    def get(self, bundle_hash: str, candidate_hash: str, fingerprint: str) -> Observation | None:
        """The stored observation; None where there is none, or it cannot be read."""
        try:
            row = (
                self._connection()
                .execute(
                    "select observation from observations where bundle = ? and candidate = ? and toolchain = ?",
                    (bundle_hash, candidate_hash, fingerprint),
                )
                .fetchone()
            )
            return None if row is None else observation_from_json(zlib.decompress(row[0]).decode())
        except (sqlite3.Error, zlib.error, ValueError, KeyError, TypeError, AttributeError):
            return None

    def put(self, bundle_hash: str, candidate_hash: str, fingerprint: str, observation: Observation) -> None:
        """Stores or replaces an entry; does nothing where the file cannot be written."""
        blob = zlib.compress(observation_to_json(observation).encode(), 1)
        with contextlib.suppress(sqlite3.Error):
            self._connection().execute(
                "insert or replace into observations values (?, ?, ?, ?)",
                (bundle_hash, candidate_hash, fingerprint, blob),
            )

    def close(self) -> None:
        """Closes the connections of all threads; a later call opens a new one."""
        with self._guard:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
            self._local = threading.local()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = _OPENING(self._opened)
            self._local.connection = connection
            with self._guard:
                self._connections.append(connection)
        return connection

    def _opened(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = normal")
            connection.execute(_SCHEMA)
        except sqlite3.Error:
            connection.close()
            raise
        return connection


@runtime_checkable
class RemembersReferences(Protocol):
    """A backend that judges by its references' observations, and can take them from a cache."""

    def remember_references(self, cache: ResultCache) -> None: ...


class CachedBackend:
    """A Backend that asks the cache first. `hits` counts the answers that needed no execution."""

    def __init__(self, backend: Backend, cache: ResultCache) -> None:
        self._backend = backend
        self._cache = cache
        self._counter = threading.Lock()
        self.hits = 0
        if isinstance(backend, RemembersReferences):
            backend.remember_references(cache)

    @property
    def domain(self) -> str:
        return self._backend.domain

    def toolchain(self) -> Toolchain:
        return self._backend.toolchain()

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        """See the Backend protocol; failures of the environment are not cached."""
        fingerprint = self._backend.toolchain().fingerprint
        cached = self._cache.get(bundle.hash, candidate.hash, fingerprint)
        if cached is not None:
            with self._counter:
                self.hits += 1
            return cached
        observation = self._backend.execute(bundle, candidate)
        self._cache.put(bundle.hash, candidate.hash, fingerprint, observation)
        return observation
