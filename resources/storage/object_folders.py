"""One partition's folder in an object store. A PUT is atomic; the commit is a PUT that the store refuses where the
object changed since it was read, so there is no lock, and none that could be lost.

`s3://` asks the store (`If-Match`, `If-None-Match`); `memory://` compares within this process. Others are refused.
"""

import os
import tempfile
import threading
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from upath import UPath

from resources.storage.errors import StoreUnsuitable
from resources.storage.folders import ABSENT, TEMPORARY_PREFIX, Entry, Folder, LocalFolder, Stamped

LOCAL_PREFIX = "icwm-lake-"
"""Of parts in the local temporary folder, on their way into a store; their writer's process id follows."""

_IN_THIS_PROCESS = threading.Lock()
_CHANGED = ("PreconditionFailed", "412", "ConditionalRequestConflict", "OperationAborted", "409", "NoSuchKey")
"""S3's words for: the condition does not hold, another conditional PUT is under way, and what was to match is gone."""


class PartialUpload(NamedTuple):
    """An upload in pieces: the file's name within the folder, the store's id, and the age by the store's clock."""

    name: str
    upload_id: str
    age_s: float


def open_folder(path: UPath) -> Folder:
    """The implementation for the path's protocol. StoreUnsuitable where none is known to compare before it writes."""
    if path.protocol in ("", "file", "local"):
        return LocalFolder(Path(path.path))
    if path.protocol in ("s3", "s3a"):
        return S3Folder(path)
    if path.protocol == "memory":
        return MemoryFolder(path)
    raise StoreUnsuitable(f"{path}: a lake is a local folder or s3://, since a commit needs conditional PUTs")


class ObjectFolder(Folder):
    """What object stores share. Parts are made in the local temporary folder and uploaded."""

    def __init__(self, path: UPath) -> None:
        self._path = path

    def location(self, name: str) -> str:
        return str(self._path / name)

    def temporary(self) -> Path:
        return Path(tempfile.gettempdir()) / f"{LOCAL_PREFIX}{os.getpid()}-{uuid.uuid4().hex}"

    def publish(self, temporary: Path, name: str) -> None:
        self._path.fs.put_file(str(temporary), self._key(name))
        temporary.unlink()

    def write(self, name: str, data: bytes) -> None:
        self._path.fs.pipe_file(self._key(name), data)

    def read(self, name: str) -> bytes:
        data: bytes = self._path.fs.cat_file(self._key(name))
        return data

    def local_path(self, name: str) -> Path | None:
        return None

    def entries(self) -> list[Entry]:
        now = self.now()
        self._path.fs.invalidate_cache()
        try:
            files = sorted(self._path.fs.ls(self._path.path, detail=True), key=lambda file: str(file["name"]))
        except FileNotFoundError:
            return []
        # `modified` answers from this one listing.
        return [
            Entry(str(file["name"]).rsplit("/", 1)[-1], now - self._modified(file["name"]), int(file["size"] or 0))
            for file in files
        ]

    def remove(self, name: str) -> None:
        with suppress(FileNotFoundError):
            self._path.fs.rm_file(self._key(name))

    def now(self) -> float:
        """The store's time, as an object written now has it: this machine's clock may be hours off."""
        name = f"{TEMPORARY_PREFIX}{uuid.uuid4().hex}"
        self.write(name, b"")
        try:
            self._path.fs.invalidate_cache()
            return self._modified(self._key(name))
        finally:
            self.remove(name)

    def _modified(self, key: str) -> float:
        return float(self._path.fs.modified(key).timestamp())

    def _key(self, name: str) -> str:
        return str((self._path / name).path)


class MemoryFolder(ObjectFolder):
    """fsspec's objects in this process' memory, compared under one lock: for trying and for tests."""

    def replace(self, name: str, data: bytes, stamp: str) -> bool:
        with _IN_THIS_PROCESS:
            if self.stamped(name).stamp != stamp:
                return False
            self._path.fs.pipe_file(self._key(name), data)
            return True


