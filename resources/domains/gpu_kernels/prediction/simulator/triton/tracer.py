"""Where in the text an execution is, and where it halted: for saying in the tool's words how it ends.

Features are made without a tracer.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import type_of
from resources.domains.gpu_kernels.prediction.simulator.triton.memory import Access, Conflict, Storage, WatchedMemory
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Frame, Function
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

Evaluate = Callable[[ast.expr, Frame], Any]
Execute = Callable[[list[ast.stmt], Frame], None]
Return = Callable[[ast.FunctionDef | ast.Lambda, Frame], Any]
Run = Callable[[Function, dict[str, Any], tuple[int, int, int]], None]


@dataclass
class Level:
    """A call under way: the function, the node that it has come to, and the values of that node's parts so far."""

    function: str
    in_kernel: bool = False
    node: ast.AST | None = None
    values: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class Carried:
    """A variable that a loop gives another type: kinds and shapes."""

    name: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Trace:
    """Where an execution halted: the calls from the outermost on, and the access that was at fault."""

    levels: tuple[Level, ...] = ()
    access: Access | None = None
    conflict: Conflict | None = None
    carried: Carried | None = None


class Tracer:
    """Wraps what the parts of an interpreter do. `trace` is where the execution halted, once it has.

    Calls of functions that are defined in `hidden` are no levels: a trace shows the program's own file.
    """

    def __init__(self, hidden: Frame | None = None) -> None:
        self.memory = WatchedMemory(self._note_fault)
        self.levels = [Level("<module>")]
        self.trace = Trace()
        self._hidden = hidden
        self._shapes: dict[int, tuple[int, ...]] = {}
        """Of the running launch's tensors, by the numbers of their storages."""
        self._carried: Carried | None = None
        self._halted: ExecutionHalted | None = None
        self._at_fault: Trace | None = None

    def evaluating(self, evaluate: Evaluate) -> Evaluate:
        def value(node: ast.expr, frame: Frame) -> Any:
            level = self.levels[-1]
            before, values = level.node, level.values
            level.node, level.values = node, []
            result = evaluate(node, frame)
            level.node, level.values = before, values
            values.append(result)
            return result

        return value

    def executing(self, execute: Execute) -> Execute:
        def each(body: list[ast.stmt], frame: Frame) -> None:
            level = self.levels[-1]
            for node in body:
                level.node, level.values = node, []
                execute([node], frame)
                level.node = node

        return each

    def returning(self, result_of: Return) -> Return:
        def within(node: ast.FunctionDef | ast.Lambda, frame: Frame) -> Any:
            if self._hidden is not None and frame.around is self._hidden:
                return result_of(node, frame)
            self.levels.append(Level(getattr(node, "name", "<lambda>"), frame.in_kernel))
            try:
                return result_of(node, frame)
            except ExecutionHalted as end:
                self._note_end(end)
                raise
            finally:
                self.levels.pop()

        return within

    def running(self, run: Run) -> Run:
        def within(kernel: Function, names: dict[str, Any], grid: tuple[int, int, int]) -> None:
            self.levels.append(Level(getattr(kernel.node, "name", ""), True))
            try:
                run(kernel, names, grid)
            except ExecutionHalted as end:
                self._note_end(end)
                raise
            finally:
                self.levels.pop()

        return within

    def _note_end(self, end: ExecutionHalted) -> None:
        """Of an end that comes through several calls the innermost counts; of a fault that was met before, the access
        itself."""
        if end is not self._halted:
            self._halted = end
            fault = self._at_fault if end.reason in (HaltReason.MEMORY, HaltReason.RACE) else None
            self.trace = fault or self._trace()

    def _note_fault(self, access: Access, conflict: Conflict | None) -> None:
        self._at_fault = self._trace(access, conflict)

    def _trace(self, access: Access | None = None, conflict: Conflict | None = None) -> Trace:
        return Trace(tuple(replace(item) for item in self.levels), access, conflict, self._carried)

    def begin_launch(self) -> None:
        self._shapes = {}

    def note_argument(self, value: Any) -> None:
        if isinstance(value, Tensor):
            self._shapes.setdefault(value.storage.number, value.shape)

    def shape_of(self, storage: Storage) -> tuple[int, ...]:
        """Of the first tensor that the launch was given of it."""
        return self._shapes.get(storage.number, storage.values.shape)

    def note_types(self, before: dict[str, Any], frame: Frame) -> None:
        """Of a loop's variables, after its body. `before` holds their types."""
        changed = (Carried(name, before[name], type_of(frame.names[name])) for name in frame.names if name in before)
        self._carried = next((item for item in changed if item.before != item.after), None)
