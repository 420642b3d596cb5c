"""Where pictures are taken: a headless Chromium, light or dark, in front of a home's pages.

A `Shot` is one picture; each kind of page has a module with its SHOTS, which `__main__` lists.
"""

import contextlib
import io
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

LARGEST = 150_000
"""Bytes of one picture; fewer colours are tried until it is no larger."""
WIDTH = 1280
_COLOURS = (128, 64, 32, 16)
_PATIENCE_S = 120.0
_SETTLING_S = 1.0
_ABOVE = 64
_FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1")


class NothingToShow(Exception):
    """The home has nothing of the kind. The message says what is missing."""


@dataclass(frozen=True)
class Shot:
    """One picture: `name` is its file's, without the end, in docs/pictures; `alt` says what it shows to those who do
    not see it. `take` brings the browser in front of it and returns a screenshot."""

    name: str
    alt: str
    take: Callable[["Studio"], Image.Image]


@dataclass
class Studio:
    """A home, a browser, and the servers that were asked for, which end with it."""

    home: Path
    browser: webdriver.Chrome
    stack: contextlib.ExitStack
    _addresses: dict[str, str]

    def address(self, name: str, serve: Callable[[Path], contextlib.AbstractContextManager[str]]) -> str:
        """The address of a server over the home, which is started when it is first asked for."""
        if name not in self._addresses:
            self._addresses[name] = self.stack.enter_context(serve(self.home))
        return self._addresses[name]

    def picture(
        self, url: str, *, place: str = "body", ready: str = "body", width: int = WIDTH, height: int = 760
    ) -> Image.Image:
        """What stands at `place` and below it, once `ready` is there (both are CSS selectors)."""
        self.browser.set_window_size(width, height)
        self.browser.get(url)
        self.wait(place)
        self.scroll_to(place)
        self.wait(ready)
        self.scroll_to(place)
        time.sleep(_SETTLING_S)
        return self.screenshot()

    def scroll_to(self, place: str) -> None:
        """A little above it, since pages have a bar that stays at the top."""
        scroll = "document.querySelector(arguments[0]).scrollIntoView(); scrollBy(0, -arguments[1])"
        self.browser.execute_script(scroll, place, _ABOVE)

    def wait(self, ready: str) -> None:
        deadline = time.monotonic() + _PATIENCE_S
        while not self.browser.execute_script("return !!document.querySelector(arguments[0])", ready):
            if time.monotonic() > deadline:
                raise NothingToShow(f"{self.browser.current_url} shows no {ready}")
            time.sleep(0.2)

    def screenshot(self) -> Image.Image:
        return Image.open(io.BytesIO(self.browser.get_screenshot_as_png())).convert("RGB")


@contextlib.contextmanager
def studio(home: Path, scheme: str) -> Iterator[Studio]:
    """`scheme` is light or dark, for pages that have both."""
    with contextlib.ExitStack() as stack:
        browser = stack.enter_context(_browser())
        feature = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", feature)
        yield Studio(home, browser, stack, {})


@contextlib.contextmanager
def served(application: Any) -> Iterator[str]:
    """An ASGI application at a free port of the loopback interface."""
    import uvicorn

    server = uvicorn.Server(uvicorn.Config(application, host="127.0.0.1", port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise NothingToShow("the server ended before it answered")
        time.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)


def save(image: Image.Image, path: Path) -> int:
    """With as many colours as LARGEST allows; the file's size."""
    content = b""
    for colours in _COLOURS:
        buffer = io.BytesIO()
        image.quantize(colours, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
        content = buffer.getvalue()
        if len(content) <= LARGEST:
            break
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return len(content)


def _browser() -> webdriver.Chrome:
    options = Options()
    options.binary_location = shutil.which("chromium") or "chromium"
    for flag in _FLAGS:
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
