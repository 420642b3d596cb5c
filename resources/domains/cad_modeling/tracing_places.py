"""Where a traceback of CPython 3.11 has an expression, and the words of imports that fail. What raises is `tracing`."""

import ast
from importlib.util import find_spec


def line_of(node: ast.expr | None) -> int:
    """The line of what an expression does last: of an attribute, and of a plain call of one, the attribute's own."""
    if isinstance(node, ast.Attribute):
        return node.end_lineno or node.lineno
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _plain(node):
        return node.func.end_lineno or node.lineno
    return 0 if node is None else node.lineno


def _plain(call: ast.Call) -> bool:
    """Compiled as a call of a method: nothing is unpacked into its arguments."""
    return not any(isinstance(item, ast.Starred) for item in call.args) and all(item.arg for item in call.keywords)


def unimportable(name: str, module: str) -> str | None:
    """What Python says of `from module import name`; None where the module is not installed here."""
    try:
        found = find_spec(module)
    except (ImportError, ValueError):
        return None
    return None if found is None else f"cannot import name '{name}' from '{module}' ({found.origin})"
