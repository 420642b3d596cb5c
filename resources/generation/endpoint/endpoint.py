"""Endpoint: a model at an address with its reply cache and budget. Messages in, reply and usage out.

One object for all domains and tasks of a run, so that they share limit, health and budget. What a prompt says and
what a reply means is `generator`'s. Prompts are written, hashed, looked up, parsed and stored in a thread of its
own: the event loop only sends.
"""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, AsyncExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from resources.generation.endpoint.asking import Exchange, Session, Tries, ask_until_answered
from resources.generation.endpoint.failure import Failure, Kind
from resources.generation.endpoint.naming import same_model
from resources.generation.endpoint.pricing import Charge, charged, cost_of, counted, most
from resources.generation.endpoint.reply import MalformedReply, Reply, parse_reply
from resources.generation.endpoint.request import Request, chat_request
from resources.generation.endpoint.settings import Budget, EndpointSettings
from resources.generation.endpoint.store import BudgetSpent, ReplyStore, Reservation
from resources.generation.generator import GeneratorFailed, GeneratorUnavailable
from resources.generation.prompting.messages import Message

WORTH_SAYING_S = 60.0
"""Whoever waits longer for one answer asks himself whether one will come."""


@dataclass(frozen=True)
class EndpointFigures:
    """Of this run, but for `spent`, which is of all runs. `limit` of at most `ceiling` requests are sent at once now.

    `reopens_at` (seconds since the epoch) is until when a server asked last to be left alone, 0 where none did.
    """

    limit: int
    ceiling: int
    in_flight: int
    answers: int
    from_cache: int
    retries: int
    refusals: int
    spent: Charge
    reopens_at: float = 0.0
    longest_s: float = 0.0
    """How long the oldest request in flight has been awaited."""

    def words(self, settings: EndpointSettings, now: float) -> str:
        """ "qwen: 11 in flight, limit 12 of 64, 3 refusals (429), 0.41 spent"; nothing before the first request."""
        if not self.answers + self.from_cache + self.in_flight + self.retries + self.refusals:
            return ""
        said = [f"{self.in_flight} in flight, limit {self.limit} of {self.ceiling}"]
        if self.longest_s >= WORTH_SAYING_S:
            said.append(f"one for {self.longest_s:.0f} s of at most {settings.timeout_s:g}")
        if self.reopens_at > now:
            said.append(f"left alone {_until(self.reopens_at, now)} as it asks")
        refusals = "refusal (429)" if self.refusals == 1 else "refusals (429)"
        counts = {"from cache": self.from_cache, refusals: self.refusals, "sent again": self.retries}
        said += [f"{count} {what}" for what, count in counts.items() if count]
        said += [f"{self.spent.cost:.2f} spent" if settings.prices else f"{self.spent.tokens:,} tokens spent"]
        return f"{settings.name}: {', '.join(said)}"


def _until(moment: float, now: float) -> str:
    """In hours from a day on: a time of day would mislead, and a server's nonsense (milliseconds since the epoch where
    seconds are meant) lies behind the last year that `datetime` has."""
    hours = (moment - now) / 3600
    return f"until {datetime.fromtimestamp(moment):%H:%M:%S}" if hours < 24 else f"for {hours:,.0f} h"


if TYPE_CHECKING:
    from resources.generation.endpoint.transport import Transport

P = ParamSpec("P")
T = TypeVar("T")
_NOTICE_S = 1.0
"""How often a request that waits for a budget looks whether another process has settled one."""
_MARGIN_S = 60.0


Server = Callable[[], AbstractContextManager[str]]


@dataclass(frozen=True)
class Asked:
    """A reply and what it took, in the keys of `resources.generation.generator.USAGE`."""

    reply: Reply
    usage: dict[str, float]


