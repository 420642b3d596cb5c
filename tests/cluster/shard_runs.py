"""A run on this machine whose shards are jobs of the cluster: it sees the folder that the pods write to.

python -m tests.cluster.shard_runs KUBECONFIG IMAGE HOME
"""

import os
import sys
from pathlib import Path
from typing import Any

import dagster as dg

from assets.shards.shard import ShardWork
from infra.kubernetes.local.node import PROJECT
from orchestration.cluster.launcher import PartitionRunLauncher
from orchestration.cluster.shard_jobs import ShardJobResource
from tests.graph.shard_works import PARTITION, SQUARES, endless, squares_by

NAMESPACE = "icwm-shards"
THERE = "/opt/icwm/project/tests"
"""Where the image's project would have its tests: the works of these shards are among them."""
INSTANCE = "dagster-instance"
"""Dagster's jobs mount this map; shards need nothing of it."""
BOUNDS = {"active_deadline_seconds": 300, "ttl_seconds_after_finished": 120, "backoff_limit": 0}


def launcher(kubeconfig: Path, image: str, home: Path) -> dict[str, Any]:
    """Pods run as this process does, whose files they append to."""
    confined = {"runAsUser": os.getuid(), "allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}
    folders = {"home": str(home), "tests": str(PROJECT / "tests")}
    return {
        "load_incluster_config": False,
        "kubeconfig_file": str(kubeconfig),
        "job_namespace": NAMESPACE,
        "job_image": image,
        "image_pull_policy": "IfNotPresent",
        "instance_config_map": INSTANCE,
        "dagster_home": "/tmp",
        "service_account_name": "default",
        "volumes": [{"name": name, "hostPath": {"path": path}} for name, path in folders.items()],
        "volume_mounts": [{"name": "home", "mountPath": str(home)}, {"name": "tests", "mountPath": THERE}],
        "run_k8s_config": {
            "pod_spec_config": {"automount_service_account_token": False},
            "container_config": {"security_context": confined},
        },
        "shards": {"job_spec_config": BOUNDS},
    }


def instance(folder: Path, pods: dict[str, Any]) -> dg.DagsterInstance:
    own = {"module": PartitionRunLauncher.__module__, "class": PartitionRunLauncher.__name__, "config": pods}
    folder.mkdir()
    return dg.DagsterInstance.local_temp(str(folder), overrides={"run_launcher": own})


def run(
    work: ShardWork, kubeconfig: Path, image: str, home: Path, start_timeout_s: float = 600
) -> dg.ExecuteInProcessResult:
    shards = ShardJobResource(folder=str(home / "shards"), start_timeout_s=start_timeout_s)
    with instance(home / "dagster", launcher(kubeconfig, image, home)) as kept:
        return dg.materialize(
            [squares_by(work, shards, home)], instance=kept, partition_key=PARTITION, raise_on_error=False
        )


def cause(result: dg.ExecuteInProcessResult) -> str:
    failure = next(event for event in result.all_node_events if event.is_step_failure)
    return str(failure.step_failure_data.error)


if __name__ == "__main__":
    run(endless, Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
    sys.exit(f"{SQUARES.name}: the run came back")
