"""Asking: one request until it has a reply or has to be given up: slots, retries, and what each failure means.

The state that requests of one event loop share is `Session`; it is lost with the loop, and a later run begins anew.

Each request has its bounded retries; when nothing is answered any more, nobody has to wait for the end of his own.
Dead is dead for the session: a later run begins anew.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic

from tenacity import AsyncRetrying, RetryCallState, retry_if_result, wait_exponential, wait_random

from resources.generation.endpoint.failure import Failure, Kind
from resources.generation.endpoint.limit import AdaptiveLimit
from resources.generation.endpoint.reply import Reply
from resources.generation.endpoint.settings import EndpointSettings, Retries
from resources.generation.generator import GeneratorFailed, GeneratorUnavailable


class Health:
    """`dead` is "" or the reason, with what to do. `answers` counts replies, so that one can tell a bad request
    from a bad day.
    """

    def __init__(self, retries: Retries) -> None:
        self.dead = ""
        self.answers = 0
        self._retries = retries
        self._failures = 0
        self._quiet_since = monotonic()
        self._died = asyncio.Event()

    def answered(self) -> None:
        self.answers += 1
        self.alive()

    def alive(self) -> None:
        """The server said something sensible, if only that it will not answer this request."""
        self._failures = 0
        self._quiet_since = monotonic()

    def failed(self, text: str, sent_at: float) -> None:
        """A transient failure of a request that was sent at `sent_at` (monotonic seconds)."""
        if self._failures == 0:
            # Idle time before the first failing request says nothing about the server.
            self._quiet_since = max(self._quiet_since, sent_at)
        self._failures += 1
        quiet = monotonic() - self._quiet_since
        if self._failures >= self._retries.dead_after and quiet >= self._retries.dead_after_s:
            self.die(
                f"nothing was answered for {quiet:.0f} s, {self._failures} requests failed in a row; last: {text}. "
                "Start the server again or check base_url; what is finished is kept, and the next run goes on"
            )

    def die(self, reason: str) -> None:
        """From now on every request ends with this reason, those that wait for their next attempt too."""
        self.dead = self.dead or reason
        self._died.set()

    async def pause(self, seconds: float) -> None:
        """Sleeps, but not beyond the endpoint's death."""
        try:
            async with asyncio.timeout(seconds):
                await self._died.wait()
        except TimeoutError:
            return


@dataclass(frozen=True)
class Exchange:
    """One request sent once, at `sent_at` (monotonic), for `seconds`."""

    result: Reply | Failure
    sent_at: float
    seconds: float


Send = Callable[[], Awaitable[Exchange]]


@dataclass
class Session:
    """What the requests of one event loop share. `refusals` counts 429s, `resent` requests sent again."""

    limit: AdaptiveLimit
    health: Health
    retries: Retries
    refusals: int = 0
    resent: int = 0
    sent_at: list[float] = field(default_factory=list)
    """Of the requests that are at the server, by the monotonic clock."""

    @classmethod
    def of(cls, settings: EndpointSettings) -> "Session":
        return cls(AdaptiveLimit(settings.concurrency), Health(settings.retries), settings.retries)

    def die(self, reason: str) -> None:
        self.health.die(reason)
        self.limit.abandon()

    async def timed(self, send: Send) -> Exchange:
        """Sends, and knows meanwhile since when."""
        began = monotonic()
        self.sent_at.append(began)
        try:
            return await send()
        finally:
            self.sent_at.remove(began)

    def longest_s(self) -> float:
        """How long the oldest of the requests that are under way has been awaited; 0 without any."""
        now = monotonic()
        return now - min(tuple(self.sent_at), default=now)  # A copy: progress is told by another thread.

    def note(self, exchange: Exchange) -> None:
        """Tells limit and health how an exchange went."""
        result = exchange.result
        if isinstance(result, Reply):
            self.health.answered()
            self.limit.answered(exchange.seconds / max(1, result.completion_tokens or 1))
        elif result.kind is Kind.SATURATED:
            self.refusals += 1
            self._leave_alone(exchange.sent_at, result)
        elif result.kind is Kind.TRANSIENT:
            self.health.failed(result.text, exchange.sent_at)
            if result.timed_out:
                self.limit.saturated(exchange.sent_at, None)
            self._heed(result)
        elif result.kind is Kind.PERMANENT:
            self.die(result.text)
        else:
            self.health.alive()
        if self.health.dead:
            self.limit.abandon()

    def _leave_alone(self, sent_at: float, refusal: Failure) -> None:
        self.limit.saturated(sent_at, refusal.retry_after)
        self._heed(refusal)

    def _heed(self, refusal: Failure) -> None:
        """Whoever asks for longer than anybody waits gets no more questions, whether it is full or broken."""
        if (refusal.retry_after or 0.0) > self.retries.patience_s:
            self.die(
                f"{refusal.text}; it asks to be left alone for {_span(refusal.retry_after or 0.0)}, more than "
                f"retries.patience_s = {self.retries.patience_s:g} s: run again then; what is finished is kept"
            )


