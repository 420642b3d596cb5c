"""A whole script followed: assignments, loops, branches and functions. See `tracing` for what that means."""

import ast
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from resources.domains.cad_modeling.report import Problem
from resources.domains.cad_modeling.source import CadSource, parse_script
from resources.domains.cad_modeling.tracing import Expressions
from resources.domains.cad_modeling.tracing_builtins import operated
from resources.domains.cad_modeling.tracing_calls import Step, module_member
from resources.domains.cad_modeling.tracing_places import unimportable
from resources.domains.cad_modeling.tracing_values import (
    UNKNOWN,
    Lost,
    Module,
    Part,
    Raises,
    Value,
    known,
    truth,
    type_name,
)
from resources.domains.cad_modeling.workplane_interface import MEMBERS

MOST_CHARACTERS = 60_000
MOST_OF_A_MESSAGE, MOST_CALLERS = 2000, 20
"""Of an exception, as the worker's report has them."""
NO_RESULT = Problem(kind="NoResult", line=0, call="", text="the script leaves nothing in `result`", path=())


@dataclass(frozen=True)
class Trace:
    """`raised`: the exception's class where the script certainly raises, else ""; `lost`: it was not followed to its
    end. `result` is what it leaves, if that is a part; `no_part`: it is known to be something else; `effects` are
    digests of parts whose value is dropped; `problem` is the exception as the worker reports it, None where there is
    none or its words are not known; `kind` is the type of a result that is no part."""

    steps: tuple[Step, ...]
    result: Part | None
    raised: str
    lost: bool
    effects: tuple[str, ...]
    no_part: bool
    problem: Problem | None
    kind: str


class _Left(Exception):
    """A loop or a function is left: break, continue or return, with a value."""


class Statements(Expressions):
    def __init__(self) -> None:
        super().__init__()
        self.effects: list[str] = []

    def run(self, body: Sequence[ast.stmt]) -> None:
        for node in body:
            self.steps += 1
            statement = getattr(self, f"_do_{type(node).__name__.lower()}", None)
            if statement is None:
                raise Lost
            try:
                statement(node)
            except Raises as raised:
                raised.at(node.lineno)
                raise

    def body(self, body: Any) -> Value:
        if isinstance(body, ast.expr):
            return self.value(body)
        try:
            self.run(body)
        except _Left as left:
            if left.args[0] != "return":
                raise Lost from left
            return left.args[1]
        return None

    def _do_expr(self, node: ast.Expr) -> None:
        value = self.value(node.value)
        if isinstance(value, Part):
            self.effects.append(value.digest)

    def _do_assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.bind(target, value)

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.bind(node.target, self.value(node.value))

    def _do_augassign(self, node: ast.AugAssign) -> None:
        if not isinstance(node.target, ast.Name):
            raise Lost
        before = self.value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
        self.bind(node.target, operated(type(node.op).__name__, before, self.value(node.value)))

    def _do_pass(self, _: ast.Pass) -> None:
        return

    def _do_assert(self, node: ast.Assert) -> None:
        if not truth(self.value(node.test)):
            # The message is put together from values that are not followed as text.
            raise Raises("AssertionError", None if node.msg else "")

    def _do_if(self, node: ast.If) -> None:
        self.run(node.body if truth(self.value(node.test)) else node.orelse)

    def _do_for(self, node: ast.For) -> None:
        for item in self.items(self.value(node.iter)):
            self.bind(node.target, item)
            if self._once(node.body):
                return
        self.run(node.orelse)

    def _do_while(self, node: ast.While) -> None:
        while truth(self.value(node.test)):
            if self._once(node.body):
                return
        self.run(node.orelse)

    def _once(self, body: Sequence[ast.stmt]) -> bool:
        """One pass of a loop; whether it is left for good."""
        try:
            self.run(body)
        except _Left as left:
            if left.args[0] == "return":
                raise
            return bool(left.args[0] == "break")
        return False

    def _do_break(self, _: ast.Break) -> None:
        raise _Left("break")

    def _do_continue(self, _: ast.Continue) -> None:
        raise _Left("continue")

    def _do_return(self, node: ast.Return) -> None:
        raise _Left("return", None if node.value is None else self.value(node.value))

    def _do_functiondef(self, node: ast.FunctionDef) -> None:
        own = self.function(node.args, node.body, node.name)
        self.bind(ast.Name(node.name, ast.Store()), UNKNOWN if node.decorator_list else own)

    def _do_classdef(self, node: ast.ClassDef) -> None:
        self.bind(ast.Name(node.name, ast.Store()), UNKNOWN)

    def _do_import(self, node: ast.Import) -> None:
        for item in node.names:
            self.scopes[-1][(item.asname or item.name).partition(".")[0]] = Module(item.name)

    def _do_importfrom(self, node: ast.ImportFrom) -> None:
        for item in _everything(node) or node.names:
            if node.module == "cadquery" and item.name not in MEMBERS:
                raise Raises("ImportError", unimportable(item.name, node.module))
            if node.module == "math" and not hasattr(math, item.name):
                raise Raises("AttributeError", unimportable(item.name, "math"), kind="ImportError")
            name = "math" if node.module == "math" else "cadquery"
            whole = Module(name)
            self.scopes[-1][item.asname or item.name] = self._attribute_of(whole, item.name)

    def _attribute_of(self, module: Module, name: str) -> Value:
        return UNKNOWN if name not in MEMBERS and module.name != "math" else module_member(module.name, name)


def _everything(node: ast.ImportFrom) -> list[ast.alias]:
    """What `*` brings. Raises Lost for a module whose names are not written down."""
    if node.names[0].name != "*":
        return []
    if node.module not in ("cadquery", "math"):
        raise Lost
    names = MEMBERS if node.module == "cadquery" else (name for name in vars(math) if not name.startswith("_"))
    return [ast.alias(name) for name in names]


@lru_cache(maxsize=64)
def script_source(code: str) -> CadSource | None:
    """One parse for all checks of a text. None as `parse_script` says, or for more than MOST_CHARACTERS."""
    return parse_script(code) if len(code) <= MOST_CHARACTERS else None


@lru_cache(maxsize=512)
def trace(code: str) -> Trace | None:
    """None for a text that does not parse, or is too long to be followed."""
    source = script_source(code)
    if source is None:
        return None
    script, raised, lost, problem = Statements(), "", False, None
    try:
        script.run(source.tree.body)
    except Raises as found:
        raised, problem = str(found.args[0]), _problem(found)
    except (Lost, _Left, RecursionError):
        lost = True
    names = script.scopes[0]
    result = names.get("result")
    if not raised and not lost and "result" not in names:
        raised, problem = "NoResult", NO_RESULT
    ended = not raised and not lost
    part = result if isinstance(result, Part) and ended else None
    no_part = ended and known(result) and part is None
    kind = type_name(result) if no_part else ""
    return Trace(tuple(script.calls), part, raised, lost, tuple(script.effects), no_part, problem, kind)


def _problem(raised: Raises) -> Problem | None:
    """As the worker describes an exception; None where its text is not known."""
    if raised.text is None or not raised.lines:
        return None
    *path, line = raised.lines
    text = raised.text.strip()[:MOST_OF_A_MESSAGE]
    return Problem(kind=raised.kind, line=line, call=raised.call, text=text, path=tuple(path[:MOST_CALLERS]))
