"""A whole script simulated: assignments, loops, branches and functions, and what it comes to.

Two scripts whose `result` has one digest make the same part: they differ at most in names, places of numbers, defaults
written out, and the like.
"""

import ast
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from resources.domains.cad_modeling.execution.reports import Problem
from resources.domains.cad_modeling.language.source import parse_script
from resources.domains.cad_modeling.language.workplane_interface import MEMBERS
from resources.domains.cad_modeling.prediction.simulator.expressions import Expressions
from resources.domains.cad_modeling.prediction.simulator.values import (
    UNKNOWN,
    Module,
    Part,
    Raises,
    Value,
    known,
    truth,
    type_name,
)
from resources.domains.cad_modeling.prediction.simulator.workplane_model import Step, WorkplaneModel, module_member
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct

MOST_CHARACTERS = 60_000
"""Parsing more than this takes longer than a cheap check may."""
MOST_OF_A_MESSAGE, MOST_CALLERS = 2000, 20
"""Of an exception, as the worker's report has them."""
NO_RESULT = Problem(kind="NoResult", line=0, call="", text="the script leaves nothing in `result`", path=())


@dataclass(frozen=True)
class Trace:
    """`steps` are the calls on parts. `raised` is the exception's class where the script certainly raises, else "";
    `halt` how it ended, `why` what was not modelled. `result` is what it leaves, if that is a part; `no_part`: it is
    known to be something else; `effects` are digests of parts whose value is dropped; `problem` is the exception as the
    worker reports it, None where there is none or its words are not known; `kind` is the type of a result that is no
    part."""

    steps: tuple[Step, ...]
    result: Part | None
    raised: str
    halt: HaltReason
    why: str
    effects: tuple[str, ...]
    no_part: bool
    problem: Problem | None
    kind: str

    @property
    def lost(self) -> bool:
        """It was not simulated to its end."""
        return not self.raised and self.halt is not HaltReason.RETURNED


class _Left(Exception):
    """A loop or a function is left: break, continue or return, with a value."""


class ScriptEvaluator:
    """Runs statements; what they compute is asked of `expressions`, which hand the bodies of functions back."""

    def __init__(self) -> None:
        self.workplanes = WorkplaneModel()
        self.expressions = Expressions(self.workplanes, self.body)
        self.effects: list[str] = []

    def run(self, body: Sequence[ast.stmt]) -> None:
        for node in body:
            # Counted here, checked by the next expression.
            self.expressions.budget.taken += 1
            statement = getattr(self, f"_do_{type(node).__name__.lower()}", None)
            if statement is None:
                raise UnsupportedConstruct(type(node).__name__.lower())
            try:
                statement(node)
            except Raises as raised:
                raised.at(node.lineno)
                raise

    def body(self, body: Any) -> Value:
        if isinstance(body, ast.expr):
            return self.expressions.value(body)
        try:
            self.run(body)
        except _Left as left:
            if left.args[0] != "return":
                raise UnsupportedConstruct("a loop left from a function") from left
            return left.args[1]
        return None

    def _do_expr(self, node: ast.Expr) -> None:
        value = self.expressions.value(node.value)
        if isinstance(value, Part):
            self.effects.append(value.digest)
            self._changed(value)

    def _changed(self, value: Part) -> None:
        """Assemblies and sketches are changed by their methods: what was called so is the new one now."""
        older: set[int] = set()
        root = ""
        walked: Part | None = value
        while walked is not None and walked.making is not None:
            older.add(id(walked))
            root, walked = walked.making.name, walked.making.owner
        if value.kind == "Assembly" or root == "Sketch":
            for scope in self.expressions.scopes:
                scope.update({name: value for name, own in scope.items() if id(own) in older})

    def _do_assign(self, node: ast.Assign) -> None:
        value = self.expressions.value(node.value)
        for target in node.targets:
            self.expressions.bind(target, value)

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.expressions.bind(node.target, self.expressions.value(node.value))

    def _do_augassign(self, node: ast.AugAssign) -> None:
        if not isinstance(node.target, ast.Name):
            raise UnsupportedConstruct("an assignment to no name")
        before = self.expressions.value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
        after = self.expressions.value(node.value)
        self.expressions.bind(node.target, self.expressions.operated(type(node.op).__name__, before, after))

    def _do_pass(self, _: ast.Pass) -> None:
        return

    def _do_assert(self, node: ast.Assert) -> None:
        if not truth(self.expressions.value(node.test)):
            # The message is put together from values that are not followed as text.
            raise Raises("AssertionError", None if node.msg else "")

    def _do_if(self, node: ast.If) -> None:
        self.run(node.body if truth(self.expressions.value(node.test)) else node.orelse)

    def _do_for(self, node: ast.For) -> None:
        for item in self.expressions.items(self.expressions.value(node.iter)):
            self.expressions.bind(node.target, item)
            if self._once(node.body):
                return
        self.run(node.orelse)

    def _do_while(self, node: ast.While) -> None:
        self.expressions.budget.loops += 1
        try:
            while truth(self.expressions.value(node.test)):
                if self._once(node.body):
                    return
            self.run(node.orelse)
        finally:
            self.expressions.budget.loops -= 1

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
        raise _Left("return", None if node.value is None else self.expressions.value(node.value))

    def _do_functiondef(self, node: ast.FunctionDef) -> None:
        own = self.expressions.function(node.args, node.body, node.name)
        self.expressions.bind(ast.Name(node.name, ast.Store()), UNKNOWN if node.decorator_list else own)

    def _do_classdef(self, node: ast.ClassDef) -> None:
        self.expressions.bind(ast.Name(node.name, ast.Store()), UNKNOWN)

    def _do_import(self, node: ast.Import) -> None:
        for item in node.names:
            self.expressions.scopes[-1][(item.asname or item.name).partition(".")[0]] = Module(item.name)

    def _do_importfrom(self, node: ast.ImportFrom) -> None:
        for item in _everything(node) or node.names:
            if node.module == "cadquery" and item.name not in MEMBERS:
                raise Raises("ImportError", unimportable(item.name, node.module))
            if node.module == "math" and not hasattr(math, item.name):
                raise Raises("AttributeError", unimportable(item.name, "math"), kind="ImportError")
            name = "math" if node.module == "math" else "cadquery"
            whole = Module(name)
            self.expressions.scopes[-1][item.asname or item.name] = self._attribute_of(whole, item.name)

    def _attribute_of(self, module: Module, name: str) -> Value:
        return UNKNOWN if name not in MEMBERS and module.name != "math" else module_member(module.name, name)


