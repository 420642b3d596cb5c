"""`icwm view` in a real browser: the list and its keys, a trajectory's page, and hostile texts that run nothing."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from resources.storage.lake import Lake
from tests.trajectory_lake import HOSTILE, identity, write_trajectories
from tests.ui.conftest import READY_S, answers, free_port, wait_until
from tests.ui.page import insist, page_text, see

Screenshot = Callable[[str], Path]

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def viewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The command as a user types it, over a home with a few trajectories."""
    home, port = tmp_path_factory.mktemp("viewed"), free_port()
    write_trajectories(Lake(home / "lake"))
    command = [sys.executable, "-m", "orchestration.command_line", "view", "--port", str(port)]
    log = home / "view.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, env={**os.environ, "ICWM_HOME": str(home)}, stdout=file, stderr=subprocess.STDOUT
        )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: answers(url), READY_S, f"the viewer did not answer; its log is {log}")
        yield url
    finally:
        process.terminate()
        process.wait(20)


def keys(browser: webdriver.Chrome, *typed: str) -> None:
    for key in typed:
        browser.find_element(By.TAG_NAME, "body").send_keys(key)


def test_a_list_is_searched_and_walked_by_keys(browser: webdriver.Chrome, viewer: str, screenshot: Screenshot) -> None:
    browser.get(viewer)
    see(browser, "6 trajectories")
    screenshot("viewer-list")
    keys(browser, "/")
    insist(browser, lambda: browser.switch_to.active_element.get_attribute("id") == "search", "/ did not search")
    browser.switch_to.active_element.send_keys("other", Keys.ENTER)
    see(browser, "1 trajectory")
    keys(browser, "j", Keys.ENTER)
    see(browser, "mine/other")
    insist(
        browser, lambda: f"/trajectory/{identity(2)}?text=other" in browser.current_url, "Enter did not open the row"
    )
    keys(browser, "u")
    see(browser, "1 trajectory")
    keys(browser, "d")
    see(browser, "0 trajectories")


def test_a_page_shows_the_conversation_in_light_and_dark(
    browser: webdriver.Chrome, viewer: str, screenshot: Screenshot
) -> None:
    browser.get(f"{viewer}/trajectory/{identity(1)}")
    see(browser, "The tilde inverts.")
    assert len(browser.find_elements(By.CSS_SELECTOR, ".line.removed")) == 1
    assert [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".said")]
    assert len(browser.find_elements(By.CSS_SELECTOR, ".waves tr")) == 5
    colours = []
    for _ in range(2):
        colours.append(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))
        screenshot(f"viewer-trajectory-{len(colours)}")
        browser.find_element(By.ID, "theme").click()
    assert colours[0] != colours[1]
    keys(browser, "j", "j")
    insist(browser, lambda: browser.current_url.endswith("#turn-1"), "j did not go to the second turn")


def test_a_narrow_window_begins_with_the_list(browser: webdriver.Chrome, viewer: str) -> None:
    """Of the filters, only those that are set are open."""
    wide = browser.get_window_size()
    browser.set_window_size(600, 900)
    try:
        browser.get(f"{viewer}/?domain=chip_design")
        see(browser, "trajectories")
        filters = browser.find_elements(By.CSS_SELECTOR, ".facet")
        assert [each.get_attribute("open") for each in filters] == ["true", *[None] * (len(filters) - 1)]
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    finally:
        browser.set_window_size(wide["width"], wide["height"])


@pytest.mark.parametrize("address", ["/", f"/trajectory/{identity(5)}", f"/trajectory/{identity(1)}"])
def test_hostile_texts_are_read_and_run_nothing(browser: webdriver.Chrome, viewer: str, address: str) -> None:
    browser.get_log("browser")
    browser.get(viewer + address)
    shown = HOSTILE.partition("\x1b")[0]
    assert shown in page_text(browser) or address.endswith(identity(1))
    assert browser.execute_script("return window.pwned") is None
    assert not [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]


def test_the_policy_stops_a_script_even_where_markup_got_through(browser: webdriver.Chrome, viewer: str) -> None:
    """Without the escaping there would still be the policy: markup that is put into the page runs nothing."""
    browser.get(viewer)
    browser.execute_script("document.body.insertAdjacentHTML('beforeend', arguments[0])", HOSTILE)
    insist(browser, lambda: bool(browser.find_elements(By.CSS_SELECTOR, "img")), "the markup did not reach the page")
    assert browser.execute_script("return window.pwned") is None
