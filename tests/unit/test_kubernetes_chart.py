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


def rendered(**values: Any) -> dict[str, dict[str, Any]]:
    with Chart.load(CHART) as chart:
        texts = chart.render(values, name="icwm", namespace="icwm")
    documents = [document for text in texts.values() for document in yaml.safe_load_all(text) if document]
    return {document["kind"]: document for document in documents}


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


@pytest.mark.parametrize(
    "values",
    [
        {"worker": {}},
        {"workers": {"serviceAccount": ""}},
        {"home": {"size": "plenty"}},
        {"network": {"endpoints": [{"cidr": "example.com", "port": 443}]}},
        {"serving": {"enabled": True}},
    ],
)
def test_values_that_mean_nothing_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(HelmError):
        rendered(**values)
