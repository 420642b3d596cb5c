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
from functools import cached_property
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
_GONE, _EXISTS, _BUSY = 404, 409, 429
_UNREACHABLE = (ApiException, HTTPError)
_CLEARED_WITHIN_S = 300.0
"""A job that was lost is gone by then, or its node is."""
_GRACE_S = 2
"""A shard ends at once when it is asked to."""


@dataclass
class ShardJob:
    """One shard's job. An API server that does not answer says nothing about it: it is asked again."""

    job: Any
    namespace: str
    batch: client.BatchV1Api
    core: client.CoreV1Api
    start_timeout_s: float
    _began: float = field(default_factory=time.monotonic)
    _made: bool = False
    _started: bool = False

    @property
    def name(self) -> str:
        return str(self.job.metadata.name)

    def ended(self) -> str | None:
        try:
            if self._made or self._make():
                return self._ended()
            return self._too_late(_CLEARED_WITHIN_S, "the job before it is still there")
        except _UNREACHABLE as error:
            if _is_refusal(error):
                raise
            LOGGER.warning("the cluster does not say how job %s is: %s", self.name, str(error).partition("\n")[0])
            return None

    def stop(self) -> None:
        """Asks for the end of job and pod; its time to live takes it along where the cluster does not answer."""
        with suppress(*_UNREACHABLE):
            self._delete()

    def _make(self) -> bool:
        """False while there is one of that name, lost by this run or left by another: it has to go first."""
        try:
            self.batch.create_namespaced_job(self.namespace, self.job)
        except ApiException as error:
            if error.status != _EXISTS:
                raise
            self._delete()
            return False
        self._made, self._began = True, time.monotonic()
        return True

    def _delete(self) -> None:
        """The pods go first, then the job. No error where there is none."""
        try:
            self.batch.delete_namespaced_job(self.name, self.namespace, propagation_policy="Foreground")
        except ApiException as error:
            if error.status != _GONE:
                raise

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
        return None if self._started else self._pending_too_long()

    def _pods(self) -> list[Any]:
        pods: list[Any] = self.core.list_namespaced_pod(self.namespace, label_selector=f"job-name={self.name}").items
        return pods

    def _pending_too_long(self) -> str | None:
        """A pod that no node takes, or whose image nobody has, stays pending for ever."""
        pods = self._pods()
        self._started = any(pod.status.phase != "Pending" for pod in pods)
        why = "; ".join(map(_why_pending, pods)) or "none was made"
        return None if self._started else self._too_late(self.start_timeout_s, why)

    def _too_late(self, most_s: float, why: str) -> str | None:
        late = time.monotonic() - self._began >= most_s
        return f"its pod did not start within {most_s:.0f} s: {why}" if late else None

    def _last_words(self) -> str:
        ends = [state.state.terminated for pod in self._pods() for state in pod.status.container_statuses or ()]
        return "; ".join(f"{end.reason}, status {end.exit_code}" for end in ends if end)


def _is_refusal(error: Exception) -> bool:
    """What the API server understood and will not do, such as jobs for an account that may make none."""
    return isinstance(error, ApiException) and 400 <= (error.status or 0) < 500 and error.status != _BUSY


def _why_pending(pod: Any) -> str:
    waiting = [state.state.waiting for state in pod.status.container_statuses or () if state.state.waiting]
    unmet = [condition for condition in pod.status.conditions or () if condition.status != "True"]
    said = [f"{item.reason}: {item.message or ''}" for item in (*waiting, *unmet) if item.reason]
    return ", ".join(said) or "pending"


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
        job = self._job(shard, environment)
        return ShardJob(job, self._namespace, client.BatchV1Api(), client.CoreV1Api(), self.start_timeout_s)

    @property
    def _namespace(self) -> str:
        return str(self.launcher.get_container_context_for_shard(self.run).namespace)

    def _job(self, shard: Shard, environment: Mapping[str, str]) -> Any:
        context = self.launcher.get_container_context_for_shard(self.run)
        name = f"icwm-shard-{shard.name}"
        job = construct_dagster_k8s_job(
            job_config=context.get_k8s_job_config(job_image=None, run_launcher=self.launcher),
            args=["python", *COMMAND],
            job_name=name,
            pod_name=name,
            component=COMPONENT,
            user_defined_k8s_config=context.run_k8s_config,
            labels={SHARD_LABEL: shard.name, "icwm/table": shard.table, "icwm/run": self.run.run_id},
            env_vars=[{"name": key, "value": value} for key, value in environment.items()],
            owner_references=self._owners,
        )
        job.spec.template.spec.termination_grace_period_seconds = _GRACE_S
        return job

    @cached_property
    def _owners(self) -> list[OwnerReference]:
        """The pod in which the run runs; none where it runs elsewhere."""
        selector = f"dagster/run-id={self.run.run_id}"
        pods = client.CoreV1Api().list_namespaced_pod(self._namespace, label_selector=selector).items
        running = [pod for pod in pods if pod.status.phase == "Running"]
        return [OwnerReference("Pod", pod.metadata.name, pod.metadata.uid) for pod in running[:1]]


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
