"""PythonForm: what a Python program computes, as hashes that its names, layout and usual spellings have no part in.

A value is the hash of how it is made, so that renaming a variable, naming a part of an expression or exchanging two
statements that do not touch each other changes nothing. Loops are walked twice: what a variable is in the second
round says how the first one changed it. What a function does is its effects in order: calls for their own sake, stores,
returns. The form tells programs apart; it proves nothing.
"""

import ast
from collections.abc import Iterable, Mapping, Sequence

from resources.domains.fingerprints import NO_FINGERPRINT, Fingerprint, digest
from resources.domains.toolkit.python_syntax import parse_python

MOST_CHARACTERS = 200_000
MOST_STEPS = 400_000
"""Of walking: nested loops double it."""
_MIRRORED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}
_OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.NotEq: ast.Eq,
    ast.IsNot: ast.Is,
    ast.NotIn: ast.In,
    ast.GtE: ast.Lt,
    ast.LtE: ast.Gt,
}
_SYMMETRIC = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)
_COMMUTES = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Scope = dict[str, str]


class TooLong(Exception):
    """Walking the program takes more steps than a form may cost."""


def python_fingerprint(code: str) -> Fingerprint:
    """Pure, and for a reader: raises nothing but what a death is."""
    if len(code) > MOST_CHARACTERS:
        return NO_FINGERPRINT
    try:
        form = PythonForm(parse_python(code))
        return Fingerprint((f"python:{form.of_module()}",), (), form.operations)
    except (SyntaxError, ValueError, RecursionError, TooLong):
        return NO_FINGERPRINT


