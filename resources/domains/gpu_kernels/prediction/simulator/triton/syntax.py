"""The syntax tree of a text that may be none."""

import ast

from resources.domains.toolkit.python_syntax import parse_python


def parsed(code: str) -> ast.Module | None:
    """None for what is no Python."""
    try:
        return parse_python(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
