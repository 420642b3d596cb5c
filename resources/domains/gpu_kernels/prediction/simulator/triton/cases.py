"""A bundle's own cases with made-up values: its oracle's `cases` is executed as host code is. Which are worth
executing, and what the reference makes of them."""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Protocol, TypeVar

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import Budget
from resources.domains.gpu_kernels.prediction.simulator.triton.execution import Result, execute, execute_with
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import Array
from resources.domains.gpu_kernels.prediction.simulator.triton.results import flattened
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.execution import script_execution
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.script import Part, Progress
from resources.domains.gpu_kernels.prediction.simulator.triton.syntax import parsed
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor, copied
from resources.domains.simulation import HaltReason

_MOST_STEPS = 400_000
_MOST_CASES = 16
_MOST_BYTES = 1 << 20


@dataclass(frozen=True)
class Case:
    """`number` is its place among the oracle's; `is_compiled` whether the real pipeline compiles kernels for it."""

    number: int
    arguments: tuple[Any, ...]
    is_compiled: bool

    def fresh(self) -> list[Any]:
        """Arguments that a program may write into."""
        return [copied(item) if isinstance(item, Tensor) else item for item in self.arguments]

    @property
    def description(self) -> tuple[Any, ...]:
        shapes = (
            (item.shape, item.strides, item.kind) if isinstance(item, Tensor) else item for item in self.arguments
        )
        return (*shapes, sorted(self.edges))

    @cached_property
    def edges(self) -> frozenset[str]:
        """What its values have that few values have, argument by argument."""
        return frozenset(f"{name} in {at}" for at, item in enumerate(self.arguments) for name in edges_of(item))


@lru_cache(maxsize=4)
def cases_of(oracle: str) -> tuple[Case, ...]:
    """Empty where the oracle cannot be simulated."""
    tree = parsed(oracle)
    if tree is None:
        return ()
    # Of the module's constants numbers may be sizes; others serve `expected`, or are names of types in annotations.
    left_out = ast.Assign | ast.AnnAssign | ast.Expr
    kept = [node for node in tree.body if not isinstance(node, left_out) or _is_number(node)]
    unannotated = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)
    interpreter = script_execution(Budget(_MOST_STEPS), Progress(Part())).interpreter
    result = execute_with(interpreter, ast.Module([unannotated, *kept], []), "cases", [None])
    if not isinstance(result.returned, list):
        return ()
    made = [item for item in result.returned[:_MOST_CASES] if isinstance(item, tuple)]
    compiled = _compiled(made)
    small = [(number, item) for number, item in enumerate(made) if _bytes(item) <= _MOST_BYTES]
    return tuple(Case(number, item, number in compiled) for number, item in small)


def _is_number(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, int)


def _bytes(arguments: Sequence[Any]) -> int:
    return sum(item.storage.values.nbytes for item in arguments if isinstance(item, Tensor))


def _compiled(made: Sequence[Sequence[Any]]) -> frozenset[int]:
    """The first two combinations of kinds, of cases that have elements."""
    seen: dict[tuple[str, ...], int] = {}
    for number, arguments in enumerate(made):
        tensors = [item for item in arguments if isinstance(item, Tensor)]
        if all(tensor.view.size for tensor in tensors):
            seen.setdefault(tuple(tensor.kind.name for tensor in tensors), number)
    return frozenset(list(seen.values())[:2])


class Tried(Protocol):
    """A case that the reference was executed over, and what it took."""

    @property
    def case(self) -> Case: ...

    @property
    def steps(self) -> int: ...


T = TypeVar("T", bound=Tried)


def chosen(tried: Sequence[T], *, short: int, in_all: int, of_edges: int) -> list[T]:
    """The cases that are worth simulating, in the oracle's order. They are offered in order of what they are worth: of
    those that are alike the first is kept, and what is not short only while all fit into `in_all` steps. What has
    values that no other has is kept then, while it fits into `of_edges` more."""
    kept: list[T] = []
    seen: set[str] = set()
    steps = 0
    for item in tried:
        description = repr(item.case.description)
        is_dear = item.steps > short and steps + item.steps > in_all
        if description in seen or (kept and is_dear):
            continue
        seen.add(description)
        kept.append(item)
        steps += item.steps
    kept += _with_other_edges(tried, kept, of_edges)
    return sorted(kept, key=lambda item: item.case.number)


