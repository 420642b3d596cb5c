"""Whether an endpoint is there, told from real HTTP on the loopback interface, in one sentence each."""

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from resources.generation.endpoint import transport
from resources.generation.endpoint.presence import require_endpoint
from resources.generation.endpoint.settings import EndpointSettings
from resources.generation.generator import GeneratorUnavailable

MODELS, CHAT = "GET /v1/models", "POST /v1/chat/completions"
KEY = "sk-very-secret-0123456789"


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy of this machine would answer in the place of the servers here."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@dataclass
class Page:
    """Status 0: the connection is cut instead."""

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict)


CUT = Page(0, {})
LISTED = Page(200, {"object": "list", "data": [{"id": "org/m"}, {"id": "other"}]})
Pages = Mapping[str, Page]


def completion(model: str) -> Page:
    message = {"role": "assistant", "content": "Yes."}
    return Page(200, {"choices": [{"message": message}], "model": model})


@dataclass
class Asked:
    url: str
    lines: list[str] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)


@contextmanager
def answering(pages: Pages) -> Iterator[Asked]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.answer()

        def do_POST(self) -> None:
            asked.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.answer()

        def answer(self) -> None:
            line = f"{self.command} {self.path}"
            asked.lines.append(line)
            page = pages.get(line, Page(404, {"detail": "Not Found"}))
            if page.status == 0:
                self.close_connection = True
                return
            self.send_response(page.status)
            for name, value in {"Content-Type": "application/json", **page.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(json.dumps(page.body).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    asked = Asked(f"http://127.0.0.1:{server.server_address[1]}/v1")
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def settings(url: str, **changes: Any) -> EndpointSettings:
    return EndpointSettings(**{"name": "g", "base_url": url, "model": "m", **changes})


def test_a_model_that_is_listed_costs_no_token() -> None:
    with answering({MODELS: LISTED}) as asked:
        require_endpoint(settings(asked.url))
    assert asked.lines == [MODELS]


@pytest.mark.parametrize(
    "listed", [LISTED, Page(200, "<html>"), *(Page(status, {}) for status in (302, 403, 404, 405, 429, 503))]
)
def test_a_model_that_is_not_listed_and_answers_is_taken(listed: Page) -> None:
    with answering({MODELS: listed, CHAT: completion("alias-2025-01-01")}) as asked:
        require_endpoint(settings(asked.url, model="alias", temperature=0.5))
    (body,) = asked.bodies
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("alias", 16, 0.5)


@pytest.mark.parametrize(
    ("pages", "said"),
    [
        ({MODELS: Page(401, {"error": "no"})}, "wants a key (401): name its variable"),
        ({CHAT: Page(401, {})}, "wants a key (401): name its variable"),
        ({MODELS: Page(403, {}), CHAT: Page(403, {})}, "does not let this key use 'wrong' (403)"),
        ({CHAT: Page(402, {})}, "answers 402: the account has no quota left"),
        ({CHAT: Page(429, {"error": "insufficient_quota"})}, "answers 429: the account has no quota left"),
        ({CHAT: Page(308, {})}, "Name the address that it redirects to"),
        (
            {MODELS: Page(200, "<html>"), CHAT: Page(200, "<html>")},
            "is no OpenAI-compatible server: the server's answer",
        ),
        ({MODELS: Page(200, "<html>"), CHAT: Page(405, {})}, "answers 405, or does not know 'wrong'"),
        ({MODELS: LISTED}, "does not serve 'wrong': it serves org/m, other"),
        ({MODELS: LISTED, CHAT: completion("org/m")}, "does not serve 'wrong': 'org/m' answers there"),
        ({MODELS: LISTED, CHAT: Page(200, {"choices": []})}, "is no OpenAI-compatible server: the server's answer has"),
        ({MODELS: CUT, CHAT: CUT}, " broke: "),
        ({}, "answers 404, or does not know 'wrong': an address usually ends in /v1"),
    ],
)
def test_what_is_in_the_way_is_one_sentence(pages: Pages, said: str) -> None:
    with answering(pages) as asked, pytest.raises(GeneratorUnavailable) as refused:
        require_endpoint(settings(asked.url, model="wrong"))
    assert asked.url in str(refused.value)
    assert said in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("listed", "status"),
    [(LISTED, 400), (LISTED, 422), (LISTED, 429), (Page(429, {}), 429), (Page(503, {}), 503), (LISTED, 0), (CUT, 503)],
)
def test_what_waiting_or_other_words_mend_is_not_in_the_way(listed: Page, status: int) -> None:
    with answering({MODELS: listed, CHAT: Page(status, {}, {"Retry-After": "7"})}) as asked:
        require_endpoint(settings(asked.url, model="alias"))
    assert asked.lines == [MODELS, CHAT]


def test_a_server_that_is_slow_is_there() -> None:
    """It takes connections, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        require_endpoint(settings(f"http://127.0.0.1:{server.getsockname()[1]}/v1", timeout_s=0.3))


def test_a_key_is_refused_by_the_name_of_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN_KEY", KEY)
    with (
        answering({MODELS: Page(401, {"error": f"bad key {KEY}"})}) as asked,
        pytest.raises(GeneratorUnavailable) as no,
    ):
        require_endpoint(settings(asked.url, key_variable="OWN_KEY"))
    assert str(no.value) == f"{asked.url} refuses the key in OWN_KEY (401)"
    monkeypatch.delenv("OWN_KEY")
    with pytest.raises(GeneratorUnavailable, match="no key: set the environment variable OWN_KEY"):
        require_endpoint(settings(asked.url, key_variable="OWN_KEY"))


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:9/v1", "nothing listens there"),
        ("http://no-such-host.invalid/v1", "no host of that name is known"),
    ],
)
def test_nobody_there_is_told_without_a_class(url: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = socket.getaddrinfo

    def resolved(host: Any, *rest: Any, **more: Any) -> Any:
        """As a resolver answers that is reached."""
        if str(host).endswith(".invalid"):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return known(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    with pytest.raises(GeneratorUnavailable) as refused:
        require_endpoint(settings(url))
    assert str(refused.value) == f"{url} is not reached: {words}"


@pytest.mark.parametrize(
    ("url", "proxy", "words"),
    [
        ("http://1.2.3.400/v1", "", "Invalid IPv4 address"),
        ("http://127.0.0.1:9/v1", "nonsense://h:1", "Unknown scheme for proxy URL"),
    ],
)
def test_where_no_client_can_be_made_it_is_told_too(
    url: str, proxy: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy)
    with pytest.raises(GeneratorUnavailable, match=f"^{url} cannot be asked: {words}"):
        require_endpoint(settings(url))


def test_a_server_without_tls_and_an_address_that_is_nobody_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "CONNECT_S", 0.2)
    with answering({MODELS: LISTED}) as asked, pytest.raises(GeneratorUnavailable, match="does not speak TLS"):
        require_endpoint(settings(asked.url.replace("http:", "https:")))
    with pytest.raises(GeneratorUnavailable, match=r"is not reached: \w"):
        require_endpoint(settings("http://192.0.2.1/v1"))
