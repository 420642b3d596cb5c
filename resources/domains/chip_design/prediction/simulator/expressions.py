"""Expressions of pyslang's elaborated tree, compiled to functions over the signals; and what a case item matches."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from resources.domains.chip_design.prediction.simulator.operators import binary, digits, fixed, resized, unary
from resources.domains.chip_design.prediction.simulator.signals import (
    MAXIMUM_WIDTH,
    Code,
    Signals,
    masked,
    place,
    reader,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_VALUES = ("ParameterSymbol", "EnumValueSymbol")
_PLACES = ("HierarchicalValueExpression", "ElementSelectExpression", "RangeSelectExpression", "MemberAccessExpression")
_TRANSPARENT = ("$signed", "$unsigned")


@dataclass
class Compiler:
    """`reads` and `writes` collect the slots that are read and assigned, `postpones` those of nonblocking assignments.
    `call` compiles a call of the design's own function, `calls` are those being compiled. `target` reads what a
    compound assignment assigns to."""

    signals: Signals
    call: Callable[["Compiler", Any], Code]
    reads: set[int] = field(default_factory=set)
    writes: set[int] = field(default_factory=set)
    postpones: set[int] = field(default_factory=set)
    calls: list[Any] = field(default_factory=list)
    target: Code | None = None

    def expression(self, node: Any) -> Code:
        """Raises UnsupportedConstruct."""
        kind = type(node).__name__
        if not node.type.isIntegral or node.type.bitWidth > MAXIMUM_WIDTH:
            raise UnsupportedConstruct("a value that is not integral, or too wide")
        if kind == "NamedValueExpression":
            return self._named(node)
        if kind in _PLACES:
            return self._selected(node)
        compile_kind = _KINDS.get(kind)
        if compile_kind is None:
            raise UnsupportedConstruct(f"an expression of kind {kind}")
        return compile_kind(self, node)

    def _named(self, node: Any) -> Code:
        symbol = node.symbol
        if type(symbol).__name__ in _VALUES:
            return _constant(self, symbol.value, node.type)
        return self._selected(node)

    def _selected(self, node: Any) -> Code:
        try:
            source = place(self.signals, node, self.expression)
        except UnsupportedConstruct:
            return self._part(node)
        self.reads.add(source.slot)
        return reader(self.signals, source)

    def _part(self, node: Any) -> Code:
        """Bits of a value that is no place, such as a parameter."""
        value, kind = self.expression(node.value), node.value.type
        if type(node).__name__ not in ("ElementSelectExpression", "RangeSelectExpression"):
            raise UnsupportedConstruct("a part of a value")
        element = type(node).__name__ == "ElementSelectExpression"
        at, right = self.expression(node.selector if element else node.right), int(kind.fixedRange.right)
        if int(kind.fixedRange.left) < right or not (element or str(node.selectionKind.name) == "Simple"):
            raise UnsupportedConstruct("a part of a value")
        mask, width = masked(node.type.bitWidth), int(kind.bitWidth)
        step = int(node.type.bitWidth) if element else 1
        return lambda: value() >> min(max(0, at() - right) * step, width) & mask


def either(signals: Signals, condition: Code, one: Code, two: Code) -> Code:
    """Whichever of two statements or values the condition picks; notes the way."""
    (yes, no), take = signals.ways(2), signals.taken.add

    def run() -> int:
        if condition():
            take(yes)
            return one()
        take(no)
        return two()

    return run


def _conversion(compiler: Compiler, node: Any) -> Code:
    """Section 11.8.2: where a type is propagated into an expression, its sign decides; else the operand's own."""
    operand = node.operand.type
    is_signed = operand.isSigned and (node.type.isSigned or node.conversionKind.name != "Propagated")
    return resized(compiler.expression(node.operand), int(operand.bitWidth), int(node.type.bitWidth), is_signed)


def _concatenation(compiler: Compiler, node: Any) -> Code:
    parts = [(compiler.expression(item), int(item.type.bitWidth)) for item in node.operands if not item.type.isVoid]

    def joined() -> int:
        value = 0
        for part, width in parts:
            value = value << width | part()
        return value

    return joined


def _replication(compiler: Compiler, node: Any) -> Code:
    width, total = int(node.concat.type.bitWidth), int(node.type.bitWidth)
    value = compiler.expression(node.concat)
    ones = sum(1 << shift for shift in range(0, total, width)) if width else 0
    return lambda: value() * ones


