"""Health: whether an endpoint is dead, for all requests of one event loop together.

Each request has its bounded retries; when nothing is answered any more, nobody has to wait for the end of his own.
Dead is dead for the session: a later run begins anew.
"""

import asyncio
from time import monotonic

from resources.generation.endpoint.settings import Retries


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
