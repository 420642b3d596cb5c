"""FingerprintStore: fingerprints of programs that were taken once, in one SQLite file of the home.

A store that cannot be read or written is one that has nothing: taking a fingerprint again is always right.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path

from resources.domains.fingerprints import Fingerprint

_SCHEMA = """create table if not exists fingerprints
    (program text not null primary key, fingerprint text not null) without rowid"""
_BUSY_S = 30.0


class FingerprintStore:
    """For one thread; several processes share the file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def found(self, programs: Iterable[str]) -> dict[str, Fingerprint]:
        """Those that are there, by program. A program's id says what took its fingerprint."""
        with (
            contextlib.suppress(sqlite3.Error, ValueError, TypeError),
            contextlib.closing(self._opened()) as connection,
        ):
            rows = (_row(connection, program) for program in programs)
            return {row[0]: _read(row[1]) for row in rows if row is not None}
        return {}

    def keep(self, fingerprints: Mapping[str, Fingerprint]) -> None:
        rows = [(name, json.dumps([own.forms, own.meanings, own.size])) for name, own in fingerprints.items()]
        with contextlib.suppress(sqlite3.Error), contextlib.closing(self._opened()) as connection, connection:
            connection.executemany("insert or replace into fingerprints values (?, ?)", rows)

    def _opened(self) -> sqlite3.Connection:
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path, timeout=_BUSY_S)
        connection.execute("pragma journal_mode = wal")
        connection.execute(_SCHEMA)
        return connection


def _row(connection: sqlite3.Connection, program: str) -> tuple[str, str] | None:
    found: tuple[str, str] | None = connection.execute(
        "select program, fingerprint from fingerprints where program = ?", (program,)
    ).fetchone()
    return found


def _read(text: str) -> Fingerprint:
    forms, meanings, size = json.loads(text)
    return Fingerprint(tuple(map(str, forms)), tuple(map(str, meanings)), int(size))
