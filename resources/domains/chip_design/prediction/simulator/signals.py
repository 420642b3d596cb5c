"""The signals of a flattened design as numbers, and what can be selected, read and assigned of them.

Code is made of functions without arguments over signals; what the functions do is `expressions` and `statements`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from resources.domains.toolkit.simulation.halting import Budget, UnsupportedConstruct

Code = Callable[[], int]
"""An expression, ready to be evaluated over the signals that it was compiled for: a number without sign."""
MAXIMUM_WIDTH = 4096
MAXIMUM_BITS = 1 << 18
"""Of all signals together."""


@dataclass
class Signals:
    """Values by slot: a number of the slot's width, or a list of such where `lengths` is not 0.

    `changed` holds slots since it was emptied, `postponed` the nonblocking assignments to be made, `constants` the
    numbers that stand in the text. `taken` holds the ways that were taken at
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
    budget: Budget = field(default_factory=lambda: Budget(0))
    room_of_ways: int = 0
    _bits: int = 0
    _slots: dict[Any, int] = field(default_factory=dict)

    def slot(self, symbol: Any) -> int:
        """The symbol's slot, made where it has none yet. A symbol is the same object only as long as it is kept."""
        slot = self._slots.get(symbol)
        if slot is None:
            slot = self._slots[symbol] = len(self.values)
            length, width = layout(symbol.type)
            self.values.append([0] * length if length else 0)
            self.names.append(str(symbol.hierarchicalPath).partition(".")[2])
            self.widths.append(width)
            self.lengths.append(length)
            self._bits += max(1, length) * width
            if self._bits > MAXIMUM_BITS:
                raise UnsupportedConstruct("a memory too large")
        return slot

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


def layout(kind: Any) -> tuple[int, int]:
    """Number of elements (0 for what is no unpacked array) and the bits of one."""
    length, kind = unpacked(kind)
    if not kind.isIntegral:
        raise UnsupportedConstruct("a type that is not integral")
    if kind.bitWidth > MAXIMUM_WIDTH or length > MAXIMUM_BITS:
        raise UnsupportedConstruct("a signal too large")
    return length, int(kind.bitWidth)


class Unpacked(NamedTuple):
    """An array's number of elements, all dimensions together and 0 for what is none, and the type of one."""

    length: int
    element: Any


def unpacked(kind: Any) -> Unpacked:
    length = 0
    while kind.isUnpackedArray:
        if not kind.hasFixedRange:
            raise UnsupportedConstruct("an array without fixed range")
        length = max(1, length) * span(kind.fixedRange)
        kind = kind.arrayElementType
    return Unpacked(length, kind)


def span(bounds: Any) -> int:
    return abs(int(bounds.left) - int(bounds.right)) + 1


def masked(width: int) -> int:
    return (1 << width) - 1


def signed(value: int, width: int) -> int:
    """The number that `width` bits in two's complement stand for."""
    return value - (1 << width) if value >> (width - 1) else value


Spot = tuple[int, int]
"""An element's index (0 without an array) and the lowest bit."""
Compile = Callable[[Any], Code]
Writer = tuple[Callable[[], Any], Callable[[Any, int], None]]
"""(where, put): where the place is now (None: nowhere), and what puts a value there, perhaps later."""


@dataclass(frozen=True)
class Place:
    """`width` bits of the signal in `slot`. `where` says from which on (None: outside), and is None for the whole
    signal. `stride` is the number of elements that the place still spans."""

    slot: int
    width: int
    stride: int
    where: Callable[[], Spot | None] | None = None


def place(signals: Signals, node: Any, compiled: Compile) -> Place:
    """The place that an expression names. Raises UnsupportedConstruct where it names none."""
    kind = type(node).__name__
    if kind in ("NamedValueExpression", "HierarchicalValueExpression"):
        slot = signals.slot(node.symbol)
        return Place(slot, signals.widths[slot], max(1, signals.lengths[slot]))
    if kind == "ElementSelectExpression":
        return _element(place(signals, node.value, compiled), node, compiled)
    if kind == "RangeSelectExpression":
        inner = place(signals, node.value, compiled)
        return _below(inner, int(node.type.bitWidth), inner.stride, _bits(node, compiled))
    if kind == "MemberAccessExpression":
        inner = place(signals, node.value, compiled)
        offset = int(node.member.bitOffset)
        return _below(inner, int(node.type.bitWidth), inner.stride, lambda: (0, offset))
    raise UnsupportedConstruct(f"a place of kind {kind}")


