"""A generator behind an endpoint through the graph: it dies and resumes, is amplified, audited, and paid for."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.home import PROJECT

pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    toys = PROJECT / "tests" / "graph" / "toy_domains"
    command = [sys.executable, "-m", "tests.graph.endpoint_runs", str(toys), str(tmp_path_factory.mktemp("home"))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=850, cwd=PROJECT, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.fixture
def resume(found: dict[str, Any]) -> dict[str, Any]:
    return dict(found["resume"])


@pytest.fixture
def graph(found: dict[str, Any]) -> dict[str, Any]:
    return dict(found["graph"])


@pytest.fixture
def following(found: dict[str, Any]) -> dict[str, Any]:
    return dict(found["next"])


def family(row: dict[str, Any]) -> str:
    """The generator, whosever solutions it began with."""
    return str(row["generator"]).partition("/")[0]


def by_generator(rows: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [row for row in rows if family(row) == name]


def test_a_dying_endpoint_fails_the_step_and_keeps_what_is_made(resume: dict[str, Any]) -> None:
    assert not resume["died"]["success"]
    (error,) = resume["died"]["errors"]
    assert "it broke" in error
    assert "Materialise the partition again to go on" in error
    assert resume["died"]["materialised"] == ["real_trajectories"]
    assert by_generator(resume["kept"], "fault-injection") == by_generator(resume["rows"], "fault-injection")
    assert 0 < len(by_generator(resume["kept"], "stub")) < len(by_generator(resume["rows"], "stub"))


def test_the_next_run_makes_the_rest_and_asks_nothing_twice(resume: dict[str, Any]) -> None:
    assert resume["resumed"]["success"], resume["resumed"]["errors"]
    assert (resume["asked twice"], resume["answered asked again"], resume["asked by a third run"]) == (0, 0, 0)
    assert resume["again"]["success"]
    kept = {row["trajectory_id"] for row in resume["kept"]}
    assert kept < {row["trajectory_id"] for row in resume["rows"]}


def test_every_row_says_who_made_it_and_what_it_cost(resume: dict[str, Any]) -> None:
    stub, faults = (by_generator(resume["rows"], name) for name in ("stub", "fault-injection"))
    assert {row["generator_model"] for row in stub} == {"stub-model"}
    assert all(row["prompt_tokens"] > 0 and row["cost"] is not None and row["cached_tokens"] > 0 for row in stub)
    assert {(row["generator_model"], row["cost"], row["requests"]) for row in faults} == {("", None, None)}
    assert {row["ended"] for row in stub} == {"passed", "exhausted"}
    for row in stub:
        assert row["completion_tokens"] == 100 * row["turn_count"]


def test_the_rest_of_the_graph_takes_the_mixture(graph: dict[str, Any]) -> None:
    assert [run["errors"] for run in graph["runs"]] == [[]] * len(graph["runs"])
    assert [run["checks failed"] for run in graph["runs"]] == [[]] * len(graph["runs"])
    assert {family(row) for row in graph["amplified"]} == {"stub", "fault-injection"}


def test_a_trajectory_without_code_is_kept_and_enters_no_corpus(graph: dict[str, Any]) -> None:
    failed = [row for row in graph["amplified"] if row["ended"] == "generator_failed"]
    assert failed
    assert {(row["turn_count"], row["passed"], row["completion_tokens"]) for row in failed} == {(0, False, 200)}
    assert all("never closed" in row["failure"] for row in failed)
    conversations = {row["conversation_id"] for row in graph["corpus"]}
    assert not conversations & {row["trajectory_id"] for row in failed}
    assert {family(entry) for row in graph["corpus"] for entry in row["provenance"]} == {"stub", "fault-injection"}


def audited(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those with code in which the world model answered: the tools agree with themselves in the others."""
    return [
        row
        for row in rows
        if row["ended"] != "generator_failed" and any(turn["source"] != "real" for turn in row["turns"])
    ]


def test_an_audit_asks_the_generator_again_and_pays_for_the_other_history_only(graph: dict[str, Any]) -> None:
    first = graph["audits"][0]
    complete = audited(graph["amplified"])
    assert first["trajectories"] == len(complete) > 0
    # First turns come from the reply cache; only where the tools say something else than the world model did is
    # there a prompt that nobody has asked.
    turns = sum(row["turn_count"] for row in by_generator(complete, "stub"))
    assert graph["asked by the audit"] <= 2 * turns
    assert graph["asked by the audit"] < 3 * len(by_generator(complete, "stub"))


def test_an_audit_without_the_endpoint_leaves_its_trajectories_out_and_says_so(graph: dict[str, Any]) -> None:
    alone = graph["audits"][1]
    stub = audited(by_generator(graph["amplified"], "stub"))
    assert alone["trajectories"] == graph["audits"][0]["trajectories"] - len(stub)
    assert alone["turns"] == graph["audits"][0]["turns"]
    said = [f"{len(stub)} × stub is not configured" in report for report in graph["reports"]]
    assert said == [False, True]


def test_the_cost_mart_has_both_generators(graph: dict[str, Any], resume: dict[str, Any]) -> None:
    rows = {(row["generator"], row["origin"]): row for row in graph["cost"]}
    stub = by_generator(resume["rows"], "stub")
    assert rows["stub", "real"]["trajectories"] == len(stub)
    assert rows["stub", "real"]["cost"] == pytest.approx(sum(row["cost"] for row in stub))
    assert rows["stub", "real"]["solved"] == sum(row["passed"] for row in stub)
    assert 0.4 < rows["stub", "real"]["cached_share"] < 0.6
    failed = [row for row in graph["amplified"] if row["ended"] == "generator_failed"]
    assert rows["stub", "amplified"]["failed"] == len(failed)
    assert rows["fault-injection", "real"]["prompt_tokens"] is None


def test_the_model_of_one_round_writes_in_the_next(following: dict[str, Any]) -> None:
    """It has learned nothing of worth: no answer of eight tokens holds a program, and each of them is a row."""
    assert [run["errors"] for run in following["runs"]] == [[], [], []]
    own = by_generator(following["made"], "thinking_model")
    assert own
    assert {row["generator_model"] for row in own} == {following["model"]}
    assert {(row["ended"], row["turn_count"]) for row in own} == {("generator_failed", 0)}
    assert all(row["completion_tokens"] > 0 for row in own)
