"""Constant expressions of a Python source, evaluated on its syntax tree: numbers, tuples, lists, strings, names.

For sizes in public tasks, which must be known without running them.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

LARGEST = 1 << 63
_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
}
_ALLOCATIONS = frozenset("rand randn randint zeros ones empty full randperm arange tensor".split())


class NotConstantError(Exception):
    """The expression is not made of constants alone; the message shows it."""


def constant(node: ast.AST, known: Mapping[str, Any]) -> Any:
    """The value of an expression over `known` names. Raises NotConstantError."""
    match node:
        case ast.Constant(value=value) if isinstance(value, int | float | str | None):
            return value
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            values = _values(parts, known)
            return tuple(values) if isinstance(node, ast.Tuple) else values
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(constant(operand, known), node)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            return _combined(node, _OPERATORS[type(sign)], constant(left, known), constant(right, known))
    raise NotConstantError(ast.unparse(node)[:80])


def _values(parts: list[ast.expr], known: Mapping[str, Any]) -> list[Any]:
    values: list[Any] = []
    for part in parts:
        if isinstance(part, ast.Starred):
            value = constant(part.value, known)
            if not isinstance(value, tuple | list):
                raise NotConstantError(ast.unparse(part)[:80])
            values.extend(value)
        else:
            values.append(constant(part, known))
    return values


def _number(value: Any, node: ast.AST) -> Any:
    if not isinstance(value, int | float):
        raise NotConstantError(ast.unparse(node)[:80])
    return value


def _combined(node: ast.AST, sign: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    try:
        value = sign(_number(left, node), _number(right, node))
    except (ZeroDivisionError, OverflowError):
        raise NotConstantError(ast.unparse(node)[:80]) from None
    if abs(value) > LARGEST:
        raise NotConstantError(ast.unparse(node)[:80])
    return value


def assign(statement: ast.stmt, known: dict[str, Any]) -> None:
    """Adds what an assignment of constants binds to `known`, and takes out what it binds to anything else."""
    if not isinstance(statement, ast.Assign):
        return
    for target in statement.targets:
        names = [target] if isinstance(target, ast.Name) else list(getattr(target, "elts", ()))
        try:
            value = constant(statement.value, known)
        except NotConstantError:
            value = None
        values = [value] if isinstance(target, ast.Name) else value
        for index, name in enumerate(names):
            if not isinstance(name, ast.Name):
                continue
            known.pop(name.id, None)
            if isinstance(values, tuple | list) and index < len(values) and values[index] is not None:
                known[name.id] = values[index]


def module_constants(tree: ast.Module) -> dict[str, Any]:
    """What the assignments at module level bind to constants."""
    known: dict[str, Any] = {}
    for statement in tree.body:
        assign(statement, known)
    return known


def allocated_elements(body: list[ast.stmt], known: Mapping[str, Any]) -> list[int]:
    """The number of elements of each tensor that these statements allocate, where their sizes are constants."""
    here = dict(known)
    numbers: list[int] = []
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _ALLOCATIONS:
                numbers += _elements(node, here)
        for inner in ast.walk(statement):
            if isinstance(inner, ast.Assign):
                assign(inner, here)
    return numbers


def _elements(call: ast.Call, known: Mapping[str, Any]) -> list[int]:
    given = [item.value for item in call.keywords if item.arg == "size"] or call.args
    try:
        values = _values(list(given), known)
    except NotConstantError:
        return []
    shapes = [value for value in values if isinstance(value, tuple | list)]
    sizes = shapes[-1] if shapes else values
    if not all(isinstance(size, int) and 0 <= size < LARGEST for size in sizes):
        return []
    total = 1
    for size in sizes:
        total *= size
    return [total]
