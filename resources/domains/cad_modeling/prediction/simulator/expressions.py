"""The expressions of a script: numbers are computed, parts stand for how they were made.

Nothing of the script is executed. Statements are `script`, calls on parts `workplane_model`. Kernels' interpreter is
another: there a value is computed or the run ends; here what is unknown goes on, as the text that it came from.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from resources.domains.cad_modeling.prediction.simulator import builtin_functions as known_functions
from resources.domains.cad_modeling.prediction.simulator.values import (
    UNKNOWN,
    Function,
    Making,
    Method,
    Module,
    Part,
    Raises,
    Template,
    Unknown,
    Value,
    frozen,
    known,
    made,
    truth,
    type_name,
)
from resources.domains.cad_modeling.prediction.simulator.workplane_model import (
    Parameters,
    WorkplaneModel,
    bound,
    module_member,
)
from resources.domains.toolkit.simulation.halting import Budget, UnsupportedConstruct

_OF_WORKPLANES = {"Add": "union", "BitOr": "union", "Sub": "cut", "Mult": "intersect", "BitAnd": "intersect"}
_OF_SHAPES = {"Add": "fuse", "BitOr": "fuse", "Sub": "cut", "Mult": "intersect", "BitAnd": "intersect"}
_ASKED_AT_PLACES = ("eachpoint", "each", "cutEach")
MOST_STEPS = 20_000
"""Nodes evaluated; about 2 µs each. The longest built-in script takes 2,600."""
MOST_DEPTH = 100


class Expressions:
    """Evaluates expressions in the names of `scopes`, the innermost last. Calls on parts go to `workplanes`; `run_body`
    runs the body of a function of the script, which is made of statements."""

    def __init__(self, workplanes: WorkplaneModel, run_body: Callable[[Any], Value]) -> None:
        self.workplanes, self._run_body = workplanes, run_body
        self.scopes: list[dict[str, Value]] = [{"__name__": "__main__"}]
        self.budget = Budget(MOST_STEPS)

    def value(self, node: ast.expr | None) -> Value:
        """Raises Raises where the script does, and ExecutionHalted."""
        self.budget.take()
        evaluate: Callable[[Any], Value] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        try:
            value = UNKNOWN if evaluate is None else evaluate(node)
        except Raises as raised:
            raised.at(line_of(node))
            raise
        return self._named_unknown(node) if isinstance(value, Unknown) and not value.key else value

    def _named_unknown(self, node: ast.expr | None) -> Unknown:
        """What an unknown value is computed from: its text, and the values of the names in it."""
        text = "" if node is None else ast.unparse(node)
        if len(text) > 1000:
            raise UnsupportedConstruct("a long expression")
        names = sorted({item.id for item in ast.walk(node) if isinstance(item, ast.Name)} if node else ())
        values = [
            frozen(scope[name]) for name in names for scope in self.scopes[-1:] + self.scopes[:1] if name in scope
        ]
        return Unknown(f"{text} {values}"[:2000])

    def _constant(self, node: ast.Constant) -> Value:
        return node.value if isinstance(node.value, int | float | str | None) else UNKNOWN

    def _joinedstr(self, node: ast.JoinedStr) -> Value:
        parts = [item.value if isinstance(item, ast.FormattedValue) else item for item in node.values]
        return f"formatted {frozen(self.several(parts))}"

    def _name(self, node: ast.Name) -> Value:
        for scope in reversed(self.scopes):
            if node.id in scope:
                return scope[node.id]
        if node.id not in known_functions.BUILTINS:
            raise Raises("NameError", f"name '{node.id}' is not defined")
        return Method(None, node.id)

    def _tuple(self, node: ast.Tuple) -> Value:
        return tuple(self.several(node.elts))

    def _list(self, node: ast.List) -> Value:
        return self.several(node.elts)

    def several(self, nodes: Sequence[ast.expr]) -> list[Value]:
        values: list[Value] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                values += self.items(self.value(node.value))
            else:
                values.append(self.value(node))
        return values

    def items(self, value: Value) -> list[Value]:
        if isinstance(value, list | tuple | str):
            return list(value)
        if isinstance(value, dict):
            return list(value)
        if known(value) and not isinstance(value, Part | Module):
            raise Raises("TypeError", f"'{type_name(value)}' object is not iterable")
        raise UnsupportedConstruct("a loop over what is not computed")

    def _dict(self, node: ast.Dict) -> Value:
        keys = [self.value(key) for key in node.keys if key is not None]
        if len(keys) != len(node.keys) or not all(isinstance(key, str | int | float) for key in keys):
            return UNKNOWN
        return dict(zip(keys, map(self.value, node.values), strict=True))

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return not truth(value)
        if not known(value) or isinstance(value, Part) or isinstance(node.op, ast.Invert):
            return UNKNOWN
        return known_functions.guarded(lambda: -value if isinstance(node.op, ast.USub) else +value)

    def _binop(self, node: ast.BinOp) -> Value:
        return self.operated(type(node.op).__name__, self.value(node.left), self.value(node.right))

    def operated(self, sign: str, left: Value, right: Value) -> Value:
        """A binary operator, by its node's name; of parts it is a method."""
        if isinstance(left, Part) and isinstance(right, Part) and sign in _OF_WORKPLANES:
            name = _OF_WORKPLANES[sign] if left.kind == "Workplane" else _OF_SHAPES[sign]
            return self.workplanes.called(left, name, [right], {})
        return known_functions.operated(sign, left, right)

    def _boolop(self, node: ast.BoolOp) -> Value:
        value: Value = None
        for item in node.values:
            value = self.value(item)
            if truth(value) == isinstance(node.op, ast.Or):
                return value
        return value

    def _compare(self, node: ast.Compare) -> Value:
        left, holds = self.value(node.left), True
        for sign, item in zip(node.ops, node.comparators, strict=True):
            right = self.value(item)
            if isinstance(sign, ast.Is | ast.IsNot) and right is None and not isinstance(left, Unknown):
                holds, left = holds and (left is None) == isinstance(sign, ast.Is), right
                continue
            answer = known_functions.operated(type(sign).__name__, left, right)
            if not known(answer):
                return UNKNOWN
            holds, left = holds and bool(answer), right
        return holds

    def _ifexp(self, node: ast.IfExp) -> Value:
        return self.value(node.body if truth(self.value(node.test)) else node.orelse)

    def _subscript(self, node: ast.Subscript) -> Value:
        owner, index = self.value(node.value), self.value(node.slice)
        if isinstance(owner, Part) and isinstance(index, int):
            return self.workplanes.called(owner, "__getitem__", [index], {})
        if isinstance(owner, list | tuple | dict | str) and isinstance(index, int | str):
            sequence: Any = owner
            return known_functions.guarded(lambda: sequence[index])
        return UNKNOWN

    def _slice(self, node: ast.Slice) -> Value:
        return UNKNOWN

    def _lambda(self, node: ast.Lambda) -> Value:
        return self.function(node.args, node.body, "<lambda>")

    def function(self, arguments: ast.arguments, body: Any, name: str) -> Value:
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            return UNKNOWN
        names = tuple(item.arg for item in [*arguments.posonlyargs, *arguments.args])
        title = name if len(self.scopes) == 1 else ""
        return Function(names, tuple(map(self.value, arguments.defaults)), body, self.scopes[-1], title)

    def _listcomp(self, node: ast.ListComp) -> Value:
        items: list[Value] = []
        first = self.items(self.value(node.generators[0].iter))
        self.scopes.append({})
        try:
            self._comprehended(node.elt, first, node.generators, items)
        except Raises as raised:
            raised.leaves()
            raise
        self.scopes.pop()
        return items

    _generatorexp = _listcomp

    def _comprehended(
        self, item: ast.expr, values: Sequence[Value], generators: Sequence[ast.comprehension], items: list[Value]
    ) -> None:
        """`values` are what the first of the generators goes through."""
        own, *rest = generators
        for value in values:
            self.bind(own.target, value)
            if not all(truth(self.value(test)) for test in own.ifs):
                continue
            if rest:
                self._comprehended(item, self.items(self.value(rest[0].iter)), rest, items)
            else:
                items.append(self.value(item))

    def bind(self, target: ast.expr, value: Value) -> None:
        """Sets a name, or the names of a tuple; no other target is modelled."""
        if isinstance(target, ast.Name):
            self.scopes[-1][target.id] = value
        elif isinstance(target, ast.Tuple | ast.List) and not any(isinstance(i, ast.Starred) for i in target.elts):
            values = self.items(value)
            if len(values) != len(target.elts):
                raise Raises("ValueError", _misfit(len(values), len(target.elts)))
            for item, one in zip(target.elts, values, strict=True):
                self.bind(item, one)
        else:
            raise UnsupportedConstruct("an assignment to no name")

    def _attribute(self, node: ast.Attribute) -> Value:
        owner = self.value(node.value)
        if isinstance(owner, Module):
            return module_member(owner.name, node.attr)
        if isinstance(owner, Part):
            return self.workplanes.member(owner, node.attr)
        if isinstance(owner, list):
            return Method(owner, node.attr)
        if isinstance(owner, Method) and isinstance(owner.owner, Module):
            return Method(made("object", owner.name, "", (), making=Making(owner.name, None, {})), node.attr)
        if known(owner) and not hasattr(owner, node.attr):
            raise Raises("AttributeError", f"'{type_name(owner)}' object has no attribute '{node.attr}'")
        return UNKNOWN

    def _call(self, node: ast.Call) -> Value:
        function = self.value(node.func)
        given = self.several(node.args)
        named: dict[str, Value] = {}
        for item in node.keywords:
            if item.arg is None:
                raise UnsupportedConstruct("arguments from a dict")
            named[item.arg] = self.value(item.value)
        return self.called(function, given, named)

    def called(self, function: Value, given: list[Value], named: Mapping[str, Value]) -> Value:
        if isinstance(function, Function):
            return self.own(function, given, named)
        if not isinstance(function, Method):
            if known(function) and not isinstance(function, Part):
                raise Raises("TypeError", f"'{type_name(function)}' object is not callable")
            return UNKNOWN
        owner, name = function.owner, function.name
        if isinstance(owner, Part):
            if name in _ASKED_AT_PLACES:
                given = [self._followed(value) for value in given]
                named = {key: self._followed(value) for key, value in named.items()}
            return self.workplanes.called(owner, name, given, named)
        if isinstance(owner, Module):
            if owner.name == "math":
                return known_functions.math_called(name, given)
            return self.workplanes.new(name, given, named)
        if named:
            return UNKNOWN
        return known_functions.called(name, given) if owner is None else known_functions.list_called(owner, name, given)

    def _followed(self, value: Value) -> Value:
        """A function of the script as what it returns for a place."""
        if not isinstance(value, Function):
            return value
        place = made("object", f"place {len(self.scopes)}", "", ())
        return Template(place, self.own(value, [place], {}))

    def own(self, function: Function, given: list[Value], named: Mapping[str, Value]) -> Value:
        """A call of the script's own function."""
        scope = bound(Parameters(function.title, function.names, function.defaults), given, named)
        if len(self.scopes) > MOST_DEPTH:
            raise UnsupportedConstruct("deep calls")
        before = self.scopes
        self.scopes = [before[0], *([dict(function.around)] if function.around is not before[0] else []), scope]
        try:
            value = self._run_body(function.body)
        except Raises as raised:
            raised.leaves()
            raise
        self.scopes = before
        return value


def _misfit(values: int, names: int) -> str:
    """What Python says where a list of values does not fit the names it is unpacked to."""
    if values > names:
        return f"too many values to unpack (expected {names})"
    return f"not enough values to unpack (expected {names}, got {values})"


def line_of(node: ast.expr | None) -> int:
    """The line of what an expression does last: of an attribute, and of a plain call of one, the attribute's own."""
    if isinstance(node, ast.Attribute):
        return node.end_lineno or node.lineno
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _plain(node):
        return node.func.end_lineno or node.lineno
    return 0 if node is None else node.lineno


def _plain(call: ast.Call) -> bool:
    """Compiled as a call of a method: nothing is unpacked into its arguments."""
    return not any(isinstance(item, ast.Starred) for item in call.args) and all(item.arg for item in call.keywords)
