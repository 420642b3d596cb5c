"""Pattern: drawn outputs in turn, and what a button does to them, in Python."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.tasks.families.board_code import OutputPin, Tick, draw_outputs, draw_tick

KINDS = ("table", "counter", "gray", "walk", "bounce", "johnson", "register")
CONTROLS = ("none", "pause", "reverse", "blank", "restart")


@dataclass(frozen=True)
class Pattern:
    """`levels` are the patterns in turn, bit 0 for the first pin; each lasts as many ticks as `lengths` says. Where
    the pattern is not a table, a rule makes them, and the prompt tells the rule."""

    kind: str
    control: str
    tick: Tick
    pins: tuple[OutputPin, ...]
    levels: tuple[int, ...]
    lengths: tuple[int, ...]
    step: int
    counts: bool

    @property
    def is_table(self) -> bool:
        return self.kind == "table"

    @property
    def full(self) -> int:
        return (1 << len(self.pins)) - 1


def draw_pattern(choice: random.Random) -> Pattern:
    kind = choice.choice(KINDS)
    pins = draw_outputs(choice, choice.choice((2, 3, 4) if kind in ("table", "counter") else (3, 4)))
    step = choice.choice((1, 1, 3, -1))
    levels = tuple(_levels(kind, len(pins), step, choice))
    lengths = tuple(choice.randint(1, 4) for _ in levels) if kind == "table" else (1,) * len(levels)
    reversible = kind not in ("table", "register")
    controls = CONTROLS if reversible else tuple(control for control in CONTROLS if control != "reverse")
    return Pattern(
        kind,
        choice.choice(controls),
        draw_tick(choice, (500, 1000, 1250, 2000, 2500, 4000)),
        pins,
        levels,
        lengths,
        step,
        choice.random() < 0.5,
    )


def _levels(kind: str, width: int, step: int, choice: random.Random) -> Iterator[int]:
    """From the rule's own definition: the reference computes each from the one before."""
    size = 1 << width
    if kind == "table":
        last = 0
        for _ in range(choice.randint(4, 7)):
            last = choice.choice([level for level in range(size) if level != last])
            yield last
    elif kind == "counter":
        yield from (step * place % size for place in range(1, size + 1))
    elif kind == "gray":
        yield from (place % size ^ place % size >> 1 for place in range(1, size + 1))
    elif kind == "walk":
        yield from (1 << (place if step > 0 else width - 1 - place) for place in range(width))
    elif kind == "bounce":
        places = [*range(width), *range(width - 2, 0, -1)]
        yield from (1 << place for place in places)
    elif kind == "johnson":
        yield from ((1 << place) - 1 for place in range(1, width + 1))
        yield from ((size - 1) & ~((1 << place) - 1) for place in range(1, width + 1))
    else:
        value = 1
        for _ in range(size - 1):
            yield value
            value = value << 1 & size - 1 | (value >> width - 1 ^ value >> width - 2) & 1


@dataclass(frozen=True)
class Shown:
    """What the pins show after a tick."""

    level: int
    steps: int


def simulate(pattern: Pattern, held: Sequence[bool]) -> Iterator[Shown]:
    """The state after each tick; `held` says whether the button is held at it."""
    place, left, steps = -1, 0, 0
    for pressed in held:
        if pressed and pattern.control == "restart":
            place, left = 0, pattern.lengths[0]
            steps += 1
        elif not (pressed and pattern.control == "pause"):
            left -= 1
            if left <= 0:
                back = pressed and pattern.control == "reverse"
                place = (place - 1 if back else place + 1) % len(pattern.levels)
                left = pattern.lengths[place]
                steps += 1
        dark = pressed and pattern.control == "blank"
        yield Shown(0 if dark or place < 0 else pattern.levels[place], steps)
