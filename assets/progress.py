"""Progress of long work, as log records that any front end can draw.

A stage reports how far it is; the command line draws bars from it, Dagster's event log gets a line now
and then. Nothing here decides what is drawn.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

LOGGER = logging.getLogger("icwm.progress")
LIVE_EVERY_S = 1.0


@dataclass(frozen=True)
class ProgressRecord:
    """`done` of `total` units (`unit`: "trajectories", "bundles", "seconds") of one stage of one domain.

    `total` is None of a stream, whose end nobody knows. `note` is what was done last, `live` how what the stage waits
    for is doing (an endpoint's limit, its refusals).
    """

    stage: str
    domain: str
    done: int
    total: int | None
    unit: str
    note: str = ""
    live: str = ""


class ProgressReporter:
    """Reports one stage's progress; at most ten records a second, the last one always."""

    def __init__(self, stage: str, domain: str, total: int | None, unit: str, *, done: int = 0) -> None:
        """`done` are those that were done before."""
        self._stage, self._domain, self._total, self._unit = stage, domain, total, unit
        self._done = done
        self._last = 0.0
        self._note = self._live = ""

    def advance(self, count: int = 1, note: str = "") -> None:
        self.set(self._done + count, note)

    def set(self, done: int, note: str = "") -> None:
        self._done, self._note = done, note
        if time.monotonic() - self._last >= 0.1 or done == self._total:
            self._report()

    def say(self, live: str) -> None:
        """Nothing is reported where there is nothing new to say."""
        if live != self._live:
            self._live = live
            self._report()

    def _report(self) -> None:
        self._last = time.monotonic()
        record = ProgressRecord(self._stage, self._domain, self._done, self._total, self._unit, self._note, self._live)
        LOGGER.info(
            "%s %s: %d%s %s%s",
            record.stage,
            record.domain,
            record.done,
            "" if record.total is None else f" of {record.total}",
            record.unit,
            f" ({record.live})" if record.live else "",
            extra={"progress": record},
        )


@asynccontextmanager
async def kept_alive(progress: ProgressReporter, live: Callable[[], str] | None) -> AsyncIterator[None]:
    """Says how what the stage waits for is doing, also while nothing ends: a server's pauses can be minutes."""
    if live is None:
        yield
        return

    async def tick() -> None:
        while True:
            progress.say(live())
            await asyncio.sleep(LIVE_EVERY_S)

    task = asyncio.create_task(tick())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        # What cannot be told must not take the place of what ended the stage.
        with suppress(Exception):
            progress.say(live())
