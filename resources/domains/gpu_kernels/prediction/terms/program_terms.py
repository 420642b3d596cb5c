"""A Triton program as terms: what each store, launch and return computes, with names and spellings taken out.

Values are numbered: a local name stands for the expression it was given, so that renamed variables, values named before
they are used, exchanged operands and the like leave no trace. Terms of one program are comparable with another's.
Nothing is run. Statements are here, expressions in `expression_terms`; what two programs differ in is `term_changes`.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.gpu_kernels.language.triton_source import TritonSource, read_triton
from resources.domains.gpu_kernels.prediction.terms.expression_terms import Expressions, Lost, Term


@dataclass(frozen=True)
class Program:
    """`effects`: for each function, what it does in order, as digests of terms; kernels are numbered, host functions
    named. `tuning`: the numbers of warps and stages, which change no value. `unset`: names that
    are read before they are set.
    """

    terms: dict[str, Term]
    effects: tuple[tuple[str, tuple[str, ...]], ...]
    tuning: tuple[str, ...]
    unset: int


@lru_cache(maxsize=512)
def program(code: str) -> Program | None:
    """None for what does not parse, is too long, or uses constructs that are not followed."""
    source = read_triton(code)
    if source is None:
        return None
    try:
        return _program(source)
    except (Lost, RecursionError):
        return None


def _program(source: TritonSource) -> Program:
    terms: dict[str, Term] = {}
    tuning: list[str] = []
    functions = [item for item in source.module.tree.body if isinstance(item, ast.FunctionDef)]
    kernels = {item.name: f"kernel {place}" for place, item in enumerate(source.kernels)}
    parameters = {item.name: [arg.arg for arg in item.args.args] for item in source.kernels}
    module = Statements(source.module, terms, kernels, parameters, tuning)
    module.run([item for item in source.module.tree.body if not isinstance(item, ast.FunctionDef)])
    by_function = [("module", tuple(module.effects))]
    unset = len(module.unset)
    for item in functions:
        inside = Statements(source.module, terms, kernels, parameters, tuning, dict(module.names))
        inside.function(item)
        by_function.append((kernels.get(item.name, item.name), tuple(inside.effects)))
        unset += len(inside.unset)
    return Program(terms, tuple(by_function), tuple(tuning), unset)


class Statements(Expressions):
    """Follows the statements of one function, or of the module."""

    def function(self, node: ast.FunctionDef) -> None:
        if node.args.vararg or node.args.kwarg or node.args.kwonlyargs:
            raise Lost
        for place, parameter in enumerate(node.args.args):
            own = self.names[parameter.arg] = self.term(f"parameter {place}")
            if parameter.annotation is not None and "constexpr" in ast.unparse(parameter.annotation):
                self.effect("constexpr", own)
        for place, value in enumerate(reversed(node.args.defaults)):
            self.effect(f"default {place}", self.value(value))
        for item in node.decorator_list:
            self.effect("decorator", self.value(item))
        self.run(node.body)

    def effect(self, kind: str, *children: str) -> None:
        self.effects.append(self.term(kind, *children, *self.around[-1:]))

    def run(self, body: Sequence[ast.stmt]) -> None:
        for node in body:
            handler = getattr(self, f"_do_{type(node).__name__.lower()}", None)
            if handler is None:
                raise Lost
            handler(node)

    def _do_import(self, _: ast.Import) -> None:
        return

    _do_importfrom = _do_pass = _do_import

    def _do_expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.effect("call", self.value(node.value))

    def _do_return(self, node: ast.Return) -> None:
        self.effect("return", *([] if node.value is None else [self.value(node.value)]))

    def _do_assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self._bind(target, value)

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._bind(node.target, self.value(node.value))

    def _do_augassign(self, node: ast.AugAssign) -> None:
        before = self.value(node.target)
        self._bind(node.target, self.operation(type(node.op).__name__, before, self.value(node.value)))

    def _bind(self, target: ast.expr, value: str) -> None:
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            known = self.terms[value]
            parts = known.children if known.name == "tuple" and len(known.children) == len(target.elts) else ()
            for place, item in enumerate(target.elts):
                self._bind(item, parts[place] if parts else self.term(f"item {place}", value))
        else:
            self.effect("set", self.value(target), value)

    def _do_if(self, node: ast.If) -> None:
        condition = self.value(node.test)
        before = dict(self.names)
        self._inside(self.term("if", condition), node.body)
        chosen, self.names = self.names, before
        before = dict(before)
        self._inside(self.term("else", condition), node.orelse)
        for name in sorted(chosen.keys() | self.names.keys()):
            one, other = chosen.get(name), self.names.get(name)
            if one != other:
                missing = self.term("unset")
                self.names[name] = self.term("either", condition, one or missing, other or missing)

    def _inside(self, around: str, body: Sequence[ast.stmt]) -> None:
        self.around.append(self.term("inside", around, *self.around[-1:]))
        self.run(body)
        self.around.pop()

    def _do_for(self, node: ast.For) -> None:
        if node.orelse:
            raise Lost
        over = self.value(node.iter)
        self.loops += 1
        self._bind(node.target, self.term(f"loop {self.loops}", over))
        self._loop(self.term("for", over), node.body, over)

    def _do_while(self, node: ast.While) -> None:
        if node.orelse:
            raise Lost
        self.loops += 1
        self._loop(self.term(f"while {self.loops}"), node.body, None, node.test)

    def _loop(self, around: str, body: Sequence[ast.stmt], over: str | None, test: ast.expr | None = None) -> None:
        """What a pass changes and the next one needs stands for itself inside; how it changes is an effect."""
        own = self.loops
        written = {
            item.id
            for part in body
            for item in ast.walk(part)
            if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)
        }
        carried = [name for name in self.names if name in written and name not in self._targets(body)]
        for place, name in enumerate(carried):
            self.names[name] = self.term(f"carried {own} {place}", self.names[name])
        heads = {name: self.names[name] for name in carried}
        if test is not None:
            self.effect("while", self.value(test))
        self._inside(around, body)
        for place, name in enumerate(carried):
            self.around.append(self.term("inside", around, *self.around[-1:]))
            self.effect("advance", heads[name], self.names[name])
            self.around.pop()
            self.names[name] = self.term(f"after {own} {place}", heads[name], self.names[name])

    def _targets(self, body: Sequence[ast.stmt]) -> frozenset[str]:
        """Loop variables inside, which carry nothing from one pass to the next."""
        return frozenset(
            item.target.id
            for part in body
            for item in ast.walk(part)
            if isinstance(item, ast.For) and isinstance(item.target, ast.Name)
        )

    def _do_assert(self, node: ast.Assert) -> None:
        self.effect("assert", self.value(node.test))

    def _do_raise(self, node: ast.Raise) -> None:
        self.effect("raise", *([] if node.exc is None else [self.value(node.exc)]))
