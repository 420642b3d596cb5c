"""Shards as Kubernetes jobs: each pod is like its run's pod, with the image, limits and volumes of the domain.

Dagster's PipesK8sClient makes bare pods, one at a time: nothing ends one whose parent was killed, a deadline and a time
to live are a job's, and it waits for ever on a pod that somebody deleted. So Pipes' session is Dagster's, and its files
lie in the home that all pods share; jobs are made here by dagster_k8s' own constructor, and looked at by their status.
"""

import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import dagster as dg
from dagster_k8s.job import OwnerReference, construct_dagster_k8s_job
from kubernetes import client
from kubernetes.client.exceptions import ApiException
from pydantic import Field
from urllib3.exceptions import HTTPError

from assets.shards.hosts import COMMAND, Asked, Host
from assets.shards.resource import ShardResource
from assets.shards.shard import Shard
from orchestration.cluster.launcher import PartitionRunLauncher

LOGGER = logging.getLogger(__name__)
COMPONENT = "run_worker"
"""As run pods have it, so that the same network policy holds."""
SHARD_LABEL = "icwm/shard"
_GONE, _EXISTS = 404, 409
_UNREACHABLE = (ApiException, HTTPError)
_GONE_WITHIN_S = 60.0


@dataclass
class ShardJob:
    """One shard's job. An API server that does not answer says nothing about it: it is asked again."""

    name: str
    namespace: str
    batch: client.BatchV1Api
    core: client.CoreV1Api
    start_timeout_s: float
    _began: float = field(default_factory=time.monotonic)
    _started: bool = False

    def ended(self) -> str | None:
        try:
            return self._ended()
        except _UNREACHABLE as error:
            LOGGER.warning("the cluster does not say how job %s is: %s", self.name, str(error).partition("\n")[0])
            return None

    def stop(self) -> None:
        """Asks for the end of job and pod; its time to live takes it along where the cluster does not answer."""
        with suppress(*_UNREACHABLE):
            delete(self.batch, self.namespace, self.name)

    def _ended(self) -> str | None:
        try:
            status = self.batch.read_namespaced_job(self.name, self.namespace).status
        except ApiException as error:
            if error.status != _GONE:
                raise
            return "its job is gone"
        for condition in status.conditions or ():
            if condition.status == "True" and condition.type in ("Complete", "Failed"):
                return f"its job is {condition.type.lower()}: {condition.reason or ''} {self._last_words()}".strip()
        return self._pending_too_long()

    def _pods(self) -> list[Any]:
        pods: list[Any] = self.core.list_namespaced_pod(self.namespace, label_selector=f"job-name={self.name}").items
        return pods

    def _pending_too_long(self) -> str | None:
        """A pod that no node takes, or whose image nobody has, stays pending for ever."""
        if self._started:
            return None
        pods = self._pods()
        self._started = any(pod.status.phase != "Pending" for pod in pods)
        if self._started or time.monotonic() - self._began < self.start_timeout_s:
            return None
        why = [_why_pending(pod) for pod in pods] or ["no pod was made"]
        return f"its pod did not start within {self.start_timeout_s:.0f} s: {'; '.join(why)}"

    def _last_words(self) -> str:
        ends = [state.state.terminated for pod in self._pods() for state in pod.status.container_statuses or ()]
        return "; ".join(f"{end.reason}, status {end.exit_code}" for end in ends if end)


def _why_pending(pod: Any) -> str:
    waiting = [state.state.waiting for state in pod.status.container_statuses or () if state.state.waiting]
    unmet = [condition for condition in pod.status.conditions or () if condition.status != "True"]
    said = [f"{item.reason}: {item.message or ''}" for item in (*waiting, *unmet) if item.reason]
    return ", ".join(said) or "pending"


def delete(batch: client.BatchV1Api, namespace: str, name: str) -> None:
    """The pods go first, then the job. No error where there is none."""
    try:
        batch.delete_namespaced_job(name, namespace, propagation_policy="Foreground")
    except ApiException as error:
        if error.status != _GONE:
            raise


@dataclass(frozen=True)
class ShardJobs:
    """Makes jobs in the launcher's namespace. A job is its run's pod's own: the cluster deletes it after that pod, also
    where the pod was killed and could end nothing. (Not the run's job's: Dagster deletes that one and orphans what it
    owns.)"""

    launcher: PartitionRunLauncher
    run: dg.DagsterRun
    start_timeout_s: float
    look_every_s: float = 2.0

    def workers(self, workers: int, shards: int) -> int:
        """Each pod has cores of its own."""
        return workers

    def ask(self, shard: Shard, log: Path, environment: Mapping[str, str]) -> Asked:
        batch, core = client.BatchV1Api(), client.CoreV1Api()
        job = self._job(shard, environment, core)
        name, namespace = job.metadata.name, self._namespace
        try:
            batch.create_namespaced_job(namespace, job)
        except ApiException as error:
            if error.status != _EXISTS:
                raise
            # Lost by this run, or left by one whose pod is still there.
            delete(batch, namespace, name)
            _wait_until_gone(batch, namespace, name)
            batch.create_namespaced_job(namespace, job)
        return ShardJob(name, namespace, batch, core, self.start_timeout_s)

    @property
    def _namespace(self) -> str:
        return str(self.launcher.get_container_context_for_shard(self.run).namespace)

    def _job(self, shard: Shard, environment: Mapping[str, str], core: client.CoreV1Api) -> Any:
        context = self.launcher.get_container_context_for_shard(self.run)
        name = f"icwm-shard-{shard.name}"
        return construct_dagster_k8s_job(
            job_config=context.get_k8s_job_config(job_image=None, run_launcher=self.launcher),
            args=["python", *COMMAND],
            job_name=name,
            pod_name=name,
            component=COMPONENT,
            user_defined_k8s_config=context.run_k8s_config,
            labels={SHARD_LABEL: shard.name, "icwm/table": shard.table, "icwm/run": self.run.run_id},
            env_vars=[{"name": key, "value": value} for key, value in environment.items()],
            owner_references=self._owners(core),
        )

    def _owners(self, core: client.CoreV1Api) -> list[OwnerReference]:
        """The pod in which the run runs; none where it runs elsewhere."""
        selector = f"dagster/run-id={self.run.run_id}"
        pods = core.list_namespaced_pod(self._namespace, label_selector=selector).items
        running = [pod for pod in pods if pod.status.phase == "Running"]
        return [OwnerReference("Pod", pod.metadata.name, pod.metadata.uid) for pod in running[:1]]


def _wait_until_gone(batch: client.BatchV1Api, namespace: str, name: str) -> None:
    """Raises ApiException where it is still there after a minute, as creating it anew will."""
    deadline = time.monotonic() + _GONE_WITHIN_S
    while time.monotonic() < deadline:
        try:
            batch.read_namespaced_job(name, namespace)
        except ApiException as error:
            if error.status == _GONE:
                return
            raise
        time.sleep(0.5)


class ShardJobResource(ShardResource):
    """Shards as Kubernetes jobs, made by the run's own pod."""

    start_timeout_s: float = Field(default=600.0, description="a pod that has not started after so long is lost")

    def host(self, context: dg.AssetExecutionContext) -> Host:
        launcher = context.instance.run_launcher
        if not isinstance(launcher, PartitionRunLauncher):
            raise dg.Failure(
                f"ICWM_SHARDS_ON is kubernetes, and the instance's run launcher is {type(launcher).__name__}; what "
                f"pods look like stands in the configuration of {PartitionRunLauncher.__module__}"
            )
        return ShardJobs(launcher, context.run, self.start_timeout_s)
