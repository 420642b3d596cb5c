"""A running Dagster (webserver and daemon) over the materialised home, and a headless Chromium to look at it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from tests.home import PROJECT, GraphHome

ARTEFACTS = PROJECT / "test-artifacts"
READY_S = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(what: Callable[[], bool], seconds: float, message: str) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            pytest.fail(f"{message} within {seconds:.0f} s")
        time.sleep(0.5)


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture(scope="session")
def dagster_url(materialised: GraphHome, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`icwm ui` as a user starts it, on a free loopback port; its whole process group ends with the session."""
    port = free_port()
    log = tmp_path_factory.mktemp("ui") / "dagster.log"
    command = [sys.executable, "-m", "orchestration.command_line", "ui", "--port", str(port)]
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, env=materialised.environment, stdout=file, stderr=subprocess.STDOUT, start_new_session=True
        )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: answers(f"{url}/server_info"), READY_S, f"Dagster did not answer; its log is {log}")
        yield url
    finally:
        os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("no chromium and chromedriver: apt-get install chromium chromium-driver")
    options = Options()
    options.binary_location = chromium
    profile = tmp_path_factory.mktemp("chromium")
    for flag in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        f"--user-data-dir={profile}",
        "--window-size=1600,1000",
    ):
        options.add_argument(flag)
    with webdriver.Chrome(options=options, service=Service(driver)) as chrome:
        yield chrome


@pytest.fixture
def screenshot(browser: webdriver.Chrome) -> Callable[[str], Path]:
    """Keeps a picture of the page under test-artifacts/, for a person to look at."""

    def take(name: str) -> Path:
        ARTEFACTS.mkdir(exist_ok=True)
        path = ARTEFACTS / f"{name}.png"
        browser.save_screenshot(str(path))
        return path

    return take
