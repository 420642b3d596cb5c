"""The signals of an elaborated bench: which slot a symbol has, and what its values look like.

A port that is connected to a whole signal of its size is that signal: it has no slot of its own.
"""

from dataclasses import dataclass, field
from typing import Any

from resources.domains.chip_design.prediction.simulator.signals import unpacked
from resources.domains.chip_design.prediction.simulator.testbench.values import unknown
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

MAXIMUM_WIDTH = 4096
_MAXIMUM_BITS = 1 << 20
"""Of all signals together."""


@dataclass(frozen=True)
class Shape:
    """`length` is 0 for what is no array; `is_real` has no width. `has_x` is False for types of two states."""

    width: int
    length: int = 0
    is_real: bool = False
    has_x: bool = True

    @property
    def mask(self) -> int:
        return (1 << self.width) - 1

    def initial(self) -> Any:
        if self.is_real:
            return 0.0
        one = unknown(self.width) if self.has_x and self.width else 0
        return [one] * self.length if self.length else one


@dataclass
class Signals:
    """Slots are numbered as symbols are met; the first is the kernel's own."""

    shapes: list[Shape] = field(default_factory=lambda: [Shape(64, has_x=False)])
    names: list[str] = field(default_factory=lambda: [""])
    _slots: dict[Any, int] = field(default_factory=dict)
    _bits: int = 0

    def slot(self, symbol: Any) -> int:
        """Raises UnsupportedConstruct for what holds no number."""
        slot = self._slots.get(symbol)
        return self._add(symbol) if slot is None else slot

    def alias(self, symbol: Any, slot: int) -> None:
        self._slots[symbol] = slot

    def forget(self) -> None:
        """See `Program.forget`."""
        self._slots.clear()

    def knows(self, symbol: Any) -> bool:
        return symbol in self._slots

    def _add(self, symbol: Any) -> int:
        shape = shape_of(symbol.type)
        slot = self._slots[symbol] = len(self.shapes)
        self.shapes.append(shape)
        self.names.append(str(symbol.name))
        self._bits += max(1, shape.length) * shape.width
        if self._bits > _MAXIMUM_BITS:
            raise UnsupportedConstruct("a memory too large")
        return slot


def shape_of(kind: Any) -> Shape:
    length, kind = unpacked(kind)
    if kind.isFloating and not length:
        return Shape(0, is_real=True)
    if kind.isEvent:
        return Shape(64, has_x=False)
    if not kind.isIntegral or kind.bitWidth > MAXIMUM_WIDTH or length > _MAXIMUM_BITS:
        raise UnsupportedConstruct("a type that is not integral, or too large")
    return Shape(int(kind.bitWidth), length, has_x=bool(kind.isFourState))
