"""Asking a Dagster webserver for runs, as its UI does: over GraphQL."""

import json
import time
import urllib.request
from typing import Any, NamedTuple

ENDED = frozenset({"SUCCESS", "FAILURE", "CANCELED"})
_LAUNCH = """
mutation Launch($parameters: ExecutionParams!) {
  launchRun(executionParams: $parameters) {
    __typename
    ... on LaunchRunSuccess { run { runId } }
    ... on PythonError { message }
    ... on RunConfigValidationInvalid { errors { message } }
  }
}
"""
_STATUS = "query Status($run: ID!) { runOrError(runId: $run) { ... on Run { status } } }"
_RUNS = "query { runsOrError { ... on Runs { results { runId } } } }"
_TERMINATE = """
mutation Stop($run: String!) {
  terminateRun(runId: $run) { __typename ... on TerminateRunFailure { message } ... on PythonError { message } }
}
"""


class Refused(Exception):
    """What the webserver said."""


class Webserver(NamedTuple):
    url: str

    def launch(self, assets: list[str], partition: str) -> str:
        """The id of a run of these assets for this partition."""
        parameters = {
            "mode": "default",
            "selector": {
                "repositoryLocationName": "orchestration.definitions",
                "repositoryName": "__repository__",
                "pipelineName": "__ASSET_JOB",
                "assetSelection": [{"path": [asset]} for asset in assets],
                "assetCheckSelection": [],
            },
            "executionMetadata": {"tags": [{"key": "dagster/partition", "value": partition}]},
        }
        answer = self._ask(_LAUNCH, parameters=parameters)["launchRun"]
        if answer["__typename"] != "LaunchRunSuccess":
            raise Refused(json.dumps(answer))
        run: str = answer["run"]["runId"]
        return run

    def status(self, run: str) -> str:
        status: str = self._ask(_STATUS, run=run)["runOrError"]["status"]
        return status

    def runs(self) -> list[str]:
        """All that there are, the newest first."""
        return [item["runId"] for item in self._ask(_RUNS)["runsOrError"]["results"]]

    def terminate(self, run: str) -> None:
        """Raises Refused where the run cannot be stopped, such as before it has started."""
        answer = self._ask(_TERMINATE, run=run)["terminateRun"]
        if answer["__typename"] != "TerminateRunSuccess":
            raise Refused(json.dumps(answer))

    def wait_for(self, run: str, *, most_s: float) -> str:
        """The status in which the run ended, or the last one seen."""
        deadline = time.monotonic() + most_s
        while (status := self.status(run)) not in ENDED and time.monotonic() < deadline:
            time.sleep(1)
        return status

    def wait_until_up(self, *, most_s: float) -> None:
        deadline = time.monotonic() + most_s
        while True:
            try:
                self._ask("query { version }")
                return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(1)

    def _ask(self, query: str, **variables: Any) -> dict[str, Any]:
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(f"{self.url}/graphql", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as reply:
            answer = json.load(reply)
        if answer.get("errors"):
            raise Refused(json.dumps(answer["errors"])[:2000])
        data: dict[str, Any] = answer["data"]
        return data
