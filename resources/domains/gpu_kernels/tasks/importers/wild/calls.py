"""What a file's own tests say of a launcher: with which inputs it is called, and which torch it is held to.

A test is a function that calls it, or the file's top level; what is read are straight lines of it. Where a test's
torch needs nothing but the launcher's arguments, it is the oracle, so that certification holds the original to it.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from resources.domains.gpu_kernels.tasks.importers.wild.cut import CannotCut, Launcher, kernels_of
from resources.domains.toolkit.python_statements import Statement, called, names_in, needed, statements_of

_MOST_ROWS, _MOST_TURNS = 3, 1 << 32
_COMPARING = frozenset("allclose assert_close assert_allclose assert_almost_equal equal assert_equal isclose".split())
_IMPORTS = ast.Import | ast.ImportFrom
_DEFINED = ast.FunctionDef | ast.ClassDef | _IMPORTS
_RANDOM = re.compile(r"\b(?:rand\w*|normal|bernoulli|multinomial|manual_seed)\b")
_MISSING = "nothing says what it is given: no test of its file calls it"


@dataclass(frozen=True)
class Tried:
    """`test` is a program of test functions and their runs, `calls` what they do; `torch` says in torch what the
    launcher computes ("" where nothing does), `oracle` the same under the launcher's name ("" where its arguments are
    not enough)."""

    test: str
    calls: str
    torch: str
    oracle: str


@dataclass(frozen=True)
class _Scope:
    """A test: its statements, and for each of its runs the names that are set beforehand, as texts."""

    name: str
    statements: tuple[Statement, ...]
    runs: tuple[Mapping[str, str], ...]


@dataclass(frozen=True)
class _Call:
    """Where a scope calls the launcher: the statement's place, and the name of its result ("" where it has none)."""

    place: int
    call: ast.Call
    result: str


def tried(launcher: Launcher, statements: Sequence[Statement], text: str) -> Tried:
    """From the first test that can be read, one with torch before others. Raises CannotCut with the reason."""
    reasons: list[str] = []
    found: list[Tried] = []
    for scope in _scopes(launcher, statements, text):
        try:
            found.append(_tried(launcher, statements, scope))
        except CannotCut as error:
            reasons.append(str(error))
    if not found:
        raise CannotCut(reasons[0] if reasons else _MISSING)
    return max(found, key=lambda one: (bool(one.oracle), bool(one.torch)))


def _scopes(launcher: Launcher, statements: Sequence[Statement], text: str) -> Iterator[_Scope]:
    own = set(map(id, launcher.kept))
    modules = frozenset(name for item in statements if isinstance(item.node, _IMPORTS) for name in item.binds)
    top = [item for item in statements if not isinstance(item.node, ast.FunctionDef | ast.ClassDef | ast.Import)]
    for item in statements:
        node = item.node
        if isinstance(node, ast.FunctionDef) and id(item) not in own and launcher.name in item.uses:
            inner = statements_of(ast.Module(node.body, []), text, modules)
            yield _unrolled(launcher, _Scope(node.name, inner, _runs(node, top)), text, modules)
    if any(launcher.name in item.uses for item in top):
        yield _unrolled(launcher, _Scope("", tuple(top), ({},)), text, modules)


def _unrolled(launcher: Launcher, scope: _Scope, text: str, modules: frozenset[str]) -> _Scope:
    """A test that calls the launcher in a loop over values that are written out: as its body, for the first value, one
    in the middle and the last."""
    for place, item in enumerate(scope.statements):
        loop = item.node
        if launcher.name in item.uses:
            rows = _turns(loop) if isinstance(loop, ast.For) else []
            if isinstance(loop, ast.For) and rows:
                body = statements_of(ast.Module(loop.body, []), text, modules)
                runs = [{**run, **row} for run in scope.runs for row in _some(rows)]
                return _Scope(scope.name, (*scope.statements[:place], *body), tuple(runs[:_MOST_ROWS]))
            break
    return scope


