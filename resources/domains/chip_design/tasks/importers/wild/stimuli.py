"""Stimuli for a module of which only its ports are known: resets, corners, each input alone, and random phases.

In a phase each input has a manner of its own (mostly 0, held, counting, a number that stands in the source), since a
design that is fed with noise alone seldom gets anywhere. All is drawn by a seed.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from resources.domains.chip_design.tasks.importers.wild.clocking import Reset
from resources.domains.chip_design.tasks.importers.wild.design import WildDesign, WildPort

_PHASES = 28
_PHASE_ROWS = 24
_MOST_DIGITS = 160_000
"""Hexadecimal digits of all rows: wide designs get fewer."""
_EXHAUSTIVE_BITS = 9
_HELD = 400
Values = Mapping[str, int]


@dataclass(frozen=True)
class Row:
    """Inputs, and for how many cycles they stay."""

    values: Values
    cycles: int = 1


@dataclass(frozen=True)
class WildPhase:
    purpose: str
    rows: Sequence[Row]


def stimuli(design: WildDesign, choice: random.Random) -> list[WildPhase]:
    """The phases of a bench, the first of which resets."""
    return _Stimuli(design, choice).phases()


class _Stimuli:
    def __init__(self, design: WildDesign, choice: random.Random) -> None:
        self._choice = choice
        self._resets: Mapping[str, Reset] = {reset.name: reset for reset in design.clocking.resets}
        self._inputs = [port for port in design.inputs() if port.name not in self._resets]
        self._clocked = bool(design.clocking.clock)
        self._literals = design.literals
        self._few = {port.name: [0, *(choice.getrandbits(port.width) for _ in range(3))] for port in self._inputs}
        """Values that come again in all phases: what was written at an address is read there."""

    def phases(self) -> list[WildPhase]:
        directed = [
            *self._reset("a reset", [self._all(0)] * 3),
            WildPhase("all zeros, then all ones", [self._row(self._all(0))] * 4 + [self._row(self._all(1))] * 12),
            WildPhase("each input alone", list(self._alone())),
            *self._reset("a reset out of a busy state", [self._all(1)] * 2),
        ]
        if self._clocked:
            directed += self._held()
        bits = sum(port.width for port in self._inputs)
        if not self._clocked and bits <= _EXHAUSTIVE_BITS:
            return [*directed, WildPhase("every value", [self._row(self._split(value)) for value in range(1 << bits)])]
        digits = 1 + sum((port.width + 3) // 4 for port in self._inputs)
        count = max(4, min(_PHASES, _MOST_DIGITS // (digits * _PHASE_ROWS)))
        return directed + [phase for _ in range(count) for phase in self._random()]

    def _row(self, values: Values, asserted: str = "", cycles: int = 1) -> Row:
        """With resets at rest but for `asserted`."""
        levels = {name: r.active if name == asserted else 1 - r.active for name, r in self._resets.items()}
        return Row({**levels, **values}, cycles)

    def _reset(self, purpose: str, values: Sequence[Values]) -> list[WildPhase]:
        """Each reset in turn, all of them first; nothing where there is none."""
        if not self._resets:
            return []
        together = {name: reset.active for name, reset in self._resets.items()}
        rows = [Row({**item, **together}) for item in values]
        rows += [self._row(item, name) for name in self._resets for item in values if len(self._resets) > 1]
        return [WildPhase(purpose, rows)]

    def _all(self, bit: int) -> dict[str, int]:
        return {port.name: _ones(port) if bit else 0 for port in self._inputs}

    def _split(self, value: int) -> dict[str, int]:
        values = {}
        for port in self._inputs:
            values[port.name] = value & _ones(port)
            value >>= port.width
        return values

    def _alone(self) -> Iterator[Row]:
        """One input at its corners while the others are 0, and while they are all ones."""
        for port in self._inputs:
            for rest in (0, 1):
                for value in _corners(port):
                    yield self._row(self._all(rest) | {port.name: value}, cycles=3 if self._clocked else 1)

    def _held(self) -> Iterator[WildPhase]:
        """Long stretches with the same inputs, in which counters run."""
        singles = [port for port in self._inputs if port.width == 1]
        wide = {port.name: self._choice.choice(_corners(port)) for port in self._inputs}
        rows = [self._row(self._all(1), cycles=_HELD), self._row(self._all(0), cycles=_HELD // 4)]
        for port in singles[:8]:
            rows.append(self._row(self._all(0) | wide | {s.name: int(s is port) for s in singles}, cycles=40))
        yield WildPhase("the same inputs for long", rows)

    def _random(self) -> Iterator[WildPhase]:
        choice = self._choice
        if choice.random() < 0.4:
            yield from self._reset("a reset", [self._values({})])
        manners = {port.name: self._manner(port) for port in self._inputs}
        rows: list[Row] = []
        last: dict[str, int] = {}
        for _ in range(_PHASE_ROWS):
            last = self._values(manners, last)
            asserted = choice.choice([*self._resets]) if self._resets and choice.random() < 0.01 else ""
            rows.append(self._row(last, asserted))
        yield WildPhase("random inputs", rows)

    def _manner(self, port: WildPort) -> str:
        if port.width == 1:
            return self._choice.choice(("0.03", "0.1", "0.3", "0.5", "0.5", "0.7", "0.9", "0.97", "held"))
        manners = ["random", "random", "corner", "small", "held", "counting", "one bit", "like another", "few", "few"]
        return self._choice.choice([*manners, "literal", "literal"] if self._literals else manners)

    def _values(self, manners: Mapping[str, str], last: Values | None = None) -> dict[str, int]:
        values: dict[str, int] = {}
        for port in self._inputs:
            before = (last or {}).get(port.name)
            values[port.name] = self._value(port, manners.get(port.name, "random"), before, values) & _ones(port)
        return values

    def _value(self, port: WildPort, manner: str, before: int | None, others: Values) -> int:
        choice = self._choice
        if manner[0].isdigit():
            return int(choice.random() < float(manner))
        if manner == "held" and before is not None and choice.random() < 0.85:
            return before
        if manner == "counting" and before is not None:
            return before + 1
        if manner == "corner":
            return choice.choice(_corners(port))
        if manner == "small":
            return choice.randrange(1 << min(port.width, 3))
        if manner == "few":
            return choice.choice(self._few[port.name])
        if manner == "one bit":
            return 1 << choice.randrange(port.width)
        if manner == "literal" and choice.random() < 0.8:
            return choice.choice(self._literals) + choice.choice((0, 0, 0, 0, 1, -1))
        if manner == "like another" and others and choice.random() < 0.6:
            return choice.choice([*others.values()]) + choice.choice((0, 0, 1, -1))
        return choice.getrandbits(port.width)


def _ones(port: WildPort) -> int:
    return (1 << port.width) - 1


def _corners(port: WildPort) -> list[int]:
    top = _ones(port)
    return [1] if port.width == 1 else list(dict.fromkeys((1, top, 1 << (port.width - 1), top >> 1, 0x5555 & top)))
