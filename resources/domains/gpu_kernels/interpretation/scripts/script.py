"""A bundle's test script: which of its statements define the tests, and which calls run them.

Its form is the importer's (`importers.driver`): tests between `bind` and `run`, and a list of calls in `run`.
"""

import ast
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.gpu_kernels.interpretation.cases import parsed

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
