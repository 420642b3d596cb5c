"""Python beyond what built-in programs use: texts, defaults of lambdas, comprehensions, exceptions.

Classes and their objects are `classes`, functions over functions `calls`.
"""

import ast
from collections.abc import Iterator
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.attributes import item_of
from resources.domains.gpu_kernels.prediction.simulator.triton.expressions import Expressions
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.attributes import Attributes
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.derivatives import Derivatives
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.values import TEXT, Frame, Function, Named, is_flat
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

_MOST_CHARACTERS = 200
_EVERY = frozenset(("", "Exception", "BaseException"))
"""What a handler names that catches all exceptions."""


class ScriptExpressions(Expressions):
    """Evaluates expressions of public programs and of their tests."""

    def __init__(self, interpreter: Interpreter, attributes: Attributes, derivatives: Derivatives) -> None:
        super().__init__(interpreter)
        self.attributes, self.derivatives = attributes, derivatives
        self.table[ast.JoinedStr] = self._text
        self.table[ast.Lambda] = self._lambda
        self.table[ast.DictComp] = self._mapped
        for kind in (ast.ListComp, ast.GeneratorExp, ast.SetComp):
            self.table[kind] = lambda node, frame: [self.value(node.elt, inner) for inner in self._each(node, frame)]

    def iterated(self, value: Any) -> Any:
        if isinstance(value, Tensor) and value.shape:
            self.budget.take(value.shape[0])
        return super().iterated(value)

    def attribute(self, value: Any, name: str, frame: Frame) -> Any:
        return self.attributes.of(value, name, frame)

    def item(self, value: Any, key: Any) -> Any:
        found = item_of(value, key)
        self.derivatives.note("index", [value], found, lambda tensor: item_of(tensor, key))
        return found

    def _text(self, node: ast.JoinedStr, frame: Frame) -> str:
        """Tests name their results by such texts. What else is formatted is for reading."""
        parts = [self._formatted(part, frame) for part in node.values]
        return "".join(parts)[:_MOST_CHARACTERS]

    def _formatted(self, part: ast.expr, frame: Frame) -> str:
        value = self.value(part.value if isinstance(part, ast.FormattedValue) else part, frame)
        if isinstance(value, tuple | list):
            is_plain = is_flat(value) and len(value) < _MOST_CHARACTERS
            return ",".join(plain_text(item) for item in value) if is_plain else TEXT
        return plain_text(value)

    def _lambda(self, node: ast.Lambda, frame: Frame) -> Function:
        named = node.args.args[len(node.args.args) - len(node.args.defaults) :]
        defaults = zip(named, node.args.defaults, strict=True)
        return Function(node, frame, False, {item.arg: self.value(value, frame) for item, value in defaults})

    def _each(self, node: Any, frame: Frame, place: int = 0) -> Iterator[Frame]:
        """The frames in which a comprehension's parts are evaluated."""
        part, inner = node.generators[place], Frame({}, frame, frame.in_kernel)
        for item in self.iterated(self.value(part.iter, frame)):
            self.interpreter.assignments.assign(part.target, item, inner)
            if not all(self.interpreter.operators.truth(self.value(test, inner)) for test in part.ifs):
                continue
            if place + 1 < len(node.generators):
                yield from self._each(node, inner, place + 1)
            else:
                yield inner

    def _mapped(self, node: ast.DictComp, frame: Frame) -> dict[Any, Any]:
        return dict(self._pair(node, inner) for inner in self._each(node, frame))

    def _pair(self, node: ast.DictComp, frame: Frame) -> tuple[Any, Any]:
        key = self.value(node.key, frame)
        if not isinstance(key, str | int | float | tuple) or not is_flat(key):
            raise unsupported("a key")
        return key, self.value(node.value, frame)


def text_of(value: Any) -> str:
    return value[:_MOST_CHARACTERS] if isinstance(value, str) else plain_text(value)


def plain_text(value: Any) -> str:
    """Of a number, text or None."""
    return str(value) if isinstance(value, int | float | str | None) else TEXT


class ThrownError(ExecutionHalted):
    """An exception of the program's own, by the name of its class."""

    def __init__(self, name: str) -> None:
        super().__init__(HaltReason.RAISED, "an exception")
        self.name = name


class Exceptions:
    """Raises and catches exceptions of host code."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def throw(self, node: ast.Raise, frame: Frame) -> None:
        if frame.in_kernel:
            raise refused("an exception")
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        if not isinstance(error, ast.Name):
            raise raised("an exception")
        self.interpreter.scope.value_of(error.id, frame)
        raise ThrownError(error.id)

    def attempt(self, node: ast.Try, frame: Frame) -> None:
        try:
            self.interpreter.statements.execute(node.body, frame)
        except ExecutionHalted as end:
            if end.reason in (HaltReason.UNSUPPORTED, HaltReason.ENDLESS) or frame.in_kernel:
                raise
            self._handle(node, end, frame)
        else:
            self.interpreter.statements.execute(node.orelse, frame)
        self.interpreter.statements.execute(node.finalbody, frame)

    def _handle(self, node: ast.Try, end: ExecutionHalted, frame: Frame) -> None:
        for handler in node.handlers:
            names = _caught(handler.type)
            if not names & _EVERY and not isinstance(end, ThrownError):
                raise unsupported("an exception of another's")
            if names & _EVERY or (isinstance(end, ThrownError) and end.name in names):
                self.interpreter.memory.fault = None
                frame.names |= {handler.name: Named(f"builtins.{TEXT}")} if handler.name else {}
                self.interpreter.statements.execute(handler.body, frame)
                return
        raise end


def _caught(kind: ast.expr | None) -> frozenset[str]:
    """The names of a handler's classes; an empty one where it catches all."""
    parts = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return frozenset(ast.unparse(part) if part is not None else "" for part in parts)
