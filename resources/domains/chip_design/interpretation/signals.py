"""The signals of a flattened design as numbers, and what its code is made of: functions without arguments over them.

What the functions do is `expressions`, `places` and `statements`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Code = Callable[[], int]
"""An expression, ready to be evaluated over the signals that it was compiled for: a number without sign."""
MAXIMUM_WIDTH = 4096
MAXIMUM_BITS = 1 << 18
"""Of all signals together."""


class UnmodelledError(Exception):
    """The design holds something that is not followed."""


class TooLongError(Exception):
    """The budget of steps is spent, or the signals do not settle."""


@dataclass
class Signals:
    """Values by slot: a number of the slot's width, or a list of such where `lengths` is not 0.

    `changed` holds slots since it was emptied, `postponed` the nonblocking assignments to be made, `constants` the
    numbers that stand in the text; `steps` is what is left of the budget. `taken` holds the ways that were taken at
    branches since it was emptied, which are numbers below `room_of_ways`.
    """

    values: list[Any] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    changed: set[int] = field(default_factory=set)
    postponed: list[tuple[Callable[[Any, int], None], Any, int]] = field(default_factory=list)
    constants: set[int] = field(default_factory=set)
    taken: set[int] = field(default_factory=set)
    steps: int = 0
    room_of_ways: int = 0
    _bits: int = 0
    _slots: dict[Any, int] = field(default_factory=dict)

    def slot(self, symbol: Any) -> int:
        """The symbol's slot, made where it has none yet. A symbol is the same object only as long as it is kept."""
        found = self._slots.get(symbol)
        if found is None:
            found = self._slots[symbol] = len(self.values)
            length, width = layout(symbol.type)
            self.values.append([0] * length if length else 0)
            self.names.append(str(symbol.hierarchicalPath).partition(".")[2])
            self.widths.append(width)
            self.lengths.append(length)
            self._bits += max(1, length) * width
            if self._bits > MAXIMUM_BITS:
                raise UnmodelledError("a memory too large")
        return found

    def ways(self, count: int) -> range:
        """Numbers for the ways of one more branch."""
        self.room_of_ways += count
        return range(self.room_of_ways - count, self.room_of_ways)

    def store(self, slot: int, value: int) -> None:
        if self.values[slot] != value:
            self.values[slot] = value
            self.changed.add(slot)

    def store_element(self, slot: int, index: int, value: int) -> None:
        elements = self.values[slot]
        if elements[index] != value:
            elements[index] = value
            self.changed.add(slot)

    def spend(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise TooLongError


def layout(kind: Any) -> tuple[int, int]:
    """Number of elements (0 for what is no unpacked array) and the bits of one."""
    length = 0
    while kind.isUnpackedArray:
        if not kind.hasFixedRange:
            raise UnmodelledError("an array without fixed range")
        length = max(1, length) * span(kind.fixedRange)
        kind = kind.arrayElementType
    if not kind.isIntegral:
        raise UnmodelledError("a type that is not integral")
    if kind.bitWidth > MAXIMUM_WIDTH or length > MAXIMUM_BITS:
        raise UnmodelledError("a signal too large")
    return length, int(kind.bitWidth)


def span(bounds: Any) -> int:
    return abs(int(bounds.left) - int(bounds.right)) + 1


def masked(width: int) -> int:
    return (1 << width) - 1


def signed(value: int, width: int) -> int:
    """The number that `width` bits in two's complement stand for."""
    return value - (1 << width) if value >> (width - 1) else value
