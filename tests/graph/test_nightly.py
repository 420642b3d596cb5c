"""Nights: one run request a domain, a failed audit that stops amplification and asks once for retraining."""

import shutil
from datetime import UTC, datetime, timedelta

import dagster as dg
import pytest

from assets.trust.audit_tables import AUDIT_REPORTS
from assets.trust.gate import gate_state
from assets.world_model.checkpoints import champion_id
from orchestration.definitions import build_defs, build_resources
from orchestration.instance import open_instance
from orchestration.schedules import nightly_audits
from orchestration.sensors import retraining_after_failed_audit
from resources.domains.registry import load_domains
from tests.home import GraphHome, settings_in


@pytest.fixture(scope="module")
def night_home(materialised: GraphHome, tmp_path_factory: pytest.TempPathFactory) -> GraphHome:
    """A copy of the materialised home, since these tests write audits of their own into it."""
    root = tmp_path_factory.mktemp("night") / "home"
    shutil.copytree(materialised.settings.home.root, root)
    return GraphHome(settings_in(root), materialised.results)


def test_a_nightly_tick_asks_for_one_audit_a_domain() -> None:
    defs = build_defs()
    tick = dg.build_schedule_context(
        scheduled_execution_time=datetime(2026, 5, 4, 2, 0, tzinfo=UTC), repository_def=defs.get_repository_def()
    )
    requests = list(nightly_audits(tick))
    assert [request.partition_key for request in requests] == list(load_domains())
    assert {request.run_key for request in requests} == {f"2026-05-04:{domain}" for domain in load_domains()}


def test_a_requested_audit_runs(night_home: GraphHome) -> None:
    """The night's job, as the daemon would launch it, adds one audit that sampled by the night's name."""
    lake = night_home.lake()
    before = len(lake.read("audit_reports", "chip_design"))
    job = build_defs(settings=night_home.settings).resolve_job_def("nightly_audit")
    with open_instance(night_home.settings.home) as instance:
        result = job.execute_in_process(
            partition_key="chip_design", instance=instance, tags={"audit/night": "2026-05-04"}
        )
    assert result.success
    assert len(lake.read("audit_reports", "chip_design")) == before + 1


def failed_audit(checkpoint: str, when: datetime, name: str, passed: bool) -> dict[str, object]:
    figures = {field.name: 0 for field in AUDIT_REPORTS.arrow_schema}
    return figures | {
        "audit_id": name,
        "domain": "chip_design",
        "checkpoint": checkpoint,
        "created_at": when,
        "outcome_accuracy": 0.9 if passed else 0.4,
        "minimum_accuracy": 0.7,
        "amplified": 10,
        "passed_gate": passed,
        "report_path": "none",
    }


@pytest.fixture
def failing(night_home: GraphHome) -> object:
    """The champion's last audit failed; afterwards a passing one opens the gate again."""
    lake, checkpoint = night_home.lake(), champion_id(night_home.lake())
    now = datetime.now(UTC) + timedelta(days=1)
    row = failed_audit(checkpoint, now, f"failing-{now:%H%M%S%f}", passed=False)
    lake.append(AUDIT_REPORTS, "chip_design", AUDIT_REPORTS.from_rows([row]))
    yield row["audit_id"]
    row = failed_audit(checkpoint, now + timedelta(microseconds=1), f"passing-{now:%H%M%S%f}", passed=True)
    lake.append(AUDIT_REPORTS, "chip_design", AUDIT_REPORTS.from_rows([row]))
    assert gate_state(lake, "chip_design", checkpoint).is_open


def test_a_failed_audit_stops_amplification_in_a_later_run(night_home: GraphHome, failing: str) -> None:
    lake = night_home.lake()
    before = len(lake.read("amplified_trajectories", "chip_design"))
    assert failing in gate_state(lake, "chip_design", champion_id(lake)).reason
    job = build_defs(settings=night_home.settings).resolve_implicit_global_asset_job_def()
    with open_instance(night_home.settings.home) as instance:
        result = job.execute_in_process(
            partition_key="chip_design", instance=instance, asset_selection=[dg.AssetKey("amplified_trajectories")]
        )
    materialization = result.asset_materializations_for_node("amplified_trajectories")[0]
    assert failing in str(materialization.metadata["gate"].value)
    assert materialization.metadata["made now"].value == 0
    assert len(lake.read("amplified_trajectories", "chip_design")) == before


def test_a_failed_audit_keeps_its_checkpoint_out_of_the_corpus(night_home: GraphHome, failing: str) -> None:
    job = build_defs(settings=night_home.settings).resolve_implicit_global_asset_job_def()
    with open_instance(night_home.settings.home) as instance:
        job.execute_in_process(
            partition_key="chip_design", instance=instance, asset_selection=[dg.AssetKey("reasoning_corpus")]
        )
    corpus = night_home.lake().read("reasoning_corpus", "chip_design").to_dicts()
    checkpoint = champion_id(night_home.lake())
    assert checkpoint not in {entry["checkpoint"] for row in corpus for entry in row["provenance"]}


def test_a_failed_audit_asks_once_for_retraining(night_home: GraphHome, failing: str) -> None:
    lake = build_resources(night_home.settings)["lake"]
    with open_instance(night_home.settings.home) as instance:
        context = dg.build_sensor_context(instance=instance, resources={"lake": lake})
        requests = [list(retraining_after_failed_audit(context)) for _ in range(2)]
    keys = [[request.run_key for request in found if isinstance(request, dg.RunRequest)] for found in requests]
    assert keys == [[f"retraining:{failing}"]] * 2


def test_no_failed_audit_no_retraining(night_home: GraphHome) -> None:
    lake = build_resources(night_home.settings)["lake"]
    context = dg.build_sensor_context(resources={"lake": lake})
    assert [type(found) for found in retraining_after_failed_audit(context)] == [dg.SkipReason]