def _element(inner: Place, node: Any, compiled: Compile) -> Place:
    selector, kind = compiled(node.selector), node.value.type
    offset = _offset(kind, selector, node.selector.type)
    if kind.isUnpackedArray:
        stride = inner.stride // span(kind.fixedRange)
        return _below(inner, inner.width, stride, lambda: None if (at := offset()) is None else (at * stride, 0))
    width = int(node.type.bitWidth)
    return _below(inner, width, inner.stride, lambda: None if (at := offset()) is None else (0, at * width))


def _offset(kind: Any, selector: Code, selector_type: Any) -> Callable[[], int | None]:
    """Elements between the first one and the selected one. An array's first is on the left, a vector's on the right."""
    bounds = kind.fixedRange
    left, right, count = int(bounds.left), int(bounds.right), span(bounds)
    first = left if kind.isUnpackedArray else right
    step = 1 if (left <= right) == bool(kind.isUnpackedArray) else -1
    width = int(selector_type.bitWidth)
    sign = 1 << (width - 1) if selector_type.isSigned else 0

    def offset() -> int | None:
        at = selector()
        if at & sign:
            at -= 1 << width
        at = (at - first) * step
        return at if 0 <= at < count else None

    return offset


def _bits(node: Any, compiled: Compile) -> Callable[[], Spot | None]:
    """The lowest bit of a part select: [7:4], [at +: 4] or [at -: 4]."""
    kind = node.value.type
    if kind.isUnpackedArray:
        raise UnsupportedConstruct("a slice of an array")
    element = int(kind.bitWidth) // span(kind.fixedRange)
    chosen, width = str(node.selectionKind.name), int(node.type.bitWidth) // element
    descending = int(kind.fixedRange.left) >= int(kind.fixedRange.right)
    simple = chosen == "Simple"
    offset = _offset(kind, compiled(node.right if simple else node.left), (node.right if simple else node.left).type)
    back = 0 if simple or (chosen == "IndexedUp") == descending else width - 1

    def lowest() -> Spot | None:
        at = offset()
        return None if at is None or at < back else (0, (at - back) * element)

    return lowest


def _below(inner: Place, width: int, stride: int, where: Callable[[], Spot | None]) -> Place:
    """`where` within `inner`."""
    outer = inner.where
    if outer is None:
        return Place(inner.slot, width, stride, where)

    def both() -> Spot | None:
        one, two = outer(), where()
        return None if one is None or two is None else (one[0] + two[0], one[1] + two[1])

    return Place(inner.slot, width, stride, both)


def reader(signals: Signals, source: Place) -> Code:
    values, slot, where, mask = signals.values, source.slot, source.where, masked(source.width)
    if source.stride > 1:
        raise UnsupportedConstruct("a whole array as a value")
    if where is None:
        return (lambda: values[slot]) if not signals.lengths[slot] else (lambda: values[slot][0])
    if signals.lengths[slot]:
        return lambda: 0 if (spot := where()) is None else (values[slot][spot[0]] >> spot[1]) & mask
    return lambda: 0 if (spot := where()) is None else (values[slot] >> spot[1]) & mask


def writer(signals: Signals, target: Place) -> Writer:
    slot, mask, where = target.slot, masked(target.width), target.where
    if target.stride > 1:
        raise UnsupportedConstruct("a whole array assigned")
    if where is None and not signals.lengths[slot]:
        return (lambda: (0, 0)), (lambda _, value: signals.store(slot, value & mask))
    values = signals.values

    def put(spot: Spot | None, value: int) -> None:
        if spot is None:
            return
        index, low = spot
        if signals.lengths[slot]:
            before = values[slot][index]
            signals.store_element(slot, index, before & ~(mask << low) | (value & mask) << low)
        else:
            signals.store(slot, (values[slot] & ~(mask << low) | (value & mask) << low) & masked(signals.widths[slot]))

    return where or (lambda: (0, 0)), put


def concatenated(parts: Sequence[tuple[Writer, int]]) -> Writer:
    """One writer for several, the first of them taking the highest bits; each with its width."""

    def put(spots: Any, value: int) -> None:
        for ((_, one), width), spot in zip(reversed(parts), reversed(spots), strict=True):
            one(spot, value & masked(width))
            value >>= width

    return (lambda: [where() for (where, _), _ in parts]), put
