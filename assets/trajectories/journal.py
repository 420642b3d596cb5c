"""Journal: finished trajectories of a campaign, one a line, so that a killed run resumes where it was.

Append-only and local; the lake is where trajectories go in the end. A line counts once its newline is on
disk and its checksum holds; a torn last line is dropped.
"""

import base64
import fcntl
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Row = dict[str, Any]


class JournalInUse(Exception):
    """Another process is running the same campaign."""


class Journal:
    """Rows as `trajectory_to_row` makes them. Used as a context manager; one process at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> "Journal":
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            # Not chained: what a run shows of a failure is its first cause.
            raise JournalInUse(f"{self._path} is in use: another run makes this partition; wait for it") from None
        self._drop_torn_tail()
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def append(self, row: Row) -> None:
        """On disk when this returns."""
        text = json.dumps(row, default=_encode_bytes).encode()
        self._file.write(b"%08x %s\n" % (zlib.crc32(text), text))
        self._file.flush()
        os.fdatasync(self._file.fileno())

    def rows(self) -> Iterator[Row]:
        """Every intact row, in the order of appending."""
        with self._path.open("rb") as file:
            for line in file:
                row = _parse(line)
                if row is not None:
                    yield row

    def clear(self) -> None:
        """Forget everything: the rows are committed to the lake."""
        self._file.truncate(0)
        os.fsync(self._file.fileno())

    def _drop_torn_tail(self) -> None:
        self._file.seek(0)
        intact = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            intact += len(line)
        self._file.truncate(intact)
        self._file.seek(0, os.SEEK_END)


def _parse(line: bytes) -> Row | None:
    try:
        checksum, text = line.rstrip(b"\n").split(b" ", 1)
        if int(checksum, 16) != zlib.crc32(text):
            return None
        row: Row = json.loads(text, object_hook=_decode_bytes)
    except ValueError:
        return None
    return row


def _encode_bytes(value: object) -> Mapping[str, str]:
    if isinstance(value, bytes):
        return {"bytes": base64.b85encode(value).decode()}
    raise TypeError(f"a journal cannot hold {type(value).__name__}")


def _decode_bytes(value: dict[str, Any]) -> Any:
    return base64.b85decode(value["bytes"]) if value.keys() == {"bytes"} else value
