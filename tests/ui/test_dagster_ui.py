"""The UI as a user meets it: materialise a partition, see the graph, the checks and the audit report."""

from collections.abc import Callable
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from assets.stages import Stage
from orchestration.run_graph import PROFILE_TAG, default_domains
from tests.home import GraphHome
from tests.ui.page import click, see
from tests.ui.runs import backfill, graphql, newest_run, wait_for_success

Screenshot = Callable[[str], Path]

pytestmark = pytest.mark.timeout(1800)


def test_the_lineage_graph_shows_every_stage(
    browser: webdriver.Chrome, dagster_url: str, screenshot: Screenshot
) -> None:
    browser.get(f"{dagster_url}/asset-groups")
    for stage in Stage:
        see(browser, stage.value)
    screenshot("lineage-groups")
    browser.get(f"{dagster_url}/assets/reasoning_corpus?view=lineage&lineageScope=upstream&lineageDepth=20")
    for name in ("task_seeds", "real_trajectories", "icwm_checkpoint", "audit_reports", "correction_log"):
        see(browser, name)
    screenshot("lineage-of-the-corpus")


def test_runs_of_the_command_line_are_on_the_timeline(dagster_url: str) -> None:
    """Dagster's first page groups runs by code location, and leaves out those that have none."""
    found = graphql(
        dagster_url,
        "{ runsOrError { ... on Runs { results { tags { key } repositoryOrigin { repositoryLocationName } } } } }",
    )["runsOrError"]["results"]
    runs = [run for run in found if any(tag["key"] == PROFILE_TAG for tag in run["tags"])]
    assert runs
    assert all(run["repositoryOrigin"] == {"repositoryLocationName": "icwm"} for run in runs)


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
    wait_for_success(dagster_url, before, 600)
    browser.get(f"{dagster_url}/runs")
    see(browser, "Success")
    screenshot("runs")


def test_checks_and_their_results_are_shown(
    browser: webdriver.Chrome, dagster_url: str, screenshot: Screenshot
) -> None:
    browser.get(f"{dagster_url}/assets/real_trajectories?view=checks")
    see(browser, "every_turn_has_an_outcome_of_its_domain")
    screenshot("checks")


def test_a_check_has_a_status_for_each_domain(dagster_url: str) -> None:
    found = graphql(
        dagster_url,
        """{ assetNodeOrError(assetKey: {path: ["real_trajectories"]}) { ... on AssetNode { assetChecksOrError {
             ... on AssetChecks { checks { name partitionStatuses {
             ... on AssetCheckDefaultPartitionStatuses { succeededPartitions } } } } } } } }""",
    )["assetNodeOrError"]["assetChecksOrError"]
    assert found["checks"]
    for check in found["checks"]:
        assert set(check["partitionStatuses"]["succeededPartitions"]) == set(default_domains()), check


def test_the_audit_is_found_from_its_asset(
    browser: webdriver.Chrome, dagster_url: str, screenshot: Screenshot, materialised: GraphHome
) -> None:
    browser.get(f"{dagster_url}/assets/audit_reports?view=partitions&partition=chip_design")
    see(browser, "outcome accuracy in words")
    screenshot("audit-asset")
    audit = materialised.lake().read("audit_reports", "chip_design").row(-1, named=True)
    browser.get((materialised.settings.home.root / audit["report_path"]).as_uri())
    see(browser, "trajectory agreement")
    # Confusion and reliability; beside them the trend, once other nights were audited.
    assert len(browser.find_elements(By.TAG_NAME, "svg")) in (2, 3)
    screenshot("audit-report")


def test_a_backfill_over_partitions_runs_to_its_end(dagster_url: str) -> None:
    selection = [{"path": [name]} for name in ("task_seeds", "environment_bundles")]
    backfill(dagster_url, {"assetSelection": selection, "partitionNames": ["chip_design"]}, 240)


def test_launch_pad_takes_another_profile(dagster_url: str) -> None:
    """The profile is a resource, so the launch pad's configuration chooses it."""
    found = graphql(
        dagster_url,
        """{ topLevelResourceDetailsOrError(resourceSelector: {repositoryName: "__repository__",
             repositoryLocationName: "icwm", resourceName: "profile"})
             { ... on ResourceDetails { configuredValues { key value } } } }""",
    )["topLevelResourceDetailsOrError"]
    assert {"key": "name", "value": '"test"'} in found["configuredValues"]
