"""Whether a server answers, and with which models. Asks `/health` and `/v1/models`, nothing else."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

from resources.serving.errors import ServingFailed

ANSWER_S = 5.0
POLL_S = 0.5
LONGEST_STARTS = 6
"""Of a server that says new things for ever, in times of the silence that is allowed."""


@dataclass(frozen=True)
class ServedModel:
    """What a client needs to know: `base_url` ends with /v1; `max_model_len` in tokens where the server says."""

    base_url: str
    model: str
    max_model_len: int | None = None


def ask_models(base_url: str, headers: Mapping[str, str] | None = None) -> dict[str, dict[str, Any]]:
    """What the server says of each model, by name. Raises ServingFailed: unreachable, refused, or not this dialect."""
    url = f"{base_url.rstrip('/')}/models"
    try:
        # No proxy: one that is set for the outside knows nothing of this machine's loopback.
        with httpx2.Client(timeout=ANSWER_S, trust_env=False, headers=dict(headers or {})) as client:
            reply = client.get(url)
            reply.raise_for_status()
            return {entry["id"]: entry for entry in reply.json()["data"]}
    except httpx2.HTTPStatusError as error:
        raise ServingFailed(
            f"{url} answered {error.response.status_code}: is the address right up to /v1, and the key?"
        ) from None
    except httpx2.HTTPError as error:
        raise ServingFailed(f"{url} is not reached: {error}") from None
    except (ValueError, KeyError, TypeError):
        raise ServingFailed(f"{url} answers, but not as an OpenAI-compatible server") from None


def connect(base_url: str, model: str, headers: Mapping[str, str] | None = None) -> ServedModel:
    """A server that runs already. Raises ServingFailed, which lists the models there are where it is not this one."""
    models = ask_models(base_url, headers)
    if model not in models:
        raise ServingFailed(f"{base_url} does not serve {model!r}; it serves {', '.join(sorted(models)) or 'nothing'}")
    return ServedModel(base_url.rstrip("/"), model, models[model].get("max_model_len"))


def is_healthy(base_url: str) -> bool:
    """Whether vLLM's `/health`, which stands beside /v1, answers 200 now."""
    try:
        with httpx2.Client(timeout=ANSWER_S, trust_env=False) as client:
            return bool(client.get(f"{base_url.removesuffix('/v1')}/health").status_code == httpx2.codes.OK)
    except httpx2.HTTPError:
        return False


def wait_until_healthy(
    base_url: str,
    silence_s: float,
    says_new: Callable[[], bool],
    check: Callable[[], None],
    waiting: Callable[[float], None],
) -> None:
    """Returns when the server is healthy. Time counts against it while it says nothing new: on a busy machine a start
    takes many times as long, and goes on. `check` raises where waiting is in vain; `waiting` hears the seconds so far.

    Raises TimeoutError after `silence_s` without news, or LONGEST_STARTS times that in all; its message says how long
    both were.
    """
    started = heard = time.monotonic()
    while not is_healthy(base_url):
        check()
        now = time.monotonic()
        heard = now if says_new() else heard
        if now - heard > silence_s or now - started > LONGEST_STARTS * silence_s:
            raise TimeoutError(
                f"not healthy after {now - started:.0f} s, with nothing new in its log for {now - heard:.0f} s"
            )
        waiting(now - started)
        time.sleep(POLL_S)
