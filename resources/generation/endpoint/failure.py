"""Failure: why a request got no reply, classified once, where the response is seen.

Failures are values here, so that no exception carries a request (and with it the key) up into a log. What follows
from them, waiting, giving up, ending a trajectory, is decided in `asking`.
"""

import math
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum

from resources.generation.endpoint.settings import EndpointSettings

EXCERPT = 300
_TRANSIENT = frozenset({408, 409, 425})
_TOO_LONG = (
    "context length",
    "context_length",
    "context window",
    "max_model_len",
    "prompt is too long",
    "too many tokens",
)
_FILTERED = ("content_filter", "content_policy", "content management policy")
_NO_QUOTA = ("insufficient_quota", "insufficient balance", "exceeded your current quota", "billing")

_CONNECTIONS = {
    ConnectionRefusedError: "nothing listens there",
    socket.gaierror: "no host of that name is known",
    ssl.SSLCertVerificationError: "its certificate is not trusted",
    ssl.SSLError: "it does not speak TLS as https wants it",
    ConnectionResetError: "it cut the connection",
    TimeoutError: "it did not answer",
}
"""By what the system says, the most telling first."""


class Kind(Enum):
    """What may follow from a failure."""

    TRANSIENT = "send again, a bounded number of times"
    SATURATED = "send again when the server has room, and ask less at once"
    THIS_REQUEST = "this request can never work, others may"
    PERMANENT = "no request can work until a person has changed something"


@dataclass(frozen=True)
class Failure:
    """`text` says what happened and, for a permanent one, what to do. `retry_after` is in seconds.

    `perhaps_paid`: the server had the request, and nobody knows what it wrote before the answer was lost.
    `lists_models`: it helps to say which models the server has. `unreached`: there was no connection. `status` is
    HTTP's, 0 where there was none.
    """

    kind: Kind
    text: str
    retry_after: float | None = None
    perhaps_paid: bool = False
    lists_models: bool = False
    timed_out: bool = False
    unreached: bool = False
    status: int = 0


def failure_of_status(settings: EndpointSettings, status: int, headers: Mapping[str, str], body: str) -> Failure:
    """Of an HTTP status outside of 2xx. Header names are in lower case; `body` holds no secret any more."""
    said, where = " ".join(body.split())[:EXCERPT], f"{settings.base_url} answers {status}"
    kind = _kind(status, said.casefold())
    if kind is Kind.PERMANENT:
        text = f"{where}: {said}. {_what_to_do(settings, status)}"
        return Failure(kind, text, lists_models=status == 404, status=status)
    return Failure(kind, f"{where}: {said}", retry_after_seconds(headers), status=status)


def connection_words(error: BaseException) -> str:
    """Why there was no connection, or why it ended, in words that are no names of Python's classes."""
    causes = list(_causes(error))
    for kind, words in _CONNECTIONS.items():
        if any(isinstance(cause, kind) for cause in causes):
            return words
    system = next((cause.strerror for cause in causes if isinstance(cause, OSError) and cause.strerror), "")
    return system or next((text for cause in reversed(causes) if (text := str(cause).strip())), "it ended")


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and all that led to it, the nearest first."""
    yield error
    for below in (error.__cause__ or error.__context__, *getattr(error, "exceptions", ())):
        if below is not None:
            yield from _causes(below)


def _kind(status: int, said: str) -> Kind:
    if status == 429:
        return Kind.PERMANENT if _any(_NO_QUOTA, said) else Kind.SATURATED
    if status >= 500 or status in _TRANSIENT:
        return Kind.TRANSIENT
    if status == 413 or (status in (400, 422) and (_any(_TOO_LONG, said) or _any(_FILTERED, said))):
        return Kind.THIS_REQUEST
    return Kind.PERMANENT


def _any(phrases: tuple[str, ...], said: str) -> bool:
    return any(phrase in said for phrase in phrases)


def _what_to_do(settings: EndpointSettings, status: int) -> str:
    key = (
        f"the environment variable {settings.key_variable}"
        if settings.key_variable
        else "key_variable, which is not set"
    )
    if status == 401:
        return f"The key is refused: check {key}"
    if status in (402, 429):
        return "The account has no quota left: add to it, or take another endpoint; what is finished is kept"
    if status == 403:
        return f"The key may not use model {settings.model!r} here: check {key} and the account's rights"
    if status == 404:
        return f"Check base_url (it usually ends in /v1) and model {settings.model!r}"
    if 300 <= status < 400:
        return "Name the address that it redirects to as base_url"
    return (
        "The server refuses such requests: check the sampling parameters, token_limit_field, send_seed and extra_body"
    )


MOST_S = 366 * 86400.0
"""A year: whoever asks for more has taken milliseconds for seconds, and gives clocks numbers that they do not have."""


def retry_after_seconds(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Seconds from `now` (Unix time), 0 to MOST_S; None where the server does not say, or says nonsense.

    Header names are looked up in lower case.
    """
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return min(milliseconds / 1000, MOST_S)
    text = headers.get("retry-after", "").strip()
    seconds = _number(text)
    if seconds is None:
        seconds = _until(text, time.time() if now is None else now)
    return None if seconds is None else min(seconds, MOST_S)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return max(0.0, value) if math.isfinite(value) else None


def _until(text: str, now: float) -> float | None:
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