def _conditional(compiler: Compiler, node: Any) -> Code:
    if len(node.conditions) != 1 or node.conditions[0].pattern is not None:
        raise UnsupportedConstruct("a pattern")
    condition = compiler.expression(node.conditions[0].expr)
    return either(compiler.signals, condition, compiler.expression(node.left), compiler.expression(node.right))


def _inside(compiler: Compiler, node: Any) -> Code:
    value = compiler.expression(node.left)
    if any(type(item).__name__ == "ValueRangeExpression" for item in node.rangeList):
        raise UnsupportedConstruct("a range of values")
    items = [compiler.expression(item) for item in node.rangeList]
    return lambda: int(value() in [item() for item in items])


def _call(compiler: Compiler, node: Any) -> Code:
    if not node.isSystemCall:
        return compiler.call(compiler, node)
    if node.subroutineName in _TRANSPARENT:
        return compiler.expression(node.arguments[0])
    if node.constant is not None:
        return fixed(node.constant, node.type)
    if node.subroutineName == "$countones":
        value = compiler.expression(node.arguments[0])
        return lambda: value().bit_count()
    raise UnsupportedConstruct(f"a call of {node.subroutineName}")


def _literal(compiler: Compiler, node: Any) -> Code:
    return _constant(compiler, node.value, node.type)


def _constant(compiler: Compiler, value: Any, kind: Any) -> Code:
    code = fixed(value, kind)
    compiler.signals.constants.add(code())
    return code


def _target(compiler: Compiler, _: Any) -> Code:
    if compiler.target is None:
        raise UnsupportedConstruct("an assignment's own target")
    return compiler.target


def _binary(compiler: Compiler, node: Any) -> Code:
    one, two = compiler.expression(node.left), compiler.expression(node.right)
    return binary(str(node.op.name), one, two, node.left.type, node.type)


def _unary(compiler: Compiler, node: Any) -> Code:
    mask = masked(node.type.bitWidth)
    return unary(str(node.op.name), compiler.expression(node.operand), int(node.operand.type.bitWidth), mask)


_KINDS: Mapping[str, Callable[[Compiler, Any], Code]] = {
    "IntegerLiteral": _literal,
    "UnbasedUnsizedIntegerLiteral": lambda _, node: fixed(node.value, node.type),
    "UnaryExpression": _unary,
    "BinaryExpression": _binary,
    "ConditionalExpression": _conditional,
    "ConcatenationExpression": _concatenation,
    "ReplicationExpression": _replication,
    "ConversionExpression": _conversion,
    "InsideExpression": _inside,
    "CallExpression": _call,
    "LValueReferenceExpression": _target,
    "MinTypMaxExpression": lambda compiler, node: compiler.expression(node.selected),
}


_WILD = {"WildcardJustZ": "z", "WildcardXOrZ": "xz"}


def matcher(compiler: Compiler, node: Any, condition: str) -> Callable[[int], bool]:
    """`condition` is pyslang's name of the case's kind. A wildcard that only the value brings does not count."""
    if condition == "Inside":
        raise UnsupportedConstruct("a case of ranges")
    if condition in _WILD:
        literal = _number_below(node)
        if literal is not None and literal.hasUnknown:
            return _wild(digits(literal).rjust(int(node.type.bitWidth), "0"), _WILD[condition])
    item = compiler.expression(node)
    return lambda number: number == item()


def _number_below(node: Any) -> Any:
    """The number that an item is, below its conversions; None where it is none."""
    while type(node).__name__ == "ConversionExpression":
        node = node.operand
    if type(node).__name__ == "IntegerLiteral":
        return node.value
    value = getattr(node.constant, "value", None) if node.constant is not None else None
    if value is None and type(getattr(node, "symbol", None)).__name__ == "ParameterSymbol":
        value = node.symbol.value.value
    return value if hasattr(value, "hasUnknown") else None


def _wild(text: str, letters: str) -> Callable[[int], bool]:
    counts = int("".join("0" if letter in letters else "1" for letter in text), 2)
    wanted = int("".join(letter if letter in "01" else "0" for letter in text), 2) & counts
    return lambda number: number & counts == wanted
