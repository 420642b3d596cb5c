"""EndpointSettings: all that one endpoint generator is told. Data and its validation; nothing here opens a connection.

The API key is not among them: they name the environment variable that holds it, so that they can be printed, stored
and hashed. Where settings come from (a file, a launch pad) is `assets.generation`.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

OWN_FIELDS = frozenset(
    {"model", "messages", "stream", "n", "seed", "temperature", "top_p", "max_tokens", "max_completion_tokens"}
)
"""What the client writes into a request itself, so that `extra_body` must not."""
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Budget:
    """The most that may be spent under a generator's name, over all runs of a home; None: no limit.

    `requests` counts answers, `tokens` prompt and completion together, `cost` is in the currency of the prices.
    """

    requests: int | None = None
    tokens: int | None = None
    cost: float | None = None


@dataclass(frozen=True)
class Prices:
    """Per million tokens, in any one currency. `cached` is for prompt tokens from the server's prefix cache; None: as
    `prompt`."""

    prompt: float
    completion: float
    cached: float | None = None


@dataclass(frozen=True)
class Retries:
    """Bounds of waiting for a server, in seconds where no unit is named.

    A failed request is sent at most `attempts` times, after waits that double from `first_wait_s` to
    `longest_wait_s`. A 429 is no failure: it is waited out for `patience_s` in all. An endpoint is dead when
    `dead_after` requests in a row have failed and nothing was answered for `dead_after_s`.
    """

    attempts: int = 6
    first_wait_s: float = 1.0
    longest_wait_s: float = 60.0
    patience_s: float = 900.0
    dead_after: int = 8
    dead_after_s: float = 15.0


@dataclass(frozen=True)
class EndpointSettings:
    """One generator: a model at an address, how it is sampled, and what it may use.

    `name` is the generator's name in every row. `key_variable` is "" for a server that asks for no key. None leaves a
    sampling parameter to the server. `answers_as` are further names under which the server may report the model.
    `extra_body` goes into each request as it is (`top_k`, `chat_template_kwargs`). `token_limit_field` is
    "max_completion_tokens" for APIs that refuse the older name; `send_seed` is False for those that refuse seeds.
    Raises ValueError that names the field.
    """

    name: str
    base_url: str
    model: str
    key_variable: str = ""
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int = 8192
    token_limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    send_seed: bool = True
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    answers_as: tuple[str, ...] = ()
    concurrency: int = 64
    timeout_s: float = 600.0
    max_reply_bytes: int = 1 << 20
    max_code_bytes: int = 64 << 10
    budget: Budget = field(default_factory=Budget)
    prices: Prices | None = None
    retries: Retries = field(default_factory=Retries)

    def __post_init__(self) -> None:
        for problem in _problems(self):
            raise ValueError(f"endpoint generator {self.name!r}: {problem}")

    def key(self) -> str:
        """The API key, read from the environment now; "" where none is asked for. Raises KeyError where it is not
        set.
        """
        if not self.key_variable:
            return ""
        value = os.environ.get(self.key_variable, "").strip()
        if not value:
            raise KeyError(self.key_variable)
        return value

    def sampling(self) -> dict[str, Any]:
        """The part of each request's body that is the same for all: model and sampling."""
        given = {"temperature": self.temperature, "top_p": self.top_p}
        sampled = {name: value for name, value in given.items() if value is not None}
        return {"model": self.model, self.token_limit_field: self.max_tokens, **sampled, **self.extra_body}


def same_origin(url: str, other: str) -> bool:
    """Whether one server has both, by scheme, host and port: a key for one is then a key for the other. Raises
    ValueError for a port that is none."""
    return _origin(url) == _origin(other)


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or _PORTS.get(parts.scheme)


def _is_address(url: str) -> bool:
    """Of a server that speaks HTTP; a port behind its host is a number that a port may have."""
    try:
        parts = urlsplit(url)
        return parts.scheme in _PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _problems(settings: EndpointSettings) -> list[str]:
    if not _is_address(settings.base_url):
        return ["base_url must look like http://host:port/v1"]
    url = urlsplit(settings.base_url)
    limits = {
        "max_tokens": settings.max_tokens,
        "concurrency": settings.concurrency,
        "timeout_s": settings.timeout_s,
        "max_reply_bytes": settings.max_reply_bytes,
        "max_code_bytes": settings.max_code_bytes,
        **{f"retries.{name}": value for name, value in vars(settings.retries).items()},
        **{f"budget.{name}": value for name, value in vars(settings.budget).items() if value is not None},
    }
    own = sorted(OWN_FIELDS & settings.extra_body.keys())
    given = {
        "name must not be empty": not settings.name.strip(),
        "model must not be empty": not settings.model.strip(),
        "base_url must hold no password and no query: name the key's environment variable in key_variable": bool(
            url.username or url.password or url.query
        ),
        "key_variable must be the name of an environment variable, not a key": bool(settings.key_variable)
        and not settings.key_variable.replace("_", "a").isalnum(),
        f"extra_body must not hold {', '.join(own)}: they have settings of their own": bool(own),
        "budget.cost needs prices": settings.budget.cost is not None and settings.prices is None,
        **{f"{name} must be above 0": value <= 0 for name, value in limits.items()},
    }
    return [text for text, wrong in given.items() if wrong]
