"""What runs in a shard's own process, wherever that is: does its work and leaves its part in the lake's staging.

    python -m assets.shards.process

What it is asked stands in Dagster Pipes' context. Progress, and an error's words, go back as Pipes' messages; the part
is what counts.
"""

import logging
import os
import signal
import time
from types import FrameType

from dagster_pipes import PipesContext, open_dagster_pipes

from assets.progress import LOGGER
from assets.shards.shard import Places, Shard, work_named
from resources.storage.lake import Lake

FAILURE, DONE = "failure", "done"
_PROGRESS_EVERY_S = 1.0


class _Progress(logging.Handler):
    """Tells the parent how many of the shard's keys are done."""

    def __init__(self, pipes: PipesContext) -> None:
        super().__init__()
        self._pipes, self._last = pipes, 0.0

    def emit(self, record: logging.LogRecord) -> None:
        progress = getattr(record, "progress", None)
        if progress is not None and time.monotonic() - self._last >= _PROGRESS_EVERY_S:
            self._last = time.monotonic()
            self._pipes.report_custom_message({DONE: progress.done})


def _end(number: int, frame: FrameType | None) -> None:
    """At once: sandboxes end with this process, and nothing of it is worth keeping. The first process of a pod has no
    such answer of its own."""
    os._exit(128 + number)


def main() -> None:
    signal.signal(signal.SIGTERM, _end)
    with open_dagster_pipes() as pipes:
        asked = pipes.get_extra("shard")
        shard = Shard(**{**asked, "keys": tuple(asked["keys"])})
        LOGGER.setLevel(logging.INFO)
        LOGGER.addHandler(_Progress(pipes))
        try:
            make(shard, Places(**pipes.get_extra("places")))
        except Exception as error:
            pipes.report_custom_message({FAILURE: f"{type(error).__name__}: {error}"})
            raise


def make(shard: Shard, places: Places) -> None:
    made = work_named(shard.work)(shard, places)
    staging = Lake(places.lake).staging(made.schema, shard.partition)
    staging.put(shard.name, made.schema.from_rows(made.rows), made.said)


if __name__ == "__main__":
    main()
