"""Button: a drawn button, and which events its samples make, in Python."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.tasks.families.board_code import OutputPin, Tick, draw_outputs, draw_tick

STYLES = {
    "edges": ("press", "release"),
    "hold": ("press", "long"),
    "repeat": ("press", "repeat"),
    "clicks": ("short", "long"),
    "double": ("single", "double"),
}
"""What each style reports; `hold` adds to presses what is held, `repeat` reports again and again."""


@dataclass(frozen=True)
class Button:
    """`filter` says how samples become a state, with `depth` samples; `events` have a letter or a pin, or both.
    `long` is in ticks: of holding, between repeats, or of the pause in which a second click may come."""

    pin: str
    pressed: int
    tick: Tick
    filter: str
    depth: int
    style: str
    long: int
    letters: tuple[str, ...]
    pins: tuple[OutputPin, ...]
    counts: bool

    @property
    def events(self) -> tuple[str, ...]:
        return STYLES[self.style]

    @property
    def long_ms(self) -> float:
        return self.long * self.tick.period_ms


def draw_button(choice: random.Random) -> Button:
    pin, pressed = choice.choice((("PC13", 0), ("PC13", 0), ("PA0", 0), ("PA0", 1)))
    shown = choice.choice(("letters", "pins", "both"))
    return Button(
        pin=pin,
        pressed=pressed,
        tick=draw_tick(choice, (1000, 2000, 5000)),
        filter=choice.choice(("row", "integrator")),
        depth=choice.choice((2, 3, 4, 5)),
        style=choice.choice(tuple(STYLES)),
        long=choice.choice((8, 10, 12, 15)),
        letters=tuple(choice.sample("ABCDEFGHKLMPRSTX+-*#", 2)) if shown != "pins" else (),
        pins=draw_outputs(choice, 2) if shown != "letters" else (),
        counts=choice.random() < 0.5,
    )


def debounced(button: Button, held: Sequence[int]) -> list[int]:
    """The state at each tick; by the last samples, or by the sum that they make."""
    states, state, total = [], 0, 0
    for at, level in enumerate(held):
        if button.filter == "row":
            last = held[max(0, at + 1 - button.depth) : at + 1]
            if len(last) == button.depth and len(set(last)) == 1:
                state = level
        else:
            total = max(0, min(button.depth, total + (1 if level else -1)))
            state = 1 if total == button.depth else 0 if total == 0 else state
        states.append(state)
    return states


def reported(button: Button, states: Sequence[int]) -> dict[int, str]:
    """Tick (from 1 on) → event. Presses are intervals of states here; the reference counts ticks."""
    padded = [0, *states, states[-1]]
    begun = [at for at in range(1, len(states) + 1) if padded[at] and not padded[at - 1]]
    ended = [at for at in range(1, len(states) + 1) if padded[at - 1] and not padded[at]]
    last = len(states)
    spans = [(begin, min((end for end in ended if end > begin), default=last + 1)) for begin in begun]
    if button.style == "double":
        return _double_clicks(button, spans, last)
    events: dict[int, str] = {}
    for begin, end in spans:
        if button.style != "clicks":
            events[begin] = "press"
        if button.style == "edges" and end <= last:
            events[end] = "release"
        if button.style == "repeat":
            events |= dict.fromkeys(range(begin + button.long, end, button.long), "repeat")
        elif button.style in ("hold", "clicks") and begin + button.long < end:
            events[begin + button.long] = "long"
        elif button.style == "clicks" and end <= last:
            events[end] = "short"
    return events


def _double_clicks(button: Button, spans: Sequence[tuple[int, int]], last: int) -> dict[int, str]:
    events: dict[int, str] = {}
    place = 0
    while place < len(spans):
        released = spans[place][1]
        following = spans[place + 1][0] if place + 1 < len(spans) else last + 1 + button.long
        if released <= last and following <= released + button.long:
            events[following] = "double"
            place += 2
            continue
        if released + button.long <= last:
            events[released + button.long] = "single"
        place += 1
    return events
