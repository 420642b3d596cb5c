"""The cases that a reference can be followed over, and what it makes of them."""

import ast
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from resources.domains.gpu_kernels.interpretation.cases import Case, cases_of, chosen, parsed
from resources.domains.gpu_kernels.interpretation.endings import Ending
from resources.domains.gpu_kernels.interpretation.judging import flattened
from resources.domains.gpu_kernels.interpretation.paths import Result, follow

_STEPS_OF_A_REFERENCE = 20_000
_STEPS_OF_ALL, _SHORT = 6_000, 800
"""Of the cases that are kept. The first may take more, and short ones are kept in any case."""


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
    """The cases that are kept, in the oracle's order; none where the reference cannot be followed."""
    tree = parsed(reference)
    if tree is None:
        return ()
    tried = [_followed(tree, entry, case) for case in cases_of(oracle)]
    returned = [item for item in tried if item.result.ending is Ending.RETURNED]
    return tuple(chosen(sorted(returned, key=_worth), short=_SHORT, in_all=_STEPS_OF_ALL))


def _followed(tree: ast.Module, entry: str, case: Case) -> Expected:
    result = follow(tree, entry, case.fresh(), _STEPS_OF_A_REFERENCE, compiles=case.is_compiled)
    return Expected(case, replace(result, returned=None), flattened(result.returned))


def _worth(item: Expected) -> tuple[bool, bool, int]:
    """The first case, what else is compiled, then from the shortest on."""
    return item.case.number > 0, not item.case.is_compiled, item.steps
