"""A Python file as the statements at its top, with their comments; and which of them a name needs.

By names alone, nothing is executed: what it keeps too much does no harm, and what it misses shows when it runs. Only
readers call it.
"""

import ast
import io
import tokenize
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

_GUARDS = frozenset({"__name__", "show_object", "cq_editor"})
"""What a condition asks whose body is the file's own: whether it is run as a program, or in an editor."""
_IMPORTS = ast.Import | ast.ImportFrom
_DEFINITIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_ASIDES = frozenset("print show show_object debug log info warning export exportStl exportStep save".split())
"""Calls that change nothing of what they are given."""
_LONGEST_LINE = 4000


@dataclass(frozen=True)
class Comment:
    """`text` without its mark; `is_alone` where no code stands before it on its line."""

    line: int
    text: str
    is_alone: bool


@dataclass(frozen=True)
class Statement:
    """`text` with the comments above it. `binds` are the names that it sets, `changes` those whose objects it may
    change, `uses` all that it reads."""

    node: ast.stmt
    text: str
    comments: tuple[Comment, ...]
    binds: frozenset[str]
    changes: frozenset[str]
    uses: frozenset[str]


def statements_of(tree: ast.Module, text: str, modules: frozenset[str] = frozenset()) -> tuple[Statement, ...]:
    """In order; the bodies of `if __name__ == "__main__"` and its like stand among them. `modules` are names of modules
    beside those that the tree imports: no call changes one."""
    imported = frozenset(name for node in tree.body if isinstance(node, _IMPORTS) for name in _bound(node))
    splitter = _Splitter(text.split("\n"), comments_of(text), _ASIDES | _quiet(tree), modules | imported)
    return tuple(splitter.split(tree.body, 0))


def comments_of(text: str) -> tuple[Comment, ...]:
    """All of a file; those before the place where its tokens end early."""
    found: list[Comment] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline="\n").readline):
            if token.type == tokenize.COMMENT:
                before = token.line[: token.start[1]]
                found.append(Comment(token.start[0], token.string.lstrip("#").strip(), not before.strip()))
    except (tokenize.TokenError, SyntaxError):
        pass
    return tuple(found)


def needed(statements: Sequence[Statement], names: Iterable[str]) -> tuple[Statement, ...]:
    """Those that the names need: what binds or changes them, and what that needs."""
    places: dict[str, list[int]] = {}
    for place, statement in enumerate(statements):
        for name in statement.binds | statement.changes:
            places.setdefault(name, []).append(place)
    waiting, seen, chosen = [*names, "*"], set[str](), set[int]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            new = set(places.get(name, ())) - chosen
            chosen |= new
            waiting += [used for place in new for used in statements[place].uses]
    return tuple(statements[place] for place in sorted(chosen))


def names_in(node: ast.AST) -> frozenset[str]:
    """The names that it reads, in functions inside too."""
    return frozenset(
        part.id for part in ast.walk(node) if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Store)
    )


def called(call: ast.Call) -> str:
    """The last name of what is called; "" where it has none."""
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def docstring(node: ast.Module | ast.FunctionDef) -> str:
    """Without its marks and indents; "" where there is none."""
    return ast.get_docstring(node) or ""


@dataclass(frozen=True)
class _Splitter:
    """`asides` are calls that change nothing, `fixed` names of what nothing changes."""

    lines: Sequence[str]
    comments: Sequence[Comment]
    asides: frozenset[str]
    fixed: frozenset[str]

    def split(self, body: Sequence[ast.stmt], end: int) -> Iterator[Statement]:
        """`end` is the last line of what stands before the body."""
        for node in body:
            if isinstance(node, ast.If) and _is_guard(node.test):
                yield from self.split(node.body, node.test.end_lineno or node.lineno)
            else:
                own = self._between(end, node.end_lineno or node.lineno)
                binds, changes = frozenset(_bound(node)), _changes(node, self.asides) - self.fixed
                yield Statement(node, _text(node, self.lines, end), own, binds, changes, names_in(node))
            end = node.end_lineno or node.lineno

    def _between(self, end: int, last: int) -> tuple[Comment, ...]:
        """Those on the lines behind `end` up to `last`."""
        first, stop = (bisect_right(self.comments, line, key=lambda comment: comment.line) for line in (end, last))
        return tuple(self.comments[first:stop])


def _quiet(tree: ast.Module) -> frozenset[str]:
    """Functions of the file that change nothing but what they make themselves, such as reports."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return frozenset(node.name for node in functions if not any(_acts(part, _ASIDES) for part in ast.walk(node)))


def _is_guard(test: ast.expr) -> bool:
    parts = list(ast.walk(test))
    asked = {part.id for part in parts if isinstance(part, ast.Name)}
    asked |= {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    negated = any(isinstance(part, ast.Not | ast.NotIn | ast.NotEq) for part in parts)
    return bool(asked & _GUARDS) and not negated


def _text(node: ast.stmt, lines: Sequence[str], end: int) -> str:
    """Whole lines, those between `end` and the statement too; anew from the tree where it shares a line."""
    first = min([node.lineno, *(part.lineno for part in getattr(node, "decorator_list", ()))])
    last = node.end_lineno or node.lineno
    if first <= end or _shares(node, lines[node.lineno - 1], lines[last - 1]):
        return ast.unparse(node)
    margin = " " * node.col_offset
    return "\n".join(line.removeprefix(margin) for line in lines[end:last]).rstrip("\n")


def _shares(node: ast.stmt, first: str, last: str) -> bool:
    """Whether other code stands on its first line or its last; of a very long line it is not known."""
    if len(first) + len(last) > _LONGEST_LINE:
        return True
    before = first.encode()[: node.col_offset].strip()
    behind = last.encode()[node.end_col_offset or 0 :].strip()
    return bool(before) or (bool(behind) and not behind.startswith(b"#"))


def _bound(node: ast.AST) -> Iterator[str]:
    """Names that are set at the file's top, in loops and branches too, but not in functions."""
    if isinstance(node, _DEFINITIONS):
        yield node.name
        return
    if isinstance(node, _IMPORTS):
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        yield from ("*" if future else item.asname or item.name.partition(".")[0] for item in node.names)
        return
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    if isinstance(node, ast.Lambda):
        return
    for child in ast.iter_child_nodes(node):
        yield from _bound(child)


def _changes(node: ast.stmt, asides: frozenset[str]) -> frozenset[str]:
    """Of `points.append(x)`, `points[0] = x` and `fill(points)`: `points`; of loops and branches, theirs."""
    if isinstance(node, _DEFINITIONS):
        return frozenset()
    acting = (part for part in ast.walk(node) if _acts(part, asides))
    return frozenset(name for part in acting for thing in _objects(part) for name in names_in(thing))


def _acts(node: ast.AST, asides: frozenset[str]) -> bool:
    """Whether it may change an object that others have."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call) and called(node.value) not in asides
    return isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del)


def _objects(node: ast.AST) -> list[ast.expr]:
    """What an acting node may change: the object before the last dot or bracket, else what a function is given."""
    inner = node.value if isinstance(node, ast.Expr) else node
    if isinstance(inner, ast.Call):
        given = [*inner.args, *(keyword.value for keyword in inner.keywords)]
        return [inner.func.value] if isinstance(inner.func, ast.Attribute) else given
    return [inner.value] if isinstance(inner, ast.Attribute | ast.Subscript) else []
