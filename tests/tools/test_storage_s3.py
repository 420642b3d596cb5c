"""The lake on S3: conditional PUTs, many writers, throttling, lost answers, clocks, and a store without conditions.

The store is moto's server, which is no object store but an imitation in Python: it compares If-Match and If-None-Match
without a lock, so here it serves one request at a time, which makes the comparison and the PUT one. What AWS, MinIO or
Ceph do is not shown by it.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

import fsspec
import pyarrow as pa
import pytest

from resources.storage import object_folders
from resources.storage.errors import StoreUnsuitable
from resources.storage.lake import Lake
from resources.storage.object_folders import S3Folder
from resources.storage.schema import TableSchema

SCHEMA = TableSchema("log", pa.schema([pa.field("id", pa.string(), nullable=False)]), ("id",))
WRITERS, APPENDS = 3, 4
Application = Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]


class Store:
    """moto behind a door that may refuse a request, forget its conditions, or lose the answer to a commit."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self.reset()

    def reset(self) -> None:
        self.puts = 0
        self.refuse_every = 0
        self.lose_next_manifest = False
        self.ignores_conditions = False
        self.uploads_begun = datetime.now(UTC)

    def __call__(self, environment: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        put = environment["REQUEST_METHOD"] == "PUT"
        self.puts += put
        if self.ignores_conditions:
            environment.pop("HTTP_IF_NONE_MATCH", None)
            environment.pop("HTTP_IF_MATCH", None)
        if put and self.refuse_every and self.puts % self.refuse_every == 0:
            _read(environment)
            return _failure(start, "503 Slow Down", "SlowDown")
        if put and self.lose_next_manifest and environment["PATH_INFO"].endswith("_manifest.json"):
            self.lose_next_manifest = False
            list(self._application(environment, lambda *_: lambda data: None))
            return _failure(start, "500 Internal Server Error", "InternalError")
        if environment["REQUEST_METHOD"] == "GET" and environment["QUERY_STRING"].startswith("uploads"):
            # moto says of every upload that it was begun in 2010.
            begun = f"{self.uploads_begun:%Y-%m-%dT%H:%M:%S.000Z}".encode()
            return [part.replace(b"2010-11-10T20:48:33.000Z", begun) for part in self._application(environment, start)]
        return self._application(environment, start)


def _failure(start: StartResponse, status: str, code: str) -> Iterable[bytes]:
    start(status, [("Content-Type", "application/xml")])
    return [f"<Error><Code>{code}</Code><Message>{code}</Message></Error>".encode()]


def _read(environment: WSGIEnvironment) -> None:
    environment["wsgi.input"].read(int(environment.get("CONTENT_LENGTH") or 0))


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, Store]]:
    from moto.server import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import make_server

    store = Store(DomainDispatcherApplication(create_backend_app))
    serving = make_server("127.0.0.1", 0, store, threaded=False)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_port}", store
    serving.shutdown()


