"""Execution traces: what a candidate did while it ran, step by step, for a domain that offers a tracer.

A trace teaches what a log does not say: which signal moved when, which register was written. Nothing judges by one, and
the candidate may have forged it as far as it shares a process with what was recorded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from resources.execution.bundle import Candidate, EnvironmentBundle

MOST_EVENTS = 1000
"""Of one trace."""


@dataclass(frozen=True)
class TraceEvent:
    """At a time in the trace's unit, something took a value."""

    at: int
    name: str
    value: str


@dataclass(frozen=True)
class ExecutionTrace:
    """What was recorded, in the order of time.

    `kind` says what the events are, `unit` what `at` counts. `differs_at` is the first time at which the candidate did
    something else than the reference; None where it never did, or where that was not compared. `left_out` counts events
    that were recorded and are not here.
    """

    kind: str
    unit: str
    events: tuple[TraceEvent, ...]
    differs_at: int | None = None
    left_out: int = 0


class Tracer(Protocol):
    """Thread-safe. Candidates run in the sandbox that the tracer was given."""

    def trace(self, bundle: EnvironmentBundle, candidate: Candidate) -> ExecutionTrace | None:
        """None where nothing of the candidate runs. Raises EnvironmentFailure where the environment does not trace."""
        ...


def around(kind: str, unit: str, events: Sequence[TraceEvent], differs_at: int | None) -> ExecutionTrace:
    """At most `MOST_EVENTS`: the first ones, or as many before as after the difference, behind what held then."""
    if len(events) <= MOST_EVENTS:
        return ExecutionTrace(kind, unit, tuple(events), differs_at)
    place = next(
        (number for number, event in enumerate(events) if differs_at is not None and event.at >= differs_at), 0
    )
    room = min(len({event.name for event in events}), MOST_EVENTS // 2)
    window = MOST_EVENTS - room
    start = max(0, min(place - window // 2, len(events) - window))
    held = {event.name: TraceEvent(events[start].at, event.name, event.value) for event in events[:start]}
    kept = (*list(held.values())[:room], *events[start : start + window])
    return ExecutionTrace(kind, unit, kept, differs_at, len(events) - len(kept))