class Endpoint:
    """Used in one event loop at a time; connections close when that loop's `asyncio.run` ends.

    `server` starts one that is the endpoint's own, gives its address, and ends it with the connections: it stands in
    place of the settings' address, which names the replies in the cache. It raises GeneratorUnavailable.
    """

    def __init__(self, settings: EndpointSettings, cache: Path, server: Server | None = None) -> None:
        self.settings = settings
        self._server = server
        self._store = ReplyStore(cache)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="endpoint")
        self._link: _Link | None = None
        self._from_cache = 0
        self._spent = Charge()

    @property
    def figures(self) -> EndpointFigures:
        """Costs nothing."""
        session = self._link.session if self._link else Session.of(self.settings)
        return EndpointFigures(
            limit=session.limit.current,
            ceiling=session.limit.ceiling,
            in_flight=session.limit.in_flight,
            longest_s=session.longest_s(),
            answers=session.health.answers,
            from_cache=self._from_cache,
            retries=session.resent,
            refusals=session.refusals,
            spent=self._spent,
            reopens_at=session.limit.reopens_at,
        )

    def live_words(self) -> str:
        """For a line of progress; "" before the first request."""
        return self.figures.words(self.settings, time())

    async def ask(self, prompt: Callable[[], Sequence[Message]], seed: int) -> Asked:
        """The reply to what `prompt` writes (called in a thread). Raises GeneratorFailed, GeneratorUnavailable."""
        started = monotonic()
        request, kept = await self.aside(self._prepare, prompt, seed)
        if kept is not None:
            self._from_cache += 1
            return Asked(kept, self._usage(request, kept, monotonic() - started, requests=0, retries=0))
        link = self._linked()
        await link.transport()
        started = monotonic()
        tries = Tries()
        try:
            reply = await ask_until_answered(lambda: self._send(link, request), link.session, tries)
        except GeneratorFailed as failed:
            raise GeneratorFailed(str(failed), self._lost(tries, monotonic() - started)) from None
        return Asked(reply, self._usage(request, reply, monotonic() - started, requests=1, retries=tries.sent - 1))

    async def aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs what would hold up the event loop in the endpoint's thread. Raises what it raises."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*args, **kwargs))
        except sqlite3.Error as error:
            raise GeneratorUnavailable(
                f"the reply cache {self._store.path} cannot be used ({error}): free the disk, or remove the file "
                "(replies are asked for again, and what was spent is forgotten)"
            ) from error

    def _prepare(self, prompt: Callable[[], Sequence[Message]], seed: int) -> tuple[Request, Reply | None]:
        request = chat_request(self.settings, prompt(), seed)
        self._spent = self._store.spent(self.settings.name)
        return request, self._store.reply(request.hash)

    async def _send(self, link: "_Link", request: Request) -> Exchange:
        transport = await link.transport()
        booked = most(request.prompt_bytes, self.settings.max_tokens, self.settings.prices)
        reservation = await self._reserve(link, booked)
        sent_at = monotonic()
        body = await transport.send(request)
        seconds = monotonic() - sent_at
        result = await self.aside(self._settle, request, body, reservation, booked)
        link.settled.set()
        if isinstance(result, Failure) and result.lists_models:
            result = Failure(result.kind, result.text + await transport.models())
        return Exchange(result, sent_at, seconds)

    def _settle(
        self, request: Request, body: bytes | Failure, reservation: Reservation, booked: Charge
    ) -> Reply | Failure:
        """Books what an exchange cost: the most it can have where its answer was lost."""
        result: Reply | Failure
        if isinstance(body, bytes):
            result = self._accept(request, body, reservation, booked)
        else:
            result = body
            if reservation.number or body.perhaps_paid:
                self._store.settle(self.settings.name, reservation, booked if body.perhaps_paid else Charge())
        self._spent = self._store.spent(self.settings.name)
        return result

    def _accept(self, request: Request, body: bytes, reservation: Reservation, booked: Charge) -> Reply | Failure:
        """Parses, checks and keeps a reply, and settles what it cost, useful or not."""
        name = self.settings.name
        try:
            reply = parse_reply(body)
        except MalformedReply as error:
            self._store.settle(name, reservation, booked)
            return Failure(Kind.TRANSIENT, f"{self.settings.base_url}: {error}", perhaps_paid=True)
        cost = charged(reply, request.prompt_bytes, self.settings.prices)
        if not same_model(reply.model, (self.settings.model, *self.settings.answers_as)):
            self._store.settle(name, reservation, cost)
            text = (
                f"{self.settings.base_url} answers as model {reply.model[:100]!r}, and {self.settings.model!r} was "
                "asked for: correct model, or add that name to answers_as where it is the same model"
            )
            return Failure(Kind.PERMANENT, text, lists_models=True)
        self._store.keep(name, reservation, cost, request.hash, reply)
        return reply

    async def _reserve(self, link: "_Link", booked: Charge) -> Reservation:
        settings = self.settings
        if settings.budget == Budget():
            return Reservation(0)
        while True:
            link.settled.clear()
            try:
                reservation = await self.aside(
                    self._store.reserve, settings.name, booked, settings.budget, settings.timeout_s + _MARGIN_S
                )
            except BudgetSpent as spent:
                raise GeneratorUnavailable(f"{settings.name}: {spent}; what is finished is kept") from None
            if reservation.number:
                return reservation
            try:
                async with asyncio.timeout(_NOTICE_S):
                    await link.settled.wait()
            except TimeoutError:
                continue

    def _linked(self) -> "_Link":
        loop = asyncio.get_running_loop()
        if self._link is None or self._link.loop is not loop:
            self._link = _Link(self.settings, loop, self._server)
        return self._link

    def _usage(
        self, request: Request, reply: Reply, seconds: float, *, requests: int, retries: int
    ) -> dict[str, float]:
        prompt, completion = counted(reply, request.prompt_bytes)
        cached, prices = reply.cached_tokens, self.settings.prices
        usage: dict[str, float] = {"prompt_tokens": prompt, "completion_tokens": completion}
        usage |= {"requests": requests, "retries": retries, "seconds": seconds}
        if cached is not None:
            usage["cached_tokens"] = cached
        if prices is not None:
            usage["cost"] = requests * cost_of(prompt, cached or 0, completion, prices)
        return usage

    def _lost(self, tries: Tries, seconds: float) -> dict[str, float]:
        """Of a request that never got a reply: what it took besides tokens, which nobody counted."""
        return {"requests": 0, "retries": max(0, tries.sent - 1), "seconds": seconds}