def _everything(node: ast.ImportFrom) -> list[ast.alias]:
    """What `*` brings. Only these modules' names are written down."""
    if node.names[0].name != "*":
        return []
    if node.module not in ("cadquery", "math"):
        raise UnsupportedConstruct(f"everything of {node.module}")
    names = MEMBERS if node.module == "cadquery" else (name for name in vars(math) if not name.startswith("_"))
    return [ast.alias(name) for name in names]


@lru_cache(maxsize=512)
def trace(code: str) -> Trace | None:
    """None for a text that does not parse, or is too long to be simulated."""
    source = parse_script(code, MOST_CHARACTERS)
    if source is None:
        return None
    script, raised, halt, why, problem = ScriptEvaluator(), "", HaltReason.RETURNED, "", None
    try:
        script.run(source.tree.body)
    except Raises as error:
        raised, halt, problem = error.why, error.reason, _problem(error)
    except ExecutionHalted as halted:
        halt, why = halted.reason, halted.why
    except (_Left, RecursionError) as error:
        halt, why = HaltReason.UNSUPPORTED, type(error).__name__
    names = script.expressions.scopes[0]
    result = names.get("result")
    if halt is HaltReason.RETURNED and "result" not in names:
        raised, halt, problem = "NoResult", HaltReason.RAISED, NO_RESULT
    ended = halt is HaltReason.RETURNED
    part = result if isinstance(result, Part) and ended else None
    no_part = ended and known(result) and part is None
    kind = type_name(result) if no_part else ""
    effects = tuple(script.effects)
    return Trace(tuple(script.workplanes.steps), part, raised, halt, why, effects, no_part, problem, kind)


def _problem(raised: Raises) -> Problem | None:
    """As the worker describes an exception; None where its text is not known."""
    if raised.text is None or not raised.lines:
        return None
    *path, line = raised.lines
    text = raised.text.strip()[:MOST_OF_A_MESSAGE]
    return Problem(kind=raised.kind, line=line, call=raised.call, text=text, path=tuple(path[:MOST_CALLERS]))


def unimportable(name: str, module: str) -> str | None:
    """What Python says of `from module import name`; None where the module is not installed here."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    return None if spec is None else f"cannot import name '{name}' from '{module}' ({spec.origin})"
