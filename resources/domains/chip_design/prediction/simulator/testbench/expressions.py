"""Expressions of pyslang's elaborated tree, written as Python over the kernel's values.

Each is a text that evaluates to an int, an Unknown or a float. Reads are collected, for what waits for any of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from resources.domains.chip_design.prediction.simulator.operators import digits
from resources.domains.chip_design.prediction.simulator.testbench.places import Place, PlaceReader
from resources.domains.chip_design.prediction.simulator.testbench.signals import MAXIMUM_WIDTH, Signals
from resources.domains.chip_design.prediction.simulator.testbench.values import Value, made
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_ARITHMETIC = {"Add": "+", "Subtract": "-", "Multiply": "*"}
_BITWISE = {"BinaryAnd": "&", "BinaryOr": "|", "BinaryXor": "^"}
_ORDERS = {"LessThan": "<", "LessThanEqual": "<=", "GreaterThan": ">", "GreaterThanEqual": ">="}
_EQUALITIES = {"Equality": "==", "Inequality": "!=", "WildcardEquality": "==", "WildcardInequality": "!="}
_LOGICAL = {"LogicalAnd": "both", "LogicalOr": "either"}
_SHIFTS = {"LogicalShiftLeft", "ArithmeticShiftLeft", "LogicalShiftRight", "ArithmeticShiftRight"}
_PLACES = {"NamedValueExpression", "HierarchicalValueExpression"}
_SELECTS = {"ElementSelectExpression", "RangeSelectExpression", "MemberAccessExpression"}
_CONSTANTS = {"ParameterSymbol", "EnumValueSymbol", "SpecparamSymbol", "GenvarSymbol"}
_WIDEST_POWER = 64
COUNTING = {"Preincrement": "+", "Postincrement": "+", "Predecrement": "-", "Postdecrement": "-"}
"""Operators that also assign, and by which sign."""


@dataclass
class ExpressionWriter:
    """`call` writes a call of a function; `constants` are values that have no literal in Python, by name."""

    signals: Signals
    call: Callable[["ExpressionWriter", Any], str]
    constants: dict[str, Value]
    reads: set[int] = field(default_factory=set)
    target: str | None = None

    def __post_init__(self) -> None:
        self.places = PlaceReader(self.signals, self.text)

    def text(self, node: Any) -> str:
        """Raises UnsupportedConstruct."""
        kind, typed = type(node).__name__, node.type
        if typed.isFloating:
            return self._real(node, kind)
        if kind == "StringLiteral":
            return str(int.from_bytes(str(node.value).encode("latin-1", "replace"), "big"))
        if not typed.isIntegral or typed.bitWidth > MAXIMUM_WIDTH:
            raise UnsupportedConstruct("a value that is not integral, or too wide")
        if kind in _PLACES:
            return self._named(node)
        if kind in _SELECTS:
            return self._selected(node)
        write = _KINDS.get(kind)
        if write is None:
            raise UnsupportedConstruct(f"an expression of kind {kind}")
        return write(self, node)

    def condition(self, node: Any) -> str:
        """For Python's `if`: an X does not hold."""
        if type(node).__name__ == "BinaryExpression" and node.op.name in ("LogicalAnd", "LogicalOr"):
            word = "and" if node.op.name == "LogicalAnd" else "or"
            return f"({self.condition(node.left)} {word} {self.condition(node.right)})"
        return self.text(node)

    def literal(self, value: Any, kind: Any) -> str:
        if hasattr(value, "convertToInt") or type(value).__name__ == "ConstantValue":
            value = value.value
        if isinstance(value, float):
            return repr(value)
        number = fixed(value, int(kind.bitWidth))
        if isinstance(number, int):
            return str(number)
        name = f"x{len(self.constants)}"
        self.constants[name] = number
        return name

    def _named(self, node: Any) -> str:
        if type(node.symbol).__name__ in _CONSTANTS:
            return self.literal(node.symbol.value, node.type)
        return self._selected(node)

    def _selected(self, node: Any) -> str:
        place = self.places.place(node)
        if place is None:
            return self._part(node)
        self.reads.add(place.slot)
        return place.read

    def _part(self, node: Any) -> str:
        """Bits of a value that is no place, such as a parameter."""
        value, width = node.value, int(node.type.bitWidth)
        low = self.places.low_bit(node)
        return f"part({self.text(value)}, {low}, {width}, {int(value.type.bitWidth)})"

    def _real(self, node: Any, kind: str) -> str:
        if kind == "RealLiteral":
            return repr(float(node.value))
        if kind in _PLACES:
            return self._named(node)
        if kind == "ConversionExpression":
            inner = self.text(node.operand)
            return inner if node.operand.type.isFloating else f"float(known({self._signed(inner, node.operand.type)}))"
        if kind == "BinaryExpression" and node.op.name in (_ARITHMETIC | {"Divide": "/"}):
            sign = (_ARITHMETIC | {"Divide": "/"})[node.op.name]
            return f"({self.text(node.left)} {sign} {self.text(node.right)})"
        if kind == "UnaryExpression" and node.op.name in ("Minus", "Plus"):
            return f"(-{self.text(node.operand)})" if node.op.name == "Minus" else self.text(node.operand)
        if kind == "CallExpression":
            return self.call(self, node)
        if node.constant is not None:
            return repr(float(node.constant.value))
        raise UnsupportedConstruct("an operation on real numbers")

    def _signed(self, text: str, kind: Any) -> str:
        return f"signed({text}, {int(kind.bitWidth)})" if kind.isSigned else text


