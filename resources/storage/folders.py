"""One partition's folder, on a local disk or in an object store: atomic publishing and a lock.

Knows file names and bytes; what they mean is `lake`. `fsspec` reaches the object stores.
"""

import fcntl
import os
import tempfile
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from upath import UPath

LOCK_FILE = "_lock"
TEMPORARY_PREFIX = ".tmp-"
# The lock is held while one small file is replaced; a lock object this old belongs to a process that is gone.
STALE_LOCK_S = 120.0
LOCK_POLL_S = 0.05


class Entry(NamedTuple):
    """A file of the folder and its age in seconds."""

    name: str
    age_s: float


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
    def replace(self, name: str, data: bytes) -> None:
        """Make `name` hold `data`, atomically and durably."""

    @abstractmethod
    def read(self, name: str) -> bytes:
        """FileNotFoundError where there is none."""

    @abstractmethod
    def local_path(self, name: str) -> Path | None:
        """Where readers find the file without a download; None in an object store."""

    @abstractmethod
    def entries(self) -> list[Entry]:
        """All files, leftovers included; empty where the folder does not exist."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """No error where there is none."""

    @abstractmethod
    def locked(self) -> AbstractContextManager[None]:
        """Held by one writer at a time, across processes."""


def open_folder(path: UPath) -> Folder:
    """The implementation for the path's protocol."""
    return LocalFolder(Path(path.path)) if path.protocol in ("", "file", "local") else ObjectFolder(path)


class LocalFolder(Folder):
    """Temporary file, fsync, rename, fsync of the folder; `flock` for the lock, which dies with its holder."""

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

    def replace(self, name: str, data: bytes) -> None:
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
        leftovers = []
        for path in sorted(self._path.glob("*")) if self._path.is_dir() else ():
            with suppress(FileNotFoundError):
                leftovers.append(Entry(path.name, time.time() - path.stat().st_mtime))
        return leftovers

    def remove(self, name: str) -> None:
        (self._path / name).unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
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


class ObjectFolder(Folder):
    """One PUT is atomic. The lock is an object that only one writer can create (S3: `If-None-Match: *`)."""

    def __init__(self, path: UPath) -> None:
        self._path = path

    def location(self, name: str) -> str:
        return str(self._path / name)

    def temporary(self) -> Path:
        return Path(tempfile.gettempdir()) / f"icwm-lake-{uuid.uuid4().hex}"

    def publish(self, temporary: Path, name: str) -> None:
        self._path.fs.put_file(str(temporary), (self._path / name).path)
        temporary.unlink()

    def replace(self, name: str, data: bytes) -> None:
        self._path.fs.pipe_file((self._path / name).path, data)

    def read(self, name: str) -> bytes:
        data: bytes = self._path.fs.cat_file((self._path / name).path)
        return data

    def local_path(self, name: str) -> Path | None:
        return None

    def entries(self) -> list[Entry]:
        self._path.fs.invalidate_cache()
        if not self._path.exists():
            return []
        return [Entry(path.name, self._age_s(path)) for path in sorted(self._path.iterdir(), key=str)]

    def remove(self, name: str) -> None:
        with suppress(FileNotFoundError):
            self._path.fs.rm_file((self._path / name).path)

    @contextmanager
    def locked(self) -> Iterator[None]:
        lock = self._path / LOCK_FILE
        while not self._create(lock):
            with suppress(FileNotFoundError):
                if self._age_s(lock) > STALE_LOCK_S:
                    self.remove(LOCK_FILE)
            time.sleep(LOCK_POLL_S)
        try:
            yield
        finally:
            self.remove(LOCK_FILE)

    def _create(self, lock: UPath) -> bool:
        try:
            lock.fs.pipe_file(lock.path, b"", mode="create")
        except FileExistsError:
            return False
        return True

    def _age_s(self, path: UPath) -> float:
        self._path.fs.invalidate_cache()
        return time.time() - float(self._path.fs.modified(path.path).timestamp())
