"""Stimuli of drawn designs: resets, and random cycles in which some inputs are 1 more often than others."""

import random
from collections.abc import Mapping, Sequence

from resources.domains.chip_design.tasks.families.design import Clocking, Inputs, Phase, Pin

Odds = Mapping[str, float]


def values(pins: Sequence[Pin], choice: random.Random, odds: Odds | None = None) -> dict[str, int]:
    """A bit is 1 with its odds, or one half; of a wider port every fourth value is a corner."""
    known = odds or {}
    return {
        pin.name: int(choice.random() < known.get(pin.name, 0.5)) if pin.width == 1 else word(pin.width, choice)
        for pin in pins
    }


def word(width: int, choice: random.Random) -> int:
    top = (1 << width) - 1
    if choice.random() < 0.25:
        return choice.choice((0, 1, top, top - 1, 1 << (width - 1), (1 << (width - 1)) - 1))
    return choice.getrandbits(width)


def resets(pins: Sequence[Pin], clocking: Clocking, choice: random.Random) -> Phase:
    """Two cycles: the first thing in every bench."""
    asserted = {clocking.reset: clocking.active}
    return Phase("a reset", [values(pins, choice) | asserted for _ in range(2)])


def random_cycles(
    pins: Sequence[Pin],
    clocking: Clocking | None,
    choice: random.Random,
    count: int,
    odds: Odds | None = None,
    purpose: str = "random inputs, now and then a reset",
) -> Phase:
    cycles: list[Inputs] = []
    for _ in range(count):
        asserted = {clocking.reset: clocking.active} if clocking and choice.random() < 0.015 else {}
        cycles.append(values(pins, choice, odds) | asserted)
    return Phase(purpose, cycles)


def reset_anywhere(pins: Sequence[Pin], clocking: Clocking, choice: random.Random, odds: Odds | None = None) -> Phase:
    """Some busy cycles, then a reset, and again: what a reset forgets to clear shows in the cycles after it."""
    cycles: list[Inputs] = []
    for length in (1, 2, 3, 5, 7, 9):
        cycles += [values(pins, choice, odds) for _ in range(length)]
        cycles.append(values(pins, choice, odds) | {clocking.reset: clocking.active})
    return Phase("resets out of busy states", cycles)
