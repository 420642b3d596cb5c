"""The server's two routes and its faults, as an ASGI application. Counts what it was asked, and how much at once."""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from time import time
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tests.endpoint_server.replies import Program, attempt, reply_text

MODEL = "stub-model"


@dataclass
class Stub:
    """What the server does, and what it saw. Set from the test's thread; single fields only, so that no lock is needed.

    `script` holds a behaviour for each of the next requests; then `behaviour` holds for all. `key` is the one it
    takes, "" for any. `limit` is the most requests that it works on at once, before it says 429; 0 for no limit.
    `content` writes whole answers, where a test needs more than a program.
    """

    behaviour: str = "answer"
    script: deque[str] = field(default_factory=deque)
    latency_s: float = 0.0
    retry_after: str = ""
    key: str = ""
    limit: int = 0
    program: Program = attempt
    content: Callable[[Mapping[str, Any]], str] | None = None
    completion_tokens: int = 100
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    refused: int = 0


def application(stub: Stub) -> Starlette:
    async def chat(request: Request) -> Response:
        body = await request.json()
        stub.requests.append(body)
        stub.headers.append(dict(request.headers))
        behaviour = stub.script.popleft() if stub.script else stub.behaviour
        if stub.key and request.headers.get("authorization") != f"Bearer {stub.key}":
            return _problem(401, f"Incorrect API key provided: {request.headers.get('authorization', '')[7:]}")
        if stub.limit and stub.at_once >= stub.limit:
            return _saturated(stub)
        stub.at_once += 1
        stub.most_at_once = max(stub.most_at_once, stub.at_once)
        try:
            await asyncio.sleep(stub.latency_s)
            return await _response(stub, behaviour, body)
        finally:
            stub.at_once -= 1

    async def models(request: Request) -> Response:
        return JSONResponse({"object": "list", "data": [{"id": MODEL, "object": "model", "owned_by": "tests"}]})

    routes = [Route("/v1/chat/completions", chat, methods=["POST"]), Route("/v1/models", models)]
    return Starlette(routes=routes)


async def _response(stub: Stub, behaviour: str, body: Mapping[str, Any]) -> Response:
    if behaviour.isdigit():
        stub_says = {"404": f"The model `{body['model']}` does not exist.", "400": "Unsupported parameter: top_k"}
        return (
            _problem(int(behaviour), stub_says.get(behaviour, "it broke")) if behaviour != "429" else _saturated(stub)
        )
    if behaviour == "context":
        return _problem(400, "This model's maximum context length is 512 tokens. However, you requested 9000.")
    if behaviour == "quota":
        return _problem(429, "You exceeded your current quota", code="insufficient_quota")
    if behaviour == "hang":
        await asyncio.sleep(3600)
    if behaviour == "malformed":
        return Response('{"choices": [{"message": {"con', media_type="application/json")
    completion = _completion(stub, behaviour, body)
    return _Cut(json.dumps(completion)) if behaviour == "cut" else JSONResponse(completion)


def _completion(stub: Stub, behaviour: str, body: Mapping[str, Any]) -> dict[str, Any]:
    text = stub.content(body) if stub.content else reply_text(behaviour, body, stub.program)
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if behaviour == "reasoning field":
        thinking, _, answer = message["content"].partition("</think>")
        message |= {"reasoning_content": thinking.removeprefix("<think>"), "content": answer}
    if behaviour == "echo key":
        message["content"] += f"\nYou sent {stub.headers[-1].get('authorization')}"
    choice = {"index": 0, "message": message, "finish_reason": "length" if behaviour == "unclosed" else "stop"}
    prompt = sum(len(part["content"]) for part in body["messages"]) // 4
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "another-model" if behaviour == "wrong model" else body["model"],
        "choices": [] if behaviour == "empty choices" else [choice],
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": stub.completion_tokens,
            "total_tokens": prompt + stub.completion_tokens,
            "prompt_tokens_details": {"cached_tokens": prompt // 2},
        },
    }


def _saturated(stub: Stub) -> Response:
    """`retry_after` is seconds, or "date" for the HTTP date of a second from now, or "" for none."""
    stub.refused += 1
    after = formatdate(time() + 1, usegmt=True) if stub.retry_after == "date" else stub.retry_after
    return _problem(429, "Rate limit reached", headers={"Retry-After": after} if after else None)


def _problem(status: int, message: str, *, code: str = "", headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"error": {"message": message, "type": "error", "code": code or status}}, status, headers)


class _Cut(Response):
    """Announces its whole length, sends half, and drops the connection."""

    def __init__(self, text: str) -> None:
        super().__init__(text, media_type="application/json")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body[: len(self.body) // 2], "more_body": True})
        raise ConnectionAbortedError("cut on purpose")