def fixed(value: Any, width: int) -> Value:
    """pyslang's integer."""
    if not getattr(value, "hasUnknown", False):
        return int(value) & ((1 << width) - 1)
    text = digits(value).rjust(width, "0")[-width:]
    ones = int(text.replace("x", "0").replace("z", "0"), 2)
    holes = int("".join("1" if digit in "xz" else "0" for digit in text), 2)
    return made(ones, holes)


def _mask(node: Any) -> int:
    return (1 << int(node.type.bitWidth)) - 1


def _conversion(writer: ExpressionWriter, node: Any) -> str:
    """Section 11.8.2: where a type is propagated into an expression, its sign decides; else the operand's own."""
    operand, width = node.operand.type, int(node.type.bitWidth)
    inner = writer.text(node.operand)
    if operand.isFloating:
        return f"(rounded({inner}) & {_mask(node)})"
    if not operand.isIntegral:
        raise UnsupportedConstruct("a conversion of what is no number")
    size = int(operand.bitWidth)
    is_signed = operand.isSigned and (node.type.isSigned or node.conversionKind.name != "Propagated")
    if operand.isFourState and not node.type.isFourState:
        inner = f"known({inner})"
    if width > size and is_signed:
        return f"extended({inner}, {size}, {_mask(node)})"
    return f"({inner} & {_mask(node)})" if width < size else inner


def _unary(writer: ExpressionWriter, node: Any) -> str:
    if node.op.name in COUNTING:
        return _counted(writer, node)
    inner, mask = writer.text(node.operand), _mask(node)
    whole = (1 << int(node.operand.type.bitWidth)) - 1
    texts = {
        "Plus": inner,
        "Minus": f"(-{inner} & {mask})",
        "BitwiseNot": f"(~{inner} & {mask})",
        "LogicalNot": f"negated({inner})",
        "BitwiseAnd": f"all_ones({inner}, {whole})",
        "BitwiseNand": f"negated(all_ones({inner}, {whole}))",
        "BitwiseOr": f"any_one({inner})",
        "BitwiseNor": f"negated({inner})",
        "BitwiseXor": f"parity({inner})",
        "BitwiseXnor": f"negated(parity({inner}))",
    }
    if node.op.name not in texts:
        raise UnsupportedConstruct(f"the operator {node.op.name}")
    return texts[node.op.name]


