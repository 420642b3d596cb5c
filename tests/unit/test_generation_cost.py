"""The mart `generation_cost`: sums, shares and intervals over real and amplified trajectories, of any age."""

from typing import Any

import pyarrow as pa
import pytest
from statsmodels.stats.proportion import proportion_confint

from assets.tables import TABLES
from assets.trajectories.schema import REAL_TRAJECTORIES
from assets.warehouse.sql_run import run_model
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema
from tests.sql_lake import MODELS, memory_lake, trajectory, turn, write

COST = MODELS["generation_cost"]


def paid(name: str, *, passed: bool, cost: float | None = 0.5, cached: int | None = 30, **more: Any) -> dict[str, Any]:
    usage = {"prompt_tokens": 100, "cached_tokens": cached, "completion_tokens": 10, "requests": 2, "retries": 1}
    ended = "passed" if passed else "exhausted"
    row = {"passed": passed, "ended": ended, "generator": "qwen", "generator_model": "Qwen3", "cost": cost}
    return trajectory(name, turn(0, "PASS"), turn(1, "PASS"), **{**row, **usage, "generation_seconds": 3.0, **more})


def rows_of(lake: Lake) -> dict[tuple[str, ...], dict[str, Any]]:
    rows = run_model(COST, lake, may_be_absent=list(TABLES.values())).to_pylist()
    return {(row["domain"], row["generator"], row["origin"]): row for row in rows}


def test_what_a_generator_cost() -> None:
    lake = memory_lake()
    failed = paid("t3", passed=False, ended="generator_failed", failure="no code", turn_count=0, turns=[])
    untold = paid("t4", passed=False, cached=None)
    write(lake, "real_trajectories", paid("t1", passed=True), paid("t2", passed=False), failed, untold, trajectory("f"))
    write(lake, "amplified_trajectories", paid("a1", passed=True, cost=None))
    rows = rows_of(lake)
    qwen = rows["chip_design", "qwen", "real"]
    assert (qwen["trajectories"], qwen["solved"], qwen["failed"], qwen["turns"]) == (4, 1, 1, 6)
    assert (qwen["prompt_tokens"], qwen["completion_tokens"], qwen["requests"], qwen["retries"]) == (400, 40, 8, 4)
    assert (qwen["cached_share"], qwen["cost"], qwen["cost_per_solved"]) == (0.3, 2.0, 2.0)
    assert (qwen["generator_model"], qwen["seconds_per_trajectory"]) == ("Qwen3", 3.0)
    assert rows["chip_design", "qwen", "amplified"]["cost_per_solved"] is None
    free = rows["chip_design", "g", "real"]
    assert [free[name] for name in ("prompt_tokens", "cached_share", "cost", "retries")] == [None] * 4


@pytest.mark.parametrize(("solved", "total"), [(0, 1), (1, 1), (3, 7), (0, 40), (40, 40), (17, 200)])
def test_the_interval_is_wilsons(solved: int, total: int) -> None:
    lake = memory_lake()
    write(lake, "real_trajectories", *(paid(str(n), passed=n < solved) for n in range(total)))
    (row,) = rows_of(lake).values()
    expected = proportion_confint(solved, total, alpha=0.05, method="wilson")
    assert (row["solved_low"], row["solved_high"]) == pytest.approx(expected, abs=1e-6)


def test_partitions_of_before_the_columns_are_still_read() -> None:
    """A home from before endpoint generators, one domain of it made again since."""
    lake = memory_lake()
    new = {*REAL_TRAJECTORIES.arrow_schema.names[10:22]} - {"checkpoint", "passed"}
    assert {"ended", "failure", "cost", "failure_usage", "generator_model"} <= new
    fields = [field for field in REAL_TRAJECTORIES.arrow_schema if field.name not in new]
    before = TableSchema("real_trajectories", pa.schema(fields), ("trajectory_id",))
    old = {name: value for name, value in trajectory("old", turn(0, "PASS")).items() if name not in new}
    lake.write(before, "embedded", before.from_rows([old | {"domain": "embedded"}]))
    assert rows_of(lake)["embedded", "g", "real"]["solved"] == 1
    write(lake, "real_trajectories", paid("t1", passed=True))
    rows = rows_of(lake)
    assert (rows["embedded", "g", "real"]["generator_model"], rows["embedded", "g", "real"]["cost"]) == ("", None)
    assert rows["chip_design", "qwen", "real"]["cost"] == 0.5
