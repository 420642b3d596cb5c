"""Statements as steps: one after the other, one of several, a return, and what they cost. Loops are `loops`.

A step gives nothing, or why control leaves it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from resources.domains.embedded_systems.interpretation.code import Frame, Step
from resources.domains.embedded_systems.interpretation.machine import Machine

Statement = Callable[[Frame], int | None]
BREAK, CONTINUE, RETURN = 1, 2, 3


def block(steps: Sequence[Statement]) -> Statement:
    if not steps:
        return lambda f: None
    if len(steps) == 1:
        return steps[0]
    kept = tuple(steps)

    def run(f: Frame) -> int | None:
        for step in kept:
            signal = step(f)
            if signal:
                return signal
        return None

    return run


def in_turn(steps: Sequence[Step]) -> Step:
    """Of expressions, which give no signals."""
    if len(steps) == 1:
        return steps[0]

    def run(f: Frame) -> int:
        for step in steps:
            step(f)
        return 0

    return run


def timed(machine: Machine, step: Step, cost: int) -> Statement:
    """An expression that takes time, after which something may be due."""

    def run(f: Frame) -> None:
        step(f)
        machine.time += cost
        if machine.time >= machine.due:
            machine.service()

    return run


def choice(machine: Machine, test: Step, cost: int, yes: Statement, no: Statement | None) -> Statement:
    def run(f: Frame) -> int | None:
        machine.time += cost
        if test(f):
            return yes(f)
        return no(f) if no is not None else None

    return run


def branch(
    machine: Machine, test: Step, cost: int, entries: Mapping[int, int], other: int, steps: Sequence[Statement]
) -> Statement:
    """A switch: from the step on that a value enters at; `other` is the default's, -1 without one."""

    def run(f: Frame) -> int | None:
        machine.time += cost
        start = entries.get(test(f), other)
        for step in steps[start:] if start >= 0 else ():
            signal = step(f)
            if signal:
                return None if signal == BREAK else signal
        return None

    return run


def returned(machine: Machine, value: Step, cost: int) -> Statement:
    def run(f: Frame) -> int:
        machine.result = value(f)
        machine.time += cost
        if machine.time >= machine.due:
            machine.service()
        return RETURN

    return run
