"""The corpus as JSONL for frameworks that read files: one JSON object a line, UTF-8, written whole or not at all."""

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class JsonLines:
    """A file that is there when it is closed without an error, and as it was before otherwise."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._temporary = path.with_suffix(f".{os.getpid()}.tmp")

    def __enter__(self) -> Self:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._temporary.open("w", encoding="utf-8")
        return self

    def write(self, row: dict[str, Any]) -> None:
        self._file.write(json.dumps(row, ensure_ascii=False) + "\n")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._file as file:
            file.flush()
            os.fsync(file.fileno())
        if kind is None:
            self._temporary.replace(self._path)
        else:
            self._temporary.unlink(missing_ok=True)
