"""One partition's folder on a local disk, and what the lake needs of any: atomic publishing, and replacing a file only
where nobody else replaced it first.

Knows file names and bytes; what they mean is `lake`. Object stores are `object_folders`.
"""

import fcntl
import hashlib
import os
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

LOCK_FILE = "_lock"
TEMPORARY_PREFIX = ".tmp-"
ABSENT = ""
"""The stamp of a file that is not there."""


class Entry(NamedTuple):
    """A file of the folder, its age in seconds by the clock of whoever keeps it, and its size."""

    name: str
    age_s: float
    bytes: int


class Stamped(NamedTuple):
    """A file's bytes, None where there is no file, and a stamp that another content does not have."""

    data: bytes | None
    stamp: str


class Folder(ABC):
    """What the lake needs of a place. `name` is a file's name within it, without a path."""

    @abstractmethod
    def location(self, name: str) -> str:
        """For people and error messages."""

    @abstractmethod
    def temporary(self) -> Path:
        """A local path to write a part to; publish it or remove it."""

    @abstractmethod
    def publish(self, temporary: Path, name: str) -> None:
        """Move a finished, fsynced local file to `name`, atomically, over what is there."""

    @abstractmethod
    def write(self, name: str, data: bytes) -> None:
        """Make `name` hold `data`, atomically and durably, whatever it held."""

    @abstractmethod
    def replace(self, name: str, data: bytes, stamp: str) -> bool:
        """Make `name` hold `data`, atomically and durably, if it still has the stamp. False where it has another."""

    @abstractmethod
    def read(self, name: str) -> bytes:
        """FileNotFoundError where there is none."""

    def stamped(self, name: str) -> Stamped:
        """The file as `replace` compares it: by its content, where a place has no stamp of its own."""
        try:
            data = self.read(name)
        except FileNotFoundError:
            return Stamped(None, ABSENT)
        return Stamped(data, hashlib.sha256(data).hexdigest())

    @abstractmethod
    def local_path(self, name: str) -> Path | None:
        """Where readers find the file without a download; None in an object store."""

    @abstractmethod
    def entries(self) -> list[Entry]:
        """All files, leftovers included; empty where the folder does not exist."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """No error where there is none."""


class LocalFolder(Folder):
    """Temporary file, fsync, rename, fsync of the folder; compared under `flock`, which dies with its holder."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def location(self, name: str) -> str:
        return str(self._path / name)

    def temporary(self) -> Path:
        self._path.mkdir(parents=True, exist_ok=True)
        return self._path / f"{TEMPORARY_PREFIX}{uuid.uuid4().hex}"

    def publish(self, temporary: Path, name: str) -> None:
        temporary.replace(self._path / name)
        self._fsync_folder()

    def replace(self, name: str, data: bytes, stamp: str) -> bool:
        with self._locked():
            if self.stamped(name).stamp != stamp:
                return False
            self.write(name, data)
            return True

    def write(self, name: str, data: bytes) -> None:
        temporary = self.temporary()
        try:
            with temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            self.publish(temporary, name)
        finally:
            temporary.unlink(missing_ok=True)

    def read(self, name: str) -> bytes:
        return (self._path / name).read_bytes()

    def local_path(self, name: str) -> Path | None:
        return self._path / name

    def entries(self) -> list[Entry]:
        entries = []
        for path in sorted(self._path.glob("*")) if self._path.is_dir() else ():
            with suppress(FileNotFoundError):
                state = path.stat()
                entries.append(Entry(path.name, time.time() - state.st_mtime, state.st_size))
        return entries

    def remove(self, name: str) -> None:
        (self._path / name).unlink(missing_ok=True)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self._path.mkdir(parents=True, exist_ok=True)
        with (self._path / LOCK_FILE).open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _fsync_folder(self) -> None:
        descriptor = os.open(self._path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
