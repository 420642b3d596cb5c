"""What the lake promises of one partition: round trips, data versions, appends, crashes, corruption."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.storage.compaction import with_merged
from resources.storage.errors import LakeCorrupt, SchemaMismatch, TableNotWritten
from resources.storage.folders import LocalFolder
from resources.storage.lake import Lake
from resources.storage.manifest import Manifest
from resources.storage.schema import GROUP_ROWS, TableSchema

SCHEMA = TableSchema(
    "turns",
    pa.schema(
        [
            pa.field("id", pa.int64(), nullable=False),
            pa.field("log", pa.binary()),
            pa.field("text", pa.string()),
            pa.field("metrics", pa.map_(pa.string(), pa.float64())),
            pa.field("faults", pa.list_(pa.struct([("kind", pa.string()), ("line", pa.int32())]))),
        ]
    ),
    ("id",),
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "id": st.integers(-(2**63), 2**63 - 1),
            "log": st.none() | st.binary(max_size=20),
            "text": st.none() | st.text(max_size=20),
            "metrics": st.none() | st.dictionaries(st.text(max_size=3), st.floats(allow_nan=False), max_size=2),
            "faults": st.none() | st.lists(st.fixed_dictionaries({"kind": st.text(max_size=3), "line": st.just(7)})),
        }
    ),
    max_size=20,
)
_roots = itertools.count()


def table(*ids: int) -> pa.Table:
    return SCHEMA.from_rows({"id": number, "text": f"row {number}"} for number in ids)


def memory_lake() -> Lake:
    return Lake(f"memory://lake-{next(_roots)}")


@pytest.fixture(params=["local", "memory"])
def lake(request: pytest.FixtureRequest, tmp_path: Path) -> Lake:
    return Lake(tmp_path) if request.param == "local" else memory_lake()


@settings(max_examples=50, deadline=None)
@given(ROWS)
def test_rows_come_back_as_they_were(rows: list[dict[str, object]]) -> None:
    lake, written = memory_lake(), SCHEMA.from_rows(rows)
    lake.write(SCHEMA, "chip", written)
    assert lake.arrow("turns").equals(written)
    assert lake.arrow("turns").schema.equals(SCHEMA.arrow_schema)


@settings(max_examples=50, deadline=None)
@given(ROWS, st.lists(st.integers(1, 7), min_size=1))
def test_the_data_version_does_not_depend_on_how_rows_are_cut(rows: list[dict[str, object]], cuts: list[int]) -> None:
    whole, lake = SCHEMA.from_rows(rows), memory_lake()
    version = lake.write(SCHEMA, "chip", whole).data_version

    def batches() -> Iterator[pa.RecordBatch]:
        start = 0
        for size in itertools.cycle(cuts):
            if start >= whole.num_rows:
                return
            yield from whole.slice(start, size).to_batches()
            start += size

    for again in (batches(), lake.read("turns", "chip")):
        commit = lake.write(SCHEMA, "chip", again)
        assert (commit.data_version, commit.changed) == (version, False)


def test_more_rows_than_a_row_group(lake: Lake) -> None:
    many = table(*range(GROUP_ROWS + 10))
    commit = lake.write(SCHEMA, "chip", many.to_batches(max_chunksize=1000))
    assert commit.rows == GROUP_ROWS + 10
    assert lake.arrow("turns").equals(many)
    assert not lake.write(SCHEMA, "chip", many).changed


def test_other_rows_are_another_version(lake: Lake) -> None:
    first, second = lake.write(SCHEMA, "chip", table(1)), lake.write(SCHEMA, "chip", table(2))
    assert (first.changed, second.changed) == (True, True)
    assert first.data_version != second.data_version
    assert lake.read("turns", "chip")["id"].to_list() == [2]


def test_inputs_are_recorded_even_where_the_rows_are_the_same(lake: Lake) -> None:
    lake.write(SCHEMA, "chip", table(1), inputs={"seeds": "v1"}, fingerprint="a")
    commit = lake.write(SCHEMA, "chip", table(1), inputs={"seeds": "v2"}, fingerprint="a")
    manifest = lake.manifest("turns", "chip")
    assert manifest is not None
    assert not commit.changed
    assert manifest.is_current(inputs={"seeds": "v2"}, fingerprint="a")
    assert not manifest.is_current(inputs={"seeds": "v1"}, fingerprint="a")
    assert not manifest.is_current(inputs={"seeds": "v2"}, fingerprint="b")


def test_appending_adds_once(lake: Lake) -> None:
    assert lake.append(SCHEMA, "chip", table(1, 2)).changed
    assert lake.append(SCHEMA, "chip", table(3)).rows == 3
    again = lake.append(SCHEMA, "chip", table(1, 2))
    assert (again.rows, again.changed) == (3, False)
    assert not lake.append(SCHEMA, "chip", table()).changed
    assert lake.read("turns", "chip")["id"].to_list() == [1, 2, 3]


def appended(lake: Lake, *numbers: int) -> Manifest:
    for number in numbers:
        lake.append(SCHEMA, "chip", table(number))
    manifest = lake.manifest("turns", "chip")
    assert manifest is not None
    return manifest


def test_compaction_leaves_rows_order_and_data_version(lake: Lake) -> None:
    before = appended(lake, *range(9, 0, -1))
    open_reader = lake.scan("turns", ["chip"])
    commit = lake.compact("turns", "chip")
    assert (len(before.parts), len(commit.parts), commit.rows, commit.changed) == (9, 1, 9, False)
    assert commit.data_version == before.data_version
    for rows in (open_reader.collect(), Lake(lake.root).read("turns", "chip")):
        assert rows["id"].to_list() == list(range(9, 0, -1))
    assert lake.compact("turns", "chip").parts == commit.parts


def test_appends_are_the_same_whether_or_not_parts_were_merged(lake: Lake) -> None:
    plain = memory_lake()
    appended(lake, 1, 2)
    lake.compact("turns", "chip")
    assert not lake.append(SCHEMA, "chip", table(2)).changed
    assert appended(lake, 3, 4).data_version == appended(plain, 1, 2, 3, 4).data_version
    assert len(lake.compact("turns", "chip").parts) == 1
    assert appended(lake).data_version == appended(plain).data_version


def test_who_commits_during_a_compaction_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = Lake(tmp_path)
    appended(lake, 1, 2)
    original = LocalFolder.replace

    def meanwhile(self: LocalFolder, name: str, data: bytes, stamp: str) -> bool:
        monkeypatch.undo()
        Lake(tmp_path).append(SCHEMA, "chip", table(3))
        return original(self, name, data, stamp)

    monkeypatch.setattr(LocalFolder, "replace", meanwhile)
    assert [part.rows for part in lake.compact("turns", "chip").parts] == [2, 1]
    assert lake.read("turns", "chip")["id"].to_list() == [1, 2, 3]


def test_a_partition_that_was_rewritten_during_its_compaction_stays_as_written(lake: Lake) -> None:
    before = appended(lake, 1, 2)
    (merged,) = lake.compact("turns", "chip").parts
    lake.write(SCHEMA, "chip", table(7))
    manifest = appended(lake)
    assert with_merged(manifest, merged) == manifest
    assert with_merged(before, merged).parts == (merged,)


def test_an_empty_table_keeps_its_schema(lake: Lake) -> None:
    lake.append(SCHEMA, "chip", table())
    assert lake.arrow("turns").schema.equals(SCHEMA.arrow_schema)
    assert lake.append(SCHEMA, "chip", table(1)).rows == 1
    assert lake.read("turns", "chip")["id"].to_list() == [1]


def test_partitions_and_tables(lake: Lake) -> None:
    lake.write(SCHEMA, "embedded", table(1))
    lake.write(SCHEMA, "chip", table(2))
    assert (lake.tables(), lake.partitions("turns")) == (["turns"], ["chip", "embedded"])
    assert lake.scan("turns").select("id").collect()["id"].to_list() == [2, 1]
    assert lake.scan("turns", ["embedded"]).select(pl.len()).collect().item() == 1
    assert len(lake.parquet_files("turns")) == 2


def test_what_was_never_written_says_what_is_there(lake: Lake) -> None:
    assert (lake.manifest("turns", "chip"), lake.partitions("turns"), lake.tables()) == (None, [], [])
    with pytest.raises(TableNotWritten, match="materialise it first"):
        lake.scan("turns")
    lake.write(SCHEMA, "chip", table(1))
    with pytest.raises(TableNotWritten, match="partitions there: chip"):
        lake.read("turns", "embedded")


@pytest.mark.parametrize("name", ["", "..", "a/b", "_x/../y", "a b", ".hidden"])
def test_names_cannot_leave_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="cannot name"):
        Lake(tmp_path).write(SCHEMA, name, table(1))


@pytest.mark.parametrize(
    "rows",
    [
        pa.table({"id": [1]}),
        table(1).append_column("more", pa.array([1])),
        table(1).set_column(0, "id", pa.array([None], pa.int64())),
        table(1).set_column(0, "id", pa.array(["no number"])),
    ],
)
def test_rows_that_do_not_fit_commit_nothing(lake: Lake, rows: pa.Table) -> None:
    before = lake.write(SCHEMA, "chip", table(1))
    with pytest.raises(SchemaMismatch, match="table turns"):
        lake.write(SCHEMA, "chip", rows)
    manifest = lake.manifest("turns", "chip")
    assert manifest is not None
    assert manifest.data_version == before.data_version


def test_appending_under_another_schema_is_refused_and_reading_joins_by_name(lake: Lake) -> None:
    lake.write(SCHEMA, "chip", table(1))
    wider = TableSchema("turns", SCHEMA.arrow_schema.append(pa.field("more", pa.int32())), ("id",))
    with pytest.raises(SchemaMismatch, match="rewrite it"):
        lake.append(wider, "chip", wider.from_rows([{"id": 2}]))
    lake.write(wider, "embedded", wider.from_rows([{"id": 2, "more": 5}]))
    assert lake.scan("turns").collect()["more"].to_list() == [None, 5]
    assert lake.arrow("turns")["more"].to_pylist() == [None, 5]


@pytest.mark.parametrize("step", ["publish", "replace"])
@pytest.mark.parametrize("after", [False, True])
def test_a_crash_leaves_the_last_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, after: bool
) -> None:
    lake = Lake(tmp_path)
    lake.write(SCHEMA, "chip", table(1))
    original = getattr(LocalFolder, step)

    def crash(self: LocalFolder, *arguments: object) -> None:
        if after and step == "publish":
            original(self, *arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(LocalFolder, step, crash)
    with pytest.raises(KeyboardInterrupt):
        lake.write(SCHEMA, "chip", table(2))
    monkeypatch.undo()
    assert Lake(tmp_path).read("turns", "chip")["id"].to_list() == [1]
    assert lake.write(SCHEMA, "chip", table(2)).changed


@pytest.mark.parametrize("damage", ["truncated", "altered", "missing"])
def test_damage_is_named_with_what_to_do(lake: Lake, damage: str) -> None:
    lake.write(SCHEMA, "chip", table(*range(100)))
    part = next((lake.root / "turns" / "domain=chip").glob("*.parquet"))
    data = part.read_bytes()
    part.unlink()
    if damage == "truncated":
        part.write_bytes(data[: len(data) // 2])
    elif damage == "altered":
        part.write_bytes(data[:50] + bytes([data[50] ^ 1]) + data[51:])
    for read in (lambda: Lake(lake.root).read("turns", "chip"), lambda: Lake(lake.root).arrow("turns")):
        with pytest.raises(LakeCorrupt, match=rf"{part.name}.*(missing|altered).*materialise"):
            read()
    assert lake.write(SCHEMA, "chip", table(*range(100))).rows == 100
    assert len(lake.read("turns", "chip")) == 100


@pytest.mark.parametrize("edit", ["", "{}", "[]", "rows", "part"])
def test_a_damaged_manifest_is_named(tmp_path: Path, edit: str) -> None:
    lake = Lake(tmp_path)
    lake.write(SCHEMA, "chip", table(1))
    path = tmp_path / "turns" / "domain=chip" / "_manifest.json"
    raw = json.loads(path.read_text())
    if edit == "rows":
        del raw["parts"][0]["rows"]
    elif edit == "part":
        raw["parts"][0]["sha256"] = "0" * 64
    path.write_text(json.dumps(raw) if edit in ("rows", "part") else edit)
    with pytest.raises(LakeCorrupt, match=r"_manifest.json is not a manifest .* materialise the partition again"):
        lake.manifest("turns", "chip")
