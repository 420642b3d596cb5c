"""What can be selected, read and assigned: a signal, an element of an array, bits of either."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.interpretation.signals import Code, Signals, UnmodelledError, masked, span

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
    """The place that an expression names. Raises UnmodelledError where it names none."""
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
    raise UnmodelledError(f"a place of kind {kind}")


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
        raise UnmodelledError("a slice of an array")
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
        raise UnmodelledError("a whole array as a value")
    if where is None:
        return (lambda: values[slot]) if not signals.lengths[slot] else (lambda: values[slot][0])
    if signals.lengths[slot]:
        return lambda: 0 if (spot := where()) is None else (values[slot][spot[0]] >> spot[1]) & mask
    return lambda: 0 if (spot := where()) is None else (values[slot] >> spot[1]) & mask


def writer(signals: Signals, target: Place) -> Writer:
    slot, mask, where = target.slot, masked(target.width), target.where
    if target.stride > 1:
        raise UnmodelledError("a whole array assigned")
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
