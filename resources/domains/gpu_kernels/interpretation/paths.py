"""The whole path of a program: its module, then its entry, up to whatever ends it."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import Budget, Ending, PathEndedError, raised, unknown
from resources.domains.gpu_kernels.interpretation.launches import Follower
from resources.domains.gpu_kernels.interpretation.values import Function


@dataclass(frozen=True)
class Result:
    """How a path ended, at which cost, and what the entry returned where it did. `shared_bytes` is a guess at what the
    tiles of matrix products take of shared memory."""

    ending: Ending
    steps: int
    returned: Any = None
    launches: int = 0
    shared_bytes: int = 0
    why: str = ""


def follow(tree: ast.Module, entry: str, arguments: list[Any], steps: int, *, compiles: bool = False) -> Result:
    """One path through a program. Never raises."""
    follower = Follower(Budget(steps))
    follower.compiles = compiles
    return follow_with(follower, tree, entry, arguments)


def follow_with(follower: Follower, tree: ast.Module, entry: str, arguments: list[Any]) -> Result:
    """With a follower of one's own. Never raises."""
    return result_of(follower.budget, lambda: _followed(follower, tree, entry, arguments))


def result_of(budget: Budget, path: Callable[[], Result]) -> Result:
    """What a path comes to, whatever ends it. Never raises."""
    try:
        with np.errstate(all="ignore"):
            return path()
    except PathEndedError as end:
        return Result(end.ending, budget.taken, why=end.why)
    except RecursionError:
        return Result(Ending.UNKNOWN, budget.taken, why="too deep")
    except Exception as error:  # What is not foreseen here is not modelled, and must not end a cheap check.
        return Result(Ending.UNKNOWN, budget.taken, why=f"{type(error).__name__}: {error}")


def import_module(follower: Follower, tree: ast.Module, needed: Sequence[str]) -> None:
    """Follows a module's own statements. Raises PathEndedError, also where a needed name is missing then."""
    try:
        follower.execute(tree.body, follower.of_module)
    except PathEndedError as end:
        if end.ending is Ending.UNKNOWN:
            raise
        raise PathEndedError(Ending.IMPORT, end.why) from None
    for name in needed:
        if name not in follower.of_module.names:
            raise PathEndedError(Ending.ENTRY, name)


def _followed(follower: Follower, tree: ast.Module, entry: str, arguments: list[Any]) -> Result:
    import_module(follower, tree, (entry,))
    function = follower.of_module.names[entry]
    if not isinstance(function, Function):
        raise unknown("an entry that is no function")
    if function.is_kernel:
        raise raised("a kernel as the entry")
    returned = follower.call_function(function, arguments, {})
    taken = follower.budget.taken
    return Result(Ending.RETURNED, taken, returned, follower.launches, follower.shared_bytes)
