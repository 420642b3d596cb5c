"""What Python's compiler makes of a text: its tree, or class, line and message of a refusal. Nothing is executed.

A text is read once for all who ask. Parsing for a tree's sake alone is `python_syntax`.
"""

import ast
import symtable
import threading
import traceback
from dataclasses import dataclass
from functools import cached_property, lru_cache

from resources.domains.toolkit.python_syntax import parse_python

_STACK_BYTES = 64 << 20
_ONE_AT_A_TIME = threading.Lock()
"""The stack's size is the whole process's until it is set back."""
_UNNAMED = "<unknown>"
"""What `ast.parse` calls a text."""
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True)
class Refusal:
    """`line` is 0 where Python names none."""

    kind: str
    line: int
    text: str


def refusal(code: bytes) -> Refusal | None:
    """None for a text that compiles, and where it is too deep to tell."""
    error = syntax_error(code)
    if error is None:
        return None
    if error.filename != _UNNAMED:
        return Refusal(type(error).__name__, 0, str(error))
    return Refusal(type(error).__name__, error.lineno or 0, error.msg)


def shown(code: bytes, path: str) -> str | None:
    """A refusal as a traceback ends with it, the line quoted, for a file at `path`; None as `refusal` says."""
    error = syntax_error(code)
    if error is None:
        return None
    if error.filename == _UNNAMED and error.lineno:
        lines = code.decode("utf-8-sig", "replace").splitlines(keepends=True)
        quoted = error.text or (lines[error.lineno - 1] if error.lineno <= len(lines) else None)
        place = (path, error.lineno, error.offset, quoted, error.end_lineno, error.end_offset)
        error = type(error)(error.msg, place)
    return "".join(traceback.format_exception_only(error))


@dataclass(frozen=True)
class Compiled:
    """`tree` is None where the parser refuses the text. `error` is what compiling raises; see `refusal`."""

    tree: ast.Module | None = None
    error: SyntaxError | None = None

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All of the tree's, in the order of `ast.walk`."""
        return () if self.tree is None else tuple(ast.walk(self.tree))


def syntax_error(code: bytes) -> SyntaxError | None:
    return compiled(code).error


@lru_cache(maxsize=16)
def compiled(code: bytes) -> Compiled:
    """The tree is everybody's, and must not be changed. Few are kept, since one takes some hundred times its text.

    The parser goes as deep as the stack has room; a thread of its own makes that the same for every caller.
    """
    compiled: list[Compiled] = []
    thread = threading.Thread(target=lambda: compiled.append(_compiled(code)), name="compile text")
    with _ONE_AT_A_TIME:
        before = threading.stack_size(_STACK_BYTES)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
    thread.join()
    return compiled[0] if compiled else Compiled()


def _compiled(code: bytes) -> Compiled:
    tree = None
    try:
        tree = parse_python(code)
        if _misplaced(tree):
            compile(tree, _UNNAMED, "exec")
        # Without the compiler's last pass, which would print its warnings here.
        symtable.symtable(code.decode("utf-8-sig"), _UNNAMED, "exec")
    except SyntaxError as error:
        return Compiled(tree, error.with_traceback(None))
    except (ValueError, RecursionError, MemoryError, SystemError):
        return Compiled(tree)
    return Compiled(tree)


def _misplaced(tree: ast.Module) -> bool:
    """A return outside a function, or a break or continue outside a loop: the compiler's last pass refuses them."""
    rest: list[tuple[ast.AST, bool, bool]] = [(tree, False, False)]
    while rest:
        node, function, loop = rest.pop()
        if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom | ast.Await) and not function:
            return True
        if isinstance(node, ast.Break | ast.Continue) and not loop:
            return True
        if isinstance(node, _FUNCTIONS | ast.ClassDef):
            function, loop = isinstance(node, _FUNCTIONS), False
        inside = loop or isinstance(node, ast.For | ast.While | ast.AsyncFor)
        rest += [(child, function, inside) for child in ast.iter_child_nodes(node)]
    return False
