"""What Python says of a call whose arguments do not fit a function's parameters. Nothing of a candidate is executed."""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType


@dataclass(frozen=True)
class Head:
    """A function's parameters: the last `defaults` of them may be left out. `title` is what Python calls it; `open`:
    it takes any keyword besides."""

    title: str
    names: Sequence[str]
    defaults: int = 0
    open: bool = False


def misfit(head: Head, given: int, named: Iterable[str]) -> str | None:
    """The TypeError's text; None where the arguments fit. A function of this head that does nothing is called."""
    try:
        _stub(head)(*[None] * given, **dict.fromkeys(named))
    except TypeError as error:
        return str(error)
    return None


def _stub(head: Head) -> FunctionType:
    rest = ast.arg("rest of them") if head.open else None
    parameters = ast.arguments([], [ast.arg(name) for name in head.names], None, [], [], rest, [])
    tree = ast.fix_missing_locations(ast.Expression(ast.Lambda(parameters, ast.Constant(None))))
    body = next(item for item in compile(tree, "", "eval").co_consts if isinstance(item, CodeType))
    stub = FunctionType(body, {}, head.title, (None,) * head.defaults)
    stub.__qualname__ = head.title
    return stub
