"""SQL models in Dagster: the graph follows from the files, and a run says what it made."""

from pathlib import Path
from typing import Any

import dagster as dg
import pyarrow as pa
import pytest

from assets.stages import Stage
from assets.warehouse.sql_assets import build_sql_assets
from assets.warehouse.sql_model import read_models
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema

DOMAINS = dg.StaticPartitionsDefinition(["chip", "embedded"])
RAW = TableSchema("raw", pa.schema([("id", pa.int64()), ("text", pa.string())]), ("id",))
STAGING = (
    "-- Cleaned rows.\n-- Stage: real_execution\n-- Key: id\n-- Columns:\n--   shout: text in capitals\n"
    "SELECT id, upper(text) AS shout FROM raw"
)
MART = "-- Rows by domain.\n-- Key: domain\nSELECT domain, count(*) AS rows FROM clean GROUP BY domain"


@dg.asset(partitions_def=DOMAINS)
def raw(context: dg.AssetExecutionContext, lake: LakeResource) -> None:
    rows = [{"id": 1, "text": "a"}, {"id": 2, "text": context.partition_key}]
    lake.lake().write(RAW, context.partition_key, RAW.from_rows(rows))


@pytest.fixture
def assets(tmp_path: Path) -> list[dg.AssetsDefinition]:
    for layer, name, sql in (("staging", "clean", STAGING), ("marts", "counts", MART)):
        (tmp_path / layer).mkdir()
        (tmp_path / layer / f"{name}.sql").write_text(sql)
    return [raw, *build_sql_assets(read_models(tmp_path), DOMAINS)]


@pytest.fixture
def lake(tmp_path: Path) -> LakeResource:
    return LakeResource(root=str(tmp_path / "lake"), warehouse_path=str(tmp_path / "warehouse.duckdb"))


def materialise(
    assets: list[dg.AssetsDefinition], lake: LakeResource, partition: str | None, *names: str
) -> dict[str, dg.AssetMaterialization]:
    result = dg.materialize(assets, partition_key=partition, selection=list(names), resources={"lake": lake})
    assert result.success
    events = result.get_asset_materialization_events()
    found = [event.step_materialization_data.materialization for event in events]
    assert all(evaluation.passed for evaluation in result.get_asset_check_evaluations())
    return {materialization.asset_key.to_user_string(): materialization for materialization in found}


def metadata(materialization: dg.AssetMaterialization) -> dict[str, Any]:
    return {name: value.value for name, value in materialization.metadata.items()}


def test_the_graph_follows_from_the_files(assets: list[dg.AssetsDefinition], lake: LakeResource) -> None:
    graph = dg.Definitions(assets=assets, resources={"lake": lake}).resolve_asset_graph()
    clean, counts = graph.get(dg.AssetKey("clean")), graph.get(dg.AssetKey("counts"))
    assert (clean.parent_keys, counts.parent_keys) == ({dg.AssetKey("raw")}, {dg.AssetKey("clean")})
    assert (clean.group_name, counts.group_name) == (Stage.REAL_EXECUTION, Stage.REPORTS)
    assert (clean.partitions_def, counts.partitions_def) == (DOMAINS, None)
    assert (clean.description, clean.kinds) == ("Cleaned rows.", {"duckdb", "sql"})
    assert isinstance(graph.get_partition_mapping(counts.key, clean.key), dg.AllPartitionMapping)


def test_a_run_says_what_it_made(assets: list[dg.AssetsDefinition], lake: LakeResource) -> None:
    made = metadata(materialise(assets, lake, "chip", "raw", "clean")["clean"])
    assert made["dagster/row_count"] == 2
    columns = {column.name: column for column in made["dagster/column_schema"].columns}
    assert (columns["id"].type, columns["shout"].type) == ("BIGINT", "VARCHAR")
    assert columns["shout"].description == "text in capitals"
    lineage = made["dagster/column_lineage"].deps_by_column
    assert lineage["shout"] == [dg.TableColumnDep(dg.AssetKey("raw"), "text")]
    assert "CHIP" in made["preview"]


def test_a_mart_sees_all_partitions_and_repeats_keep_the_version(
    assets: list[dg.AssetsDefinition], lake: LakeResource
) -> None:
    for domain in DOMAINS.get_partition_keys():
        materialise(assets, lake, domain, "raw", "clean")
    first = materialise(assets, lake, None, "counts")["counts"]
    assert lake.lake().read("counts")["domain"].to_list() == ["chip", "embedded"]
    second = materialise(assets, lake, None, "counts")["counts"]
    version = first.tags["dagster/data_version"]  # type: ignore[index]
    assert second.tags["dagster/data_version"] == version  # type: ignore[index]
    manifest = Lake(lake.root).manifest("counts")
    assert manifest is not None
    assert manifest.data_version == version
    assert (metadata(first)["changed"], metadata(second)["changed"]) == (True, False)


def test_a_broken_key_fails_the_blocking_check(tmp_path: Path, lake: LakeResource) -> None:
    (tmp_path / "marts").mkdir()
    (tmp_path / "marts" / "twice.sql").write_text(
        "-- Rows.\n-- Key: text\nSELECT text FROM raw UNION ALL SELECT text FROM raw"
    )
    twice = build_sql_assets(read_models(tmp_path), DOMAINS)
    lake.lake().write(RAW, "chip", RAW.from_rows([{"id": 1, "text": "a"}]))
    result = dg.materialize(twice, resources={"lake": lake}, raise_on_error=False)
    (evaluation,) = result.get_asset_check_evaluations()
    assert not evaluation.passed
    assert evaluation.metadata["problems"].value == ["text: is not unique (1 rows)"]
