"""Tests made smaller: the first statements of a script instead of all, and some programs of each launch (`sampling`).

Both the program and its reference are followed over the same part. What is left out has no result, and then is not
compared; memory that an omitted program would have written stays as it was in both.
"""

import ast
from dataclasses import dataclass
from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import Budget, PathEndedError, unknown
from resources.domains.gpu_kernels.interpretation.scripts.follower import PublicFollower
from resources.domains.gpu_kernels.interpretation.scripts.ordered_memory import OrderedMemory
from resources.domains.gpu_kernels.interpretation.scripts.sampling import EVER
from resources.domains.gpu_kernels.interpretation.scripts.values import Bound, Class, Object
from resources.domains.gpu_kernels.interpretation.values import Frame, Function, Launcher, Named

_NOTHING = Named("nothing")
"""What a name stands for whose statement was left out."""


@dataclass(frozen=True)
class Part:
    """How much is followed: statements of the tests, and programs of each launch."""

    statements: int = EVER
    programs: int = EVER


class ScriptFollower(PublicFollower):
    """Follows a part of what a script tests. `begun` counts the statements of its tests."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.memory = OrderedMemory()
        self.of_script = Frame({})
        self.begun = 0
        self.limit(Part())

    def limit(self, part: Part) -> None:
        self.part, self.most_programs = part, part.programs

    def execute(self, body: list[ast.stmt], frame: Frame) -> None:
        if frame.around is not self.of_script:
            super().execute(body, frame)
            return
        for node in body:
            self.begun += 1
            if self._is_cut:
                self._tried(node, frame)
            else:
                super().execute([node], frame)

    @property
    def _is_cut(self) -> bool:
        return self.begun > self.part.statements

    def _tried(self, node: ast.stmt, frame: Frame) -> None:
        """After the cut a statement that needs what the program did not make has no effect."""
        try:
            super().execute([node], frame)
        except PathEndedError:
            if self.budget.taken > self.budget.steps or isinstance(node, ast.Return):
                raise
            for item in ast.walk(node):
                if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store):
                    frame.names[item.id] = _NOTHING

    def called(self, called: Any, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if self._is_cut and (isinstance(called, Class | Object | Bound | Launcher) or self._is_programs(called)):
            raise unknown("a call after the cut")
        return super().called(called, arguments, options, frame)

    def _is_programs(self, called: Any) -> bool:
        return isinstance(called, Function) and called.around is not self.of_script
