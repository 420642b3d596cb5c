"""Shards as Kubernetes jobs: a pod that is deleted is made again, a run that is stopped or killed leaves none."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from assets.shards.hosts import COMMAND
from assets.shards.shard import Shard
from infra.kubernetes.local.cluster import Cluster
from infra.kubernetes.local.node import PROJECT, load_image, node, why_none
from infra.kubernetes.local.trial import folder, image_name
from orchestration.cluster.shard_jobs import ShardJobs
from resources.storage.lake import Lake
from tests.cluster.shard_runs import BOUNDS, INSTANCE, NAMESPACE, cause, instance, launcher, run
from tests.graph.shard_works import NUMBERS, PARTITION, SQUARES, mistaken, patient, squared

SOON_S = 300.0


@dataclass(frozen=True)
class Node:
    cluster: Cluster
    kubeconfig: Path
    image: str


@pytest.fixture(scope="module")
def here() -> Iterator[Node]:
    if reason := why_none():
        pytest.skip(reason)
    image = image_name()
    if subprocess.run(("buildah", "inspect", "--type", "image", image), capture_output=True, check=False).returncode:
        pytest.skip(f"no image {image}: `make cluster` builds it")
    with node(folder() / "node") as kubeconfig:
        if kubeconfig.parent == folder() / "node":
            load_image(folder() / "node", image)
        cluster = Cluster(kubeconfig)
        cluster.delete_namespace(NAMESPACE)
        there = {"name": INSTANCE, "namespace": NAMESPACE}
        cluster.apply([{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}}])
        cluster.apply([{"apiVersion": "v1", "kind": "ConfigMap", "metadata": there, "data": {"dagster.yaml": ""}}])
        try:
            yield Node(cluster, kubeconfig, image)
        finally:
            cluster.delete_namespace(NAMESPACE)


def wait(seen: Callable[[], Any]) -> Any:
    """What is seen, as soon as it is something."""
    deadline = time.monotonic() + SOON_S
    while not (found := seen()):
        assert time.monotonic() < deadline
        time.sleep(0.3)
    return found


def rows(home: Path) -> list[tuple[int, int]]:
    return Lake(home / "lake").read(SQUARES.name).rows()


def said(home: Path) -> set[str]:
    """Pods of patient shards that have begun."""
    return {path.name for path in home.glob("*-*") if path.is_file()}


def begun(home: Path, count: int, running: "Future[dg.ExecuteInProcessResult]") -> set[str]:
    """Pods that have begun, as soon as there are so many."""
    found: set[str] = wait(lambda: names if len(names := said(home)) >= count or running.done() else None)
    assert not running.done()
    return found


SQUARED = [(number, number**2) for number in range(NUMBERS)]


def test_a_pod_that_is_deleted_is_made_again_and_the_table_is_whole(here: Node, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(run, patient, here.kubeconfig, here.image, tmp_path)
        first = begun(tmp_path, 2, running)
        jobs, pods = here.cluster.jobs(NAMESPACE), here.cluster.pods(NAMESPACE)
        here.cluster.core.delete_namespaced_pod(pods[0].metadata.name, NAMESPACE, grace_period_seconds=0)
        assert len(begun(tmp_path, 3, running) - first) == 1
        (tmp_path / "go").touch()
        result = running.result(SOON_S)
    assert result.success
    assert rows(tmp_path) == SQUARED
    for job in jobs:
        spec = job.spec
        assert {name: getattr(spec, name) for name in BOUNDS} == BOUNDS
        assert spec.template.spec.automount_service_account_token is False
        assert spec.template.spec.containers[0].args == ["python", *COMMAND]
    wait(lambda: not here.cluster.pods(NAMESPACE))
    assert not here.cluster.jobs(NAMESPACE)


def test_a_job_that_is_deleted_is_asked_again(here: Node, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(run, patient, here.kubeconfig, here.image, tmp_path)
        first = begun(tmp_path, 2, running)
        name = here.cluster.jobs(NAMESPACE)[0].metadata.name
        here.cluster.batch.delete_namespaced_job(name, NAMESPACE, propagation_policy="Background")
        begun(tmp_path, len(first) + 1, running)
        (tmp_path / "go").touch()
        assert running.result(SOON_S).success
    assert rows(tmp_path) == SQUARED


def test_an_error_s_words_are_the_step_s(here: Node, tmp_path: Path) -> None:
    result = run(mistaken, here.kubeconfig, here.image, tmp_path)
    assert "ValueError: seven is not a domain" in cause(result)


def test_a_pod_that_never_starts_is_lost_with_the_reason(here: Node, tmp_path: Path) -> None:
    result = run(squared, here.kubeconfig, "docker.io/local/nobody-has-this:1", tmp_path, start_timeout_s=3)
    assert "did not start within 3 s" in cause(result)
    assert "ErrImagePull" in cause(result) or "ImagePullBackOff" in cause(result)
    wait(lambda: not here.cluster.pods(NAMESPACE))


def test_a_run_that_is_stopped_leaves_no_pod(here: Node, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.cluster.shard_runs", str(here.kubeconfig), here.image, str(tmp_path)]
    parent = subprocess.Popen(command, cwd=PROJECT, stderr=subprocess.DEVNULL)
    wait(lambda: len([pod for pod in here.cluster.pods(NAMESPACE) if pod.status.phase == "Running"]) == 2)
    parent.send_signal(signal.SIGTERM)
    assert parent.wait(SOON_S) != 0
    wait(lambda: not here.cluster.pods(NAMESPACE) and not here.cluster.jobs(NAMESPACE))


def test_jobs_go_with_their_run_s_pod(here: Node, tmp_path: Path) -> None:
    run_of = dg.DagsterRun(job_name="job", run_id="a-run")
    container = {"name": "c", "image": here.image, "command": ["sleep", "600"]}
    metadata = {"name": "run", "namespace": NAMESPACE, "labels": {"dagster/run-id": run_of.run_id}}
    spec = {"containers": [container], "automountServiceAccountToken": False, "terminationGracePeriodSeconds": 0}
    here.cluster.apply([{"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}])
    wait(lambda: here.cluster.core.read_namespaced_pod("run", NAMESPACE).status.phase == "Running")
    shard = Shard(SQUARES.name, PARTITION, "m:f", {}, ("1",))
    with instance(tmp_path / "dagster", launcher(here.kubeconfig, here.image, tmp_path)) as kept:
        assert ShardJobs(kept.run_launcher, run_of, 600.0).ask(shard, tmp_path / "log", {}).ended() is None
    assert [job.metadata.labels["icwm/run"] for job in here.cluster.jobs(NAMESPACE)].count(run_of.run_id) == 1
    here.cluster.core.delete_namespaced_pod("run", NAMESPACE, grace_period_seconds=0)
    wait(lambda: not here.cluster.jobs(NAMESPACE) and not here.cluster.pods(NAMESPACE))
