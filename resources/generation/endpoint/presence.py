"""Presence: whether an endpoint answers, takes the key and knows the model, asked before long work is begun for it.

One `GET /models`. Where that does not name the model, or lists none for whatever reason, one short question decides: a
proxy takes names that it does not list, a server of one model answers to any name, and a key may ask without listing.
Only what no waiting mends is in the way.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from resources.generation.endpoint.failure import Failure, Kind
from resources.generation.endpoint.naming import same_model
from resources.generation.endpoint.reply import MalformedReply, parse_reply
from resources.generation.endpoint.request import chat_request
from resources.generation.endpoint.settings import EndpointSettings
from resources.generation.endpoint.transport import Transport, some
from resources.generation.generator import GeneratorUnavailable
from resources.generation.prompting.messages import Message

LISTING_S = 15.0
"""More than connecting may take, so that who is not reached is not taken for one who is slow."""
QUESTION_S = 30.0
_QUESTION_TOKENS = 16
_NO_KEY = 401
_NOT_THERE = (404, 405)
_FINAL = (_NO_KEY, 403, *_NOT_THERE)
_NO_QUOTA = (402, 429)


def require_endpoint(settings: EndpointSettings) -> None:
    """Raises GeneratorUnavailable, which says in one sentence what is in the way and what to do. Takes seconds."""
    asyncio.run(_require(settings))


async def _require(settings: EndpointSettings) -> None:
    transport = Transport.open(replace(settings, timeout_s=min(QUESTION_S, settings.timeout_s)))
    try:
        listed = await transport.listed(min(LISTING_S, settings.timeout_s))
        if isinstance(listed, Failure) and (listed.unreached or listed.status == _NO_KEY):
            raise GeneratorUnavailable(_said(settings, listed))
        names = [] if isinstance(listed, Failure) else listed
        if not any(same_model(name, (settings.model,)) for name in names):
            await _require_answer(transport, settings, names, broke_before=_broke(listed))
    finally:
        await transport.close()


async def _require_answer(
    transport: Transport, settings: EndpointSettings, names: Sequence[str], *, broke_before: bool
) -> None:
    asked = replace(settings, max_tokens=min(_QUESTION_TOKENS, settings.max_tokens))
    body = await transport.send(chat_request(asked, [Message("user", "Say yes.")], 0))
    if isinstance(body, Failure):
        if _is_in_the_way(body) and (broke_before or not _broke(body)):
            raise GeneratorUnavailable(_said(settings, body, f"it serves {some(names)}" if names else ""))
        return
    try:
        answered = parse_reply(body).model
    except MalformedReply as error:
        raise GeneratorUnavailable(f"{settings.base_url} is no OpenAI-compatible server: {error}") from None
    if not same_model(answered, (settings.model, *settings.answers_as)):
        raise GeneratorUnavailable(f"{settings.base_url} does not serve {settings.model!r}: {answered!r} answers there")


def _broke(answer: object) -> bool:
    """Whether a connection ended before its answer. Once, and a server broke; twice, and none here speaks HTTP."""
    if not isinstance(answer, Failure) or answer.timed_out or answer.unreached:
        return False
    return answer.status == 0 and answer.kind is Kind.TRANSIENT


def _is_in_the_way(failure: Failure) -> bool:
    """A server that is slow, has no room now, or dislikes so short a question is there all the same: who works with it
    waits, and asks in other words."""
    if failure.status == 0:
        return not failure.timed_out
    has_no_quota = failure.status in _NO_QUOTA and failure.kind is Kind.PERMANENT
    return failure.status in _FINAL or failure.status < 400 or has_no_quota


def _said(settings: EndpointSettings, failure: Failure, served: str = "") -> str:
    url, key = settings.base_url, settings.key_variable
    if failure.status == _NO_KEY:
        return f"{url} refuses the key in {key} (401)" if key else f"{url} wants a key (401): name its variable"
    if failure.status == 403:
        return f"{url} does not let this key use {settings.model!r} (403)"
    if failure.status == 404 and served:
        return f"{url} does not serve {settings.model!r}: {served}"
    if failure.status in _NOT_THERE:
        return f"{url} answers {failure.status}, or does not know {settings.model!r}: an address usually ends in /v1"
    if failure.status in _NO_QUOTA:
        return f"{url} answers {failure.status}: the account has no quota left"
    return failure.text
