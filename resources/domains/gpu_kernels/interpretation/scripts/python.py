"""Python beyond what built-in programs use: texts, defaults of lambdas, comprehensions, functions over functions.

Exceptions are `exceptions`, classes and their objects `classes`.
"""

import ast
from collections.abc import Iterator
from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import Budget, raised, unknown
from resources.domains.gpu_kernels.interpretation.python_values import is_flat
from resources.domains.gpu_kernels.interpretation.scripts.exceptions import Exceptions
from resources.domains.gpu_kernels.interpretation.scripts.values import TEXT
from resources.domains.gpu_kernels.interpretation.values import MODULES, Frame, Function, Named

_MOST_CHARACTERS = 200
_HOST = Frame({})
_OWN = {"builtins.str": "text_of", "builtins.map": "mapped", "functools.reduce": "folded"}
_FOLDING = {"operator.mul": "Mult", "operator.add": "Add"}
_ALSO = frozenset(
    "logging time os sys random inspect copy torch.autograd torch.amp torch.cuda.amp triton.language.math"
    " triton.language.extra.libdevice triton.language.extra.cuda triton.language.extra.cuda.libdevice".split()
)


class PublicPython(Exceptions):
    """Follows host code of public programs and of their tests."""

    modules = MODULES | _ALSO

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self._cases[ast.JoinedStr] = self._text
        self._cases[ast.Lambda] = self._lambda
        self._cases[ast.DictComp] = self._mapped
        for kind in (ast.ListComp, ast.GeneratorExp, ast.SetComp):
            self._cases[kind] = lambda node, frame: [self.value(node.elt, inner) for inner in self._each(node, frame)]

    def call_named(self, path: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        own = _OWN.get(path)
        if own is not None and arguments and not frame.in_kernel:
            return getattr(self, own)(*arguments, **options)
        return super().call_named(path, arguments, options, frame)

    def text_of(self, value: Any) -> str:
        return value[:_MOST_CHARACTERS] if isinstance(value, str) else self.plain_text(value)

    def mapped(self, function: Any, values: Any) -> list[Any]:
        return [self.called(function, [item], {}, _HOST) for item in self.iterated(values)]

    def folded(self, function: Any, values: Any, *start: Any) -> Any:
        """`functools.reduce`; of operators those that multiply and add."""
        items = [*start, *self.iterated(values)]
        if not items:
            raise raised("nothing to fold")
        result = items[0]
        for item in items[1:]:
            name = _FOLDING.get(function.path, "") if isinstance(function, Named) else ""
            result = (
                self.operated(name, result, item, _HOST) if name else self.called(function, [result, item], {}, _HOST)
            )
        return result

    def operated(self, name: str, left: Any, right: Any, frame: Frame) -> Any:
        if any(isinstance(item, Function | None) for item in (left, right)) and not frame.in_kernel:
            raise raised("an operand that is none")
        return super().operated(name, left, right, frame)

    def _text(self, node: ast.JoinedStr, frame: Frame) -> str:
        """Tests name their results by such texts. What else is formatted is for reading."""
        parts = [self._formatted(part, frame) for part in node.values]
        return "".join(parts)[:_MOST_CHARACTERS]

    def _formatted(self, part: ast.expr, frame: Frame) -> str:
        value = self.value(part.value if isinstance(part, ast.FormattedValue) else part, frame)
        if isinstance(value, tuple | list):
            is_plain = is_flat(value) and len(value) < _MOST_CHARACTERS
            return ",".join(self.plain_text(item) for item in value) if is_plain else TEXT
        return self.plain_text(value)

    @staticmethod
    def plain_text(value: Any) -> str:
        """Of a number, text or None."""
        return str(value) if isinstance(value, int | float | str | None) else TEXT

    def _lambda(self, node: ast.Lambda, frame: Frame) -> Function:
        named = node.args.args[len(node.args.args) - len(node.args.defaults) :]
        defaults = zip(named, node.args.defaults, strict=True)
        return Function(node, frame, False, {item.arg: self.value(value, frame) for item, value in defaults})

    def _each(self, node: Any, frame: Frame, place: int = 0) -> Iterator[Frame]:
        """The frames in which a comprehension's parts are evaluated."""
        part, inner = node.generators[place], Frame({}, frame, frame.in_kernel)
        for item in self.iterated(self.value(part.iter, frame)):
            self.assign(part.target, item, inner)
            if not all(self.truth(self.value(test, inner)) for test in part.ifs):
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
            raise unknown("a key")
        return key, self.value(node.value, frame)
