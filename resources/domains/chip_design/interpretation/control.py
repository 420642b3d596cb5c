"""How statements go on: one after another, again and again, or out of a loop, an iteration or a function."""

from collections.abc import Callable, Sequence

from resources.domains.chip_design.interpretation.signals import Code, Signals

ON, BREAK, CONTINUE, RETURN = range(4)
Statement = Callable[[], int]
"""Runs and says how it ended."""


def passed() -> int:
    """The statement that does nothing."""
    return ON


def either(signals: Signals, condition: Code, one: Code, two: Code) -> Code:
    """Whichever of two statements or values the condition picks; notes the way."""
    (yes, no), take = signals.ways(2), signals.taken.add

    def run() -> int:
        if condition():
            take(yes)
            return one()
        take(no)
        return two()

    return run


def sequence(statements: Sequence[Statement]) -> Statement:
    if len(statements) < 2:
        return statements[0] if statements else passed

    def run() -> int:
        for item in statements:
            ended = item()
            if ended:
                return ended
        return ON

    return run


def loop(signals: Signals, started: Statement, condition: Code, body: Statement, step: Statement) -> Statement:
    def run() -> int:
        started()
        while condition():
            signals.spend(3)
            ended = body()
            if ended == BREAK:
                return ON
            if ended == RETURN:
                return RETURN
            step()
        return ON

    return run


def repeated(signals: Signals, count: Code, body: Statement) -> Statement:
    def run() -> int:
        for _ in range(count()):
            signals.spend(3)
            ended = body()
            if ended in (BREAK, RETURN):
                return ON if ended == BREAK else RETURN
        return ON

    return run
