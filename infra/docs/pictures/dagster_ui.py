"""Pictures of Dagster's UI: the stages, an asset's numbers by domain, a check by domain, the dialog of a backfill,
the launch pad, a failed run."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By

from infra.docs.pictures.studio import NothingToShow, Shot, Studio

ASSET, CHECK = "real_trajectories", "every_turn_has_an_outcome_of_its_domain"
_PATIENCE_S, _SETTLING_S = 400.0, 2.0
_BUTTONS = "//button | //a | //*[@role='tab'] | //*[@role='button']"
_TRACEBACK = """
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
let top = innerHeight;
while (texts.nextNode()) {
  const start = texts.currentNode.data.indexOf("Stack Trace:");
  if (start < 0) continue;
  range.setStart(texts.currentNode, start);
  top = range.getBoundingClientRect().top;
}
return top - 4;
"""
"""Where a run's last traceback begins: it names paths of the machine on which the picture is taken."""
CONFIG = """resources:
  profile:
    config:
      name: standard
  generation:
    config:
      generators:
        - kind: endpoint
          name: qwen
          endpoint: {base_url: http://127.0.0.1:8000/v1, model: qwen}
        - kind: fault_injection
          share: 0.5
"""


@contextlib.contextmanager
def _serve(home: Path) -> Iterator[str]:
    """`icwm ui` over the home, at a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "orchestration.command_line", "ui", "--port", str(port)]
    environment = {**os.environ, "ICWM_HOME": str(home)}
    silent = subprocess.DEVNULL
    with subprocess.Popen(command, env=environment, stdout=silent, stderr=silent, start_new_session=True) as process:
        try:
            _until(lambda: _answers(f"http://127.0.0.1:{port}/server_info"), "Dagster did not answer")
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(process.pid, signal.SIGINT)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as reply:
            return bool(reply.status == 200)
    except OSError:
        return False


def _until(done: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + _PATIENCE_S
    while not done():
        if time.monotonic() > deadline:
            raise NothingToShow(what)
        time.sleep(0.5)


def _open(studio: Studio, path: str, text: str, height: int) -> None:
    studio.browser.set_window_size(1280, height)
    studio.browser.get(studio.address("dagster", _serve) + path)
    _see(studio, text)


def _see(studio: Studio, text: str) -> None:
    script = "return document.body.innerText.includes(arguments[0])"
    _until(lambda: bool(studio.browser.execute_script(script, text)), f"{studio.browser.current_url} shows no {text}")
    time.sleep(_SETTLING_S)


def _press(studio: Studio, label: str, number: int = 0) -> None:
    """Of the buttons with the label, that one; pages draw themselves anew while they are read."""

    def pressed() -> bool:
        with contextlib.suppress(WebDriverException):
            buttons = studio.browser.find_elements(By.XPATH, _BUTTONS)
            shown = [button for button in buttons if button.is_displayed() and button.text.strip() == label]
            if shown:
                shown[number].click()
                return True
        return False

    _until(pressed, f"{studio.browser.current_url} has no button {label}")


def _lineage(studio: Studio) -> Image.Image:
    _open(studio, "/asset-groups", "8_reports", 640)
    return studio.screenshot()


def _plots(studio: Studio) -> Image.Image:
    _open(studio, f"/assets/{ASSET}?view=overview", "Metadata", 1000)
    _press(studio, "Plots")
    _see(studio, "labels seen")
    _scroll(studio, "Metadata")
    return studio.screenshot()


def _scroll(studio: Studio, text: str) -> None:
    place = studio.browser.find_element(By.XPATH, f"//*[normalize-space(text())='{text}']")
    studio.browser.execute_script("arguments[0].scrollIntoView()", place)
    time.sleep(_SETTLING_S)


def _check(studio: Studio) -> Image.Image:
    _open(studio, f"/assets/{ASSET}?view=checks&checkDetail={CHECK}", "This is a blocking", 900)
    _press(studio, "Partitions", -1)
    time.sleep(_SETTLING_S)
    return studio.screenshot()


def _backfill(studio: Studio) -> Image.Image:
    _open(studio, f"/assets/{ASSET}?view=overview", "Metadata", 1000)
    _press(studio, "Materialize…")
    _see(studio, "Partition selection")
    _press(studio, "All")
    studio.browser.find_element(By.XPATH, "//*[normalize-space(text())='Config']").click()
    _press(studio, "Add config")
    return _configured(studio)


def _launch_pad(studio: Studio) -> Image.Image:
    _open(studio, "/locations/icwm/jobs/__ASSET_JOB/playground", "CONFIG ACTIONS", 800)
    return _configured(studio)


def _configured(studio: Studio) -> Image.Image:
    """With CONFIG in the editor of the page."""
    time.sleep(3 * _SETTLING_S)
    editor = "[...document.querySelectorAll('.CodeMirror')].pop().CodeMirror"
    studio.browser.execute_script(f"{editor}.setValue(arguments[0])", CONFIG)
    time.sleep(3 * _SETTLING_S)
    return studio.screenshot()


def _failed_run(studio: Studio) -> Image.Image:
    query = "{ runsOrError(filter: {statuses: [FAILURE]}, limit: 1) { ... on Runs { results { runId } } } }"
    address = f"{studio.address('dagster', _serve)}/graphql?{urllib.parse.urlencode({'query': query})}"
    with urllib.request.urlopen(address, timeout=60) as reply:
        found = json.load(reply)["data"]["runsOrError"]["results"]
    if not found:
        raise NothingToShow("no run of the home failed")
    _open(studio, f"/runs/{found[0]['runId']}", "RUN_FAILURE", 1000)
    picture = studio.screenshot()
    return picture.crop((0, 0, picture.width, int(studio.browser.execute_script(_TRACEBACK))))


SHOTS = (
    Shot("dagster-lineage", "Dagster's lineage: eight stages, from tasks to reports", _lineage),
    Shot("dagster-plots", "An asset's page: numbers of each materialisation, plotted by domain", _plots),
    Shot("dagster-checks", "A check, with a status for each domain", _check),
    Shot("dagster-backfill", "The configuration of a backfill: profile and generators", _backfill),
    Shot("dagster-launch-pad", "The launch pad with the same configuration", _launch_pad),
    Shot("dagster-failed-run", "A failed run: what failed, why, and what to do", _failed_run),
)