class PythonForm:
    """Of one module. `operations` counts expressions that compute something."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._steps = 0
        self._definitions = {node.name: node for node in tree.body if isinstance(node, Definition)}
        self._forms: dict[str, str] = {}
        self._module: Scope = {}
        self._attributes: dict[str, str] = {}
        kinds = (ast.BinOp, ast.Call, ast.Compare, ast.Subscript, ast.BoolOp, ast.UnaryOp)
        self.operations = sum(isinstance(node, kinds) for node in ast.walk(tree))

    def of_module(self) -> str:
        """Definitions in any order, and what running the module does."""
        rest = [node for node in self._tree.body if not isinstance(node, Definition)]
        effects = self._body(rest, self._module)
        values = sorted(value for name, value in self._module.items() if not value.startswith("import"))
        return digest(sorted(self._definition(name) for name in self._definitions), effects, values)

    def _definition(self, name: str) -> str:
        """A function that calls itself knows itself by a word."""
        if name not in self._forms:
            self._forms[name] = "itself"
            node = self._definitions[name]
            self._forms[name] = self._class(node) if isinstance(node, ast.ClassDef) else self._function(node, {})
        return self._forms[name]

    def _class(self, node: ast.ClassDef) -> str:
        """`self`'s attributes are known by what `__init__` makes of them; methods called otherwise by their names."""
        methods = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
        outer, self._attributes = self._attributes, {}
        own: Scope = {}
        started = self._function(methods["__init__"], own) if "__init__" in methods else ""
        self._attributes = {key: value for key, value in own.items() if key.startswith("self.")}
        others = sorted(
            digest(name if name in ("forward", "__call__") else "method", self._function(item, {}))
            for name, item in methods.items()
            if name != "__init__"
        )
        self._attributes = outer
        rest = [item for item in node.body if not isinstance(item, ast.FunctionDef)]
        bases = [self._value(base, {}) for base in node.bases]
        return digest("class", bases, started, others, self._body(rest, {}))

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> str:
        arguments = node.args
        places = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        own = {arg.arg: digest("parameter", place) for place, arg in enumerate(places)}
        own |= {arg.arg: digest("rest", place) for place, arg in enumerate((arguments.vararg, arguments.kwarg)) if arg}
        if self_name := places[0].arg if places and places[0].arg == "self" else "":
            own[self_name] = "self"
        defaults = [self._value(item, {}) for item in (*arguments.defaults, *arguments.kw_defaults) if item]
        decorators = [self._value(item, {}) for item in node.decorator_list]
        constant = [
            place for place, arg in enumerate(places) if arg.annotation and "constexpr" in ast.dump(arg.annotation)
        ]
        scope |= self._attributes | own
        return digest("def", len(places), constant, defaults, decorators, self._body(node.body, scope))

    def _body(self, body: Sequence[ast.stmt], scope: Scope) -> list[str]:
        return [effect for statement in body for effect in self._statement(statement, scope)]

    def _statement(self, node: ast.stmt, scope: Scope) -> Iterable[str]:
        """Its effects, in order; what it binds goes into `scope`."""
        self._step()
        match node:
            case ast.Import() | ast.ImportFrom():
                self._import(node, scope)
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr():
                yield digest("do", self._value(node.value, scope))
            case ast.Assign():
                value = self._value(node.value, scope)
                for target in node.targets:
                    yield from self._bind(target, value, node.value, scope)
            case ast.AnnAssign() if node.value is not None:
                yield from self._bind(node.target, self._value(node.value, scope), node.value, scope)
            case ast.AugAssign():
                value = self._operation(node.op, self._value(node.target, scope), self._value(node.value, scope))
                yield from self._bind(node.target, value, None, scope)
            case ast.Return():
                yield digest("return", self._value(node.value, scope) if node.value else "None")
            case ast.If():
                yield from self._branch(node, scope)
            case ast.For() | ast.AsyncFor() | ast.While():
                yield from self._loop(node, scope)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    value = self._value(item.context_expr, scope)
                    yield digest("with", value)
                    if item.optional_vars is not None:
                        yield from self._bind(item.optional_vars, digest("entered", value), None, scope)
                yield from self._body(node.body, scope)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                scope[node.name] = self._function(node, dict(scope))
            case _:
                yield digest(type(node).__name__, *self._parts(node, scope))

    def _import(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        for alias in node.names:
            if isinstance(node, ast.ImportFrom):
                scope[alias.asname or alias.name] = f"import {node.module}.{alias.name}"
            else:
                scope[alias.asname or alias.name.split(".")[0]] = (
                    f"import {alias.name if alias.asname else alias.name.split('.')[0]}"
                )

    def _bind(self, target: ast.expr, value: str, source: ast.expr | None, scope: Scope) -> Iterable[str]:
        match target:
            case ast.Name():
                scope[target.id] = value
            case ast.Attribute(value=ast.Name(id="self")):
                scope[f"self.{target.attr}"] = value
            case ast.Tuple() | ast.List():
                parts = source.elts if isinstance(source, ast.Tuple | ast.List) else ()
                known = [self._value(part, scope) for part in parts]
                for place, item in enumerate(target.elts):
                    own = known[place] if len(known) == len(target.elts) else digest("item", value, place)
                    yield from self._bind(item, own, None, scope)
            case ast.Starred():
                yield from self._bind(target.value, value, None, scope)
            case _:
                yield digest("store", self._value(target, scope), value)

    def _branch(self, node: ast.If, scope: Scope) -> Iterable[str]:
        test, negated = self._test(node.test, scope)
        first, second = dict(scope), dict(scope)
        effects = [self._body(node.body, first), self._body(node.orelse, second)]
        if negated:
            first, second, effects = second, first, effects[::-1]
        if any(effects):
            yield digest("if", test, effects)
        for name in sorted(first.keys() | second.keys()):
            one, other = first.get(name, ""), second.get(name, "")
            scope[name] = one if one == other else digest("either", test, one, other)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, scope: Scope) -> Iterable[str]:
        over = "while" if isinstance(node, ast.While) else digest("for", self._value(node.iter, scope))
        before, changed = dict(scope), _bound(node)
        for name in changed & before.keys():
            scope[name] = digest("in loop", over, before[name])
        self._round(node, over, dict(scope))
        after = dict(scope)
        self._round(node, over, after)
        for name in changed & before.keys():
            scope[name] = digest("in loop", over, before[name], after.get(name, ""))
        last = dict(scope)
        yield digest("loop", over, self._round(node, over, last))
        for name in changed & last.keys():
            scope[name] = digest("behind loop", over, last[name])
        yield from self._body(node.orelse, scope)

    def _round(self, node: ast.For | ast.AsyncFor | ast.While, over: str, scope: Scope) -> list[str]:
        if isinstance(node, ast.While):
            return [digest(self._test(node.test, scope)), *self._body(node.body, scope)]
        return [*self._bind(node.target, digest("element", over), None, scope), *self._body(node.body, scope)]

    def _test(self, node: ast.expr, scope: Scope) -> tuple[str, bool]:
        """A condition, and whether its opposite is meant."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            test, negated = self._test(node.operand, scope)
            return test, not negated
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OPPOSITE:
            opposite = ast.Compare(node.left, [_OPPOSITE[type(node.ops[0])]()], node.comparators)
            return self._value(opposite, scope), True
        return self._value(node, scope), False

    def _value(self, node: ast.expr, scope: Scope) -> str:
        self._step()
        match node:
            case ast.Name():
                return self._name(node.id, scope)
            case ast.Constant():
                return digest("constant", _plain(node.value))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return digest("constant", _plain(-number))
            case ast.Attribute(value=ast.Name(id="self")) if f"self.{node.attr}" in scope:
                return scope[f"self.{node.attr}"]
            case ast.Attribute():
                owner = self._value(node.value, scope)
                return f"{owner}.{node.attr}" if owner.startswith("import ") else digest("of", owner, node.attr)
            case ast.BinOp():
                return self._operation(node.op, self._value(node.left, scope), self._value(node.right, scope))
            case ast.Compare() if len(node.ops) == 1:
                return self._comparison(node, scope)
            case ast.UnaryOp(op=ast.Not()):
                return digest("test", *self._test(node, scope))
            case ast.BoolOp():
                return digest(type(node.op).__name__, [self._value(item, scope) for item in node.values])
            case ast.IfExp():
                test, negated = self._test(node.test, scope)
                one, other = self._value(node.body, scope), self._value(node.orelse, scope)
                one, other = (other, one) if negated else (one, other)
                return one if one == other else digest("either", test, one, other)
            case ast.Call():
                return self._call(node, scope)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._comprehension(node, scope)
            case ast.Lambda():
                own = {arg.arg: digest("lambda parameter", place) for place, arg in enumerate(node.args.args)}
                return digest("lambda", len(own), self._value(node.body, scope | own))
            case ast.NamedExpr():
                scope[node.target.id] = self._value(node.value, scope)
                return scope[node.target.id]
            case _:
                return digest(type(node).__name__, *self._parts(node, scope))

    def _name(self, name: str, scope: Scope) -> str:
        if name in scope:
            return scope[name]
        if name in self._module:
            return self._module[name]
        return self._definition(name) if name in self._definitions else f"name {name}"

    def _operation(self, operator: ast.operator, one: str, other: str) -> str:
        kept = sorted((one, other)) if isinstance(operator, _COMMUTES) else [one, other]
        return digest(type(operator).__name__, *kept)

    def _comparison(self, node: ast.Compare, scope: Scope) -> str:
        operator = type(node.ops[0])
        sides = [self._value(node.left, scope), self._value(node.comparators[0], scope)]
        if operator in _MIRRORED:
            operator, sides = _MIRRORED[operator], sides[::-1]
        return digest(operator.__name__, *(sorted(sides) if issubclass(operator, _SYMMETRIC) else sides))

    def _call(self, node: ast.Call, scope: Scope) -> str:
        """A function of the module's own knows its named arguments by their places."""
        places = self._places(node.func)
        named = sorted(
            (repr(places.get(word.arg or "", word.arg)), self._value(word.value, scope)) for word in node.keywords
        )
        given = [(repr(place), self._value(item, scope)) for place, item in enumerate(node.args)]
        return digest("call", self._value(node.func, scope), sorted((*given, *named)) if places else (given, named))

    def _places(self, called: ast.expr) -> Mapping[str, int]:
        """`f(…)` and `f[grid](…)`."""
        owner = called.value if isinstance(called, ast.Subscript) else called
        node = self._definitions.get(owner.id) if isinstance(owner, ast.Name) else None
        if node is None or isinstance(node, ast.ClassDef):
            return {}
        return {
            arg.arg: place for place, arg in enumerate((*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs))
        }

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, scope: Scope) -> str:
        own, over = dict(scope), []
        for generator in node.generators:
            source = self._value(generator.iter, own)
            list(self._bind(generator.target, digest("element", source), None, own))
            over += [source, *(self._value(test, own) for test in generator.ifs)]
        made = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        return digest(type(node).__name__, over, [self._value(item, own) for item in made])

    def _parts(self, node: ast.AST, scope: Scope) -> Iterable[object]:
        for _, field in ast.iter_fields(node):
            for item in field if isinstance(field, list) else [field]:
                if isinstance(item, ast.expr):
                    yield self._value(item, scope)
                elif isinstance(item, ast.stmt):
                    yield list(self._statement(item, scope))
                elif isinstance(item, ast.AST):
                    yield [type(item).__name__, *self._parts(item, scope)]

    def _step(self) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise TooLong


def _plain(value: object) -> str:
    """1 and 1.0 are one number; True is none."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return repr(float(value)) if abs(value) < 1 << 53 else repr(value)
    return repr(value)


def _bound(node: ast.stmt) -> frozenset[str]:
    """Names that a loop binds anywhere in it."""
    names = {item.id for item in ast.walk(node) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)}
    attributes = {
        f"self.{item.attr}"
        for item in ast.walk(node)
        if isinstance(item, ast.Attribute) and isinstance(item.ctx, ast.Store)
    }
    return frozenset(names | attributes)
