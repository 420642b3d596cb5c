"""PartitionRunLauncher: Dagster's K8sRunLauncher, with image, limits and deadline of the domain that a run is of.

A backfill's runs carry the partition key and no pod configuration, and one image for all domains would hold every
toolchain. What a domain's pods are stands in the instance's configuration (`domains`), in Kubernetes' own words. Pods
of shards are like their run's, but for what only one of the two has (`runs`, `shards`): only runs may make jobs.
"""

from collections.abc import Mapping
from typing import Any, Self

import dagster as dg
from dagster._serdes import ConfigurableClassData
from dagster_k8s import K8sRunLauncher
from dagster_k8s.container_context import K8sContainerContext

PARTITION_TAG = "dagster/partition"
SECTIONS = ("container_config", "pod_spec_config", "pod_template_spec_metadata", "job_spec_config", "job_metadata")


class PartitionRunLauncher(K8sRunLauncher):
    """`domains` maps a partition key to `run_k8s_config` of its runs and their shards; it goes over the launcher's own,
    `runs` or `shards` goes over it, and a run's tags (`dagster-k8s/config`) go over all."""

    def __init__(
        self,
        domains: Mapping[str, Mapping[str, Any]] | None = None,
        runs: Mapping[str, Any] | None = None,
        shards: Mapping[str, Any] | None = None,
        **configuration: Any,
    ) -> None:
        super().__init__(**configuration)
        self._domains = {name: _pods(pods) for name, pods in (domains or {}).items()}
        self._runs, self._shards = _pods(runs or {}), _pods(shards or {})

    @classmethod
    def config_type(cls) -> dict[str, Any]:
        section = {name: dg.Field(dg.Permissive(), is_required=False) for name in SECTIONS}  # type: ignore[no-untyped-call]
        pods = dg.Shape(section)  # type: ignore[no-untyped-call]
        by_domain = dg.Map(str, pods)  # type: ignore[no-untyped-call]
        own = {
            "domains": dg.Field(by_domain, is_required=False, description="pods by partition key"),
            "runs": dg.Field(pods, is_required=False, description="what pods of shards do not have"),
            "shards": dg.Field(pods, is_required=False, description="what pods of runs do not have"),
        }
        return {**K8sRunLauncher.config_type(), **own}  # type: ignore[no-untyped-call]

    @classmethod
    def from_config_value(cls, inst_data: ConfigurableClassData | None, config_value: Mapping[str, Any]) -> Self:
        return cls(inst_data=inst_data, **config_value)

    def get_container_context_for_run(self, dagster_run: dg.DagsterRun) -> K8sContainerContext:
        return self._context(dagster_run, self._runs)

    def get_container_context_for_shard(self, dagster_run: dg.DagsterRun) -> K8sContainerContext:
        """Of a pod that does a part of the run's work."""
        return self._context(dagster_run, self._shards)

    def _context(self, run: dg.DagsterRun, section: K8sContainerContext) -> K8sContainerContext:
        domain = self._domains.get(run.tags.get(PARTITION_TAG, ""))
        own = K8sContainerContext.create_for_run(run, self, include_run_tags=False)
        tags = K8sContainerContext.create_for_run(run, None, include_run_tags=True)
        return (own.merge(domain) if domain else own).merge(section).merge(tags)


def _pods(config: Mapping[str, Any]) -> K8sContainerContext:
    return K8sContainerContext.create_from_config({"k8s": {"run_k8s_config": dict(config)}})