def _turns(loop: ast.For) -> list[dict[str, str]]:
    """What a loop's names are in each of its turns; empty where that is not written out."""
    values: list[ast.expr] = list(loop.iter.elts) if isinstance(loop.iter, ast.List | ast.Tuple) else []
    if isinstance(loop.iter, ast.Call) and called(loop.iter) == "range":
        bounds = [one.value for one in loop.iter.args if isinstance(one, ast.Constant) and isinstance(one.value, int)]
        is_plain = len(bounds) == len(loop.iter.args) and all(abs(one) < _MOST_TURNS for one in bounds)
        if is_plain and 0 < len(bounds) < 4 and (len(bounds) < 3 or bounds[2]):
            turns = range(*bounds)
            values = [ast.Constant(turns[place]) for place in sorted({0, len(turns) // 2, len(turns) - 1}) if turns]
    return [row for value in values if (row := _row(ast.unparse(loop.target), value))]


def _row(names: str, value: ast.expr) -> dict[str, str]:
    keys = [name.strip() for name in names.strip("()").split(",")]
    parts = value.elts if len(keys) > 1 and isinstance(value, ast.Tuple | ast.List) else [value]
    return dict(zip(keys, map(ast.unparse, parts), strict=True)) if len(parts) == len(keys) else {}


def _some(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    return [rows[place] for place in sorted({0, len(rows) // 2, len(rows) - 1})] if rows else []


def _runs(node: ast.FunctionDef, top: Sequence[Statement]) -> tuple[Mapping[str, str], ...]:
    """What pytest's marks, defaults, and calls at the file's top give a test's arguments. Empty where something is not
    given."""
    arguments = node.args
    plain = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    defaults = zip(plain[len(plain) - len(arguments.defaults) :], arguments.defaults, strict=True)
    given = {name: ast.unparse(value) for name, value in defaults}
    runs: list[dict[str, str]] = [given]
    for mark in node.decorator_list:
        runs = [run | row for run in runs[:_MOST_ROWS] for row in _some(_rows(mark)) or [{}]]
    calls = [call for item in top for call in _called_alone(item.node, node.name)]
    by_call = [
        dict(zip(plain, map(ast.unparse, call.args), strict=False))
        | {one.arg: ast.unparse(one.value) for one in call.keywords if one.arg}
        for call in calls
    ]
    runs = [*runs, *(given | row for row in by_call if row)]
    return tuple(run for run in runs if all(name in run for name in plain))[:_MOST_ROWS]


def _called_alone(node: ast.stmt, name: str) -> Iterator[ast.Call]:
    """A call of a test that stands for itself, with values that are written out."""
    call = node.value if isinstance(node, ast.Expr | ast.Assign) else None
    if isinstance(call, ast.Call) and _is_named(call, name):
        parts = [*call.args, *(one.value for one in call.keywords)]
        if all(names_in(part) <= {"torch", "triton"} and not isinstance(part, ast.Starred) for part in parts):
            yield call


def _rows(mark: ast.expr) -> list[dict[str, str]]:
    if not (isinstance(mark, ast.Call) and called(mark) == "parametrize" and len(mark.args) == 2):
        return []
    names, values = mark.args
    if not (isinstance(names, ast.Constant) and isinstance(names.value, str)):
        return []
    if not isinstance(values, ast.List | ast.Tuple):
        return []
    return [row for value in values.elts if (row := _row(names.value, value))]


def _tried(launcher: Launcher, statements: Sequence[Statement], scope: _Scope) -> Tried:
    found = _call(launcher, scope)
    if not scope.runs:
        raise CannotCut(f"nothing says what its test {scope.name} is given")
    before = [item for item in scope.statements[: found.place] if launcher.name not in item.uses]
    inputs = needed(before, names_in(found.call) - {launcher.name})
    outside = _outside(launcher, statements, scope, [*(item.node for item in inputs), found.call])
    apart = [item for item in outside if isinstance(item.node, _DEFINED)]
    if kernels_of(apart):
        raise CannotCut(f"its test {scope.name} runs other kernels before it".replace("  ", " "))
    inputs = (*(item for item in outside if item not in apart), *inputs)
    functions = [_function(number, run, inputs, found.call) for number, run in enumerate(scope.runs, 1)]
    runs = [f"result_{number} = test_{number}()" for number in range(1, len(functions) + 1)]
    test = "\n\n".join([*map(_plain, apart), *functions, "\n".join(runs)]) + "\n"
    torch = _Torch(launcher, statements, scope, found)
    shown = [_plain(item) for item in apart if not isinstance(item.node, _IMPORTS)]
    calls = "\n\n".join([*shown, *(text.replace("    return ", "    ") for text in functions)])
    return Tried(test, calls, torch.text(), torch.oracle(inputs))


def _call(launcher: Launcher, scope: _Scope) -> _Call:
    """The first that stands in a straight line. Raises CannotCut."""
    for place, item in enumerate(scope.statements):
        calls = [one for one in ast.walk(item.node) if isinstance(one, ast.Call) and _is_named(one, launcher.name)]
        if calls and isinstance(item.node, ast.Assign | ast.AnnAssign | ast.Expr | ast.Return | ast.Assert):
            return _Call(place, calls[0], _result(item.node, calls[0]))
    raise CannotCut(f"its test {scope.name} calls it in a loop or under a condition".replace("  ", " "))


def _is_named(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == name


def _result(node: ast.stmt, call: ast.Call) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) and node.value is call else None
    return target.id if isinstance(target, ast.Name) else ""


def _outside(
    launcher: Launcher, statements: Sequence[Statement], scope: _Scope, nodes: Sequence[ast.AST]
) -> list[Statement]:
    """What a test needs of its file beside the launcher and what stands in the test, imports too."""
    wanted = {name for node in nodes for name in names_in(node)} - {launcher.name}
    inside = set(map(id, scope.statements))
    others = [item for item in statements if launcher.name not in item.binds | item.uses and id(item) not in inside]
    return list(needed(others, wanted))


def _plain(item: Statement) -> str:
    return ast.unparse(item.node)


def _function(number: int, run: Mapping[str, str], inputs: Sequence[Statement], call: ast.Call) -> str:
    lines = [*(f"{name} = {value}" for name, value in run.items()), *map(_plain, inputs), f"return {ast.unparse(call)}"]
    body = "\n".join(lines).replace("\n", "\n    ")
    return f"def test_{number}():\n    {body}"


class _Torch:
    """What a test compares the launcher's result with."""

    def __init__(self, launcher: Launcher, statements: Sequence[Statement], scope: _Scope, found: _Call) -> None:
        self._launcher, self._scope, self._found = launcher, scope, found
        self._all = statements
        self._expected = self._compared()
        others = [item for item in scope.statements if launcher.name not in item.uses]
        made = {name for item in scope.statements[: found.place] for name in item.binds}
        self._given = names_in(found.call) & made
        wanted = names_in(self._expected) if self._expected is not None else frozenset()
        kept = needed(others, wanted - self._given)
        self._steps = [item for item in kept if not item.binds & self._given]
        wanted = wanted.union(*(item.uses for item in self._steps))
        top = [item for item in statements if not isinstance(item.node, _IMPORTS)]
        inside = set(map(id, scope.statements))
        top = [item for item in top if launcher.name not in item.binds | item.uses and id(item) not in inside]
        self._beside = needed(top, wanted - self._given)
        if kernels_of(self._beside):
            self._expected, self._steps, self._beside = None, [], ()

    def text(self) -> str:
        """The functions and the lines that say it, in the test's own names; "" where it has none."""
        if self._expected is None:
            return ""
        is_named = isinstance(self._expected, ast.Name)
        last = [] if is_named and self._steps else [f"expected = {ast.unparse(self._expected)}"]
        return "\n\n".join([*self._functions(), "\n".join([*map(_plain, self._steps), *last])])

    def oracle(self, inputs: Sequence[Statement]) -> str:
        """The same as a function of the launcher's arguments; "" where it needs more than these."""
        names = self._names_of_parameters()
        if self._expected is None or names is None or self._launcher.fills:
            return ""
        steps = "\n".join(map(_plain, self._steps))
        bound = {name for item in self._steps for name in item.binds}
        free = (names_in(self._expected) | {name for item in self._steps for name in item.uses}) - bound
        local = {name for item in (*inputs, *self._scope.statements) for name in item.binds} | {
            name for run in self._scope.runs for name in run
        }
        if _RANDOM.search(steps) or (free & local) - names.keys():
            return ""
        renamed = {name: parameter for name, parameter in names.items() if name != parameter}
        # At once: a test may hand `x` over as `y`, and `y` as `x`.
        first = f"{', '.join(renamed)} = {', '.join(renamed.values())}" if renamed else ""
        body = "\n".join([first, steps, f"return {ast.unparse(self._expected)}"]).strip().replace("\n", "\n    ")
        arguments = ast.unparse(self._launcher.node.args)
        function = f"def {self._launcher.name}({arguments}):\n    {body}\n"
        imports = [item for item in self._all if isinstance(item.node, _IMPORTS)]
        used = needed(imports, {name for text in (*self._functions(), function) for name in names_in(ast.parse(text))})
        return "\n\n".join(["\n".join(map(_plain, used)), *self._functions(), function])

    def _compared(self) -> ast.expr | None:
        """The other side of the first comparison in which the result stands alone on one side."""
        for item in self._scope.statements[self._found.place :]:
            for node in ast.walk(item.node):
                sides = _sides(node) if isinstance(node, ast.Call) else []
                own = [place for place, side in enumerate(sides) if self._is_result(side)]
                if len(sides) == 2 and len(own) == 1 and names_in(sides[1 - own[0]]):
                    return sides[1 - own[0]]
        return None

    def _is_result(self, side: ast.expr) -> bool:
        if isinstance(side, ast.Name):
            return bool(self._found.result) and side.id == self._found.result
        return side is self._found.call

    def _names_of_parameters(self) -> dict[str, str] | None:
        """By the test's name of what it hands over, the launcher's parameter. None where it hands over more than names
        and constants."""
        arguments = self._launcher.node.args
        plain = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        call = self._found.call
        if arguments.vararg or arguments.kwarg or len(call.args) > len(plain):
            return None
        given = [*zip(plain, call.args, strict=False), *((one.arg or "", one.value) for one in call.keywords)]
        if not all(isinstance(value, ast.Name | ast.Constant) and name for name, value in given):
            return None
        return {value.id: name for name, value in given if isinstance(value, ast.Name)}

    def _functions(self) -> list[str]:
        """What the comparison needs of the file's top."""
        return [_plain(item) for item in self._beside]


def _sides(call: ast.Call) -> list[ast.expr]:
    """What a call compares: two arguments, an object and an argument, or a difference whose size it asks for."""
    if called(call) in _COMPARING:
        owner = [call.func.value] if isinstance(call.func, ast.Attribute) and len(call.args) == 1 else []
        return [*owner, *call.args][:2]
    if called(call) in ("abs", "norm"):
        inner = [*call.args, call.func.value] if isinstance(call.func, ast.Attribute) else call.args
        difference = next(
            (part for part in inner if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Sub)), None
        )
        return [difference.left, difference.right] if difference is not None else []
    return []
