"""The UI as a user meets it: materialise a partition, see the graph, the checks and the audit report."""

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tests.home import GraphHome
from tests.ui.conftest import wait_until

Screenshot = Callable[[str], Path]
PATIENCE_S = 60

pytestmark = pytest.mark.timeout(420)


def graphql(url: str, query: str, variables: dict[str, Any] | None = None) -> dict[str, Any]:
    body = json.dumps({"query": query, "variables": variables or {}}).encode()
    request = urllib.request.Request(f"{url}/graphql", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as reply:
        answer: dict[str, Any] = json.load(reply)
    assert "errors" not in answer, answer["errors"]
    return dict(answer["data"])


def see(browser: webdriver.Chrome, text: str) -> WebElement:
    """Waits until the page shows the text."""
    where = (By.XPATH, f"//*[contains(normalize-space(text()), '{text}')]")
    return WebDriverWait(browser, PATIENCE_S).until(lambda page: page.find_element(*where))


def click(browser: webdriver.Chrome, *labels: str) -> None:
    """Clicks the first enabled button whose text is one of the labels."""

    def clicked(page: webdriver.Chrome) -> bool:
        for button in page.find_elements(By.TAG_NAME, "button"):
            if button.is_displayed() and button.is_enabled() and button.text.strip() in labels:
                button.click()
                return True
        return False

    # The page draws itself anew while it is read; a button that is gone by then is looked for again.
    gone = (StaleElementReferenceException, ElementClickInterceptedException)
    WebDriverWait(browser, PATIENCE_S, ignored_exceptions=gone).until(clicked)


def newest_run(url: str) -> dict[str, Any]:
    found = graphql(url, "{ runsOrError(limit: 1) { ... on Runs { results { runId status } } } }")
    newest: dict[str, Any] = found["runsOrError"]["results"][0]
    return newest


def wait_for_success(url: str, before: str, seconds: float) -> None:
    """Waits until a run newer than `before` (a run's id) has been launched and has ended, well."""
    wait_until(lambda: newest_run(url)["runId"] != before, PATIENCE_S, "no run was launched")
    wait_until(lambda: newest_run(url)["status"] in ("SUCCESS", "FAILURE"), seconds, "the run did not end")
    assert newest_run(url)["status"] == "SUCCESS"


def test_the_lineage_graph_shows_every_stage(
    browser: webdriver.Chrome, dagster_url: str, screenshot: Screenshot
) -> None:
    browser.get(f"{dagster_url}/asset-groups")
    for group in ("seeds", "bundles", "trajectories", "world_model", "amplification", "audits", "corpus", "marts"):
        see(browser, group)
    screenshot("lineage-groups")
    browser.get(f"{dagster_url}/assets/reasoning_corpus?view=lineage&lineageScope=upstream&lineageDepth=20")
    for name in ("task_seeds", "real_trajectories", "icwm_checkpoint", "audit_reports", "correction_log"):
        see(browser, name)
    screenshot("lineage-of-the-corpus")


def test_a_partition_is_materialised_from_its_page(
    browser: webdriver.Chrome, dagster_url: str, screenshot: Screenshot
) -> None:
    before = newest_run(dagster_url)["runId"]
    browser.get(f"{dagster_url}/assets/task_seeds?view=overview")
    see(browser, "task_seeds")
    click(browser, "Materialize…")
    see(browser, "Partition selection")
    click(browser, "All")
    screenshot("materialise")
    click(browser, "Launch run", "Launch 1 run", "Launch backfill")
    wait_for_success(dagster_url, before, 120)
    browser.get(f"{dagster_url}/runs")
    see(browser, "Success")
    screenshot("runs")


def test_checks_and_their_results_are_shown(
    browser: webdriver.Chrome, dagster_url: str, screenshot: Screenshot
) -> None:
    browser.get(f"{dagster_url}/assets/real_trajectories?view=checks")
    see(browser, "every_turn_has_an_outcome_of_its_domain")
    screenshot("checks")


def test_the_audit_is_found_from_its_asset(
    browser: webdriver.Chrome, dagster_url: str, screenshot: Screenshot, materialised: GraphHome
) -> None:
    browser.get(f"{dagster_url}/assets/audit_reports?view=partitions&partition=chip_design")
    see(browser, "outcome accuracy")
    screenshot("audit-asset")
    audit = materialised.lake().read("audit_reports", "chip_design").row(-1, named=True)
    browser.get((materialised.settings.home.root / audit["report_path"]).as_uri())
    see(browser, "trajectory agreement")
    # Confusion and reliability; beside them the trend, once other nights were audited.
    assert len(browser.find_elements(By.TAG_NAME, "svg")) in (2, 3)
    screenshot("audit-report")


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


def test_a_backfill_over_partitions_runs_to_its_end(dagster_url: str) -> None:
    selection = [{"path": [name]} for name in ("task_seeds", "environment_bundles")]
    launched = graphql(
        dagster_url, BACKFILL, {"backfill": {"assetSelection": selection, "partitionNames": ["chip_design"]}}
    )["launchPartitionBackfill"]
    assert "backfillId" in launched, launched

    def status() -> str:
        found = graphql(dagster_url, STATUS, {"id": launched["backfillId"]})
        return str(found["partitionBackfillOrError"]["status"])

    wait_until(lambda: status().startswith(("COMPLETED", "FAILED")), 240, "the backfill did not end")
    assert status() == "COMPLETED_SUCCESS"


def test_launch_pad_takes_another_profile(dagster_url: str) -> None:
    """The profile is a resource, so the launch pad's configuration chooses it."""
    found = graphql(
        dagster_url,
        """{ topLevelResourceDetailsOrError(resourceSelector: {repositoryName: "__repository__",
             repositoryLocationName: "icwm", resourceName: "profile"})
             { ... on ResourceDetails { configuredValues { key value } } } }""",
    )["topLevelResourceDetailsOrError"]
    assert {"key": "name", "value": '"test"'} in found["configuredValues"]
