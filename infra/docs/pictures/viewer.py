"""Pictures of the viewer for the documentation, taken of a home's own trajectories by a headless Chromium.

    python -m infra.docs.viewer_picture HOME TRAJECTORY_ID TURN

Writes `docs/pictures/viewer-list.png` and `docs/pictures/viewer-turn.png`. By hand, since they differ with each home.
"""

import io
import shutil
import sys
import threading
import time
from pathlib import Path

import uvicorn
from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from assets.viewer_address import trajectory_path
from orchestration.viewer.application import Viewer
from resources.storage.lake import Lake

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"
PORT, WIDTH = 3091, 1280
_COLOURS, _SETTLING_S = 128, 3.0


def main() -> None:
    home, trajectory, turn = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    application = Viewer(Lake(home / "lake"), "var").application()
    server = uvicorn.Server(uvicorn.Config(application, host="127.0.0.1", port=PORT, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    PICTURES.mkdir(exist_ok=True)
    with _browser() as browser:
        _take(browser, "viewer-list", "/", "body", 760)
        _take(browser, "viewer-turn", trajectory_path(trajectory), f"#turn-{turn}", 1300)
    server.should_exit = True


def _take(browser: webdriver.Chrome, name: str, path: str, place: str, height: int) -> None:
    """What stands at `place` (a CSS selector) and below it."""
    browser.set_window_size(WIDTH, height)
    browser.get(f"http://127.0.0.1:{PORT}{path}")
    browser.execute_script("document.querySelector(arguments[0]).scrollIntoView()", place)
    time.sleep(_SETTLING_S)
    image = Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")
    image.quantize(_COLOURS, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


def _browser() -> webdriver.Chrome:
    options = Options()
    options.binary_location = shutil.which("chromium") or "chromium"
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


if __name__ == "__main__":
    main()
