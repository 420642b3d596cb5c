"""One domain's partition on a real Kubernetes: what its pods may do, a run whose pod is killed, a run that is stopped.

Needs a cluster (KUBECONFIG, or the scripts of a local node) and the image of this commit, which `make cluster` builds.
"""

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml
from helm_python import Chart

from infra.kubernetes.local.cluster import Cluster
from infra.kubernetes.local.deployment import NAMESPACE, USER
from infra.kubernetes.local.node import PROJECT, why_none
from infra.kubernetes.local.trial import ASSETS, DOMAIN, Running, deployed, folder, image_name
from orchestration.definitions import build_defs
from resources.storage.lake import Lake
from tests.home import PROFILES, settings_in

CONFINED = {
    "runAsNonRoot": True,
    "runAsUser": USER,
    "allowPrivilegeEscalation": False,
    "capabilities": {"drop": ["ALL"]},
}
BOUNDS, MOST_S = (1800, 600, 0), 900.0
SANDBOX = "from resources.execution.sandbox.selection import make_sandbox; print(make_sandbox().description)"


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    if reason := why_none():
        pytest.skip(reason)
    image = image_name()
    if subprocess.run(("buildah", "inspect", "--type", "image", image), capture_output=True, check=False).returncode:
        pytest.skip(f"no image {image}: `make cluster` builds it")
    with deployed(folder(), image, profiles=PROFILES, profile="test") as running:
        yield running


def ended(cluster: Cluster, name: str, command: list[str], security: dict[str, Any]) -> str:
    """What a pod of the worker's image says that runs `command`, after its end."""
    container = {"name": "c", "image": image_name(), "command": command, "securityContext": CONFINED | security}
    spec = {"restartPolicy": "Never", "automountServiceAccountToken": False, "containers": [container]}
    metadata = {"name": name, "namespace": NAMESPACE}
    cluster.apply([{"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}])
    wait(lambda: cluster.core.read_namespaced_pod(name, NAMESPACE).status.phase in ("Succeeded", "Failed"))
    return cluster.logs(NAMESPACE, name)


def test_the_sandbox_works_in_a_pod_without_any_privilege(running: Running) -> None:
    said = ended(running.cluster, "works", ["python", "-c", SANDBOX], {"procMount": "Unmasked"})
    assert said.startswith("bubblewrap (user namespace, no network")


@pytest.mark.parametrize(
    ("name", "security", "told"),
    [
        ("masked", {}, "procMount: Unmasked"),
        ("filtered", {"procMount": "Unmasked", "seccompProfile": {"type": "RuntimeDefault"}}, "seccompProfile"),
    ],
)
def test_what_a_pod_lacks_is_named(running: Running, name: str, security: dict[str, Any], told: str) -> None:
    said = ended(running.cluster, name, ["python", "-c", SANDBOX], security)
    assert "SandboxUnavailable" in said
    assert told in said


def test_the_chart_is_what_the_api_server_takes(running: Running) -> None:
    with Chart.load(PROJECT / "infra" / "kubernetes" / "chart") as chart:
        texts = chart.render({}, name="icwm", namespace=NAMESPACE)
    objects = [document for text in texts.values() for document in yaml.safe_load_all(text) if document]
    for document in objects:
        document["metadata"]["namespace"] = NAMESPACE
    running.cluster.apply(objects)
    assert {item["kind"] for item in objects} == {"ServiceAccount", "NetworkPolicy", "PersistentVolumeClaim"}


def test_a_run_whose_pod_is_killed_is_made_again_and_leaves_what_this_machine_makes(
    running: Running, tmp_path: Path
) -> None:
    run = running.webserver.launch(ASSETS, DOMAIN)
    pod = first_pod(running, run)
    limits = pod.spec.containers[0].resources.limits
    job = next(job for job in running.cluster.jobs(NAMESPACE) if run in job.metadata.name)
    assert limits["memory"] == "4Gi"
    assert (job.spec.active_deadline_seconds, job.spec.ttl_seconds_after_finished, job.spec.backoff_limit) == BOUNDS
    wait(lambda: (running.home / "lake" / "task_seeds" / f"domain={DOMAIN}" / "_manifest.json").exists())
    running.cluster.core.delete_namespaced_pod(pod.metadata.name, NAMESPACE, grace_period_seconds=0)
    wait(lambda: running.webserver.status(run) == "FAILURE")
    again = wait(lambda: [other for other in running.webserver.runs() if other != run])
    assert running.webserver.wait_for(again[0], most_s=MOST_S) == "SUCCESS"
    assert len(running.cluster.pods(NAMESPACE, f"dagster/run-id={again[0]}")) == 1
    there, here = Lake(running.home / "lake"), made_here(tmp_path)
    assert there.manifest("task_seeds", DOMAIN) == here.manifest("task_seeds", DOMAIN)
    assert verdicts(there) == verdicts(here)
    assert all(certified for _, certified, *_ in verdicts(there))


def first_pod(running: Running, run: str) -> Any:
    return wait(lambda: running.cluster.pods(NAMESPACE, f"dagster/run-id={run}"))[0]


def wait(seen: Callable[[], Any]) -> Any:
    """What is seen, as soon as it is something."""
    deadline = time.monotonic() + MOST_S
    while not (found := seen()):
        assert time.monotonic() < deadline
        time.sleep(0.5)
    return found


def verdicts(lake: Lake) -> list[tuple[Any, ...]]:
    columns = ("bundle_hash", "certified", "reason", "mutants", "mutants_killed", "cheats", "cheats_caught")
    return lake.read("environment_bundles", DOMAIN).select(columns).sort("bundle_hash").rows()


def made_here(folder: Path) -> Lake:
    """The lake of the same run on this machine, at the same profile."""
    settings = settings_in(folder)
    job = build_defs(settings=settings).resolve_implicit_global_asset_job_def()
    job.execute_in_process(asset_selection=[dg.AssetKey(name) for name in ASSETS], partition_key=DOMAIN)
    return Lake(settings.lake)


def test_a_run_that_is_stopped_leaves_no_pod(running: Running) -> None:
    for kept in ("lake/environment_bundles", "cache"):
        shutil.rmtree(running.home / kept, ignore_errors=True)
    run = running.webserver.launch(ASSETS, DOMAIN)
    wait(lambda: running.webserver.status(run) == "STARTED")
    running.webserver.terminate(run)
    wait(lambda: not running.cluster.pods(NAMESPACE, f"dagster/run-id={run}"))
    assert running.webserver.wait_for(run, most_s=MOST_S) in ("CANCELED", "FAILURE")
    assert not [job for job in running.cluster.jobs(NAMESPACE) if run in job.metadata.name]
