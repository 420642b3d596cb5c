"""The cluster's API, as far as trying needs it: apply manifests, look at pods and jobs, delete."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import urllib3
from kubernetes import client, config
from kubernetes.client.exceptions import ApiException
from kubernetes.dynamic import DynamicClient

GONE, EXISTS = 404, 409


class Cluster:
    def __init__(self, kubeconfig: Path) -> None:
        urllib3.disable_warnings(urllib3.exceptions.InsecureRequestWarning)
        self._client = config.new_client_from_config(str(kubeconfig))
        self._dynamic = DynamicClient(self._client)
        self.core = client.CoreV1Api(self._client)
        self.batch = client.BatchV1Api(self._client)

    def apply(self, manifests: Iterable[dict[str, Any]], *, dry_run: bool = False) -> None:
        """Creates what is not there. Raises ApiException where the API server refuses one; a dry run only asks it."""
        for manifest in manifests:
            kind = self._dynamic.resources.get(api_version=manifest["apiVersion"], kind=manifest["kind"])
            options = {"query_params": [("dryRun", "All")]} if dry_run else {}
            try:
                kind.create(body=manifest, namespace=manifest["metadata"].get("namespace"), **options)
            except ApiException as error:
                if error.status != EXISTS:
                    raise

    def pods(self, namespace: str, selector: str = "") -> list[Any]:
        pods: list[Any] = self.core.list_namespaced_pod(namespace, label_selector=selector).items
        return pods

    def jobs(self, namespace: str) -> list[Any]:
        jobs: list[Any] = self.batch.list_namespaced_job(namespace).items
        return jobs

    def logs(self, namespace: str, pod: str, container: str = "") -> str:
        named = {"container": container} if container else {}
        reply = self.core.read_namespaced_pod_log(pod, namespace, tail_lines=60, _preload_content=False, **named)
        text: str = reply.data.decode("utf-8", "replace")
        return text

    def delete_namespace(self, namespace: str, *, most_s: float = 60) -> None:
        try:
            self.core.delete_namespace(namespace, grace_period_seconds=0)
        except ApiException as error:
            if error.status != GONE:
                raise
        deadline = time.monotonic() + most_s
        while time.monotonic() < deadline and self._exists(namespace):
            time.sleep(0.5)

    def _exists(self, namespace: str) -> bool:
        try:
            self.core.read_namespace(namespace)
        except ApiException as error:
            if error.status == GONE:
                return False
            raise
        return True
