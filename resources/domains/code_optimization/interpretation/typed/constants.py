"""Expressions of C whose value is known when they are read: sizes of arrays and members of enumerations."""

from collections.abc import Callable, Mapping

from pycparser import c_ast

_LARGEST = 1 << 63
_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one // other,
    "%": lambda one, other: one % other,
    "<<": lambda one, other: one << min(other, 64),
    ">>": lambda one, other: one >> min(other, 64),
    "|": lambda one, other: one | other,
    "&": lambda one, other: one & other,
}


class UnknownValueError(Exception):
    """No constant, or one that is not modelled."""


def value_of(node: c_ast.Node, names: Mapping[str, int], size_of: Callable[[c_ast.Node], int]) -> int:
    """Raises UnknownValueError."""
    value = _value(node, names, size_of)
    if not -_LARGEST <= value <= 2 * _LARGEST:
        raise UnknownValueError(str(type(node)))
    return value


def _value(node: c_ast.Node, names: Mapping[str, int], size_of: Callable[[c_ast.Node], int]) -> int:
    match node:
        case c_ast.Constant(type="char"):
            return _character(node.value)
        case c_ast.Constant(type="string"):
            raise UnknownValueError("string")
        case c_ast.Constant():
            return _number(node.value)
        case c_ast.ID() if node.name in names:
            return names[node.name]
        case c_ast.UnaryOp(op="sizeof"):
            if isinstance(node.expr, c_ast.Constant) and node.expr.type == "string":
                return len(node.expr.value) - 1
            return size_of(node.expr)
        case c_ast.UnaryOp(op="-"):
            return -value_of(node.expr, names, size_of)
        case c_ast.BinaryOp() if node.op in _OPERATIONS:
            one, other = value_of(node.left, names, size_of), value_of(node.right, names, size_of)
            if other <= 0 and node.op in ("/", "%", "<<", ">>"):
                raise UnknownValueError(node.op)
            return _OPERATIONS[node.op](one, other)
        case c_ast.Cast():
            return value_of(node.expr, names, size_of)
    raise UnknownValueError(type(node).__name__)


def _number(text: str) -> int:
    digits = text.rstrip("uUlL")
    try:
        return int(digits, 8 if digits.isdigit() and digits[0] == "0" and len(digits) > 1 else 0)
    except ValueError:
        raise UnknownValueError(text) from None


def _character(text: str) -> int:
    inner = text.strip("'")
    if len(inner) != 1:
        raise UnknownValueError(text)
    return ord(inner)
