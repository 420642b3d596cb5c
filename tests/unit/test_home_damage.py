"""A home that something else changed: what is damaged is named with what to do, and what two do at once both stays."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.home import Home, HomeUnusable
from assets.seeds.imports import imported_seeds, store_import
from resources.domains.importing import ImportResult
from resources.domains.registry import get_domain
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.generation.endpoint.pricing import charged
from resources.generation.endpoint.reply import parse_reply
from resources.generation.endpoint.settings import Budget
from resources.generation.endpoint.store import ReplyStore
from resources.storage.errors import LakeCorrupt, NoResult, WarehouseCorrupt
from resources.storage.lake import Lake
from resources.storage.manifest import MANIFEST_FILE
from resources.storage.schema import TableSchema
from resources.storage.warehouse import Warehouse
from resources.world_model.checkpoint import MANIFEST_FILE as CHECKPOINT_MANIFEST
from resources.world_model.checkpoint import CorruptCheckpointError, calibration_line

TABLE = TableSchema("rows", pa.schema([pa.field("id", pa.int64(), nullable=False)]), ("id",))


def seed(source: str, number: int) -> TaskSeed:
    origin = SeedOrigin(source, "abc", "MIT", "a.v")
    return TaskSeed(f"{source}/{number}", "chip_design", "a", "p", "i", "a.v", "r", origin)


def test_imports_at_once_keep_each_others_rows(tmp_path: Path) -> None:
    domain, sources = get_domain("chip_design"), [f"set-{number}" for number in range(12)]

    def import_one(source: str) -> None:
        store_import(Lake(tmp_path), domain, source, ImportResult(tuple(seed(source, n) for n in range(3)), ()))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(import_one, sources))
    kept = imported_seeds(Lake(tmp_path), "chip_design")
    assert {item.seed_id for item in kept} == {f"{source}/{n}" for source in sources for n in range(3)}


@pytest.mark.parametrize(
    "name", ["../../../etc/passwd", "/etc/passwd", "a/b.parquet", "..", "", "x.parquet\n", "_lock"]
)
def test_a_part_that_leaves_its_folder_is_no_part(tmp_path: Path, name: str) -> None:
    lake = Lake(tmp_path)
    lake.write(TABLE, "all", TABLE.from_rows([{"id": 1}]))
    path = next(tmp_path.rglob(MANIFEST_FILE))
    raw = json.loads(path.read_text())
    raw["parts"][0]["file"] = name
    path.write_text(json.dumps(raw))
    with pytest.raises(LakeCorrupt, match="no part of this folder"):
        lake.read("rows")


@pytest.mark.parametrize("content", [b"", b"not a database", b"\0" * 4096])
def test_a_damaged_warehouse_says_what_to_do(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "warehouse.duckdb"
    path.write_bytes(content)
    if content:
        with pytest.raises(WarehouseCorrupt, match="delete it and materialise"):
            Warehouse(path).query("select 1")
    lake = Lake(tmp_path / "lake")
    lake.write(TABLE, "all", TABLE.from_rows([{"id": 1}]))
    assert Warehouse(path).publish(lake) == {"rows": 1}


def test_a_warehouse_that_is_a_pipe_hangs_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "warehouse.duckdb")
    with pytest.raises(WarehouseCorrupt, match="no regular file"):
        Warehouse(tmp_path / "warehouse.duckdb").query("select 1")


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_a_home_that_cannot_be_made_says_so(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HomeUnusable, match="file is a file and no folder: let ICWM_HOME name a folder"):
        Home(tmp_path / name).prepare()


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff\xfe", b'{"settings": 3}'])
def test_a_damaged_checkpoint_names_its_folder_and_what_to_do(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "abc").mkdir()
    (tmp_path / "abc" / CHECKPOINT_MANIFEST).write_bytes(content)
    with pytest.raises(CorruptCheckpointError, match=r"abc.*Delete that folder; .*`icwm rollback`"):
        calibration_line(tmp_path / "abc")


@given(st.integers(min_value=-(10**40), max_value=10**40) | st.just(10**30))
def test_a_servers_token_counts_can_always_be_settled(count: int) -> None:
    body = {
        "choices": [{"message": {"content": "x"}}],
        "usage": {
            "prompt_tokens": count,
            "completion_tokens": count,
            "prompt_tokens_details": {"cached_tokens": count},
        },
    }
    charge = charged(parse_reply(json.dumps(body).encode()), 100, None)
    assert 0 <= charge.tokens < 2**40


def test_giant_counts_are_settled_in_the_store(tmp_path: Path) -> None:
    reply = parse_reply(
        b'{"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": 1' + b"0" * 30 + b"}}"
    )
    store, charge = ReplyStore(tmp_path / "replies.sqlite"), charged(reply, 100, None)
    reservation = store.reserve("model", charge, Budget(), 60.0)
    store.keep("model", reservation, charge, "request", reply)
    assert store.spent("model").tokens == charge.tokens


@pytest.mark.parametrize("sql", ["", "set threads = 1", ";"])
def test_a_statement_without_rows_is_told(tmp_path: Path, sql: str) -> None:
    path = tmp_path / "warehouse.duckdb"
    lake = Lake(tmp_path / "lake")
    lake.write(TABLE, "all", TABLE.from_rows([{"id": 1}]))
    Warehouse(path).publish(lake)
    with pytest.raises((NoResult, duckdb.Error)):
        Warehouse(path).query(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "copy (select 1) to '{0}/x.csv'",
        "from read_csv('/etc/passwd')",
        "from glob('/etc/*')",
        "attach '{0}/y.duckdb'",
        "set enable_external_access = true",
        "create table x as select 1",
    ],
)
def test_a_query_touches_nothing_but_the_warehouse(tmp_path: Path, sql: str) -> None:
    path, outside = tmp_path / "warehouse.duckdb", tmp_path / "outside"
    outside.mkdir()
    lake = Lake(tmp_path / "lake")
    lake.write(TABLE, "all", TABLE.from_rows([{"id": 1}]))
    Warehouse(path).publish(lake)
    with pytest.raises(duckdb.Error):
        Warehouse(path).query(sql.format(outside))
    assert not list(outside.iterdir())
    assert Warehouse(path).query("from rows").rows() == [(1, "all")]
