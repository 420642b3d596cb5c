"""Places: what an expression names that can be read and assigned, a whole signal, an element, or bits of either."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.prediction.simulator.signals import span
from resources.domains.chip_design.prediction.simulator.testbench.signals import Shape, Signals
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct


@dataclass(frozen=True)
class Place:
    """Texts of Python: `index` of the element (None without an array) and `low`, the lowest bit (None for all of it).
    `shape` is the signal's, `stride` how many elements the place still spans."""

    slot: int
    shape: Shape
    width: int
    stride: int
    index: str | None = None
    low: str | None = None

    @property
    def is_whole(self) -> bool:
        return self.index is None and self.low is None

    @property
    def read(self) -> str:
        if self.stride > 1:
            raise UnsupportedConstruct("a whole array as a value")
        whole = f"v[{self.slot}]"
        if self.shape.length:
            index = self.index or "0"
            within = index.isdigit() and int(index) < self.shape.length
            whole = f"{whole}[{index}]" if within else f"element({whole}, {index}, {self.shape.width})"
        if self.low is None:
            return whole
        if self.low.isdigit() and int(self.low) + self.width <= self.shape.width:
            mask = (1 << self.width) - 1
            return f"({whole} >> {self.low} & {mask})" if self.low != "0" else f"({whole} & {mask})"
        return f"part({whole}, {self.low}, {self.width}, {self.shape.width})"


@dataclass(frozen=True)
class PlaceReader:
    """`text` writes an index's expression."""

    signals: Signals
    text: Callable[[Any], str]

    def place(self, node: Any) -> Place | None:
        """The place that an expression names; None for what is no place. Raises UnsupportedConstruct."""
        kind = type(node).__name__
        if kind in ("NamedValueExpression", "HierarchicalValueExpression"):
            if type(node.symbol).__name__ not in _STORED:
                return None
            slot = self.signals.slot(node.symbol)
            shape = self.signals.shapes[slot]
            return Place(slot, shape, shape.width, max(1, shape.length))
        if kind == "ElementSelectExpression":
            inner = self.place(node.value)
            return None if inner is None else self._element(inner, node)
        if kind in ("RangeSelectExpression", "MemberAccessExpression"):
            inner = self.place(node.value)
            return None if inner is None else _below(inner, int(node.type.bitWidth), self.low_bit(node))
        return None

    def _element(self, inner: Place, node: Any) -> Place:
        kind = node.value.type
        if not kind.isUnpackedArray:
            return _below(inner, int(node.type.bitWidth), self.low_bit(node))
        stride = inner.stride // span(kind.fixedRange)
        offset = self._offset(kind, node.selector)
        here = offset if stride == 1 else _product(offset, stride)
        return Place(inner.slot, inner.shape, inner.width, stride, _sum(inner.index, here), inner.low)

    def low_bit(self, node: Any) -> str:
        """The lowest bit of an element, a member or a part select: [7:4], [at +: 4] or [at -: 4]."""
        kind, width = node.value.type, int(node.type.bitWidth)
        if type(node).__name__ == "MemberAccessExpression":
            return str(int(node.member.bitOffset))
        if type(node).__name__ == "ElementSelectExpression":
            return _product(self._offset(kind, node.selector), width)
        if kind.isUnpackedArray:
            raise UnsupportedConstruct("a slice of an array")
        element = int(kind.bitWidth) // span(kind.fixedRange)
        chosen, count = str(node.selectionKind.name), width // element
        descending = int(kind.fixedRange.left) >= int(kind.fixedRange.right)
        offset = self._offset(kind, node.right if chosen == "Simple" else node.left)
        back = 0 if chosen == "Simple" or (chosen == "IndexedUp") == descending else count - 1
        return _product(offset if not back else _sum(offset, str(-back)), element)

    def _offset(self, kind: Any, selector: Any) -> str:
        """Elements between the first and the selected one. An array's first is its left one, a vector's its right."""
        bounds = kind.fixedRange
        left, right = int(bounds.left), int(bounds.right)
        is_array = bool(kind.isUnpackedArray)
        first = min(left, right) if is_array else right
        rises = is_array or left >= right
        at = self.text(selector)
        if selector.type.isSigned and not at.isdigit():
            at = f"signed({at}, {int(selector.type.bitWidth)})"
        if at.isdigit():
            return str(int(at) - first if rises else first - int(at))
        if rises:
            return at if not first else f"({at} - {first})"
        return f"({first} - {at})"


def assigned(node: Any) -> Any:
    """What an argument assigns to, without the assignment and conversion that pyslang puts around it."""
    while type(node).__name__ in ("AssignmentExpression", "ConversionExpression"):
        node = node.left if type(node).__name__ == "AssignmentExpression" else node.operand
    return node


_STORED = {"NetSymbol", "VariableSymbol", "FormalArgumentSymbol", "FieldSymbol"}


def _below(inner: Place, width: int, low: str) -> Place:
    """Bits within a place."""
    return Place(inner.slot, inner.shape, width, inner.stride, inner.index, _sum(inner.low, low))


def _sum(one: str | None, two: str) -> str:
    if one is None or one == "0":
        return two
    if one.isdigit() and two.lstrip("-").isdigit():
        return str(int(one) + int(two))
    return f"({one} + {two})"


def _product(text: str, factor: int) -> str:
    if factor == 1:
        return text
    return str(int(text) * factor) if text.lstrip("-").isdigit() else f"({text} * {factor})"
