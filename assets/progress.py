"""Progress of long work, as log records that any front end can draw.

A stage reports how far it is; the command line draws bars from it, Dagster's event log gets a line now
and then. Nothing here decides what is drawn.
"""

import logging
import time
from dataclasses import dataclass

LOGGER = logging.getLogger("icwm.progress")


@dataclass(frozen=True)
class ProgressRecord:
    """`done` of `total` units (`unit`: "trajectories", "bundles", "seconds") of one stage of one domain."""

    stage: str
    domain: str
    done: int
    total: int
    unit: str
    note: str = ""


class ProgressReporter:
    """Reports one stage's progress; at most ten records a second, the last one always."""

    def __init__(self, stage: str, domain: str, total: int, unit: str) -> None:
        self._stage, self._domain, self._total, self._unit = stage, domain, total, unit
        self._done = 0
        self._last = 0.0

    def advance(self, count: int = 1, note: str = "") -> None:
        self.set(self._done + count, note)

    def set(self, done: int, note: str = "") -> None:
        self._done = done
        now = time.monotonic()
        if now - self._last >= 0.1 or done >= self._total:
            self._last = now
            record = ProgressRecord(self._stage, self._domain, done, self._total, self._unit, note)
            LOGGER.info(
                "%s %s: %d of %d %s",
                record.stage,
                record.domain,
                done,
                self._total,
                self._unit,
                extra={"progress": record},
            )