def _binary(writer: ExpressionWriter, node: Any) -> str:
    name, mask = str(node.op.name), _mask(node)
    if name in _LOGICAL:
        return f"{_LOGICAL[name]}({writer.text(node.left)}, {writer.text(node.right)})"
    left, right, kind = writer.text(node.left), writer.text(node.right), node.left.type
    if name in _BITWISE:
        return f"({left} {_BITWISE[name]} {right})"
    if name == "BinaryXnor":
        return f"(~({left} ^ {right}) & {mask})"
    if name in _ARITHMETIC:
        return f"(({left} {_ARITHMETIC[name]} {right}) & {mask})"
    if name in _EQUALITIES:
        return f"({left} {_EQUALITIES[name]} {right})"
    if name in ("CaseEquality", "CaseInequality"):
        return f"({'not ' if name == 'CaseInequality' else ''}same({left}, {right}))"
    if name in _SHIFTS:
        return _shift(name, left, right, node)
    if kind.isFloating:
        signs = _ORDERS
    else:
        left, right, signs = writer._signed(left, kind), writer._signed(right, node.right.type), _ORDERS
    if name in signs:
        return f"({left} {signs[name]} {right})"
    if name in ("Divide", "Mod"):
        return f"({'divided' if name == 'Divide' else 'remainder'}({left}, {right}) & {mask})"
    if name == "Power" and node.type.bitWidth <= _WIDEST_POWER:
        return f"(powered({left}, {right}, {mask}) & {mask})"
    raise UnsupportedConstruct(f"the operator {name}")


def _shift(name: str, left: str, right: str, node: Any) -> str:
    width, mask = int(node.type.bitWidth), _mask(node)
    if right.isdigit():
        count = min(int(right), width)
        if name.endswith("Left"):
            return f"(({left} << {count}) & {mask})"
        if name == "LogicalShiftRight" or not node.type.isSigned:
            return f"({left} >> {count})"
    if name.endswith("Left"):
        return f"(shifted_left({left}, {right}, {width}) & {mask})"
    if name == "ArithmeticShiftRight" and node.type.isSigned:
        return f"(shifted_arithmetically({left}, {right}, {width}) & {mask})"
    return f"(shifted_right({left}, {right}) & {mask})"


def _conditional(writer: ExpressionWriter, node: Any) -> str:
    if len(node.conditions) != 1 or node.conditions[0].pattern is not None:
        raise UnsupportedConstruct("a pattern")
    condition = writer.text(node.conditions[0].expr)
    return f"chosen({condition}, {writer.text(node.left)}, {writer.text(node.right)})"


def _concatenation(writer: ExpressionWriter, node: Any) -> str:
    parts, text = [item for item in node.operands if not item.type.isVoid], ""
    for item in parts:
        text = f"(({text} << {int(item.type.bitWidth)}) | {writer.text(item)})" if text else writer.text(item)
    return text or "0"


def _replication(writer: ExpressionWriter, node: Any) -> str:
    width, total = int(node.concat.type.bitWidth), int(node.type.bitWidth)
    ones = sum(1 << shift for shift in range(0, total, width)) if width else 0
    return f"repeated({writer.text(node.concat)}, {ones})"


def _inside(writer: ExpressionWriter, node: Any) -> str:
    if any(type(item).__name__ == "ValueRangeExpression" for item in node.rangeList):
        raise UnsupportedConstruct("a range of values")
    value, text = writer.text(node.left), "0"
    for item in node.rangeList:
        text = f"either({text}, {value} == {writer.text(item)})"
    return text


def _target(writer: ExpressionWriter, _: Any) -> str:
    if writer.target is None:
        raise UnsupportedConstruct("an assignment's own target")
    return writer.target


def _counted(writer: ExpressionWriter, node: Any) -> str:
    """`i++` as a value."""
    place = writer.places.place(node.operand)
    if place is None or not place.is_whole or place.shape.length:
        raise UnsupportedConstruct("a place that is counted")
    name, mask = str(node.op.name), (1 << int(node.type.bitWidth)) - 1
    step = 1 if "increment" in name else -1
    writer.reads.add(place.slot)
    return f"k.count({place.slot}, {step}, {mask}, {name.startswith('Pre')})"


def _literal(writer: ExpressionWriter, node: Any) -> str:
    return writer.literal(node.value, node.type)


_KINDS: Mapping[str, Callable[[ExpressionWriter, Any], str]] = {
    "IntegerLiteral": _literal,
    "UnbasedUnsizedIntegerLiteral": _literal,
    "UnaryExpression": _unary,
    "BinaryExpression": _binary,
    "ConditionalExpression": _conditional,
    "ConcatenationExpression": _concatenation,
    "ReplicationExpression": _replication,
    "ConversionExpression": _conversion,
    "InsideExpression": _inside,
    "CallExpression": lambda writer, node: writer.call(writer, node),
    "LValueReferenceExpression": _target,
    "MinTypMaxExpression": lambda writer, node: writer.text(node.selected),
}

__all__ = ["ExpressionWriter", "Place", "fixed"]
