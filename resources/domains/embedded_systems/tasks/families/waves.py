"""Checks of pins that a periodic interrupt changes: what each tick shows, and when a level that is sampled changes."""

from collections.abc import Iterator, Sequence

from resources.domains.embedded_systems.execution.checks.demands import Demand, DrivenCheck, PacedCheck
from resources.domains.embedded_systems.execution.checks.records import ChangesCheck, Check
from resources.domains.embedded_systems.execution.checks.scenarios import PinInput
from resources.domains.embedded_systems.tasks.families.board_code import OutputPin, Tick

EARLY_MS, LATE_MS = 0.01, 0.3
"""Of the time that a tick has when it starts at power-up: starting takes at most 0.2 ms, a handler 0.1 ms."""


def wave_checks(pins: Sequence[OutputPin], shown: Sequence[int], tick: Tick, since: int = 0) -> Iterator[Check]:
    """`shown` are the pins' levels, bit 0 for the first pin, before the first tick and after each. A long scenario is
    looked at behind tick `since` alone: a pattern that goes astray stays so."""
    window = ((since + 0.5) * tick.period_ms, (len(shown) + 1) * tick.period_ms) if since else None
    for bit, pin in enumerate(pins):
        levels = [value >> bit & 1 for value in shown]
        changed = [at for at in range(since + 1, len(levels)) if levels[at] != levels[at - 1]]
        yield ChangesCheck(pin.name, tuple((levels[at], *tick_window(tick, at)) for at in changed), window)


def tick_window(tick: Tick, at: int) -> tuple[float, float]:
    """When what the tick of that number does is seen."""
    return at * tick.period_ms - EARLY_MS, at * tick.period_ms + LATE_MS


def pin_demands(pins: Sequence[OutputPin], tick: Tick) -> tuple[Demand, ...]:
    """Only the handler changes them, and soon after it is entered."""
    names = sorted({pin.name for pin in pins})
    return (
        *(DrivenCheck(name, "output", by=(tick.interrupt,)) for name in names),
        *(PacedCheck(name, tick.interrupt, 100) for name in names),
    )


def sampled_input(pin: str, levels: Sequence[int], tick: Tick) -> Iterator[PinInput]:
    """A pin that has these levels at the first tick and those after it; it changes halfway between two ticks."""
    yield PinInput(0, pin, level=levels[0])
    for at in range(1, len(levels)):
        if levels[at] != levels[at - 1]:
            yield PinInput((at + 0.5) * tick.period_ms, pin, level=levels[at])
