"""Transport: one HTTP exchange with an OpenAI-compatible server, on the `openai` client with its own retries off.

Here, and only here, the key is known. It is cut out of whatever the server says before anything else sees it. The
body is read as bytes up to a limit, and not as a stream of events: a stream would tell of a silent server sooner,
and cost a wake-up of the event loop for each token of each of the trajectories.
"""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any, Self, TypeVar

import httpx2
import openai

from resources.generation.endpoint.failure import EXCERPT, Failure, Kind, connection_words, failure_of_status
from resources.generation.endpoint.request import Request
from resources.generation.endpoint.settings import EndpointSettings
from resources.generation.generator import GeneratorUnavailable

T = TypeVar("T")
CONNECT_S = 10.0
MODELS_S = 10.0
_HIDDEN = "[key]"
_SHORTEST_SECRET = 8
"""Servers without keys are given words such as "none" and "EMPTY", which replies may hold."""
_MOST_NAMED = 10
_NO_CLIENT = (httpx2.InvalidURL, openai.OpenAIError, ValueError, ImportError, OSError)
"""A proxy's scheme is a ValueError or, for SOCKS, an ImportError; a file of certificates that is not there an
OSError."""


class Transport:
    """Bound to one event loop; making one takes tens of milliseconds, so that is done in a thread."""

    def __init__(self, settings: EndpointSettings, key: str) -> None:
        self._settings = settings
        self._secret = key if len(key) >= _SHORTEST_SECRET else ""
        connections = httpx2.Limits(
            max_connections=settings.concurrency, max_keepalive_connections=settings.concurrency
        )
        self._client = openai.AsyncOpenAI(
            api_key=key or "none",
            base_url=settings.base_url,
            max_retries=0,
            timeout=httpx2.Timeout(settings.timeout_s, connect=min(CONNECT_S, settings.timeout_s)),
            http_client=openai.DefaultAsyncHttpxClient(limits=connections, follow_redirects=False),
        )
        # The client imports this part when it is first named: here that is in a thread.
        self._completions = self._client.chat.completions.with_streaming_response

    @classmethod
    def open(cls, settings: EndpointSettings) -> Self:
        """Raises GeneratorUnavailable where the key is not set, or is none that a header can carry, and where no
        client can be made: for an address that cannot be asked, or by what the environment says of proxies and
        certificates."""
        variable = settings.key_variable
        try:
            key = settings.key()
        except KeyError:
            missing = True
        else:
            missing = False
        if missing:
            raise GeneratorUnavailable(f"{settings.name}: no key: set the environment variable {variable}")
        if not all("!" <= letter <= "~" for letter in key):
            raise GeneratorUnavailable(
                f"{settings.name}: the value of {variable} holds white space or letters beyond ASCII"
            )
        try:
            return cls(settings, key)
        except _NO_CLIENT as error:
            why = str(error)
        raise GeneratorUnavailable(f"{settings.base_url} cannot be asked: {why}")

    async def send(self, request: Request) -> bytes | Failure:
        """The body of a successful response. Takes at most `timeout_s` seconds, however slowly a server drips."""
        return await self._guarded(self._exchange(request), self._settings.timeout_s)

    async def listed(self, limit_s: float) -> list[str] | Failure:
        """The models that the server says it has, sorted, however few of them are one's own to use."""
        return await self._guarded(self._names(), limit_s)

    async def _guarded(self, exchange: Awaitable[T | Failure], limit_s: float) -> T | Failure:
        try:
            async with asyncio.timeout(limit_s):
                return await exchange
        except TimeoutError:
            return self._silent(limit_s)
        except openai.APIStatusError as error:
            headers = {name.lower(): value for name, value in error.response.headers.items()}
            return failure_of_status(self._settings, error.status_code, headers, self._clean(error.response.text))
        except openai.APITimeoutError as error:
            is_apart = isinstance(error.__cause__, httpx2.ConnectTimeout)
            return self._unreachable(error) if is_apart else self._silent(limit_s)
        except openai.APIConnectionError as error:
            connected = not isinstance(error.__cause__, httpx2.ConnectError)
            return self._broken(error) if connected else self._unreachable(error)
        except (openai.OpenAIError, httpx2.HTTPError) as error:
            return self._broken(error)

    async def _names(self) -> list[str] | Failure:
        try:
            page = await self._client.models.list()
            return sorted(self._clean(str(model.id)) for model in page.data)
        except (ValueError, TypeError, AttributeError):
            return Failure(Kind.PERMANENT, f"{self._settings.base_url} answers, and is no OpenAI-compatible server")

    async def models(self) -> str:
        """What the server says it serves, as words that follow a complaint; "" where it does not say."""
        names = await self.listed(MODELS_S)
        if isinstance(names, Failure) or not names:
            return ""
        return f"; it serves: {some(names)}"

    async def close(self) -> None:
        await self._client.close()

    async def _exchange(self, request: Request) -> bytes | Failure:
        most, body = self._settings.max_reply_bytes, bytearray()
        async with self._completions.create(**_arguments(request)) as response:
            async for part in response.iter_bytes():
                body += part
                if len(body) > most:
                    text = f"the answer of {self._settings.base_url} has more than {most} bytes: lower max_tokens"
                    return Failure(Kind.THIS_REQUEST, text, perhaps_paid=True)
        return bytes(body).replace(self._secret.encode(), _HIDDEN.encode()) if self._secret else bytes(body)

    def _silent(self, limit_s: float) -> Failure:
        text = f"{self._settings.base_url} gave no answer within {limit_s:g} s"
        return Failure(Kind.TRANSIENT, text, perhaps_paid=True, timed_out=True)

    def _unreachable(self, error: Exception) -> Failure:
        text = f"{self._settings.base_url} is not reached: {self._words(error)}"
        return Failure(Kind.TRANSIENT, text, unreached=True)

    def _broken(self, error: Exception) -> Failure:
        text = f"the connection to {self._settings.base_url} broke: {self._words(error)}"
        return Failure(Kind.TRANSIENT, text, perhaps_paid=True)

    def _words(self, error: Exception) -> str:
        return self._clean(connection_words(error))[:EXCERPT]

    def _clean(self, text: str) -> str:
        return text.replace(self._secret, _HIDDEN) if self._secret else text


def some(names: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{more}"


def _arguments(request: Request) -> dict[str, Any]:
    """All in `extra_body`, which the client sends as it is: checking the types of a prompt takes it milliseconds."""
    return {"messages": (), "model": request.body["model"], "extra_body": request.body}
