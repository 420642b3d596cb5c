"""A module's text with its imports of this project's packages written for the wheel, where all are under one name.

In the repository `resources` is a top-level package, in the wheel it is `icwm.resources`. Positions come from the
syntax tree, and nothing else of the text changes: line numbers stay. What cannot be written safely is refused, so a
build fails and no user does.
"""

import ast
import re
from collections.abc import Iterator

ROOT = "icwm"
PACKAGES = ("assets", "orchestration", "resources")
_NAMES = "|".join(PACKAGES)
_FROM = re.compile(rb"from[ \t]+(?=\w)")
_IN_A_STRING = re.compile(rf"^(?:{_NAMES})\(?\\?\.|\b(?:from|import) (?:{_NAMES})(?:\.| import\b)")


class CannotNest(Exception):
    """The module names a package of ours in a way that would be another's in the wheel. The message says where."""


def nested(source: bytes, name: str) -> bytes:
    """The text for the wheel; `name` is said where it is refused. Raises CannotNest."""
    tree = ast.parse(source, name)
    _refuse_strings(tree, name)
    lines = source.splitlines(keepends=True)
    for line, column in sorted(_places(tree, lines, name), reverse=True):
        text = lines[line - 1]
        lines[line - 1] = text[:column] + f"{ROOT}.".encode() + text[column:]
    return b"".join(lines)


def _places(tree: ast.Module, lines: list[bytes], name: str) -> Iterator[tuple[int, int]]:
    """Line and byte where a package of ours is named in an import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and _is_ours(node.module or ""):
            found = _FROM.match(lines[node.lineno - 1], node.col_offset)
            if found is None:
                raise CannotNest(f"{name}:{node.lineno}: write `from` and the module in one line")
            yield node.lineno, found.end()
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if not _is_ours(alias.name):
                    continue
                if alias.asname is None:
                    raise CannotNest(f"{name}:{node.lineno}: `import {alias.name}` binds another name in the wheel")
                yield alias.lineno, alias.col_offset


def _refuse_strings(tree: ast.Module, name: str) -> None:
    """A module named in a string (to be started, looked up or compared) is told from `__name__` instead."""
    words = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in words:
            for line in node.value.splitlines():
                if _IN_A_STRING.search(line):
                    raise CannotNest(f"{name}:{node.lineno}: {line!r} names a module; tell it from `__name__`")


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in PACKAGES
