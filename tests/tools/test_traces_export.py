"""The exported folder of execution traces is opened by the libraries that its readers have."""

from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from assets.publication.published_rows import NothingToPublish
from assets.traces.export import export_traces
from assets.traces.schema import EXECUTION_TRACES
from resources.storage.lake import Lake


def traced(number: int, split: str) -> dict[str, Any]:
    return {
        **{name: f"{name} {number}" for name in ("trace_id", "seed_id", "bundle_hash", "candidate_hash", "turn_id")},
        **{"domain": "chip_design", "split": split, "licence": "Apache-2.0", "toolchain": "t", "code": "module"},
        **{"outcome": "PASS", "log": "", "kind": "waveform", "unit": "1ps", "differs_at": None, "left_out": 0},
        "events": [{"at": 5, "name": "clk", "value": "1"}],
    }


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    lake = Lake(tmp_path / "lake")
    rows = [traced(number, split) for number, split in enumerate(("train", "train", "test", "benchmark"))]
    lake.write(EXECUTION_TRACES, "chip_design", EXECUTION_TRACES.from_rows(rows))
    return lake


def test_readers_open_it_and_no_benchmark_is_in_it(lake: Lake, tmp_path: Path) -> None:
    from datasets import load_dataset

    folder = tmp_path / "traces"
    export_traces(lake, ["chip_design", "cad_modeling"], folder)
    rows = load_dataset(str(folder), "chip_design", cache_dir=str(tmp_path / "cache"))
    assert {name: len(part) for name, part in rows.items()} == {"train": 2, "test": 1}
    assert rows["train"][0]["events"] == [{"at": 5, "name": "clk", "value": "1"}]
    pattern = f"{folder}/data/chip_design/*.parquet"
    assert pl.read_parquet(pattern).height == 3
    assert duckdb.sql(f"select count(*) from '{pattern}'").fetchall() == [(3,)]
    assert "|  |" not in (folder / "README.md").read_text()
    assert "| chip_design | 3 | waveform | PASS 3 | Apache-2.0 |" in (folder / "README.md").read_text()


def test_an_export_is_replaced_with_the_same_bytes_and_nothing_else_is(lake: Lake, tmp_path: Path) -> None:
    folder = tmp_path / "traces"
    export_traces(lake, ["chip_design"], folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    export_traces(lake, ["chip_design"], folder)
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    own = tmp_path / "own"
    own.mkdir()
    (own / "README.md").write_text("mine")
    with pytest.raises(FileExistsError, match="holds something else"):
        export_traces(lake, ["chip_design"], own)
    with pytest.raises(NothingToPublish, match="`icwm run` makes some"):
        export_traces(lake, ["cad_modeling"], tmp_path / "none")
