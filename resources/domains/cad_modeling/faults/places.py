"""Places in scripts that several rules look at: numbers, first arguments, texts of selectors, gaps between statements.

Finds; changes nothing.
"""

import ast
import re
from collections.abc import Iterator

from resources.domains.cad_modeling.language.source import CadSource, MethodCall
from resources.domains.faults import Change
from resources.domains.toolkit.rules import Place

_LOOSE = (ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Lambda, ast.Compare, ast.BoolOp)


def is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool)


def constants(source: CadSource) -> Iterator[ast.Constant]:
    """The numbers that module-level names are set to, one by one or in tuples of names."""
    for statement in source.tree.body:
        if isinstance(statement, ast.Assign):
            values = statement.value.elts if isinstance(statement.value, ast.Tuple) else [statement.value]
            for value in values:
                if isinstance(value, ast.Constant) and is_number(value) and value.value:
                    yield value


def first_arguments(source: CadSource, *names: str) -> Iterator[tuple[MethodCall, ast.expr]]:
    """Calls of these methods with their first positional argument."""
    for item in source.named(*names):
        if item.call.args and not isinstance(item.call.args[0], ast.Starred):
            yield item, item.call.args[0]


def selectors(source: CadSource, pattern: str) -> Iterator[tuple[MethodCall, ast.Constant]]:
    """Selections by a string that matches `pattern` as a whole."""
    for item, argument in first_arguments(source, "faces", "edges", "vertices", "wires", "solids"):
        if (
            isinstance(argument, ast.Constant)
            and isinstance(argument.value, str)
            and re.fullmatch(pattern, argument.value)
        ):
            yield item, argument


def bound(source: CadSource, node: ast.expr) -> str:
    """The text of an expression, in parentheses where an operator beside it would bind tighter."""
    text = source.text(node)
    return f"({text})" if isinstance(node, _LOOSE) else text


def negated(source: CadSource, node: ast.expr) -> Change:
    """The expression with the other sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return source.replace(node, bound(source, node.operand))
    return source.replace(node, f"-{bound(source, node)}")


def renamed(source: CadSource, item: MethodCall, name: str) -> Change:
    """The call with another method's name."""
    return source.change(item.start, item.end, name)


def point_lists(source: CadSource, least: int) -> Iterator[tuple[ast.List, list[ast.Tuple]]]:
    """Lists of at least so many points written out as tuples."""
    for node in source.nodes:
        if isinstance(node, ast.List) and len(node.elts) >= least:
            points = [element for element in node.elts if isinstance(element, ast.Tuple) and len(element.elts) >= 2]
            if len(points) == len(node.elts):
                yield node, points


def statements(source: CadSource) -> Iterator[ast.stmt]:
    """Those of the script itself, without its imports."""
    yield from (item for item in source.tree.body if not isinstance(item, ast.Import | ast.ImportFrom))


def between(source: CadSource, *texts: str) -> Iterator[Place]:
    """A place for each text before each statement that begins a line."""
    for item in statements(source):
        start = source.start(item)
        if start == 0 or source.code[start - 1] == "\n":
            yield from (source.place(item, source.change(start, start, f"{text}\n")) for text in texts)


def at_end(source: CadSource, *texts: str) -> Iterator[Place]:
    end = len(source.code)
    for item in source.tree.body[-1:]:
        yield from (source.place(item, source.change(end, end, f"\n{text}\n")) for text in texts)


def at_start(source: CadSource, *texts: str) -> Iterator[Place]:
    for item in source.tree.body[:1]:
        yield from (source.place(item, source.change(0, 0, f"{text}\n")) for text in texts)
