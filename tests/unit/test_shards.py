"""Shards by their content, and the parts that are staged for a commit."""

import json
from pathlib import Path

import pyarrow as pa
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from assets.profile import ProfileNotFound, load_profile
from assets.shards.shard import Made, Places, Shard, slices, work_named
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema
from tests.home import PROFILES

TABLE = TableSchema("numbers", pa.schema([pa.field("number", pa.int64(), nullable=False)]), ("number",), "Numbers", {})
ROWS = [{"number": 1}, {"number": 2}]


def no_work(shard: Shard, places: Places) -> Made:
    raise AssertionError


@given(st.sets(st.text(), max_size=20), st.integers(1, 6))
def test_each_key_is_in_one_shard_and_order_changes_nothing(keys: set[str], count: int) -> None:
    shards = slices("t", "p", no_work, {"version": "1"}, keys, count)
    assert sorted(key for shard in shards for key in shard.keys) == sorted(keys)
    assert len(shards) == min(count, len(keys))
    assert max((len(shard.keys) for shard in shards), default=0) - min((len(s.keys) for s in shards), default=0) <= 1
    again = slices("t", "p", no_work, {"version": "1"}, sorted(keys, reverse=True), count)
    assert [shard.name for shard in again] == [shard.name for shard in shards]
    assert len({shard.name for shard in shards}) == len(shards)


def test_a_shard_is_named_by_all_that_its_rows_depend_on() -> None:
    usual = Shard("t", "p", "m:f", {"mutants": 8}, ("a", "b"))
    others = [
        Shard("u", "p", "m:f", {"mutants": 8}, ("a", "b")),
        Shard("t", "q", "m:f", {"mutants": 8}, ("a", "b")),
        Shard("t", "p", "m:g", {"mutants": 8}, ("a", "b")),
        Shard("t", "p", "m:f", {"mutants": 9}, ("a", "b")),
        Shard("t", "p", "m:f", {"mutants": 8}, ("a",)),
    ]
    assert usual.name not in {other.name for other in others}


def test_work_is_found_by_its_name() -> None:
    assert work_named(slices("t", "p", no_work, {}, ["a"], 1)[0].work) is no_work


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(tmp_path)


def test_what_is_staged_is_no_content_of_the_table(lake: Lake) -> None:
    staging = lake.staging(TABLE, "all")
    staging.put("first", TABLE.from_rows(ROWS), {"made": 2})
    assert lake.tables() == []
    staged = staging.get("first")
    assert staged is not None
    assert (staged.said, staging.rows(staged)) == ({"made": 2}, ROWS)
    lake.write(TABLE, "all", TABLE.from_rows(staging.rows(staged)))
    staging.drop([staged])
    assert staging.get("first") is None
    assert lake.read("numbers").to_dicts() == ROWS


def damage(folder: Path, pattern: str) -> None:
    path = next(folder.glob(pattern))
    path.write_bytes(path.read_bytes()[:-1])


@pytest.mark.parametrize("pattern", ["_staged-*.json", "_staged-*.parquet"])
def test_a_damaged_part_is_none(lake: Lake, tmp_path: Path, pattern: str) -> None:
    staging = lake.staging(TABLE, "all")
    staging.put("first", TABLE.from_rows(ROWS), {})
    damage(tmp_path / "numbers" / "domain=all", pattern)
    assert staging.get("first") is None


def test_a_part_of_an_older_schema_is_none(lake: Lake) -> None:
    older = TableSchema("numbers", pa.schema([pa.field("number", pa.int32())]), ("number",), "Numbers", {})
    lake.staging(older, "all").put("first", older.from_rows(ROWS), {})
    assert lake.staging(TABLE, "all").get("first") is None


def test_vacuum_takes_what_nobody_committed(lake: Lake) -> None:
    staging = lake.staging(TABLE, "all")
    lake.write(TABLE, "all", TABLE.from_rows(ROWS))
    staging.put("first", TABLE.from_rows(ROWS), {})
    assert len(lake.vacuum(older_than_s=-1)) == 2
    assert staging.get("first") is None
    assert lake.read("numbers").to_dicts() == ROWS


def profile_with(folder: Path, shards: object) -> Path:
    dials = yaml.safe_load((PROFILES / "test.yaml").read_text(encoding="utf-8"))
    (folder / "own.yaml").write_text(json.dumps({**dials, "shards": shards}), encoding="utf-8")
    return folder


@pytest.mark.parametrize(("shards", "expected"), [(3, (3, 3)), ({"cad_modeling": 2}, (1, 2))])
def test_a_profile_says_into_how_many(tmp_path: Path, shards: object, expected: tuple[int, int]) -> None:
    profile = load_profile(profile_with(tmp_path, shards), "own")
    assert (profile.shards_of("chip_design"), profile.shards_of("cad_modeling")) == expected


@pytest.mark.parametrize(
    ("shards", "told"), [(0, "shards"), ({"cad_modeling": 0}, "shards"), ({"cad_modelling": 2}, "mean cad_modeling")]
)
def test_a_profile_s_mistake_is_told(tmp_path: Path, shards: object, told: str) -> None:
    with pytest.raises(ProfileNotFound, match=told):
        load_profile(profile_with(tmp_path, shards), "own")
