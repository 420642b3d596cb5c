"""A follower that knows where in the text it is: for saying in the tool's words how a path ends. Features are made
without it.
"""

import ast
from dataclasses import replace
from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import Budget, Ending, PathEndedError
from resources.domains.gpu_kernels.interpretation.launches import Follower
from resources.domains.gpu_kernels.interpretation.loops import type_of
from resources.domains.gpu_kernels.interpretation.memory import Storage
from resources.domains.gpu_kernels.interpretation.sights import Access, Carried, Conflict, Level, Sight
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.domains.gpu_kernels.interpretation.values import Frame, Function
from resources.domains.gpu_kernels.interpretation.watched_memory import WatchedMemory


class Witness(Follower):
    """Follows as `Follower` does. `sight` is where the path ended, once it has."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.watched = self.memory = WatchedMemory(self.see_fault)
        self.levels = [Level("<module>")]
        self.sight = Sight()
        self._shapes: dict[int, tuple[int, ...]] = {}
        """Of the running launch's tensors, by the numbers of their storages."""
        self._carried: Carried | None = None
        self._seen: PathEndedError | None = None
        self._at_fault: Sight | None = None

    def value(self, node: ast.expr, frame: Frame) -> Any:
        level = self.levels[-1]
        before, values = level.node, level.values
        level.node, level.values = node, []
        result = super().value(node, frame)
        level.node, level.values = before, values
        values.append(result)
        return result

    def execute(self, body: list[ast.stmt], frame: Frame) -> None:
        level = self.levels[-1]
        for node in body:
            level.node, level.values = node, []
            super().execute([node], frame)
            level.node = node

    def result_of(self, node: ast.FunctionDef | ast.Lambda, frame: Frame) -> Any:
        self._enter(getattr(node, "name", "<lambda>"), in_kernel=frame.in_kernel)
        try:
            return super().result_of(node, frame)
        except PathEndedError as end:
            self.see(end)
            raise
        finally:
            self.levels.pop()

    def see(self, end: PathEndedError) -> None:
        """Of an end that comes through several calls the innermost counts; of a fault that was met before, the access
        itself."""
        if end is not self._seen:
            self._seen = end
            fault = self._at_fault if end.ending in (Ending.MEMORY, Ending.RACE) else None
            self.sight = fault or self._sight()

    def see_fault(self, access: Access, conflict: Conflict | None) -> None:
        self._at_fault = self._sight(replace(access, program=self.place), conflict)

    def shape_of(self, storage: Storage) -> tuple[int, ...]:
        """Of the first tensor that the launch was given of it."""
        return self._shapes.get(storage.number, storage.values.shape)

    def _converted(self, kernel: Function, bound: dict[str, Any]) -> dict[str, Any]:
        self._shapes = {}
        return super()._converted(kernel, bound)

    def _run(self, kernel: Function, names: dict[str, Any], grid: tuple[int, int, int]) -> None:
        self._enter(getattr(kernel.node, "name", ""), in_kernel=True)
        try:
            super()._run(kernel, names, grid)
        except PathEndedError as end:
            self.see(end)
            raise
        finally:
            self.levels.pop()

    def _argument(self, value: Any) -> Any:
        found = super()._argument(value)
        if isinstance(value, Tensor):
            self._shapes.setdefault(value.storage.number, value.shape)
        return found

    def _enter(self, function: str, *, in_kernel: bool) -> None:
        self.levels.append(Level(function, in_kernel))

    def _sight(self, access: Access | None = None, conflict: Conflict | None = None) -> Sight:
        return Sight(tuple(replace(item) for item in self.levels), access, conflict, self._carried)

    def _check_types(self, before: dict[str, Any], frame: Frame) -> None:
        changed = (Carried(name, before[name], type_of(frame.names[name])) for name in frame.names if name in before)
        self._carried = next((item for item in changed if item.before != item.after), None)
        super()._check_types(before, frame)