class _Link:
    """An endpoint's connections and shared state in one event loop."""

    def __init__(self, settings: EndpointSettings, loop: asyncio.AbstractEventLoop, server: Server | None) -> None:
        self.loop = loop
        self._server = server
        self.session = Session.of(settings)
        self.settled = asyncio.Event()
        self._settings = settings
        self._opening: asyncio.Task[Transport] | None = None
        self._closing: AsyncGenerator[None, None] | None = None

    async def transport(self) -> "Transport":
        """Opened by the first request that is really sent. Raises GeneratorUnavailable."""
        if self._opening is None:
            self._opening = asyncio.create_task(self._open())
        return await asyncio.shield(self._opening)

    async def _open(self) -> "Transport":
        # A loop closes the asynchronous generators that were begun in it before it ends, and so the connections.
        opened, settings = AsyncExitStack(), self._settings
        self._closing = _closed_with_the_loop(opened)
        await anext(self._closing)
        if self._server:
            settings = replace(settings, base_url=await asyncio.to_thread(opened.enter_context, self._server()))
        transport = await asyncio.to_thread(_open_transport, settings)
        opened.push_async_callback(transport.close)
        return transport


def _open_transport(settings: EndpointSettings) -> "Transport":
    """The client's package takes a second to import, and who never asks needs it not at all."""
    from resources.generation.endpoint.transport import Transport

    return Transport.open(settings)


async def _closed_with_the_loop(opened: AsyncExitStack) -> AsyncGenerator[None, None]:
    try:
        yield
    finally:
        await opened.aclose()
