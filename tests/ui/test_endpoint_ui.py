"""Generators behind an endpoint as a user of the UI meets them: the launch pad, and a backfill over domains."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from tests.endpoint_server.application import Stub
from tests.endpoint_server.server import EndpointServer
from tests.home import GraphHome
from tests.ui.conftest import wait_until
from tests.ui.page import choose, click, insist, page_text, press, see, showing
from tests.ui.runs import backfill, newest_run, wait_for_success

pytestmark = pytest.mark.timeout(1800)

NONE = "      generators: []\n"
TYPED = """      generators:
        - kind: endpoint
          name: from-launch-pad
          endpoint:
            base_url: {url}
            model: stub-model
"""
BESIDE_MATERIALIZE = "//button[contains(., 'Materialize')]/following::button[1]"
PARTITION = "//input[@placeholder='Partition']"
EDITOR = "document.querySelector('.CodeMirror').CodeMirror"


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with EndpointServer(Stub()) as running:
        yield running


def typed(browser: webdriver.Chrome) -> str:
    return str(browser.execute_script(f"return {EDITOR}.getValue()"))


def open_launch_pad(browser: webdriver.Chrome) -> None:
    """The menu beside the button closes by itself when the page redraws; it is opened again then."""
    entry = showing("Open launchpad")

    def opened() -> bool:
        if not browser.find_elements(By.XPATH, entry):
            press(browser, BESIDE_MATERIALIZE)
        for found in browser.find_elements(By.XPATH, entry):
            found.click()
            return True
        return False

    insist(browser, opened, "the launch pad could not be opened")
    see(browser, "No missing config")


def type_until(browser: webdriver.Chrome, text: str, noticed: Callable[[], bool]) -> None:
    """Typed again every 20 s: while the launch pad still loads what a partition needs, a change goes unnoticed."""
    for _ in range(6):
        browser.execute_script(f"{EDITOR}.setValue(arguments[0])", text)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            if noticed():
                return
            time.sleep(0.5)
    pytest.fail("the launch pad did not notice what was typed")


def generators_of(home: GraphHome, domain: str) -> set[str]:
    return set(home.lake().read("real_trajectories", domain)["generator"])


def test_the_launch_pad_takes_an_endpoint_generator(
    browser: webdriver.Chrome,
    dagster_url: str,
    screenshot: Callable[[str], Path],
    materialised: GraphHome,
    server: EndpointServer,
) -> None:
    before = newest_run(dagster_url)["runId"]
    browser.get(f"{dagster_url}/assets/real_trajectories?view=overview")
    see(browser, "Columns")
    open_launch_pad(browser)
    choose(browser, PARTITION, "chip_design")
    wait_until(lambda: NONE in typed(browser), 60, "the launch pad did not show the generators' configuration")
    wanted = typed(browser).replace(NONE, TYPED.format(url=server.base_url))
    # A mistake first: that it is noticed shows that the launch pad reads what was typed.
    type_until(browser, wanted.replace("model:", "modle:"), lambda: "No errors" not in page_text(browser))
    screenshot("launch-pad-mistake")
    type_until(browser, wanted, lambda: "No errors" in page_text(browser))
    screenshot("launch-pad-endpoint")
    click(browser, "Materialize")
    wait_for_success(dagster_url, before, 600)
    assert "from-launch-pad" in generators_of(materialised, "chip_design")
    browser.get(f"{dagster_url}/assets/real_trajectories?view=partitions&partition=chip_design")
    see(browser, "made now")
    screenshot("endpoint-trajectories")


def test_a_backfill_over_domains_asks_the_endpoint(
    dagster_url: str, materialised: GraphHome, server: EndpointServer
) -> None:
    domains = ["chip_design", "code_optimization"]
    endpoint = {"base_url": server.base_url, "model": "stub-model"}
    config: dict[str, Any] = {"generators": [{"kind": "endpoint", "name": "from-backfill", "endpoint": endpoint}]}
    wanted = {
        "assetSelection": [{"path": ["real_trajectories"]}],
        "partitionNames": domains,
        "runConfigData": {"resources": {"generation": {"config": config}}},
    }
    backfill(dagster_url, wanted, 400)
    assert all("from-backfill" in generators_of(materialised, domain) for domain in domains)
