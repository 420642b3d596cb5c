"""The execution of a program: its module, then its entry, up to whatever ends it."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import Budget, raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.bindings import Assignments, Definitions
from resources.domains.gpu_kernels.prediction.simulator.triton.calls import Calls
from resources.domains.gpu_kernels.prediction.simulator.triton.expressions import Expressions
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.language import Language
from resources.domains.gpu_kernels.prediction.simulator.triton.launches import Launches
from resources.domains.gpu_kernels.prediction.simulator.triton.memory import Memory
from resources.domains.gpu_kernels.prediction.simulator.triton.operators import Operators
from resources.domains.gpu_kernels.prediction.simulator.triton.scope import Scope
from resources.domains.gpu_kernels.prediction.simulator.triton.statements import Loops, Statements
from resources.domains.gpu_kernels.prediction.simulator.triton.tracer import Tracer
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Function
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted


@dataclass(frozen=True)
class Result:
    """How an execution ended, at which cost, and what the entry returned where it did. `shared_bytes` is a guess at
    what the tiles of matrix products take of shared memory."""

    halt: HaltReason
    steps: int
    returned: Any = None
    launches: int = 0
    shared_bytes: int = 0
    why: str = ""
    line: int = 0
    """Where it halted, in the program's text; 0 where that is not known."""


def interpreter_of(
    budget: Budget, *, compiles: bool = False, tracer: Tracer | None = None, products: str = "ieee"
) -> Interpreter:
    made = Interpreter(budget, tracer.memory if tracer is not None else Memory(), Scope(), compiles, tracer, products)
    made.operators = Operators(budget)
    made.expressions = Expressions(made)
    made.assignments = Assignments(made)
    made.statements = Statements(made, Definitions(made), Loops(made))
    made.language = Language(made)
    made.calls = Calls(made)
    made.launches = Launches(made)
    return made


def execute(tree: ast.Module, entry: str, arguments: list[Any], steps: int, *, compiles: bool = False) -> Result:
    """The execution of a program. Never raises."""
    return execute_with(interpreter_of(Budget(steps), compiles=compiles), tree, entry, arguments)


def execute_with(interpreter: Interpreter, tree: ast.Module, entry: str, arguments: list[Any]) -> Result:
    """With an interpreter of one's own. Never raises."""
    return result_of(interpreter, lambda: _executed(interpreter, tree, entry, arguments))


def result_of(interpreter: Interpreter, execution: Callable[[], Result]) -> Result:
    """What an execution comes to, whatever ends it. Never raises."""
    try:
        with np.errstate(all="ignore"):
            return execution()
    except ExecutionHalted as end:
        return Result(end.reason, interpreter.budget.taken, why=end.why, line=interpreter.line_of(end.reason))
    except RecursionError:
        return Result(HaltReason.UNSUPPORTED, interpreter.budget.taken, why="too deep")
    except Exception as error:  # What is not foreseen here is not modelled, and must not end a cheap check.
        return Result(HaltReason.UNSUPPORTED, interpreter.budget.taken, why=f"{type(error).__name__}: {error}")


def import_module(interpreter: Interpreter, tree: ast.Module, needed: Sequence[str]) -> None:
    """Executes a module's own statements. Raises ExecutionHalted, also where a needed name is missing then."""
    try:
        interpreter.statements.execute(tree.body, interpreter.scope.module)
    except ExecutionHalted as end:
        if end.reason is HaltReason.UNSUPPORTED:
            raise
        raise ExecutionHalted(HaltReason.IMPORTING, end.why) from None
    for name in needed:
        if name not in interpreter.scope.module.names:
            raise ExecutionHalted(HaltReason.ENTRY, name)


def _executed(interpreter: Interpreter, tree: ast.Module, entry: str, arguments: list[Any]) -> Result:
    import_module(interpreter, tree, (entry,))
    function = interpreter.scope.module.names[entry]
    if not isinstance(function, Function):
        raise unsupported("an entry that is no function")
    if function.is_kernel:
        raise raised("a kernel as the entry")
    returned = interpreter.calls.call_function(function, arguments, {})
    taken, launches = interpreter.budget.taken, interpreter.launches
    return Result(HaltReason.RETURNED, taken, returned, launches.count, launches.shared_bytes)
