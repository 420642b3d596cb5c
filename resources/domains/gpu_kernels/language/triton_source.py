"""TritonSource: a candidate's text, its syntax tree with character offsets, and what fault rules look for in it.

Edits are made on the text, so that its formatting stays. What counts as a fault stands in the sibling modules.
"""

import ast
import io
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from resources.domains.faults import Change
from resources.domains.gpu_kernels.language.python_names import PythonModule
from resources.domains.gpu_kernels.language.triton_interface import MEMBERS
from resources.domains.toolkit.python_syntax import parse_python
from resources.domains.toolkit.rules import Place

MAXIMUM_CHARACTERS = 200_000
MOST_CHECKED = 30_000
"""Walking more than this takes longer than a cheap check may."""
_LANGUAGE = "triton.language."
_LOOSE = (ast.BinOp, ast.Compare, ast.BoolOp, ast.IfExp, ast.Lambda, ast.UnaryOp)
_BINDING = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Attribute, ast.Subscript)


@dataclass(frozen=True)
class Launch:
    """`kernel[grid](…)`: the call, the kernel's name and the grid's elements (one where it is not a tuple)."""

    call: ast.Call
    kernel: str
    grid: tuple[ast.expr, ...]


@dataclass(frozen=True)
class PythonToken:
    """One token of Python's tokenizer with character offsets."""

    type: int
    text: str
    start: int
    end: int


