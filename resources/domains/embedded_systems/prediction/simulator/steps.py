"""Statements as steps: one after the other, one of several, loops, a return, and what they cost.

A step gives nothing, or why control leaves it. A loop that changes nothing waits for something to happen: time then
goes on to that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.types import converter
from resources.domains.embedded_systems.prediction.simulator.values import Code, Frame, Place, Step, loader, storer
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

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


def labelled(machine: Machine, steps: Sequence[Statement], labels: Mapping[int, int]) -> Statement:
    """A block in which signals jump. Back and back again without a change, the program waits."""

    def run(f: Frame) -> int | None:
        seen, before, at = -1, f, 0
        while at < len(steps):
            signal = steps[at](f)
            at += 1
            if not signal:
                continue
            if signal not in labels:
                return signal
            if labels[signal] < at:
                if machine.time >= machine.limit:
                    raise ExecutionHalted(HaltReason.BUDGET)
                machine.time += 1
                if machine.time >= machine.due:
                    machine.service()
                if machine.changes != seen or before != f:
                    seen, before = machine.changes, f[:]
                else:
                    machine.wait()
            at = labels[signal]
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


def loop(
    machine: Machine, test: Code, body: Statement, after: Step | None, cost: int, *, first: bool = False
) -> Statement:
    """`first`: the body runs before the test."""
    check = test.run

    def run(f: Frame) -> int | None:
        seen, before = -1, f
        go = first or check(f)
        while go:
            if machine.time >= machine.limit:
                raise ExecutionHalted(HaltReason.BUDGET)
            signal = body(f)
            if signal and signal != CONTINUE:
                return None if signal == BREAK else signal
            if after is not None:
                after(f)
            machine.time += cost
            if machine.time >= machine.due:
                machine.service()
            go = check(f)
            if machine.changes != seen:
                seen, before = machine.changes, f
            elif before is f or before != f:
                before = f[:]
            elif go:
                machine.wait()
                go = check(f)
        return None

    return run


def counting(machine: Machine, variable: Place, end: int, cost: int) -> Statement:
    """Counts a variable up to an end, in leaps from event to event. The compiler leaves one out that is no memory."""
    kept = [0]
    convert = converter(variable.kind)
    load, store = loader(machine, variable), storer(machine, variable, lambda f: kept[0])
    is_free = variable.slot >= 0

    def run(f: Frame) -> None:
        while (left := end - load(f)) > 0:
            if machine.time >= machine.limit:
                raise ExecutionHalted(HaltReason.BUDGET)
            turns = left if is_free else min(left, max(1, (machine.due - machine.time) // cost + 1))
            kept[0] = convert(load(f) + turns)
            store(f)
            machine.time += 0 if is_free else turns * cost
            machine.limit += 0 if is_free else (turns - 1) * cost
            if machine.time >= machine.due:
                machine.service()

    return run
