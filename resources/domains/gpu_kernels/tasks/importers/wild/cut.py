"""The launchers of a Triton file: functions that launch its kernels, each cut out with the kernels and all else that it
needs. Read in a reader; nothing is executed.
"""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.toolkit.author_words import is_enough, paragraphs
from resources.domains.toolkit.file_licence import comment_lines
from resources.domains.toolkit.python_statements import Statement, docstring, names_in, needed

MAXIMUM_CHARACTERS = 24_000
NOTHING_SAYS = "nothing says what it computes"
_NO_LAUNCHER = re.compile(
    r"_*(?:test|bench|benchmark|ref|reference|torch|naive|main|run_test|check)(?:_|\d|$)|.*_(?:ref|torch)$"
)
"""Names of what only tries a launcher or stands beside it."""
_WITHOUT_GRADIENTS = ("torch.no_grad()", "torch.inference_mode()")
_CODE = re.compile(r"\w\(|^\w+\s*=|^[@#]|\[.*\]\s*$|^(?:import|from|return)\b")
_MOST_NAMED = 4


class CannotCut(Exception):
    """Why a launcher cannot be a task."""


@dataclass(frozen=True)
class Launcher:
    """`operator` is the launcher with what it needs, `kernels` their names; `said` are its author's words."""

    name: str
    node: ast.FunctionDef
    operator: str
    kept: tuple[Statement, ...]
    said: str

    @property
    def fills(self) -> bool:
        """Whether it returns one of its arguments, which it has filled: torch beside it would leave that as it was."""
        arguments = self.node.args
        names = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        returned = (one.value for one in ast.walk(self.node) if isinstance(one, ast.Return) and one.value is not None)
        return any(names & names_in(value) for value in returned)


def kernels_of(statements: Sequence[Statement]) -> frozenset[str]:
    """The names of functions that a decorator makes Triton kernels."""
    return frozenset(
        item.node.name
        for item in statements
        if isinstance(item.node, ast.FunctionDef) and any(_jits(one) for one in item.node.decorator_list)
    )


def launchers_of(statements: Sequence[Statement], kernels: frozenset[str]) -> list[Statement]:
    """Functions that launch a kernel themselves, and are no tests."""
    return [
        item
        for item in statements
        if isinstance(item.node, ast.FunctionDef)
        and item.node.name not in kernels
        and not _NO_LAUNCHER.match(item.node.name)
        and any(_launches(node, kernels) for node in ast.walk(item.node))
    ]


def cut(statements: Sequence[Statement], launcher: Statement) -> Launcher:
    """Raises CannotCut with the reason."""
    node = launcher.node
    assert isinstance(node, ast.FunctionDef)
    if not all(ast.unparse(one) in _WITHOUT_GRADIENTS for one in node.decorator_list):
        raise CannotCut("it is decorated")
    kept = needed(statements, [node.name])
    texts = [item.text for item in kept]
    head = [] if statements[0] in kept else _head(statements[0])
    operator = re.sub(r"\n{4,}", "\n\n\n", "\n".join([*head, *texts])).strip() + "\n"
    if len(operator) > MAXIMUM_CHARACTERS:
        raise CannotCut(f"over a size limit: {len(operator)} characters; at most {MAXIMUM_CHARACTERS} are taken")
    return Launcher(node.name, node, operator, kept, _said(launcher, kept))


def unsaid(launcher: Launcher) -> str:
    """Why a reader without torch's words for it could not write it; "" where he may."""
    if not is_enough(launcher.said, launcher.name):
        return NOTHING_SAYS
    words = set(re.findall(r"[A-Za-z_]\w*", launcher.said))
    arguments = launcher.node.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    quiet = [name for name in names if name not in words]
    return f"{NOTHING_SAYS}: no word speaks of {', '.join(quiet[:_MOST_NAMED])}" if quiet else ""


def _said(launcher: Statement, kept: Sequence[Statement]) -> str:
    """The launcher's docstring and the comments above it, and its kernels' docstrings."""
    assert isinstance(launcher.node, ast.FunctionDef)
    above = [one.text for one in launcher.comments if one.is_alone and one.line < launcher.node.lineno]
    texts = ["\n".join(above), docstring(launcher.node)]
    kernels = kernels_of(kept)
    texts += [
        docstring(node) for item in kept if isinstance(node := item.node, ast.FunctionDef) and node.name in kernels
    ]
    told = [part for text in texts for part in paragraphs(comment_lines(text), is_aside=_is_tool, is_code=_is_code)]
    return "\n\n".join(dict.fromkeys(told))


def _is_tool(line: str) -> bool:
    return line.startswith((":", "-*-", "!", "%%", "noqa", "type:", "fmt:")) and not line.startswith(":param")


def _is_code(line: str) -> bool:
    return bool(_CODE.search(line[:400]))


def _head(first: Statement) -> list[str]:
    """The comments with which the file begins: a licence stays with what was under it."""
    if isinstance(first.node, ast.Expr) and isinstance(first.node.value, ast.Constant):
        return [first.text]
    return [f"# {one.text}".rstrip() for one in first.comments if one.is_alone and not one.text.startswith("!")]


def _jits(decorator: ast.expr) -> bool:
    inner = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(inner, ast.Attribute | ast.Name) and ast.unparse(inner) in ("triton.jit", "jit", "tl.jit")


def _launches(node: ast.AST, kernels: frozenset[str]) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript)):
        return False
    return bool(names_in(node.func.value) & kernels)
