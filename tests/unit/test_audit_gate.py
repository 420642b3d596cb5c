"""The gate's states and what a failed audit asks for, on rows of audits in a small lake."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import pyarrow as pa
import pytest

from assets.audits.drift import drift
from assets.audits.response import RETRAININGS_IN_A_ROW, failed_audits, on_probation
from assets.shares import weighted_share
from assets.trust.audit_history import add_rows, audits
from assets.trust.audit_tables import AUDIT_REPORTS, CORRECTION_LOG
from assets.trust.gate import Gate, gate_state
from assets.warehouse.sql_model import read_models
from assets.warehouse.sql_run import run_model
from orchestration.settings import SQL
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema

DOMAIN = "chip_design"
_numbers = itertools.count()


@pytest.fixture
def lake() -> Lake:
    return Lake(f"memory://gate-{next(_numbers)}")


def audit_row(checkpoint: str, passed: bool, **more: Any) -> dict[str, Any]:
    """One night after all others."""
    night = next(_numbers)
    texts = {"audit_id": f"audit-{night:04}", "domain": DOMAIN, "checkpoint": checkpoint, "report_path": "r"}
    figures: dict[str, Any] = {field.name: 0 for field in AUDIT_REPORTS.arrow_schema} | texts
    figures |= {"turns": 100, "effective_turns": 90.0, "trajectories": 30, "amplified": 60}
    figures |= {"created_at": datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=night), "passed_gate": passed}
    figures |= {"outcome_accuracy": 0.9 if passed else 0.4, "minimum_accuracy": 0.8}
    return figures | more


def audited(lake: Lake, checkpoint: str, passed: bool, **more: Any) -> str:
    row = audit_row(checkpoint, passed, **more)
    add_rows(lake, AUDIT_REPORTS, DOMAIN, [row])
    return str(row["audit_id"])


def state(lake: Lake, checkpoint: str) -> Gate:
    return gate_state(lake, DOMAIN, checkpoint).gate


def test_a_domain_without_audits_is_open(lake: Lake) -> None:
    assert gate_state(lake, DOMAIN, "first").is_open
    assert gate_state(lake, DOMAIN, "first").allowance(30) is None


def test_a_failed_audit_shuts_and_a_passing_one_opens(lake: Lake) -> None:
    name = audited(lake, "bad", passed=False)
    shut = gate_state(lake, DOMAIN, "bad")
    assert (shut.gate, shut.allowance(30)) == (Gate.SHUT, 0)
    assert name in shut.reason
    assert "40.0%" in shut.reason
    audited(lake, "bad", passed=True)
    assert state(lake, "bad") is Gate.OPEN


def test_the_next_checkpoint_is_on_probation_until_its_own_audit(lake: Lake) -> None:
    audited(lake, "bad", passed=False)
    waiting = gate_state(lake, DOMAIN, "next")
    assert (waiting.gate, waiting.is_open, waiting.allowance(30)) == (Gate.PROBATION, False, 30)
    assert on_probation(lake, [DOMAIN, "cad_modeling"], "next") == [DOMAIN]
    audited(lake, "next", passed=True)
    assert state(lake, "next") is Gate.OPEN
    assert on_probation(lake, [DOMAIN], "next") == []
    assert state(lake, "bad") is Gate.SHUT


def test_a_checkpoint_that_once_passed_is_open_when_gone_back_to(lake: Lake) -> None:
    audited(lake, "good", passed=True)
    audited(lake, "bad", passed=False)
    assert state(lake, "good") is Gate.OPEN


@pytest.mark.parametrize("passed", [True, False])
def test_an_audit_of_nothing_changes_nothing(lake: Lake, passed: bool) -> None:
    audited(lake, "bad", passed=False)
    audited(lake, "next", passed=passed, amplified=0, turns=0, trajectories=0)
    assert state(lake, "next") is Gate.PROBATION
    assert state(lake, "bad") is Gate.SHUT
    assert [failed.attempt for failed in failed_audits(lake, [DOMAIN], "bad")] == [1]


def test_attempts_are_counted_over_checkpoints_and_end(lake: Lake) -> None:
    for number in range(RETRAININGS_IN_A_ROW):
        name = audited(lake, f"c{number}", passed=False)
        (failed,) = failed_audits(lake, [DOMAIN], f"c{number}")
        assert (failed.audit_id, failed.attempt, failed.exhausted) == (name, number + 1, False)
    audited(lake, "last", passed=False)
    assert [failed.exhausted for failed in failed_audits(lake, [DOMAIN], "last")] == [True]
    audited(lake, "last", passed=True)
    audited(lake, "last", passed=False)
    assert [failed.attempt for failed in failed_audits(lake, [DOMAIN], "last")] == [1]


def test_corrections_wait_until_the_turns_were_made_from_them(lake: Lake) -> None:
    audited(lake, "bad", passed=False, corrections=1)
    assert [failed.corrected for failed in failed_audits(lake, [DOMAIN], "bad")] == [False]
    commit = lake.append(CORRECTION_LOG, DOMAIN, CORRECTION_LOG.from_rows([]))
    made_from = {f"{CORRECTION_LOG.name}/{DOMAIN}": commit.data_version}
    lake.write(TableSchema("execution_turns", CORRECTION_LOG.arrow_schema), DOMAIN, [], inputs=made_from)
    assert [failed.corrected for failed in failed_audits(lake, [DOMAIN], "bad")] == [True]


def test_a_table_of_an_earlier_version_takes_further_audits(lake: Lake) -> None:
    later = AUDIT_REPORTS.arrow_schema.names.index("right")
    old = TableSchema(AUDIT_REPORTS.name, pa.schema(list(AUDIT_REPORTS.arrow_schema)[:later]), AUDIT_REPORTS.key)
    row = {name: value for name, value in audit_row("old", False).items() if name in old.arrow_schema.names}
    lake.write(old, DOMAIN, old.from_rows([row]))
    assert state(lake, "old") is Gate.SHUT
    audited(lake, "new", passed=True)
    found = audits(lake, DOMAIN)
    assert [entry["checkpoint"] for entry in found] == ["old", "new"]
    assert found[0]["effective_turns"] is None
    assert AUDIT_REPORTS.check(lake.arrow(AUDIT_REPORTS.name, [DOMAIN])) == []


def night(right: int, of: int) -> dict[str, Any]:
    return {"turns": of, "effective_turns": float(of), "outcome_accuracy": right / of}


def tonight(right: int, of: int) -> Any:
    return weighted_share([True] * right + [False] * (of - right), [1.0] * of)


def test_drift_needs_something_to_compare_with() -> None:
    assert drift(tonight(9, 10), []) is None
    assert drift(tonight(0, 0), [night(9, 10)]) is None
    assert drift(tonight(9, 10), [{"turns": 0, "effective_turns": 0.0, "outcome_accuracy": 0.0}]) is None


def test_drift_is_a_fall_beyond_chance() -> None:
    fell, same = drift(tonight(150, 200), [night(190, 200)] * 3), drift(tonight(188, 200), [night(190, 200)] * 3)
    assert fell is not None
    assert same is not None
    assert (fell.worse, same.worse) == (True, False)
    assert fell.change == pytest.approx(-0.2)
    assert fell.low < fell.change < fell.high < 0
    rose = drift(tonight(190, 200), [night(150, 200)] * 3)
    assert rose is not None
    assert rose.p_value < 0.01
    assert not rose.worse


def test_drift_looks_at_the_last_seven_nights_only() -> None:
    found = drift(tonight(190, 200), [night(10, 200)] * 5 + [night(190, 200)] * 7)
    assert found is not None
    assert found.nights == 7
    assert found.before == pytest.approx(0.95)


def test_drift_of_perfect_nights_is_none() -> None:
    found = drift(tonight(20, 20), [night(50, 50)])
    assert found is not None
    assert found.change == 0
    assert not found.worse


def test_the_trend_mart_counts_failures_in_a_row_and_knows_a_new_checkpoint(lake: Lake) -> None:
    for checkpoint, passed in (("a", True), ("a", False), ("b", False), ("b", True), ("b", False)):
        audited(lake, checkpoint, passed, executions=10, cached=4)
    model = next(model for model in read_models(SQL) if model.name == "audit_trend")
    rows = sorted(run_model(model, lake).to_pylist(), key=lambda row: row["created_at"])
    assert [row["failed_in_a_row"] for row in rows] == [0, 1, 2, 0, 1]
    assert [row["new_checkpoint"] for row in rows] == [None, False, True, False, False]
    assert {row["cached_share"] for row in rows} == {0.4}
