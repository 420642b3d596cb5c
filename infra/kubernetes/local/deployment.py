"""What is applied to the cluster that is tried: Dagster's webserver and daemon in one pod, on the node's own network,
since a bare node has neither services nor DNS. A real deployment is the charts' (docs/kubernetes.md).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

NAMESPACE = "icwm-try"
CONTROL = "icwm-control"
HOME = "/var/lib/icwm"
DAGSTER_HOME = "/opt/dagster/dagster_home"
USER = 10001
Manifest = dict[str, Any]


@dataclass(frozen=True)
class Trial:
    """`home` is a folder of the node's that user 10001 may write to; `profiles` a folder with `profile`.yaml."""

    image: str
    domain: str
    home: Path
    database_url: str
    kubeconfig: Path
    port: int
    profiles: Path
    profile: str


def manifests(trial: Trial) -> list[Manifest]:
    profile = (trial.profiles / f"{trial.profile}.yaml").read_text()
    return [
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}},
        _object("Secret", "database", stringData={"DAGSTER_PG_URL": trial.database_url}),
        _object("Secret", "kubeconfig", stringData={"config": trial.kubeconfig.read_text()}),
        _object("ConfigMap", "dagster-instance", data={"dagster.yaml": yaml.safe_dump(instance(trial))}),
        _object("ConfigMap", "profiles", data={f"{trial.profile}.yaml": profile}),
        _object("ServiceAccount", "worker", automountServiceAccountToken=False),
        _control(trial),
    ]


def instance(trial: Trial) -> Manifest:
    """dagster.yaml, for control and runs alike."""
    return {
        "telemetry": {"enabled": False},
        "storage": {"postgres": {"postgres_url": {"env": "DAGSTER_PG_URL"}}},
        "local_artifact_storage": {
            "module": "dagster._core.storage.root",
            "class": "LocalArtifactStorage",
            "config": {"base_dir": "/tmp/dagster"},
        },
        "compute_logs": {
            "module": "dagster._core.storage.noop_compute_log_manager",
            "class": "NoOpComputeLogManager",
        },
        "run_monitoring": {"enabled": True, "poll_interval_seconds": 10, "start_timeout_seconds": 600},
        "run_retries": {"enabled": True, "max_retries": 1, "retry_on_asset_or_op_failure": False},
        "run_launcher": {
            "module": "orchestration.cluster.launcher",
            "class": "PartitionRunLauncher",
            "config": _launcher(trial),
        },
    }


def _launcher(trial: Trial) -> Manifest:
    return {
        "load_incluster_config": False,
        "kubeconfig_file": "/etc/icwm/kubeconfig/config",
        "job_namespace": NAMESPACE,
        "service_account_name": "worker",
        "instance_config_map": "dagster-instance",
        "dagster_home": DAGSTER_HOME,
        "image_pull_policy": "IfNotPresent",
        "env_secrets": ["database"],
        "env_vars": [f"ICWM_HOME={HOME}", "ICWM_PROFILES=/etc/icwm/profiles", f"ICWM_PROFILE={trial.profile}"],
        "volumes": _volumes(trial),
        "volume_mounts": _mounts(),
        "run_k8s_config": {
            "pod_spec_config": {"host_network": True, "automount_service_account_token": False},
            "container_config": {"security_context": _confined()},
        },
        "domains": {
            trial.domain: {
                "container_config": {
                    "image": trial.image,
                    "resources": {"limits": {"memory": "4Gi"}, "requests": {"cpu": "500m", "memory": "1Gi"}},
                },
                "job_spec_config": {
                    "active_deadline_seconds": 1800,
                    "ttl_seconds_after_finished": 600,
                    "backoff_limit": 0,
                },
            }
        },
    }


def _confined() -> Manifest:
    """Not root, no capability, nothing to be gained; all of /proc seen, so that the sandbox can mount its own."""
    return {
        "runAsNonRoot": True,
        "runAsUser": USER,
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "procMount": "Unmasked",
    }


def _volumes(trial: Trial) -> list[Manifest]:
    return [
        {"name": "home", "hostPath": {"path": str(trial.home), "type": "Directory"}},
        {"name": "profiles", "configMap": {"name": "profiles"}},
    ]


def _mounts() -> list[Manifest]:
    return [{"name": "home", "mountPath": HOME}, {"name": "profiles", "mountPath": "/etc/icwm/profiles"}]


def _control(trial: Trial) -> Manifest:
    listen = ["-h", "127.0.0.1", "-p", str(trial.port)]
    return _object(
        "Pod",
        CONTROL,
        spec={
            "hostNetwork": True,
            "automountServiceAccountToken": False,
            "restartPolicy": "Always",
            "volumes": [
                *_volumes(trial),
                {"name": "instance", "configMap": {"name": "dagster-instance"}},
                {"name": "kubeconfig", "secret": {"secretName": "kubeconfig", "defaultMode": 0o444}},
            ],
            "containers": [
                _container(trial, "webserver", ["dagster-webserver", *listen, "-m", "orchestration.definitions"]),
                _container(trial, "daemon", ["dagster-daemon", "run", "-m", "orchestration.definitions"]),
            ],
        },
    )


def _container(trial: Trial, name: str, command: list[str]) -> Manifest:
    values = {
        "DAGSTER_HOME": DAGSTER_HOME,
        "ICWM_HOME": HOME,
        "ICWM_PROFILES": "/etc/icwm/profiles",
        "ICWM_PROFILE": trial.profile,
    }
    return {
        "name": name,
        "image": trial.image,
        "imagePullPolicy": "IfNotPresent",
        "command": command,
        "env": [{"name": key, "value": value} for key, value in values.items()],
        "envFrom": [{"secretRef": {"name": "database"}}],
        "securityContext": _confined() | {"procMount": "Default"},
        "volumeMounts": [
            *_mounts(),
            {"name": "instance", "mountPath": DAGSTER_HOME},
            {"name": "kubeconfig", "mountPath": "/etc/icwm/kubeconfig", "readOnly": True},
        ],
    }


def _object(kind: str, name: str, **content: Any) -> Manifest:
    metadata = {"name": name, "namespace": NAMESPACE}
    return {"apiVersion": "v1", "kind": kind, "metadata": metadata, **content}