def parse_triton(code: str) -> "TritonSource | None":
    """None where Python refuses the text, or it is too long to be searched."""
    if len(code) > MAXIMUM_CHARACTERS:
        return None
    try:
        return TritonSource(code, PythonModule(parse_python(code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@lru_cache(maxsize=64)
def read_triton(code: str) -> "TritonSource | None":
    """One parse for all that check a text; a tree takes some hundred kilobytes. None as `parse_triton` says, or for
    more than MOST_CHECKED characters."""
    return parse_triton(code) if len(code) <= MOST_CHECKED else None


class TritonSource:
    """One text that parses. Offsets are in characters."""

    def __init__(self, code: str, module: PythonModule) -> None:
        self.code = code
        self.module = module
        # As Python counts lines: form feeds and the separators of Unicode end none.
        self._lines = io.StringIO(code, newline="").readlines()
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def offset(self, line: int, column: int) -> int:
        """Of a 1-based line and a column in UTF-8 bytes, as the tree has them."""
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        inside = column if text.isascii() else len(text.encode()[:column].decode("utf-8", "ignore"))
        return self._starts[line - 1] + inside

    def start(self, node: ast.expr | ast.stmt | ast.arg | ast.keyword) -> int:
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.arg | ast.keyword) -> int:
        return self.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def text(self, node: ast.expr | ast.stmt | ast.arg | ast.keyword) -> str:
        return self.code[self.start(node) : self.end(node)]

    def replace(self, node: ast.expr | ast.stmt | ast.arg | ast.keyword, text: str) -> Change:
        return self.change(self.start(node), self.end(node), text)

    def change(self, start: int, end: int, text: str) -> Change:
        return Change(start, end, self.code[start:end], text)

    def place(self, node: ast.AST, *changes: Change) -> Place:
        return Place(changes, self.context(node))

    def context(self, node: ast.AST) -> str:
        """The construct around a node: "kernel softmax_kernel", "launch of softmax_kernel", "function softmax"."""
        above: ast.AST | None = node
        while above is not None:
            if isinstance(above, ast.Call) and isinstance(above.func, ast.Subscript):
                return f"launch of {ast.unparse(above.func.value)[:60]}"
            if isinstance(above, ast.FunctionDef):
                return f"{'kernel' if above in self.module.kernels else 'function'} {above.name}"
            above = self.module.parents.get(above)
        return "module"

    @cached_property
    def tokens(self) -> Sequence[PythonToken]:
        cut: list[PythonToken] = []
        try:
            for item in tokenize.generate_tokens(io.StringIO(self.code, newline="").readline):
                start = self._starts[item.start[0] - 1] + item.start[1]
                cut.append(PythonToken(item.type, item.string, start, start + len(item.string)))
        except (tokenize.TokenError, SyntaxError, IndexError):
            return ()
        return cut

    @cached_property
    def kernels(self) -> Sequence[ast.FunctionDef]:
        return self.module.kernels

    @cached_property
    def hosts(self) -> Sequence[ast.FunctionDef]:
        return [item for item in self.module.functions if item not in self.module.kernels]

    def in_kernels(self) -> Iterator[ast.AST]:
        """Every node inside kernels, in source order."""
        return iter(self._kernel_nodes)

    def in_hosts(self) -> Iterator[ast.AST]:
        """Every node of host functions, in source order."""
        return iter(self._host_nodes)

    @cached_property
    def _kernel_nodes(self) -> Sequence[ast.AST]:
        return self._ordered(node for node in self.module.nodes if node in self.module.in_kernels)

    @cached_property
    def _host_nodes(self) -> Sequence[ast.AST]:
        bodies = [statement for host in self.hosts for statement in host.body]
        seen = dict.fromkeys(node for body in bodies for node in ast.walk(body))
        return self._ordered(node for node in seen if node not in self.module.in_kernels)

    def _ordered(self, nodes: Iterator[ast.AST]) -> Sequence[ast.AST]:
        placed = [node for node in nodes if hasattr(node, "lineno")]
        return sorted(placed, key=lambda node: (node.lineno, node.col_offset))  # type: ignore[attr-defined]

    def language_calls(self, *names: str) -> Iterator[ast.Call]:
        """Calls of these functions of triton.language inside kernels."""
        wanted = {_LANGUAGE + name for name in names}
        for node in self.in_kernels():
            if isinstance(node, ast.Call) and self.module.dotted(node.func) in wanted:
                yield node

    def host_calls(self, *dotted: str) -> Iterator[ast.Call]:
        """Calls of these functions, by dotted name, in host functions."""
        for node in self.in_hosts():
            if isinstance(node, ast.Call) and self.module.dotted(node.func) in dotted:
                yield node

    def language_name(self, call: ast.Call) -> str:
        """`tl.dot(…)` → "dot"; "" for a call of anything else."""
        dotted = self.module.dotted(call.func)
        return dotted.removeprefix(_LANGUAGE) if dotted.startswith(_LANGUAGE) else ""

    def lacks_member(self, node: ast.Attribute) -> bool:
        """Whether this asks `triton.language` for what it does not offer."""
        return node.attr not in MEMBERS and self.module.dotted(node.value) == "triton.language"

    @cached_property
    def launches(self) -> Sequence[Launch]:
        calls = []
        for node in self.in_hosts():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript):
                grid = node.func.slice
                name = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
                if name in self.module.kernel_names:
                    calls.append(Launch(node, name, tuple(grid.elts) if isinstance(grid, ast.Tuple) else (grid,)))
        return calls

    def block_literals(self) -> Iterator[ast.Constant]:
        """Those of `literals_passed` that are powers of two."""
        for literal in self.literals_passed():
            size = int(self.text(literal), 0)
            if size > 1 and size & (size - 1) == 0:
                yield literal

    def literals_passed(self) -> Iterator[ast.Constant]:
        """Whole numbers in host functions that reach a launch as a compile-time constant.

        Written at the launch itself, or given to a name that a launch passes on by keyword.
        """
        passed = [item.value for launch in self.launches for item in launch.call.keywords if self._is_block(item)]
        names = {item.id for item in passed if isinstance(item, ast.Name)}
        literals = [item for item in passed if isinstance(item, ast.Constant)]
        for node in self.in_hosts():
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                literals += _assigned_constants(node.targets[0], node.value, names)
        return (literal for literal in literals if type(literal.value) is int)

    def _is_block(self, item: ast.keyword) -> bool:
        return bool(item.arg) and item.arg not in ("num_warps", "num_stages", "num_ctas")

    def kernel_of(self, node: ast.AST) -> ast.FunctionDef | None:
        above = self.module.parents.get(node)
        while above is not None and above not in self.module.kernels:
            above = self.module.parents.get(above)
        return above if isinstance(above, ast.FunctionDef) else None

    def is_address(self, node: ast.expr) -> bool:
        """Whether an expression looks like a part of an address: strides, block sizes, program numbers, lanes."""
        words = self.text(node).lower()
        return any(word in words for word in ("stride", "block", "pid", "program_id", "arange", "offset"))

    def keep(self, node: ast.expr, part: ast.expr) -> Change:
        """The change that leaves only `part` of an expression, in brackets where its new neighbours would tear it."""
        text = self.text(part)
        torn = isinstance(part, _LOOSE) and isinstance(self.module.parents.get(node), _BINDING)
        return self.replace(node, f"({text})" if torn and not self._in_brackets(node) else text)

    def _in_brackets(self, node: ast.expr) -> bool:
        before = self.code[: self.start(node)].rstrip()
        return before.endswith("(") and self.code[self.end(node) :].lstrip().startswith(")")

    def without_arguments(self, call: ast.Call, gone: Sequence[ast.expr | ast.keyword]) -> Sequence[Change]:
        """The changes that take arguments out, each with the comma that separates it; neighbours share one change."""
        places: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
        places.sort(key=self.start)
        spans = [self._argument_span(call, item) for item in places]
        changes: list[Change] = []
        index = 0
        while index < len(places):
            last = index
            while last < len(places) and places[last] in gone:
                last += 1
            if last > index and index:
                changes.append(self.change(spans[index - 1][1], spans[last - 1][1], ""))
            elif last > index:
                end = spans[last][0] if last < len(places) else spans[last - 1][1]
                changes.append(self.change(spans[0][0], end, ""))
            index = last + 1
        return changes

    def _argument_span(self, call: ast.Call, item: ast.expr | ast.keyword) -> tuple[int, int]:
        """Where an argument stands with the brackets around it, which are no part of the tree."""
        start, end = self.start(item), self.end(item)
        opening = self.code.index("(", self.end(call.func))
        while True:
            before = len(self.code[:start].rstrip()) - 1
            after = end + len(self.code[end:]) - len(self.code[end:].lstrip())
            if before <= opening or self.code[before] != "(" or self.code[after : after + 1] != ")":
                return start, end
            start, end = before, after + 1


def _assigned_constants(target: ast.expr, value: ast.expr, names: set[str]) -> list[ast.Constant]:
    """Constants that an assignment gives to one of `names`: `block = 64`, `rows, columns = 64, 32`."""
    pairs = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = list(zip(target.elts, value.elts, strict=True))
    return [
        given
        for name, given in pairs
        if isinstance(name, ast.Name) and name.id in names and isinstance(given, ast.Constant)
    ]


def keyword_named(call: ast.Call, name: str) -> ast.keyword | None:
    return next((item for item in call.keywords if item.arg == name), None)


def enclosed(text: str) -> str:
    """An expression's text in brackets unless it is a name, a number or already one bracketed or called thing."""
    simple = text.replace("_", "a").replace(".", "a").isalnum()
    return text if simple else f"({text})"


def joined(source: TritonSource, call: ast.Call, text: str) -> str:
    """Text for one more argument before the closing bracket of a call."""
    inside = source.code[source.start(call) : source.end(call) - 1].rstrip()
    return text if inside.endswith((",", "(")) else f", {text}"
