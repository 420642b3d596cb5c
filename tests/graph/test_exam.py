"""An exam through the graph with real tools: killed and gone on with, judged twice alike, never of what was trained."""

import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from assets.exam.asset import benchmark_scores, exam_samples
from orchestration.checks import no_exam_task_is_in_the_training_split, references_score_all_and_empty_answers_nothing
from orchestration.definitions import build_resources
from resources.storage.lake import Lake
from tests.graph.exam_runs import prepare
from tests.home import PROJECT, settings_in

EXECUTIONS_UNTIL_KILLED = 2


def started(root: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.graph.exam_runs", str(root)]
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=PROJECT)


def executions(root: Path) -> int:
    cache = root / "cache" / "results.sqlite"
    try:
        with sqlite3.connect(f"file:{cache}?mode=ro", uri=True) as connection:
            (table,) = connection.execute("select name from sqlite_master where type = 'table' limit 1").fetchone()
            return int(connection.execute(f'select count(*) from "{table}"').fetchone()[0])
    except (sqlite3.Error, TypeError):
        return 0


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    root = tmp_path_factory.mktemp("home")
    prepare(root)
    process = started(root)
    while executions(root) < EXECUTIONS_UNTIL_KILLED and process.poll() is None:
        time.sleep(0.02)
    process.kill()
    process.communicate()
    before = executions(root)
    again = started(root)
    told, complaint = again.communicate(timeout=600)
    assert again.returncode == 0, complaint
    return {"before": before, **json.loads(told)}


def score(found: dict[str, Any], author: str, metric: str, part: str = "") -> Any:
    (row,) = [row for row in found["scores"] if (row["author"], row["metric"], row["part"]) == (author, metric, part)]
    return row["value"]


def test_a_killed_judgement_is_gone_on_with(runs: dict[str, Any]) -> None:
    assert runs["before"] >= EXECUTIONS_UNTIL_KILLED
    assert runs["first"]["success"]
    assert len(runs["first"]["samples"]) == 2 * (1 + 2 + 2) + 2 * 2


def test_two_judgements_of_the_same_answers_are_equal(runs: dict[str, Any]) -> None:
    def repeatable(found: dict[str, Any], without: Callable[[str], bool]) -> Any:
        return [{name: value for name, value in row.items() if not without(name)} for row in found["samples"]]

    def by_clock(name: str) -> bool:
        return name in ("execution_seconds", "timings")

    assert repeatable(runs["first"], by_clock) == repeatable(runs["second"], by_clock)
    assert [row for row in runs["first"]["scores"] if row["metric"] != "seconds of execution"] == [
        row for row in runs["second"]["scores"] if row["metric"] != "seconds of execution"
    ]


def test_the_scores_are_what_the_answers_are_worth(runs: dict[str, Any]) -> None:
    found = runs["first"]
    assert runs["first"]["checks"] == {
        "references_score_all_and_empty_answers_nothing": True,
        "no_exam_task_is_in_the_training_split": True,
    }
    assert [score(found, who, "pass@k", "k=1") for who in ("knows", "learns", "hasty")] == [1.0, 0.0, 0.0]
    assert score(found, "learns", "solved by turn", "turn 2") == 1.0
    assert score(found, "learns", "Fix % of failures", "turn 2") == 1.0
    assert (score(found, "hasty", "truncated"), score(found, "hasty", "Syn@k", "k=1")) == (0.5, 0.0)
    assert (score(found, "reference", "pass@k", "k=1"), score(found, "empty answer", "pass@k", "k=1")) == (1.0, 0.0)
    assert "rtllm/one" in found["page"]


def test_a_task_of_the_training_split_counts_in_no_score(runs: dict[str, Any]) -> None:
    found = runs["exposed"]
    assert not found["checks"]["no_exam_task_is_in_the_training_split"]
    assert {row["exposed_tasks"] for row in found["scores"]} == {1}
    assert {row["tasks"] for row in found["scores"] if row["metric"] == "pass@k" and row["value"] is not None} == {1}
    assert "training split" in found["page"]


def test_a_set_that_the_home_does_not_have_is_an_empty_one(tmp_path: Path) -> None:
    """As "Materialize all" of one domain meets eleven of them, and the warehouse waits for each."""
    settings = settings_in(tmp_path)
    checks = [references_score_all_and_empty_answers_nothing, no_exam_task_is_in_the_training_split]
    result = dg.materialize(
        [exam_samples, benchmark_scores, *checks],  # type: ignore[list-item]
        partition_key="cvdp",
        resources=build_resources(settings),
        raise_on_error=False,
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
    )
    assert result.success
    assert all(evaluation.passed for evaluation in result.get_asset_check_evaluations())
    told = {
        event.asset_key.to_user_string(): event.materialization for event in result.get_asset_materialization_events()
    }
    for name in ("exam_samples", "benchmark_scores"):
        assert "icwm import cvdp PATH" in str(told[name].metadata["no exam"].value)
        assert Lake(settings.lake).read(name, "cvdp").is_empty()
