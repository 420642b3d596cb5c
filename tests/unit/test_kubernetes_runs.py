"""What pods the run of a domain gets: image, limits and deadline of its partition; its tags go over them."""

import json
from pathlib import Path
from typing import Any

import dagster as dg
import kubernetes
import pytest
import yaml
from dagster._config import process_config
from dagster_k8s.container_context import K8sContainerContext

from assets.partitions import DOMAIN_PARTITIONS
from orchestration.cluster.launcher import PARTITION_TAG, PartitionRunLauncher

PROJECT = Path(__file__).parent.parent.parent
VALUES = yaml.safe_load((PROJECT / "infra" / "kubernetes" / "dagster-values.yaml").read_text())
SHIPPED = VALUES["runLauncher"]["config"]["customRunLauncher"]["config"]


@pytest.fixture
def launcher(monkeypatch: pytest.MonkeyPatch) -> PartitionRunLauncher:
    """As the values for Dagster's chart configure it; no cluster is asked."""
    monkeypatch.setattr("dagster_k8s.launcher.load_kubernetes_config", lambda **_: None)
    checked = process_config(PartitionRunLauncher.config_type(), SHIPPED)
    assert checked.success, checked.errors
    assert checked.value is not None
    return PartitionRunLauncher.from_config_value(None, checked.value)


def context(launcher: PartitionRunLauncher, domain: str, **config: Any) -> K8sContainerContext:
    tags = {PARTITION_TAG: domain} if domain else {}
    if config:
        tags["dagster-k8s/config"] = json.dumps(config)
    return launcher.get_container_context_for_run(dg.DagsterRun(job_name="job", run_id="one", tags=tags))


def test_each_domain_has_a_worker_image_and_what_all_runs_share(launcher: PartitionRunLauncher) -> None:
    for domain in DOMAIN_PARTITIONS.get_partition_keys():
        pods = context(launcher, domain).run_k8s_config
        assert pods.container_config["image"] == f"REGISTRY/icwm-{domain.replace('_', '-')}:TAG"
        assert pods.container_config["resources"]["limits"]["memory"].endswith("Gi")
        assert pods.container_config["security_context"]["proc_mount"] == "Unmasked"
        assert pods.job_spec_config["active_deadline_seconds"] > 0
        assert pods.job_spec_config["ttl_seconds_after_finished"] == 3600
        assert pods.pod_spec_config["automount_service_account_token"] is False


def test_a_run_of_no_domain_has_the_launcher_s_own_pods(launcher: PartitionRunLauncher) -> None:
    assert "image" not in context(launcher, "").run_k8s_config.container_config
    assert context(launcher, "").namespace == "icwm"


def test_what_the_domain_says_goes_over_the_launcher_s_and_tags_go_over_both(launcher: PartitionRunLauncher) -> None:
    quiet = context(launcher, "code_optimization").run_k8s_config.pod_spec_config["tolerations"]
    assert quiet == [{"key": "icwm/measuring", "operator": "Exists", "effect": "NoSchedule"}]
    asked = context(
        launcher,
        "chip_design",
        job_spec_config={"active_deadline_seconds": 60},
        container_config={"resources": {"limits": {"memory": "64Gi"}}},
    ).run_k8s_config
    assert asked.job_spec_config["active_deadline_seconds"] == 60
    assert asked.job_spec_config["backoff_limit"] == 0
    assert asked.container_config["resources"]["limits"]["memory"] == "64Gi"
    assert asked.container_config["image"] == "REGISTRY/icwm-chip-design:TAG"


def test_the_pods_words_are_kubernetes_own() -> None:
    """A misspelt field of the values is refused by the client's model, not dropped in silence."""
    known = {"container_config": "V1Container", "pod_spec_config": "V1PodSpec", "job_spec_config": "V1JobSpec"}
    for pods in (SHIPPED["run_k8s_config"], *SHIPPED["domains"].values()):
        for section, values in pods.items():
            model = getattr(kubernetes.client, known[section])
            assert set(values) <= set(model.openapi_types)


def test_a_shard_s_pod_is_like_its_run_s_but_makes_no_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    account = {"service_account_name": "icwm-sharder", "automount_service_account_token": True}
    sections = {"runs": {"pod_spec_config": account}, "shards": {"job_spec_config": {"active_deadline_seconds": 900}}}
    monkeypatch.setattr("dagster_k8s.launcher.load_kubernetes_config", lambda **_: None)
    checked = process_config(PartitionRunLauncher.config_type(), SHIPPED | sections)
    assert checked.success, checked.errors
    assert checked.value is not None
    launcher = PartitionRunLauncher.from_config_value(None, checked.value)
    run = dg.DagsterRun(job_name="job", run_id="one", tags={PARTITION_TAG: "chip_design"})
    parent = launcher.get_container_context_for_run(run).run_k8s_config
    shard = launcher.get_container_context_for_shard(run).run_k8s_config
    assert parent.container_config == shard.container_config
    assert parent.pod_spec_config["service_account_name"] == "icwm-sharder"
    assert parent.pod_spec_config["automount_service_account_token"] is True
    assert shard.pod_spec_config["automount_service_account_token"] is False
    assert shard.pod_spec_config["service_account_name"] == "icwm-worker"
    assert shard.job_spec_config == {
        "backoff_limit": 0,
        "active_deadline_seconds": 900,
        "ttl_seconds_after_finished": 3600,
    }


@pytest.mark.parametrize("wrong", [{"chip_design": {"containers": {}}}, {"chip_design": 3}])
def test_a_section_that_does_not_exist_is_refused(wrong: object) -> None:
    assert not process_config(PartitionRunLauncher.config_type(), SHIPPED | {"domains": wrong}).success