@dataclass
class Tries:
    """One request's bounds: failures are counted, 429s are timed, since only the first say that something is wrong;
    so is every wait that a server asked for.

    `answers_before` is how many replies there had been when it was first sent: what others got while it stood in line
    says nothing about the server that it met.
    """

    answers_before: int = 0
    sent: int = 0
    failures: int = 0
    waited_s: float = 0.0
    last: Failure = field(default_factory=lambda: Failure(Kind.TRANSIENT, "nothing was sent"))


async def ask_until_answered(send: Send, session: Session, tries: Tries) -> Reply:
    """Raises GeneratorUnavailable where nobody gets an answer, GeneratorFailed where only this request does not."""

    async def attempt() -> Reply | Failure:
        if session.health.dead:
            return Failure(Kind.PERMANENT, session.health.dead)
        return await _sent_within_limit(send, session, tries)

    retrying = AsyncRetrying(
        retry=retry_if_result(_worth_another),
        stop=lambda state: _given_up(session, tries),
        wait=lambda state: _wait(state, session.retries, tries),
        sleep=session.health.pause,
        retry_error_callback=_last_result,
    )
    result: Reply | Failure = await retrying(attempt)
    if isinstance(result, Failure):
        raise _error(result, session, tries)
    return result


async def _sent_within_limit(send: Send, session: Session, tries: Tries) -> Reply | Failure:
    await session.limit.acquire()
    try:
        if session.health.dead:
            return Failure(Kind.PERMANENT, session.health.dead)
        session.resent += tries.sent > 0
        if not tries.sent:
            tries.answers_before = session.health.answers
        tries.sent += 1
        exchange = await session.timed(send)
        session.note(exchange)
    finally:
        session.limit.release()
    if isinstance(exchange.result, Failure):
        tries.last = exchange.result
        tries.failures += tries.last.kind is Kind.TRANSIENT
    return exchange.result


def _worth_another(result: Reply | Failure) -> bool:
    return isinstance(result, Failure) and result.kind in (Kind.TRANSIENT, Kind.SATURATED)


def _given_up(session: Session, tries: Tries) -> bool:
    """Asked once the next wait is known, which `waited_s` holds already."""
    bounds = session.retries
    return bool(session.health.dead) or tries.failures >= bounds.attempts or tries.waited_s > bounds.patience_s


def _wait(state: RetryCallState, retries: Retries, tries: Tries) -> float:
    """What the server asks for, or twice as long each time; never the same for two requests that failed together."""
    asked_for = tries.last.retry_after
    backoff = wait_exponential(multiplier=retries.first_wait_s, max=retries.longest_wait_s)
    seconds = backoff(state) if asked_for is None else min(asked_for, retries.patience_s)
    seconds += wait_random(0.0, retries.first_wait_s)(state)
    if asked_for is not None or tries.last.kind is Kind.SATURATED:
        tries.waited_s += seconds
    return seconds


def _span(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 7200 else f"{seconds / 3600:,.0f} h"


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