@pytest.fixture
def store(server: tuple[str, Store], monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    url, store = server
    for name, value in {
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_ENDPOINT_URL": url,
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    files = fsspec.filesystem("s3", skip_instance_cache=True)
    if not files.exists("lakes"):
        files.mkdir("lakes")
    monkeypatch.setattr(object_folders, "_asked", set())
    fsspec.filesystem("s3").clear_instance_cache()
    yield store
    store.reset()


def rows(*ids: str) -> pa.Table:
    return SCHEMA.from_rows({"id": name} for name in ids)


def append_many(root: str, writer: int) -> None:
    lake = Lake(root)
    for number in range(APPENDS):
        lake.append(SCHEMA, "chip", rows(f"{writer}-{number}"))


def test_no_append_of_many_writers_is_lost_while_the_store_throttles(store: Store) -> None:
    store.refuse_every = 5
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(lambda writer: append_many("s3://lakes/many", writer), range(WRITERS)))
    lake = Lake("s3://lakes/many")
    expected = {f"{writer}-{number}" for writer in range(WRITERS) for number in range(APPENDS)}
    assert set(lake.arrow("log")["id"].to_pylist()) == expected
    version = lake.manifest("log", "chip")
    assert lake.compact("log", "chip").parts[0].rows == len(expected)
    assert version is not None
    assert lake.compact("log", "chip").data_version == version.data_version


def test_the_version_is_that_of_a_local_lake(store: Store, tmp_path: Path) -> None:
    versions = {
        Lake(root).append(SCHEMA, "chip", rows("a", "b")).data_version for root in ("s3://lakes/same", str(tmp_path))
    }
    assert len(versions) == 1


def test_a_commit_whose_answer_was_lost_is_no_conflict(store: Store) -> None:
    lake = Lake("s3://lakes/lost")
    lake.append(SCHEMA, "chip", rows("a"))
    store.lose_next_manifest = True
    assert lake.append(SCHEMA, "chip", rows("b")).changed
    assert not store.lose_next_manifest
    assert lake.arrow("log")["id"].to_pylist() == ["a", "b"]


def test_a_writer_that_comes_late_does_not_overwrite(store: Store) -> None:
    """What a lock that is taken for abandoned would lose: a writer stopped between reading and replacing."""
    lake, other = Lake("s3://lakes/late"), Lake("s3://lakes/late")
    lake.append(SCHEMA, "chip", rows("a"))
    asked = []

    def slowly(before: list[dict[str, object]]) -> pa.Table:
        if not asked:
            other.append(SCHEMA, "chip", rows("meanwhile"))
        asked.append(len(before))
        return SCHEMA.from_rows([*before, {"id": "late"}])

    lake.rewrite(SCHEMA, "chip", slowly)
    assert asked == [1, 2]
    assert lake.arrow("log")["id"].to_pylist() == ["a", "meanwhile", "late"]


def test_vacuum_goes_by_the_store_s_clock(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = Lake("s3://lakes/clock")
    lake.write(SCHEMA, "chip", rows("a"))
    lake.write(SCHEMA, "chip", rows("b"))
    two_hours_on = time.time() + 7200
    monkeypatch.setattr("time.time", lambda: two_hours_on)
    assert lake.vacuum() == []


def test_a_store_without_conditions_is_refused_before_anything_is_committed(store: Store) -> None:
    store.ignores_conditions = True
    with pytest.raises(StoreUnsuitable, match="If-None-Match"):
        Lake("s3://lakes/careless").write(SCHEMA, "chip", rows("a"))
    assert Lake("s3://lakes/careless").manifest("log", "chip") is None
    with pytest.raises(StoreUnsuitable, match="conditional PUTs"):
        Lake("github://lakes/x").write(SCHEMA, "chip", rows("a"))


def test_compaction_and_vacuum_leave_rows_versions_and_open_readers(store: Store) -> None:
    store.refuse_every = 7
    lake = Lake("s3://lakes/upkeep")
    for name in "abcd":
        lake.append(SCHEMA, "chip", rows(name))
    version, opened = lake.manifest("log", "chip"), lake.scan("log")
    assert version is not None
    assert len(lake.compact("log", "chip").parts) == 1
    assert lake.vacuum() == []
    time.sleep(1.1)  # the store tells whole seconds
    assert len(lake.vacuum(older_than_s=0.1)) == len("abcd") + 1
    for read in (opened, Lake("s3://lakes/upkeep").scan_version("log", "chip", version.data_version)):
        assert read.collect()["id"].to_list() == list("abcd")


def test_a_compaction_that_is_killed_between_its_uploads_loses_nothing(store: Store) -> None:
    lake = Lake("s3://lakes/killed")
    for name in "abc":
        lake.append(SCHEMA, "chip", rows(name))
    for puts in range(3):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(S3Folder, ("publish", "write", "replace")[puts], _die)
            with pytest.raises(KeyboardInterrupt):
                lake.compact("log", "chip")
        assert Lake("s3://lakes/killed").arrow("log")["id"].to_pylist() == list("abc")
    assert len(lake.compact("log", "chip").parts) == 1


def _die(*_: object) -> None:
    raise KeyboardInterrupt


def test_uploads_that_nobody_finishes_are_given_up_by_age(store: Store) -> None:
    lake, files = Lake("s3://lakes/partial"), fsspec.filesystem("s3")
    lake.append(SCHEMA, "chip", rows("a"))
    key = "partial/log/domain=chip/half.parquet"
    files.call_s3("create_multipart_upload", Bucket="lakes", Key=key)
    files.call_s3("create_multipart_upload", Bucket="lakes", Key="elsewhere/half.parquet")
    assert lake.vacuum() == []
    store.uploads_begun -= timedelta(days=8)
    (would,) = lake.vacuum(remove=False)
    assert key in would.location
    assert lake.vacuum() == [would]
    assert lake.vacuum() == []
    left = files.call_s3("list_multipart_uploads", Bucket="lakes")["Uploads"]
    assert [upload["Key"] for upload in left] == ["elsewhere/half.parquet"]
