"""Monitor: a drawn filter with an alarm, and what samples make of it, in Python."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.tasks.families.board_code import OutputPin, Tick, draw_outputs, draw_tick

SAMPLING = {3: 0, 15: 1, 28: 2, 56: 3, 84: 4, 112: 5, 144: 6, 480: 7}
FILTERS = ("none", "mean", "smooth", "median", "peak", "range")


@dataclass(frozen=True)
class Monitor:
    """`depth` is a filter's: samples, or the shift of a smoothing one. An alarm has two limits, `low` < `high`;
    inside out, it is on below. `question` is the byte that is answered by the filtered value."""

    tick: Tick
    channel: int
    sampling: int
    filter: str
    depth: int
    pin: OutputPin
    low: int
    high: int
    below: bool
    question: str
    in_hex: bool
    counts: bool

    @property
    def sampled(self) -> str:
        """The deed that each of its conversions is."""
        return f"sample channel {self.channel} for {self.sampling} cycles"

    @property
    def analog_pin(self) -> str:
        return "PA1" if self.channel == 1 else "PC0"


def draw_monitor(choice: random.Random) -> Monitor:
    kind = choice.choice(FILTERS)
    low = choice.randrange(700, 1900)
    return Monitor(
        tick=draw_tick(choice, (1000, 1250, 2000, 2500)),
        channel=choice.choice((1, 10)),
        sampling=choice.choice(tuple(SAMPLING)),
        filter=kind,
        depth={"smooth": choice.choice((1, 2, 3)), "median": 3}.get(kind, choice.choice((2, 3, 4, 5, 8))),
        pin=draw_outputs(choice, 1)[0],
        low=low,
        high=low + choice.randrange(150, 900),
        below=choice.random() < 0.4,
        question=choice.choice("?vmr="),
        in_hex=choice.random() < 0.4,
        counts=choice.random() < 0.5,
    )


def filtered(monitor: Monitor, samples: Sequence[int]) -> list[int]:
    """The value after each sample."""
    values, smoothed = [], 0
    for at in range(1, len(samples) + 1):
        last = samples[max(0, at - monitor.depth) : at]
        smoothed += samples[at - 1] - smoothed // 2**monitor.depth if monitor.filter == "smooth" else 0
        values.append(
            {
                "none": last[-1],
                "mean": sum(last) // len(last),
                "smooth": smoothed // 2**monitor.depth,
                "median": sorted(last)[1] if len(last) == 3 else last[-1],
                "peak": max(last),
                "range": max(last) - min(last),
            }[monitor.filter]
        )
    return values


def alarms(monitor: Monitor, values: Sequence[int]) -> list[int]:
    """Whether the alarm is on after each sample."""
    levels, on = [], 0
    for value in values:
        if value > monitor.high:
            on = 0 if monitor.below else 1
        elif value < monitor.low:
            on = 1 if monitor.below else 0
        levels.append(on)
    return levels
