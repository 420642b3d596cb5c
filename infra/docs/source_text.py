"""What a class says of itself in its source: its docstring, its fields with the words below them, its methods.

Read from the syntax tree, since Python keeps no docstring of a field.
"""

import ast
import inspect
import textwrap
from dataclasses import dataclass


@dataclass(frozen=True)
class Member:
    """A field or a method as it is written, and what is said of it."""

    name: str
    signature: str
    words: str
    is_field: bool


def members(cls: type) -> list[Member]:
    """Public members in the order of the source; those that a base class has are left to it."""
    body = _definition(cls).body
    members = [_member(node, body[place + 1 :]) for place, node in enumerate(body)]
    return [member for member in members if member and not member.name.startswith("_")]


def constructor(cls: type) -> str:
    """`Name(arguments)` of a class with an __init__ of its own, else its name."""
    for node in _definition(cls).body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            return _signature(node).replace("def __init__(self, ", f"{cls.__name__}(").removesuffix(" -> None")
    return cls.__name__


def words(cls: type) -> str:
    return inspect.cleandoc(ast.get_docstring(_definition(cls)) or "")


def _definition(cls: type) -> ast.ClassDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    node = tree.body[0]
    assert isinstance(node, ast.ClassDef)
    return node


def _member(node: ast.stmt, following: list[ast.stmt]) -> Member | None:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return Member(node.name, _signature(node), ast.get_docstring(node) or "", is_field=False)
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        value = f" = {ast.unparse(node.value)}" if node.value else ""
        signature = f"{node.target.id}: {ast.unparse(node.annotation)}{value}"
        return Member(node.target.id, signature, _string(following), is_field=True)
    return None


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    if {"property", "cached_property"} & set(decorators):
        return f"{node.name}: {ast.unparse(node.returns)}" if node.returns else node.name
    prefix = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    return f"{prefix} {node.name}({ast.unparse(node.args)}){result}"


def _string(following: list[ast.stmt]) -> str:
    first = following[0] if following else None
    said = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    return inspect.cleandoc(first.value.value) if said else ""  # type: ignore[union-attr]
