"""AdaptiveLimit: how many requests are at the server at once, between 1 and the configured ceiling.

Additive increase, multiplicative decrease, as TCP has it, with two signals. A 429 halves the limit, once for all
requests that were under way together. A pace (seconds for each token of an answer) of more than twice the usual
takes a quarter off: the server queues. The usual pace follows the measured one slowly, so that a server that has
become slower for good is not asked ever less. One event loop; not thread-safe.
"""

import asyncio
import statistics
from collections import deque
from time import monotonic, time

SLOWER = 2.0
"""How many times the usual pace counts as queueing."""
_SHORTEST_WINDOW = 8
_FOLLOWS = 0.1


class AdaptiveLimit:
    """Slots for requests. It starts at the ceiling: a server that takes it all is not made to wait for us to find
    out.
    """

    def __init__(self, ceiling: int) -> None:
        self.ceiling, self.current = ceiling, ceiling
        self.in_flight = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._paces: list[float] = []
        self._usual: float | None = None
        self._shrunk_at = 0.0
        self._closed_until = 0.0
        self.reopens_at = 0.0
        """Seconds since the epoch; 0 before a server asked to be left alone."""
        self._timer: asyncio.TimerHandle | None = None
        self._abandoned = False

    async def acquire(self) -> None:
        """Waits for a slot, first come first served."""
        if not self._waiting and self._open():
            self.in_flight += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._admit()
        try:
            await turn
        except asyncio.CancelledError:
            self._leave(turn)
            raise

    def release(self) -> None:
        self.in_flight -= 1
        self._admit()

    def answered(self, pace: float) -> None:
        """An answer came at `pace` seconds for each token. Once for a window of answers the limit moves."""
        self._paces.append(pace)
        if len(self._paces) < max(_SHORTEST_WINDOW, self.current):
            return
        now, self._paces = statistics.median(self._paces), []
        usual = self._usual if self._usual is not None else now
        if now > SLOWER * usual:
            self._set(self.current * 3 // 4)
        else:
            self._set(self.current + max(1, self.current // 8))
        self._usual = usual + _FOLLOWS * (now - usual)

    def saturated(self, sent_at: float, hold_s: float | None) -> None:
        """The server refused a request sent at `sent_at` (monotonic); nothing more is sent for `hold_s` seconds."""
        if sent_at >= self._shrunk_at:
            self._shrunk_at = monotonic()
            self._paces = []
            self._set(self.current // 2)
        if hold_s:
            self._closed_until = max(self._closed_until, monotonic() + hold_s)
            self.reopens_at = max(self.reopens_at, time() + hold_s)

    def abandon(self) -> None:
        """Nothing will be sent any more: whoever waits for a slot gets one, and finds out."""
        self._abandoned = True
        self._admit()

    def _set(self, limit: int) -> None:
        self.current = min(self.ceiling, max(1, limit))
        self._admit()

    def _open(self) -> bool:
        return self._abandoned or (self.in_flight < self.current and monotonic() >= self._closed_until)

    def _admit(self) -> None:
        while self._waiting and self._open():
            turn = self._waiting.popleft()
            if not turn.done():
                self.in_flight += 1
                turn.set_result(None)
        if self._waiting and self._timer is None and (closed := self._closed_until - monotonic()) > 0:
            self._timer = asyncio.get_running_loop().call_later(closed, self._reopen)

    def _reopen(self) -> None:
        self._timer = None
        self._admit()

    def _leave(self, turn: asyncio.Future[None]) -> None:
        """A waiter was cancelled; it gives back a slot that it was handed at the same moment."""
        if turn.done() and not turn.cancelled():
            self.release()
