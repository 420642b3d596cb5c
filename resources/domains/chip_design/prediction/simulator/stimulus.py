"""Made-up inputs for a design: which of its ports are clocks and resets, and what the others are given.

They are drawn from the reference's ports with a fixed seed, so that every candidate is given the same.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from resources.domains.chip_design.prediction.simulator.design import Design

_CLOCK = re.compile(r"cl(?:oc)?k|ck", re.IGNORECASE)
_RESET = re.compile(r"rst|reset|clear|clr", re.IGNORECASE)
_LOW = re.compile(r"_?n$|_b$|_l$|^n(?:rst|reset)", re.IGNORECASE)
_SEGMENT = 12
"""Cycles for which an input keeps its habits."""
_RESET_CYCLES = 2
Rates = tuple[float, ...]
"""How often an input may change: in each cycle, or more seldom."""
ALWAYS: Rates = (1.0,)
NOW_AND_THEN: Rates = (1.0, 0.5, 0.1)


@dataclass(frozen=True)
class Pins:
    """Input names. `resets` with the value that resets; the others with their widths."""

    clocks: tuple[str, ...]
    resets: dict[str, int]
    widths: dict[str, int]


@dataclass(frozen=True)
class Step:
    """`inputs` are set first, then the named clocks rise and fall."""

    inputs: dict[str, int]
    clocks: tuple[str, ...]
    is_first_reset: bool


def pins(design: Design) -> Pins:
    """An input that a process waits for is a clock, unless it is named as a reset or stands beside another clock."""
    names = {slot: name for name, slot in design.inputs.items()}
    clocks: dict[str, None] = {}
    resets: dict[str, int] = {}
    for process in design.processes:
        watched = [(names.get(design.root(edge.slot)), edge) for edge in process.edges]
        known = [name for name, _ in watched if name]
        first = next((name for name in known if _CLOCK.search(name)), known[0] if known else None)
        for name, edge in watched:
            if name and name == first and not _RESET.search(name):
                clocks[name] = None
            elif name:
                resets[name] = int(edge.rises)
    for name, slot in design.inputs.items():
        if _RESET.search(name) and design.signals.widths[slot] == 1 and name not in resets:
            resets[name] = int(not _LOW.search(name))
    widths = {name: design.signals.widths[slot] for name, slot in design.inputs.items()}
    others = {name: width for name, width in widths.items() if name not in clocks and name not in resets}
    return Pins(tuple(clocks), {name: value for name, value in resets.items() if name not in clocks}, others)


def drawn(width: int, numbers: random.Random, constants: list[int]) -> int:
    """Any number, a small or large one, a run of ones, or one that is near a constant of the design or ends in one."""
    kind = numbers.random()
    if width <= 4 or kind < 0.3:
        return numbers.getrandbits(width)
    if kind < 0.45:
        return numbers.getrandbits(min(width, 3))
    if kind < 0.55:
        return (1 << width) - 1 - numbers.getrandbits(1)
    if kind < 0.6 or not constants:
        return (1 << numbers.randrange(width)) - numbers.getrandbits(1)
    constant = numbers.choice(constants)
    if kind < 0.85:
        return (constant + numbers.randrange(-1, 2)) & ((1 << width) - 1)
    return (numbers.getrandbits(width) << constant.bit_length() | constant) & ((1 << width) - 1)


def steps(known: Pins, numbers: random.Random, constants: list[int], count: int, changes: Rates) -> Iterator[Step]:
    """Two cycles in reset, then `count` in which each input has habits: how often it changes, how often it is set."""
    held = dict.fromkeys(known.widths, 0)
    habits: dict[str, tuple[float, float]] = {}
    for cycle in range(count + _RESET_CYCLES):
        if cycle % _SEGMENT == 0:
            habits = {name: (numbers.choice(changes), numbers.choice((0.1, 0.5, 0.9))) for name in held}
        for name, (rate, is_set) in habits.items():
            if numbers.random() < rate:
                width = known.widths[name]
                held[name] = int(numbers.random() < is_set) if width == 1 else drawn(width, numbers, constants)
        is_first = cycle < _RESET_CYCLES and bool(known.resets)
        resetting = is_first or numbers.random() < 1 / 40
        resets = {name: value if resetting else 1 - value for name, value in known.resets.items()}
        yield Step(held | resets, _ticking(known.clocks, numbers, resetting), is_first)


def _ticking(clocks: tuple[str, ...], numbers: random.Random, all_of_them: bool) -> tuple[str, ...]:
    """One clock, or each of several by itself or with others."""
    if len(clocks) < 2 or all_of_them:
        return clocks
    return tuple(name for name in clocks if numbers.random() < 0.6)
