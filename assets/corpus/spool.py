"""Spool: rows that are gone through twice, once to be cleaned and once to be written, in a file instead of memory."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa

_COMPRESSION = "zstd"


class Spool:
    """A file of JSON lines, compressed, which goes when it is closed. All rows are added before any is read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sink: Any = None
        self.rows = 0

    def __enter__(self) -> Self:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._sink = pa.output_stream(str(self._path), compression=_COMPRESSION)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._sink.close()
        self._path.unlink(missing_ok=True)

    def add(self, row: dict[str, Any]) -> None:
        self._sink.write(json.dumps(row).encode() + b"\n")
        self.rows += 1

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self._sink.close()
        with io.BufferedReader(pa.input_stream(str(self._path), compression=_COMPRESSION)) as lines:
            for line in lines:
                yield json.loads(line)
