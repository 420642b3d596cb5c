"""Presence: whether an endpoint answers, takes the key and knows the model, asked before long work is begun for it.

One `GET /models`. Where that does not name the model, or the server lists none, one short question decides: a proxy
takes names that it does not list, and a server of one model answers to any name.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from resources.generation.endpoint.failure import Failure
from resources.generation.endpoint.naming import same_model
from resources.generation.endpoint.reply import MalformedReply, parse_reply
from resources.generation.endpoint.request import chat_request
from resources.generation.endpoint.settings import EndpointSettings
from resources.generation.endpoint.transport import Transport, some
from resources.generation.generator import GeneratorUnavailable
from resources.generation.prompting.messages import Message

LISTING_S = 10.0
QUESTION_S = 30.0
_QUESTION_TOKENS = 16
_NOT_THERE = (404, 405, 501)


def require_endpoint(settings: EndpointSettings) -> None:
    """Raises GeneratorUnavailable, which says in one sentence what is in the way and what to do. Takes seconds."""
    asyncio.run(_require(settings))


async def _require(settings: EndpointSettings) -> None:
    transport = Transport.open(replace(settings, timeout_s=min(QUESTION_S, settings.timeout_s)))
    try:
        listed = await transport.listed(min(LISTING_S, settings.timeout_s))
        if isinstance(listed, Failure) and listed.status not in _NOT_THERE:
            raise GeneratorUnavailable(_said(settings, listed))
        names = [] if isinstance(listed, Failure) else listed
        if not any(same_model(name, (settings.model,)) for name in names):
            await _require_answer(transport, settings, names)
    finally:
        await transport.close()


async def _require_answer(transport: Transport, settings: EndpointSettings, names: Sequence[str]) -> None:
    """A server that is slow to answer is there all the same."""
    asked = replace(settings, max_tokens=min(_QUESTION_TOKENS, settings.max_tokens))
    body = await transport.send(chat_request(asked, [Message("user", "Say yes.")], 0))
    if isinstance(body, Failure):
        if body.timed_out:
            return
        served = f"it serves {some(names)}" if names else ""
        raise GeneratorUnavailable(_said(settings, body, served))
    try:
        answered = parse_reply(body).model
    except MalformedReply as error:
        raise GeneratorUnavailable(f"{settings.base_url} is no OpenAI-compatible server: {error}") from None
    if not same_model(answered, (settings.model, *settings.answers_as)):
        raise GeneratorUnavailable(f"{settings.base_url} does not serve {settings.model!r}: {answered!r} answers there")


def _said(settings: EndpointSettings, failure: Failure, served: str = "") -> str:
    url, key = settings.base_url, settings.key_variable
    if failure.status == 401:
        return f"{url} refuses the key in {key} (401)" if key else f"{url} wants a key (401): name its variable"
    if failure.status == 403:
        return f"{url} does not let this key use {settings.model!r} (403)"
    if failure.status == 404 and served:
        return f"{url} does not serve {settings.model!r}: {served}"
    if failure.status in _NOT_THERE:
        return f"{url} answers {failure.status}, or does not know {settings.model!r}: an address usually ends in /v1"
    if failure.status == 429 and failure.retry_after:
        return f"{url} has no room now (429): ask again in {failure.retry_after:.0f} s"
    if failure.status == 429:
        return f"{url} has no room now (429), or the account has no quota left: ask again later"
    if failure.status >= 500:
        return f"{url} answers {failure.status}: its server is not ready, or broke"
    return failure.text
