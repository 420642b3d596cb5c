"""A bundle's test script: which of its statements define the tests, which calls run them, and how much is executed.

Its form is the importer's (`importers.driver`): tests between `bind` and `run`, and a list of calls in `run`. Tests are
made smaller: the first statements of a script instead of all, and some programs of each launch. Both the program and
its reference are executed over the same part. What is left out has no result, and then is not compared; memory that an
omitted program would have written stays as it was in both.
"""

import ast
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.triton.syntax import parsed
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Frame, Function

EVER = 1 << 30
"""More than there is of anything."""
Grid = tuple[int, int, int]
_OF_DRIVER = ("NAMES", "bind", "run", "kept")


@dataclass(frozen=True)
class Script:
    """`body` defines the tests; `calls` runs them; `needed` are the names that it takes from the program."""

    body: tuple[ast.stmt, ...]
    calls: ast.List
    needed: tuple[str, ...]


@lru_cache(maxsize=64)
def script_of(driver: str) -> Script | None:
    """None for what is no driver of that form."""
    tree = parsed(driver)
    if tree is None:
        return None
    calls, needed = _calls(tree), _needed(tree)
    if calls is None or not needed:
        return None
    return Script(tuple(item for item in tree.body if _name(item) not in _OF_DRIVER), calls, needed)


def _name(statement: ast.stmt) -> str:
    if isinstance(statement, ast.FunctionDef):
        return statement.name
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    return target.id if isinstance(target, ast.Name) else ""


def _calls(tree: ast.Module) -> ast.List | None:
    """What `run` hands to `kept`."""
    run = next((item for item in tree.body if isinstance(item, ast.FunctionDef) and item.name == "run"), None)
    match run.body[-1] if run is not None else None:
        case ast.Return(value=ast.Call(args=[ast.List() as calls])):
            return calls
    return None


def _needed(tree: ast.Module) -> tuple[str, ...]:
    for item in tree.body:
        if isinstance(item, ast.Assign) and _name(item) == "NAMES" and isinstance(item.value, ast.Tuple):
            return tuple(str(part.value) for part in item.value.elts if isinstance(part, ast.Constant))
    return ()


@dataclass(frozen=True)
class Part:
    """How much is executed: statements of the tests, and programs of each launch."""

    statements: int = EVER
    programs: int = EVER


@dataclass(eq=False)
class Progress:
    """How far the execution of a part has come: `begun` counts the statements of the script's tests, `grids` are the
    sizes of launches, of each of which `most_programs` are executed. `frame` is the script's own."""

    part: Part
    frame: Frame = field(default_factory=lambda: Frame({}))
    begun: int = 0
    grids: list[Grid] = field(default_factory=list)
    most_programs: int = field(init=False)

    def __post_init__(self) -> None:
        self.most_programs = self.part.programs

    @property
    def is_cut(self) -> bool:
        return self.begun > self.part.statements

    def is_programs(self, called: Any) -> bool:
        """Whether it is a function of the program, not of its tests."""
        return isinstance(called, Function) and called.around is not self.frame
