"""The path of a public program and its tests: its module, then the calls of the script, up to whatever ends it."""

import ast
from dataclasses import dataclass
from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import Budget, Ending
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, FLOAT32, INT64
from resources.domains.gpu_kernels.interpretation.paths import Result, import_module, result_of
from resources.domains.gpu_kernels.interpretation.scripts.cutting import Part, ScriptFollower
from resources.domains.gpu_kernels.interpretation.scripts.script import Script
from resources.domains.gpu_kernels.interpretation.tensors import Tensor, fresh

_KINDS = {bool: BOOL, int: INT64, float: FLOAT32}
_MOST_PARTS = 1_000
"""Lists and dictionaries among them: a list may hold itself."""


@dataclass(frozen=True)
class ScriptRun:
    """`result.returned` are the tensors that are compared. `begun` counts statements of the tests, `grids` are the
    sizes of all launches, `is_part` says whether programs of them were left out."""

    result: Result
    begun: int
    grids: tuple[tuple[int, ...], ...]
    is_part: bool


def follow_script(tree: ast.Module, script: Script, steps: int, part: Part) -> ScriptRun:
    """Never raises."""
    follower = ScriptFollower(Budget(steps))
    follower.limit(part)
    return follow_script_with(follower, tree, script)


def follow_script_with(follower: ScriptFollower, tree: ast.Module, script: Script) -> ScriptRun:
    """With a follower of one's own. Never raises."""
    follower.compiles = True
    result = result_of(follower.budget, lambda: _followed(follower, tree, script))
    left_out = any(sizes[0] * sizes[1] * sizes[2] > follower.part.programs for sizes in follower.grids)
    return ScriptRun(result, follower.begun, tuple(follower.grids), left_out)


def _followed(follower: ScriptFollower, tree: ast.Module, script: Script) -> Result:
    import_module(follower, tree, script.needed)
    frame = follower.of_script
    frame.names.update({name: follower.of_module.names[name] for name in script.needed})
    follower.execute(list(script.body), frame)
    returned = kept(follower.items(script.calls.elts, frame))
    taken = follower.budget.taken
    return Result(Ending.RETURNED, taken, returned, follower.launches, follower.shared_bytes)


def kept(result: Any) -> tuple[Tensor, ...]:
    """Tensors and numbers in the order in which the real script returns them, numbers as tensors."""
    found: list[Tensor] = []
    waiting = [result]
    for _ in range(_MOST_PARTS):
        if not waiting:
            break
        item = waiting.pop()
        if isinstance(item, dict):
            waiting.extend(item[key] for key in sorted(item, key=str, reverse=True))
        elif isinstance(item, tuple | list):
            waiting.extend(reversed(item))
        elif isinstance(item, Tensor):
            found.append(item)
        elif type(item) in _KINDS:
            found.append(fresh(item, _KINDS[type(item)]))
    return tuple(found)
