"""The chart: rendered by Helm's own code, and held to Kubernetes' schema, strictly."""

from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from helm_python import Chart, HelmError

CHART = Path(__file__).parent.parent.parent / "infra" / "kubernetes" / "chart"
SERVING = {
    "enabled": True,
    "image": "r/icwm-serving:1",
    "model": "m",
    "tokenSecret": "hub",
    "nodeSelector": {"gpu": "h100"},
}
LAKE = {"lake": {"cidrs": ["10.1.0.0/16"], "port": 443}, "endpoints": [{"cidr": "203.0.113.7/32", "port": 443}]}


def documents(**values: Any) -> list[dict[str, Any]]:
    with Chart.load(CHART) as chart:
        texts = chart.render(values, name="icwm", namespace="icwm")
    return [document for text in texts.values() for document in yaml.safe_load_all(text) if document]


def rendered(**values: Any) -> dict[str, dict[str, Any]]:
    return {document["kind"]: document for document in documents(**values)}


@pytest.mark.parametrize("values", [{}, {"serving": SERVING, "network": LAKE}, {"home": {"create": False}}])
def test_every_object_is_what_kubernetes_knows(values: dict[str, Any]) -> None:
    objects = rendered(**values)
    for document in objects.values():
        kubernetes_validate.validate(document, "1.33", strict=True)
    assert ("Deployment" in objects) == ("serving" in values)
    assert ("PersistentVolumeClaim" in objects) == (values.get("home") is None)


def test_a_worker_is_reached_by_nobody_and_reaches_what_is_named() -> None:
    policy = rendered(serving=SERVING, network=LAKE)["NetworkPolicy"]["spec"]
    assert policy["ingress"] == []
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    assert sorted(port["port"] for rule in policy["egress"] for port in rule["ports"]) == [53, 53, 443, 443, 5432, 8000]
    assert all(rule["to"] for rule in policy["egress"])


def test_a_worker_s_account_has_no_token_and_no_role() -> None:
    objects = rendered()
    assert objects["ServiceAccount"]["automountServiceAccountToken"] is False
    assert not {"Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"} & set(objects)


def test_only_runs_that_shard_may_make_jobs() -> None:
    sharding = {"enabled": True, "apiServer": {"cidrs": ["10.96.0.1/32"], "port": 443}}
    before, objects = documents(), documents(sharding=sharding)
    added = {(item["kind"], item["metadata"]["name"]): item for item in objects if item not in before}
    for document in objects:
        kubernetes_validate.validate(document, "1.33", strict=True)
    assert len(added) == len(objects) - len(before) == 4
    allowed = added["Role", "icwm-sharder"]["rules"]
    assert [(rule["resources"], rule["verbs"]) for rule in allowed] == [
        (["jobs"], ["create", "get", "delete"]),
        (["pods"], ["list"]),
    ]
    assert [subject["name"] for subject in added["RoleBinding", "icwm-sharder"]["subjects"]] == ["icwm-sharder"]
    policy = added["NetworkPolicy", "icwm-sharding"]["spec"]
    assert policy["podSelector"] == {"matchLabels": {"icwm/shards": "parent"}}
    assert policy["egress"][0]["to"] == [{"ipBlock": {"cidr": "10.96.0.1/32"}}]


@pytest.mark.parametrize(
    "values",
    [
        {"worker": {}},
        {"workers": {"serviceAccount": ""}},
        {"home": {"size": "plenty"}},
        {"network": {"endpoints": [{"cidr": "example.com", "port": 443}]}},
        {"serving": {"enabled": True}},
        {"sharding": {"enabled": True}},
    ],
)
def test_values_that_mean_nothing_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(HelmError):
        rendered(**values)
