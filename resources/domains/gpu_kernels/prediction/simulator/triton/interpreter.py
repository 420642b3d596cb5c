"""The object that holds the parts of an interpreter, and what these ask of each other.

Host code and kernels are one subset of Python: which of the two is run shows in the frame and in the values. A program
with a test script of its own is interpreted by the same parts, of which `scripts` replaces some.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import Budget
from resources.domains.gpu_kernels.prediction.simulator.triton.memory import Memory
from resources.domains.gpu_kernels.prediction.simulator.triton.scope import Scope
from resources.domains.gpu_kernels.prediction.simulator.triton.tracer import Tracer
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Frame, Function, Launcher
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

SEED = 20_240_601

Node = ast.FunctionDef | ast.Lambda
Arguments = list[Any]
Options = dict[str, Any]


class OperatorPart(Protocol):
    def truth(self, value: Any) -> bool: ...

    def operated(self, name: str, left: Any, right: Any, frame: Frame) -> Any: ...

    def compared(self, name: str, left: Any, right: Any, frame: Frame) -> Any: ...

    def signed(self, name: str, value: Any, frame: Frame) -> Any: ...


class ExpressionPart(Protocol):
    table: dict[type[ast.expr], Callable[[Any, Frame], Any]]

    @property
    def value(self) -> Callable[[ast.expr, Frame], Any]:
        """Raises ExecutionHalted."""

    def items(self, nodes: list[ast.expr], frame: Frame) -> list[Any]: ...

    def iterated(self, value: Any) -> Any: ...


class StatementPart(Protocol):
    table: dict[type[ast.stmt], Callable[[Any, Frame], None]]

    @property
    def execute(self) -> Callable[[list[ast.stmt], Frame], None]:
        """Raises ExecutionHalted, and ReturnedError at a return statement."""


class AssignmentPart(Protocol):
    def assign(self, target: ast.expr, value: Any, frame: Frame) -> None: ...

    def assign_targets(self, node: ast.Assign, frame: Frame) -> None: ...

    def assign_annotated(self, node: ast.AnnAssign, frame: Frame) -> None: ...

    def augment(self, node: ast.AugAssign, frame: Frame) -> None: ...

    def delete(self, node: ast.Delete, frame: Frame) -> None: ...


class CallPart(Protocol):
    @property
    def result_of(self) -> Callable[[Node, Frame], Any]:
        """What a function of the program returns."""

    def called(self, called: Any, arguments: Arguments, options: Options, frame: Frame) -> Any: ...

    def call_function(
        self, function: Function, arguments: Arguments, options: Options, *, in_kernel: bool = False
    ) -> Any: ...


class LanguagePart(Protocol):
    grid: tuple[int, ...]
    tile_bytes: int

    def call(self, name: str, arguments: Arguments, options: Options, frame: Frame) -> Any: ...


class LaunchPart(Protocol):
    count: int
    shared_bytes: int

    def launch(self, launcher: Launcher, arguments: Arguments, options: Options) -> None: ...

    def compile_only(self, body: list[ast.stmt], frame: Frame) -> None: ...


@dataclass(eq=False)
class Interpreter:
    """Serves one execution of one program. `compiles` says whether the execution stands for compiling, too: what of a
    kernel it does not come through is then executed for its types alone.

    `execution.interpreter_of` and `scripts.interpreter` make one with all parts."""

    budget: Budget
    memory: Memory
    scope: Scope
    compiles: bool = False
    tracer: Tracer | None = None
    products: str = ""
    """The precision of products of float32 that ask for none, where they have one of their own."""
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(SEED))
    operators: OperatorPart = field(init=False)
    expressions: ExpressionPart = field(init=False)
    assignments: AssignmentPart = field(init=False)
    statements: StatementPart = field(init=False)
    language: LanguagePart = field(init=False)
    calls: CallPart = field(init=False)
    launches: LaunchPart = field(init=False)
    statement: ast.stmt | None = None
    """The one that was begun last."""
    _fault_line: int = 0
    _line: int = 0
    _halted: ExecutionHalted | None = None

    def note_halt(self, end: ExecutionHalted, node: ast.stmt | None) -> None:
        """A statement that an exception comes through: the innermost counts. None is one of the test script."""
        if end is not self._halted:
            self._halted, self._line = end, getattr(node, "lineno", 0)

    def note_fault(self) -> None:
        """A kernel goes on after its first access that was at fault."""
        self._fault_line = self._fault_line or getattr(self.statement, "lineno", 0)

    def line_of(self, reason: HaltReason) -> int:
        """In the program's text, where the execution halted; 0 where it is not known."""
        if reason is HaltReason.ENTRY:
            return 0
        return self._fault_line if reason in (HaltReason.MEMORY, HaltReason.RACE) else self._line
