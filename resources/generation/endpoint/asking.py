"""Asking: one request until it has a reply or has to be given up: slots, retries, and what each failure means.

The state that requests of one event loop share is `Session`; it is lost with the loop, and a later run begins anew.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic

from tenacity import AsyncRetrying, RetryCallState, retry_if_result, wait_exponential, wait_random

from resources.generation.endpoint.failure import Failure, Kind
from resources.generation.endpoint.health import Health
from resources.generation.endpoint.limit import AdaptiveLimit
from resources.generation.endpoint.reply import Reply
from resources.generation.endpoint.settings import EndpointSettings, Retries
from resources.generation.generator import GeneratorFailed, GeneratorUnavailable

Send = Callable[[], Awaitable[Reply | Failure]]
"""Sends a request once, within a slot."""


@dataclass
class Session:
    """What the requests of one event loop share. `refusals` counts 429s, `retries` requests sent again."""

    limit: AdaptiveLimit
    health: Health
    refusals: int = 0
    retries: int = 0

    @classmethod
    def of(cls, settings: EndpointSettings) -> "Session":
        return cls(AdaptiveLimit(settings.concurrency), Health(settings.retries))


@dataclass
class Tries:
    """One request's bounds: failures and 429s are counted apart, since only the first say that something is wrong."""

    answers_before: int
    sent: int = 0
    failures: int = 0
    waited_s: float = 0.0
    last: Failure = field(default_factory=lambda: Failure(Kind.TRANSIENT, "nothing was sent"))


async def ask_until_answered(send: Send, session: Session, retries: Retries, tries: Tries) -> Reply:
    """Raises GeneratorUnavailable where nobody gets an answer, GeneratorFailed where only this request does not."""

    async def attempt() -> Reply | Failure:
        if session.health.dead:
            return Failure(Kind.PERMANENT, session.health.dead)
        tries.sent += 1
        return _noted(await send(), session, tries)

    retrying = AsyncRetrying(
        retry=retry_if_result(_worth_another),
        stop=lambda state: _given_up(state, session, retries, tries),
        wait=lambda state: _wait(state, retries, tries),
        sleep=session.health.pause,
        retry_error_callback=_last_result,
    )
    result: Reply | Failure = await retrying(attempt)
    session.retries += max(0, tries.sent - 1)
    if isinstance(result, Failure):
        raise _error(result, session, tries)
    return result


async def send_within_limit(send: Send, session: Session) -> Reply | Failure:
    """One exchange, in a slot; tells limit and health how it went."""
    limit, health = session.limit, session.health
    await limit.acquire()
    try:
        if health.dead:
            return Failure(Kind.PERMANENT, health.dead)
        sent_at = monotonic()
        result = await send()
        if isinstance(result, Reply):
            health.answered()
            limit.answered((monotonic() - sent_at) / max(1, result.completion_tokens or 1))
        elif result.kind is Kind.SATURATED:
            session.refusals += 1
            limit.saturated(sent_at, result.retry_after)
        elif result.kind is Kind.TRANSIENT:
            health.failed(result.text, sent_at)
            if result.perhaps_paid:
                limit.saturated(sent_at, None)
        elif result.kind is Kind.PERMANENT:
            health.die(result.text)
        else:
            health.answered()
        return result
    finally:
        limit.release()


def _noted(result: Reply | Failure, session: Session, tries: Tries) -> Reply | Failure:
    if isinstance(result, Failure):
        tries.last = result
        tries.failures += result.kind is Kind.TRANSIENT
    return result


def _worth_another(result: Reply | Failure) -> bool:
    return isinstance(result, Failure) and result.kind in (Kind.TRANSIENT, Kind.SATURATED)


def _given_up(state: RetryCallState, session: Session, retries: Retries, tries: Tries) -> bool:
    asked_for = tries.last.retry_after or 0.0
    return (
        bool(session.health.dead)
        or tries.failures >= retries.attempts
        or tries.waited_s + asked_for > retries.patience_s
    )


def _wait(state: RetryCallState, retries: Retries, tries: Tries) -> float:
    """What the server asks for, or twice as long each time; never the same for two requests that failed together."""
    backoff = wait_exponential(multiplier=retries.first_wait_s, max=retries.longest_wait_s)
    asked_for = tries.last.retry_after
    jitter = wait_random(0.0, retries.first_wait_s)
    seconds = (backoff(state) if asked_for is None else asked_for) + jitter(state)
    tries.waited_s += seconds
    return seconds


def _last_result(state: RetryCallState) -> Reply | Failure:
    result: Reply | Failure = state.outcome.result() if state.outcome else Failure(Kind.TRANSIENT, "nothing was sent")
    return result


def _error(failure: Failure, session: Session, tries: Tries) -> Exception:
    if session.health.dead:
        return GeneratorUnavailable(session.health.dead)
    if failure.kind is Kind.THIS_REQUEST:
        return GeneratorFailed(failure.text)
    if failure.kind is Kind.SATURATED:
        return GeneratorUnavailable(
            f"no room at the server after {tries.waited_s:.0f} s of waiting ({failure.text}): lower concurrency, raise "
            "retries.patience_s, or run again later; what is finished is kept"
        )
    if session.health.answers > tries.answers_before:
        return GeneratorFailed(f"failed {tries.failures} times while other requests were answered: {failure.text}")
    return GeneratorUnavailable(f"failed {tries.failures} times: {failure.text}; what is finished is kept")
