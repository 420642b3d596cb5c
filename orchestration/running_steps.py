"""Which steps of a command's Dagster runs are under way, and since when; fed by Dagster's own events."""

import logging
import re
import time
from dataclasses import dataclass

import dagster as dg

EVENTS = logging.getLogger("icwm.steps")
"""What Dagster tells of a run, whatever else is told of it; nobody prints it."""
EVENTS.propagate = False
EVENTS.addHandler(logging.NullHandler())
_PARTITION = "dagster/partition"
_CHECK = re.compile(r"^(\w+)_(?=\1_)")
"""What Dagster puts before a check's own name, which here begins with its asset's."""
_BEGINNINGS = (dg.DagsterEventType.STEP_START, dg.DagsterEventType.STEP_RESTARTED)
_ENDS = (
    dg.DagsterEventType.STEP_SUCCESS,
    dg.DagsterEventType.STEP_FAILURE,
    dg.DagsterEventType.STEP_SKIPPED,
    dg.DagsterEventType.STEP_UP_FOR_RETRY,
    dg.DagsterEventType.RUN_FAILURE,
    dg.DagsterEventType.RUN_CANCELED,
)


@dataclass(frozen=True)
class RunningStep:
    """`title` is the asset and its partition; `began` is on the monotonic clock."""

    title: str
    began: float


class RunningSteps(logging.Handler):
    """A run that a command starts makes one asset after the other, so there is one step at most."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.step: RunningStep | None = None
        self.ended: float | None = None
        """When the last step did, on the monotonic clock."""

    def emit(self, record: logging.LogRecord) -> None:
        told = getattr(record, "dagster_meta", None) or {}
        event = told.get("dagster_event")
        if event is None:
            return
        if event.event_type in _BEGINNINGS:
            partition = (told.get("job_tags") or {}).get(_PARTITION, "")
            step = _CHECK.sub("check ", event.step_key or "")
            self.step = RunningStep(f"{step} {partition or 'all'}", time.monotonic())
        elif event.event_type in _ENDS:
            self.step, self.ended = None, time.monotonic()