class S3Folder(ObjectFolder):
    """The stamp is the object's ETag. Throttled and failed requests are repeated by s3fs and botocore."""

    def stamped(self, name: str) -> Stamped:
        try:
            answer = self._call("get_object", name)
        except FileNotFoundError:
            return Stamped(None, ABSENT)
        return Stamped(self._body(answer), str(answer["ETag"]))

    def replace(self, name: str, data: bytes, stamp: str) -> bool:
        """A PUT may be applied though its answer was lost, and its repetition then meets what it wrote itself."""
        _require_conditions(self._path)
        return self._put(name, data, stamp) or self.stamped(name).data == data

    def _put(self, name: str, data: bytes, stamp: str) -> bool:
        condition = {"IfMatch": stamp} if stamp else {"IfNoneMatch": "*"}
        try:
            self._call("put_object", name, Body=data, **condition)
        except OSError as error:
            if _code(error) not in _CHANGED:
                raise
            return False
        self._path.fs.invalidate_cache(self._key(name))
        return True

    def partial_uploads(self) -> list[PartialUpload]:
        """Uploads in pieces that were begun below this folder and neither finished nor given up; no listing shows
        their pieces, and the store keeps them, and bills them, for ever."""
        bucket, key, _ = self._path.fs.split_path(self._path.path)
        prefix = f"{key}/" if key else ""
        now, uploads = self.now(), list[PartialUpload]()
        after: dict[str, str] = {}
        while True:
            answer = self._path.fs.call_s3("list_multipart_uploads", Bucket=bucket, Prefix=prefix, **after)
            for raw in answer.get("Uploads", ()):
                age_s = now - raw["Initiated"].timestamp()
                uploads.append(PartialUpload(raw["Key"].removeprefix(prefix), raw["UploadId"], age_s))
            if not answer.get("IsTruncated"):
                return uploads
            after = {"KeyMarker": answer["NextKeyMarker"], "UploadIdMarker": answer["NextUploadIdMarker"]}

    def give_up(self, upload: PartialUpload) -> None:
        """No error where it has ended meanwhile."""
        with suppress(FileNotFoundError):
            self._call("abort_multipart_upload", upload.name, UploadId=upload.upload_id)

    def _call(self, method: str, name: str, **arguments: Any) -> dict[str, Any]:
        bucket, key, _ = self._path.fs.split_path(self._key(name))
        answer: dict[str, Any] = self._path.fs.call_s3(method, Bucket=bucket, Key=key, **arguments)
        return answer

    def _body(self, answer: dict[str, Any]) -> bytes:
        from fsspec.asyn import sync

        data: bytes = sync(self._path.fs.loop, answer["Body"].read)
        return data

    def keeps_conditions(self) -> bool:
        """Whether the store refuses a PUT whose condition does not hold; some take the header and ignore it."""
        name = f"{TEMPORARY_PREFIX}{uuid.uuid4().hex}"
        try:
            made = self._put(name, b"1", ABSENT)
            twice = self._put(name, b"2", ABSENT)
            wrong = self._put(name, b"3", '"0123456789abcdef0123456789abcdef"')
            right = self._put(name, b"4", self.stamped(name).stamp)
            return (made, twice, wrong, right) == (True, False, False, True)
        finally:
            self.remove(name)


def _code(error: OSError) -> str:
    """The store's own word, which s3fs turned into an exception of Python's."""
    answer: dict[str, Any] = getattr(error.__cause__, "response", {})
    return str(answer.get("Error", {}).get("Code", ""))


_asked: set[str] = set()


def _require_conditions(path: UPath) -> None:
    """Asks a bucket once for each process, before the first commit. Raises StoreUnsuitable."""
    bucket = str(path.fs.split_path(path.path)[0])
    if bucket not in _asked:
        if not S3Folder(path).keeps_conditions():
            raise StoreUnsuitable(
                f"{path}: this store does not keep If-None-Match and If-Match of a PUT, so writers would overwrite "
                "each other's commits. Use one that does, such as AWS S3, or a lake on a shared disk."
            )
        _asked.add(bucket)
