"""Whether a server answers, told from real HTTP on the loopback interface."""

import itertools
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from assets.serving import VllmResource
from resources.serving import health
from resources.serving.errors import ServingFailed
from resources.serving.health import ServedModel, ask_models, connect, is_healthy, wait_until_healthy
from resources.serving.server import LogNews, VllmServer, serve
from resources.serving.settings import ServerSettings

MODELS = {"/v1/models": (200, json.dumps({"data": [{"id": "m", "max_model_len": 4096}, {"id": "bare"}]}))}
Pages = dict[str, tuple[int, str]]


@contextmanager
def answering(pages: Pages) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = pages.get(self.path, (404, "no"))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_running_server_is_used_as_it_is(tmp_path: Path) -> None:
    with answering(MODELS) as url:
        assert connect(url + "/", "m") == ServedModel(url, "m", 4096)
        assert connect(url, "bare").max_model_len is None
        with serve(ServerSettings("org/m"), tmp_path, url) as served:
            assert served.model == "m"
        assert ask_models(url).keys() == {"m", "bare"}


def test_assets_reach_it_through_a_resource(tmp_path: Path) -> None:
    with answering(MODELS) as url, VllmResource(folder=str(tmp_path), model="m", url=url).serving() as served:
        assert served == ServedModel(url, "m", 4096)
    with pytest.raises(ServingFailed, match="make serving"), VllmResource(folder=str(tmp_path)).serving():
        pytest.fail("it started")


def test_another_model_is_refused_with_those_there_are() -> None:
    with answering(MODELS) as url, pytest.raises(ServingFailed, match="it serves bare, m"):
        connect(url, "other")


@pytest.mark.parametrize(
    ("pages", "said"),
    [
        ({}, "answered 404"),
        ({"/v1/models": (401, "")}, "answered 401"),
        ({"/v1/models": (200, "<html>")}, "not as an OpenAI-compatible server"),
        ({"/v1/models": (200, "[1]")}, "not as an OpenAI-compatible server"),
        ({"/v1/models": (200, '{"data": [1]}')}, "not as an OpenAI-compatible server"),
    ],
)
def test_what_is_no_model_server_is_said_to_be_none(pages: Pages, said: str) -> None:
    with answering(pages) as url, pytest.raises(ServingFailed, match=said):
        connect(url, "m")


def test_nobody_there() -> None:
    with answering({}) as url:
        pass
    assert not is_healthy(url)
    with pytest.raises(ServingFailed, match="is not reached"):
        ask_models(url)


def test_waiting_ends_with_health_with_a_death_or_with_the_time() -> None:
    pages: Pages = {"/health": (503, "")}
    heard: list[float] = []

    def hear(seconds: float) -> None:
        heard.append(seconds)
        if len(heard) == 2:
            pages["/health"] = (200, "")

    def dead() -> None:
        raise ServingFailed("dead")

    with answering(pages) as url:
        wait_until_healthy(url, 60.0, silent, lambda: None, hear)
        assert len(heard) == 2
        pages["/health"] = (503, "")
        with pytest.raises(TimeoutError, match="with nothing new in its log for 1 s"):
            wait_until_healthy(url, 0.6, silent, lambda: None, lambda _: None)
        with pytest.raises(ServingFailed, match="dead"):
            wait_until_healthy(url, 60.0, silent, dead, lambda _: None)


def silent() -> bool:
    return False


def test_a_server_that_goes_on_loading_has_more_time_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock of the test's: each look takes a minute of it."""
    clock = itertools.count(0.0, 60.0)
    monkeypatch.setattr(health.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(health.time, "sleep", lambda _: None)
    monkeypatch.setattr(health, "is_healthy", lambda _: False)

    def given_up(news: Iterator[bool]) -> str:
        with pytest.raises(TimeoutError) as late:
            wait_until_healthy("", 600.0, lambda: next(news), lambda: None, lambda _: None)
        return str(late.value)

    assert given_up(itertools.repeat(False)) == "not healthy after 660 s, with nothing new in its log for 660 s"
    loads_for_20_minutes = itertools.chain([True] * 20, itertools.repeat(False))
    assert given_up(loads_for_20_minutes) == "not healthy after 1860 s, with nothing new in its log for 660 s"
    assert given_up(itertools.repeat(True)) == "not healthy after 3660 s, with nothing new in its log for 0 s"


def test_a_line_that_repeats_is_no_news() -> None:
    log = ["INFO 11-26 08:26:29 [core.py:58] Initializing the engine"]
    news = LogNews(lambda: "\n".join(log))
    assert news.is_new()
    assert not news.is_new()
    log.append("INFO 11-26 08:27:29 [core.py:58] Initializing the engine")
    assert not news.is_new()
    for percent in (25, 50):
        log.append(f"Loading shards: {percent}% | {percent // 25}/4 [00:{percent}<00:36]")
        assert news.is_new()
    assert news.last == "Loading shards: 50% | 2/4 [00:50<00:36]"
    log.append("\n")
    assert not news.is_new()
    assert news.last.startswith("Loading shards: 50%")


def test_a_taken_port_is_refused_before_anything_starts(tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    (environment / "bin").mkdir(parents=True)
    (environment / "bin" / "python").touch()
    (environment / "installed.json").write_text(json.dumps({"build": "cpu", "vllm": "1.2.3"}))
    with answering({}) as url:
        port = int(url.rsplit(":", 1)[1].removesuffix("/v1"))
        server = VllmServer(ServerSettings("org/m", port=port), tmp_path)
        with pytest.raises(ServingFailed, match=f"port {port} cannot be used"):
            server.start()
    assert not (tmp_path / "logs").exists()
