"""Results of executions, kept by what determines them: bundle, candidate and toolchain.

Only real observations come here; what a world model says never does.
"""

import sqlite3
import threading
from pathlib import Path
from types import TracebackType

from resources.execution.backend import Backend, Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation, observation_from_json, observation_to_json

_SCHEMA = """
create table if not exists results (
  bundle text not null, candidate text not null, toolchain text not null, observation text not null,
  primary key (bundle, candidate, toolchain)
) without rowid
"""
_BUSY_S = 30.0


class ResultCache:
    """A SQLite file in WAL mode: many processes and threads read and write it; a hit takes well under 1 ms.

    An entry that cannot be read is a miss and is replaced.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._guard = threading.Lock()

    def __enter__(self) -> "ResultCache":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        with self._guard:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
            self._local = threading.local()

    def get(self, bundle_hash: str, candidate_hash: str, toolchain: str) -> Observation | None:
        row = self._connection.execute(
            "select observation from results where bundle = ? and candidate = ? and toolchain = ?",
            (bundle_hash, candidate_hash, toolchain),
        ).fetchone()
        try:
            return observation_from_json(row[0]) if row else None
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def put(self, bundle_hash: str, candidate_hash: str, toolchain: str, observation: Observation) -> None:
        self._connection.execute(
            "insert or replace into results values (?, ?, ?, ?)",
            (bundle_hash, candidate_hash, toolchain, observation_to_json(observation)),
        )

    @property
    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            # One connection a thread; closed together by `close`, hence not bound to its thread.
            self._path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self._path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
            connection.execute("pragma journal_mode = wal")
            # A lost entry costs one execution; waiting for the disk at each would cost more.
            connection.execute("pragma synchronous = off")
            connection.execute(_SCHEMA)
            self._local.connection = connection
            with self._guard:
                self._connections.append(connection)
        return connection


class CachedBackend:
    """A backend that executes only what its cache does not hold."""

    def __init__(self, backend: Backend, cache: ResultCache) -> None:
        self._backend, self._cache = backend, cache

    @property
    def domain(self) -> str:
        return self._backend.domain

    def toolchain(self) -> Toolchain:
        return self._backend.toolchain()

    def lookup(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        return self._cache.get(bundle.hash, candidate.hash, self.toolchain().fingerprint)

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        known = self.lookup(bundle, candidate)
        if known is not None:
            return known
        observation = self._backend.execute(bundle, candidate)
        self._cache.put(bundle.hash, candidate.hash, self.toolchain().fingerprint, observation)
        return observation
