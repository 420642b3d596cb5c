"""CadSource: a script's text and its syntax tree with character offsets; the calls on Workplanes found in it.

The one parsed form: rejection, faults, cheap checks, static diagnostics and the simulator share it.
Nothing is executed.
"""

import ast
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from resources.domains.faults import Change
from resources.domains.toolkit.python_errors import compiled
from resources.domains.toolkit.rules import Place
from resources.execution.reader.apart import apart

MAXIMUM_CHARACTERS = 200_000
Node = ast.expr | ast.stmt | ast.keyword


def parse_script(code: str, longest: int = MAXIMUM_CHARACTERS) -> "CadSource | None":
    """None where Python refuses the text, or it is longer than its reader takes. One parse for all who ask."""
    return _parsed(code) if len(code) <= longest else None


@lru_cache(maxsize=32)
def _parsed(code: str) -> "CadSource | None":
    try:
        script = compiled(code.encode())
    except UnicodeEncodeError:
        return None
    return None if script.tree is None else CadSource(code, script.tree, script.nodes)


@apart
def result_line(code: str) -> int:
    """The 1-based line of the last statement that sets `result`; 0 where there is none."""
    source = parse_script(code)
    stores = (
        [node for node in source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        if source
        else []
    )
    return max((node.lineno for node in stores if node.id == "result"), default=0)


@dataclass(frozen=True)
class MethodCall:
    """`<owner>.<name>(…)`: the call, its name, and where the name begins and ends in the text."""

    call: ast.Call
    name: str
    start: int
    end: int


class CadSource:
    """One text that parses. `walked` are the tree's nodes as `ast.walk` goes; offsets are in characters."""

    def __init__(self, code: str, tree: ast.Module, walked: tuple[ast.AST, ...]) -> None:
        self.code, self.tree, self.walked = code, tree, walked
        # As Python counts lines: form feeds and the separators of Unicode end none.
        lines = io.StringIO(code, newline="").readlines()
        self._lines = lines
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line))

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node, those with a place in source order."""
        placed = [node for node in self.walked if hasattr(node, "lineno")]
        return tuple(sorted(placed, key=lambda node: (node.lineno, node.col_offset)))  # type: ignore[attr-defined]

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        return {child: node for node in self.walked for child in ast.iter_child_nodes(node)}

    def offset(self, line: int, column: int) -> int:
        """Of a 1-based line and a column in UTF-8 bytes, as the tree has them."""
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        inside = column if text.isascii() else len(text.encode()[:column].decode("utf-8", "ignore"))
        return self._starts[line - 1] + inside

    def start(self, node: Node) -> int:
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: Node) -> int:
        return self.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def text(self, node: Node) -> str:
        return self.code[self.start(node) : self.end(node)]

    def change(self, start: int, end: int, text: str) -> Change:
        return Change(start, end, self.code[start:end], text)

    def replace(self, node: Node, text: str) -> Change:
        return self.change(self.start(node), self.end(node), text)

    def place(self, node: ast.AST, *changes: Change) -> Place:
        return Place(changes, self.context(node))

    def context(self, node: ast.AST) -> str:
        """The construct around a node: "extrude()", "assignment of result", "function tooth", else "script"."""
        above: ast.AST | None = node
        while above is not None:
            if isinstance(above, ast.Call) and isinstance(above.func, ast.Attribute):
                return f"{above.func.attr}()"
            if isinstance(above, ast.Assign) and isinstance(above.targets[0], ast.Name):
                return f"assignment of {above.targets[0].id}"
            if isinstance(above, ast.FunctionDef):
                return f"function {above.name}"
            above = self.parents.get(above)
        return "script"

    @cached_property
    def calls(self) -> tuple[MethodCall, ...]:
        """Method calls in the order in which their names stand in the text."""
        calls = []
        for node in self.walked:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                end = self.end(node.func)
                calls.append(MethodCall(node, node.func.attr, end - len(node.func.attr), end))
        return tuple(sorted(calls, key=lambda item: item.start))

    def named(self, *names: str) -> Iterator[MethodCall]:
        """Calls of methods of these names."""
        return (item for item in self.calls if item.name in names)

    def removed(self, item: MethodCall) -> Change:
        """The method call taken out of its chain, with its dot and the white space before it."""
        dot = self.code.rfind(".", 0, item.start)
        return self.change(len(self.code[:dot].rstrip()), self.end(item.call), "")