def _with_other_edges(tried: Sequence[T], kept: Sequence[T], steps: int) -> list[T]:
    """First what has most that is new; all together in so many steps."""
    added: list[T] = []
    seen = frozenset[str]().union(*(item.case.edges for item in kept))
    while True:
        new = [item for item in tried if item.steps <= steps and not item.case.edges <= seen]
        if not new:
            return added
        best = max(new, key=lambda item: (len(item.case.edges - seen), -item.steps))
        added.append(best)
        seen |= best.case.edges
        steps -= best.steps


_STEPS_OF_A_REFERENCE = 20_000
_STEPS_OF_ALL, _SHORT = 6_000, 800
"""Of the cases that are kept. The first may take more, and short ones are kept in any case."""
STEPS_OF_EDGES = 5_200
"""Of those that are kept for their values alone."""


@dataclass(frozen=True)
class Expected:
    """A case, and what the reference makes of it."""

    case: Case
    result: Result
    parts: tuple[Any, ...]

    @property
    def steps(self) -> int:
        return self.result.steps


@lru_cache(maxsize=64)
def expected(reference: str, oracle: str, entry: str) -> tuple[Expected, ...]:
    """The cases that are kept, in the oracle's order; none where the reference cannot be simulated."""
    tree = parsed(reference)
    if tree is None:
        return ()
    tried = [_tried(tree, entry, case) for case in cases_of(oracle)]
    returned = [item for item in tried if item.result.halt is HaltReason.RETURNED]
    return tuple(chosen(sorted(returned, key=_worth), short=_SHORT, in_all=_STEPS_OF_ALL, of_edges=STEPS_OF_EDGES))


def _tried(tree: ast.Module, entry: str, case: Case) -> Expected:
    result = execute(tree, entry, case.fresh(), _STEPS_OF_A_REFERENCE, compiles=case.is_compiled)
    return Expected(case, replace(result, returned=None), flattened(result.returned))


def _worth(item: Expected) -> tuple[bool, bool, int]:
    """The first case, what else is compiled, then from the shortest on."""
    return item.case.number > 0, not item.case.is_compiled, item.steps


_WHOLE_IN_FLOAT32 = 1 << 24
"""Larger whole numbers have neighbours that float32 takes for them."""


_FEW = 0.02


def _has_neighbours(values: Array) -> bool:
    """The two largest differ in the last place, or many do: random numbers have a few that do."""
    distinct = np.unique(values[np.isfinite(values)])
    are_next = np.nextafter(distinct[:-1], distinct[1:]) == distinct[1:]
    return bool(are_next.size and (are_next[-1] or are_next.mean() > _FEW))


_HALF = 2
"""Bytes."""
_OF_FLOATS: Mapping[str, Callable[[Array], Any]] = {
    "NaN": lambda values: np.isnan(values).any(),
    "infinity": lambda values: np.isinf(values).any(),
    "negative zero": lambda values: ((values == 0) & np.signbit(values)).any(),
}
_OF_WIDE_FLOATS: Mapping[str, Callable[[Array], Any]] = {
    "denormal number": lambda values: ((values != 0) & (np.abs(values) < np.finfo(values.dtype).tiny)).any(),
    "neighbours": _has_neighbours,
}
"""In half precision random numbers have them, too."""
_OF_INTEGERS: Mapping[str, Callable[[Array], Any]] = {
    "least number": lambda values: values.dtype.kind == "i" and (values == np.iinfo(values.dtype).min).any(),
    "largest number": lambda values: (values == np.iinfo(values.dtype).max).any(),
    "wide number": lambda values: (np.abs(values.astype(np.float64)) > _WHOLE_IN_FLOAT32).any(),
}
_OF_ALL: Mapping[str, Callable[[Array], Any]] = {"ties": lambda values: 2 * np.unique(values).size <= values.size}


def edges_of(argument: Any) -> frozenset[str]:
    """Of a tensor's values, or of a number, which stands for float32 where it is a float."""
    if not isinstance(argument, Tensor | float) or (isinstance(argument, Tensor) and argument.view.size == 0):
        return frozenset()
    values = np.ravel(argument.view if isinstance(argument, Tensor) else np.float32(argument))
    with np.errstate(all="ignore"):
        return frozenset(name for name, has in _asked_of(values.dtype).items() if has(values))


def _asked_of(kind: Any) -> Mapping[str, Callable[[Array], Any]]:
    if kind.kind == "f":
        return {**_OF_FLOATS, **_OF_ALL, **(_OF_WIDE_FLOATS if kind.itemsize > _HALF else {})}
    return {**_OF_INTEGERS, **_OF_ALL} if kind.kind in "iu" else {}
