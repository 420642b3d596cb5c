"""What Verilog's operators do to numbers of a known width; section 11.4 of IEEE 1800. An unknown result is 0.

Numbers that stand in a text are read from pyslang's values here, too.
"""

from collections.abc import Callable, Mapping
from typing import Any

from resources.domains.chip_design.prediction.simulator.signals import Code, masked, signed
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct


def fixed(value: Any, kind: Any) -> Code:
    """A constant, its unknown bits 0."""
    number = known_bits(value.value if hasattr(value, "value") else value) & masked(kind.bitWidth)
    return lambda: number


def known_bits(number: Any) -> int:
    """An SVInt's value; its unknown bits are 0."""
    if hasattr(number, "hasUnknown") and number.hasUnknown:
        return int(digits(number).replace("x", "0").replace("z", "0"), 2)
    try:
        return int(number)
    except (TypeError, ValueError) as error:
        raise UnsupportedConstruct("a constant that is no number") from error


def digits(number: Any) -> str:
    """Binary digits, x and z of an SVInt, the highest first, as many as it has bits."""
    from pyslang import LiteralBase

    width = int(number.bitWidth)
    text = str(number.toString(LiteralBase.Binary, False, 1 << 13)).lower().replace("?", "z").replace("_", "")
    return text.rjust(width, text[0] if text[0] in "xz" else "0")[-width:]


_MODULAR: Mapping[str, Callable[[int, int], int]] = {
    "Add": lambda one, two: one + two,
    "Subtract": lambda one, two: one - two,
    "Multiply": lambda one, two: one * two,
    "BinaryAnd": lambda one, two: one & two,
    "BinaryOr": lambda one, two: one | two,
    "BinaryXor": lambda one, two: one ^ two,
    "BinaryXnor": lambda one, two: ~(one ^ two),
}
_TRUTHS: Mapping[str, Callable[[int, int], bool]] = {
    "Equality": lambda one, two: one == two,
    "CaseEquality": lambda one, two: one == two,
    "WildcardEquality": lambda one, two: one == two,
    "Inequality": lambda one, two: one != two,
    "CaseInequality": lambda one, two: one != two,
    "WildcardInequality": lambda one, two: one != two,
    "LogicalImplication": lambda one, two: not one or bool(two),
    "LogicalEquivalence": lambda one, two: bool(one) == bool(two),
}
_ORDERS: Mapping[str, Callable[[int, int], bool]] = {
    "LessThan": lambda one, two: one < two,
    "LessThanEqual": lambda one, two: one <= two,
    "GreaterThan": lambda one, two: one > two,
    "GreaterThanEqual": lambda one, two: one >= two,
}


_WIDEST_POWER = 64


def binary(name: str, one: Code, two: Code, operand: Any, result: Any) -> Code:
    """`operand` is the left operand's type, `result` the expression's. Other operators are not supported."""
    width, mask = operand.bitWidth, masked(result.bitWidth)
    if name in _MODULAR:
        return _modular(_MODULAR[name], one, two, mask)
    if name in _TRUTHS:
        holds = _TRUTHS[name]
        return lambda: int(holds(one(), two()))
    if name in _ORDERS:
        return _ordered(_ORDERS[name], one, two, width if operand.isSigned else 0)
    if name == "LogicalAnd":
        return lambda: int(bool(one()) and bool(two()))
    if name == "LogicalOr":
        return lambda: int(bool(one()) or bool(two()))
    if name in ("LogicalShiftLeft", "ArithmeticShiftLeft"):
        return lambda: _shifted_left(one(), two(), width)
    if name == "LogicalShiftRight" or (name == "ArithmeticShiftRight" and not result.isSigned):
        return lambda: one() >> min(two(), width)
    if name == "ArithmeticShiftRight":
        return lambda: (signed(one(), width) >> min(two(), width)) & mask
    if name in ("Divide", "Mod") or (name == "Power" and result.bitWidth <= _WIDEST_POWER):
        return _rare(name, one, two, width if operand.isSigned else 0, mask)
    raise UnsupportedConstruct(f"the operator {name}")


def _modular(does: Callable[[int, int], int], one: Code, two: Code, mask: int) -> Code:
    return lambda: does(one(), two()) & mask


def _ordered(holds: Callable[[int, int], bool], one: Code, two: Code, width: int) -> Code:
    """`width` is 0 where the operands have no sign."""
    if width:
        return lambda: int(holds(signed(one(), width), signed(two(), width)))
    return lambda: int(holds(one(), two()))


def _shifted_left(value: int, amount: int, width: int) -> int:
    return (value << amount) & masked(width) if amount < width else 0


def _rare(name: str, one: Code, two: Code, width: int, mask: int) -> Code:
    def evaluate() -> int:
        left, right = one(), two()
        if width:
            left, right = signed(left, width), signed(right, width)
        if name == "Power":
            return pow(left, right, mask + 1) if right >= 0 else int(left == 1)
        if right == 0:
            return 0
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return (quotient if name == "Divide" else left - quotient * right) & mask

    return evaluate


def unary(name: str, value: Code, width: int, mask: int) -> Code:
    """`width` is the operand's, `mask` the result's. Raises UnsupportedConstruct for an unknown operator."""
    ones = masked(width)
    code: Mapping[str, Code] = {
        "Plus": value,
        "Minus": lambda: -value() & mask,
        "BitwiseNot": lambda: ~value() & mask,
        "LogicalNot": lambda: int(not value()),
        "BitwiseAnd": lambda: int(value() == ones),
        "BitwiseNand": lambda: int(value() != ones),
        "BitwiseOr": lambda: int(value() != 0),
        "BitwiseNor": lambda: int(value() == 0),
        "BitwiseXor": lambda: value().bit_count() & 1,
        "BitwiseXnor": lambda: ~value().bit_count() & 1,
    }
    if name not in code:
        raise UnsupportedConstruct(f"the operator {name}")
    return code[name]


def resized(value: Code, width: int, target: int, is_signed: bool) -> Code:
    """`value` of `width` bits in `target` bits."""
    mask = masked(target)
    if target > width and is_signed:
        return lambda: signed(value(), width) & mask
    if target < width:
        return lambda: value() & mask
    return value
