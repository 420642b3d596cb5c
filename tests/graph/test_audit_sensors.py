"""The gate's sensors at their ticks: several domains at once, a training under way, attempts that are used up."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import dagster as dg
import pytest

from assets.audits.response import RETRAININGS_IN_A_ROW
from assets.trust.audit_history import add_rows
from assets.trust.audit_tables import AUDIT_REPORTS, CORRECTION_LOG
from assets.world_model.schema import CHAMPION_LOG
from orchestration.definitions import build_defs
from orchestration.sensors import audit_after_retraining, retraining_after_failed_audit
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema

Found = list[dg.RunRequest | dg.SkipReason]
_numbers = itertools.count()


@pytest.fixture
def lake(tmp_path_factory: pytest.TempPathFactory) -> LakeResource:
    return LakeResource(root=str(tmp_path_factory.mktemp("lake")), warehouse_path="")


def promote(lake: LakeResource, checkpoint: str) -> None:
    texts = dict.fromkeys(("challenger", "previous", "reason", "held_out", "run_id"), "")
    row = texts | {"champion": checkpoint, "decision": "promoted", "turns": 0, "by_domain": []}
    row |= {"decided_at": datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=next(_numbers))}
    lake.lake().append(CHAMPION_LOG, "all", CHAMPION_LOG.from_rows([row]))


def audit(lake: LakeResource, domain: str, checkpoint: str, *, passed: bool = False, corrections: int = 0) -> str:
    night = next(_numbers)
    row: dict[str, Any] = {field.name: 0 for field in AUDIT_REPORTS.arrow_schema}
    row |= {"audit_id": f"{domain}-{night:03}", "domain": domain, "checkpoint": checkpoint, "report_path": "r"}
    row |= {"created_at": datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=night), "passed_gate": passed}
    row |= {"turns": 50, "effective_turns": 50.0, "amplified": 20, "corrections": corrections}
    add_rows(lake.lake(), AUDIT_REPORTS, domain, [row])
    return str(row["audit_id"])


def bring_in_corrections(lake: Lake, domain: str) -> None:
    """An execution_turns that was made from the correction log as it is now."""
    commit = lake.append(CORRECTION_LOG, domain, CORRECTION_LOG.empty())
    turns = TableSchema("execution_turns", CORRECTION_LOG.arrow_schema)
    lake.write(turns, domain, turns.empty(), inputs={f"{CORRECTION_LOG.name}/{domain}": commit.data_version})


def tick(sensor: dg.SensorDefinition, lake: LakeResource, instance: dg.DagsterInstance) -> Found:
    with dg.build_sensor_context(instance=instance, resources={"lake": lake}) as context:
        found: Any = sensor(context)
        return list(found)


def keys(found: Found) -> list[str | None]:
    return [entry.run_key for entry in found if isinstance(entry, dg.RunRequest)]


def reason(found: Found) -> str:
    (only,) = found
    assert isinstance(only, dg.SkipReason)
    return str(only.skip_message)


def test_without_a_champion_nothing_is_asked(lake: LakeResource) -> None:
    with dg.DagsterInstance.ephemeral() as instance:
        for sensor in (retraining_after_failed_audit, audit_after_retraining):
            assert "there is no world model yet" in reason(tick(sensor, lake, instance))


def test_all_corrections_come_before_one_training_for_all_domains(lake: LakeResource) -> None:
    promote(lake, "bad")
    names = [audit(lake, domain, "bad", corrections=3) for domain in ("cad_modeling", "chip_design")]
    audit(lake, "gpu_kernels", "bad", passed=True, corrections=2)
    with dg.DagsterInstance.ephemeral() as instance:
        first = tick(retraining_after_failed_audit, lake, instance)
        assert set(keys(first)) == {f"corrections:{name}" for name in names}
        bring_in_corrections(lake.lake(), "chip_design")
        second = tick(retraining_after_failed_audit, lake, instance)
        assert keys(second) == [f"corrections:{names[0]}"]
        bring_in_corrections(lake.lake(), "cad_modeling")
        third = tick(retraining_after_failed_audit, lake, instance)
    assert keys(third) == ["retraining:" + "+".join(sorted(names))]


def test_while_a_retraining_is_under_way_nothing_further_is_asked(lake: LakeResource) -> None:
    promote(lake, "bad")
    audit(lake, "chip_design", "bad")
    job = build_defs().resolve_job_def("retraining")
    with dg.DagsterInstance.ephemeral() as instance:
        run = instance.create_run_for_job(job, status=dg.DagsterRunStatus.STARTED)
        assert "under way" in reason(tick(retraining_after_failed_audit, lake, instance))
        instance.report_run_failed(run, "over")
        assert len(keys(tick(retraining_after_failed_audit, lake, instance))) == 1


def test_attempts_are_bounded_and_a_passing_audit_sets_them_back(lake: LakeResource) -> None:
    asked = []
    with dg.DagsterInstance.ephemeral() as instance:
        for number in range(RETRAININGS_IN_A_ROW + 1):
            promote(lake, f"c{number}")
            audit(lake, "chip_design", f"c{number}")
            found = tick(retraining_after_failed_audit, lake, instance)
            asked += keys(found)
        assert len(set(asked)) == len(asked) == RETRAININGS_IN_A_ROW
        assert "a person has to look" in reason(found)
        last = f"c{RETRAININGS_IN_A_ROW}"
        audit(lake, "chip_design", last, passed=True)
        assert "below its threshold" in reason(tick(retraining_after_failed_audit, lake, instance))
        audit(lake, "chip_design", last)
        assert len(keys(tick(retraining_after_failed_audit, lake, instance))) == 1


def test_a_new_champion_is_audited_where_the_last_audit_failed(lake: LakeResource) -> None:
    promote(lake, "bad")
    audit(lake, "chip_design", "bad")
    audit(lake, "cad_modeling", "bad", passed=True)
    with dg.DagsterInstance.ephemeral() as instance:
        assert keys(tick(audit_after_retraining, lake, instance)) == []
        promote(lake, "next")
        assert keys(tick(retraining_after_failed_audit, lake, instance)) == []
        (request,) = tick(audit_after_retraining, lake, instance)
        assert isinstance(request, dg.RunRequest)
        assert request.partition_key == "chip_design"
        assert str(request.run_key).startswith("probation:next:chip_design:")
        audit(lake, "chip_design", "next", passed=True)
        assert keys(tick(audit_after_retraining, lake, instance)) == []
