"""Runs and backfills of a running Dagster, asked over its GraphQL as its own pages ask."""

import json
import urllib.request
from typing import Any

from tests.ui.conftest import wait_until

LAUNCH_S = 60
BACKFILL = """
mutation ($backfill: LaunchBackfillParams!) {
  launchPartitionBackfill(backfillParams: $backfill) {
    ... on LaunchBackfillSuccess { backfillId }
    ... on PythonError { message }
  }
}
"""
STATUS = """
query ($id: String!) { partitionBackfillOrError(backfillId: $id) { ... on PartitionBackfill { status } } }
"""


def graphql(url: str, query: str, variables: dict[str, Any] | None = None) -> dict[str, Any]:
    body = json.dumps({"query": query, "variables": variables or {}}).encode()
    request = urllib.request.Request(f"{url}/graphql", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as reply:
        answer: dict[str, Any] = json.load(reply)
    assert "errors" not in answer, answer["errors"]
    return dict(answer["data"])


def newest_run(url: str) -> dict[str, Any]:
    found = graphql(url, "{ runsOrError(limit: 1) { ... on Runs { results { runId status } } } }")
    newest: dict[str, Any] = found["runsOrError"]["results"][0]
    return newest


def wait_for_success(url: str, before: str, seconds: float) -> None:
    """Waits until a run newer than `before` (a run's id) has been launched and has ended, well."""
    wait_until(lambda: newest_run(url)["runId"] != before, LAUNCH_S, "no run was launched")
    wait_until(lambda: newest_run(url)["status"] in ("SUCCESS", "FAILURE"), seconds, "the run did not end")
    assert newest_run(url)["status"] == "SUCCESS"


def backfill(url: str, wanted: dict[str, Any], seconds: float) -> None:
    """Launches a backfill (LaunchBackfillParams) and waits until it has ended, well."""
    launched = graphql(url, BACKFILL, {"backfill": wanted})["launchPartitionBackfill"]
    assert "backfillId" in launched, launched

    def status() -> str:
        found = graphql(url, STATUS, {"id": launched["backfillId"]})
        return str(found["partitionBackfillOrError"]["status"])

    wait_until(lambda: status().startswith(("COMPLETED", "FAILED")), seconds, "the backfill did not end")
    assert status() == "COMPLETED_SUCCESS"
