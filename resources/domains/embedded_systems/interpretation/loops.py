"""Loops as steps. A loop that changes nothing waits for something to happen: time then goes on to that."""

from __future__ import annotations

from resources.domains.embedded_systems.interpretation.accesses import loader, storer
from resources.domains.embedded_systems.interpretation.code import Code, Frame, Place, Step
from resources.domains.embedded_systems.interpretation.kinds import converter
from resources.domains.embedded_systems.interpretation.machine import Machine
from resources.domains.embedded_systems.interpretation.memory import Ending, PathEnded
from resources.domains.embedded_systems.interpretation.steps import BREAK, CONTINUE, Statement


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
                raise PathEnded(Ending.BUDGET)
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
                raise PathEnded(Ending.BUDGET)
            turns = left if is_free else min(left, max(1, (machine.due - machine.time) // cost + 1))
            kept[0] = convert(load(f) + turns)
            store(f)
            machine.time += 0 if is_free else turns * cost
            machine.limit += 0 if is_free else (turns - 1) * cost
            if machine.time >= machine.due:
                machine.service()

    return run
