"""The execution of a public program and its tests: its module, then the calls of the script, up to whatever ends it."""

import ast
from dataclasses import dataclass
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.halting import Budget
from resources.domains.gpu_kernels.prediction.simulator.triton.bindings import Definitions
from resources.domains.gpu_kernels.prediction.simulator.triton.execution import Result, import_module, result_of
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import BOOL, FLOAT32, INT64
from resources.domains.gpu_kernels.prediction.simulator.triton.memory import WatchedMemory
from resources.domains.gpu_kernels.prediction.simulator.triton.scope import Scope
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.attributes import Attributes
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.calls import ScriptCalls
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.classes import Classes, ScriptAssignments
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.derivatives import Derivatives
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.language import ScriptLanguage, ScriptLoops
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.launches import ScriptLaunches
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.python import Exceptions, ScriptExpressions
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.script import Grid, Part, Progress, Script
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.torch import ScriptOperators, TorchFunctions
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.tuning import TunedLaunches
from resources.domains.gpu_kernels.prediction.simulator.triton.statements import Statements
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor, fresh
from resources.domains.gpu_kernels.prediction.simulator.triton.tracer import Tracer
from resources.domains.gpu_kernels.prediction.simulator.triton.values import MODULES, Frame, Named
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

_MODULES = MODULES | frozenset(
    "logging time os sys random inspect copy torch.autograd torch.amp torch.cuda.amp triton.language.math"
    " triton.language.extra.libdevice triton.language.extra.cuda triton.language.extra.cuda.libdevice".split()
)
_NOTHING = Named("nothing")
"""What a name stands for whose statement was left out."""
_KINDS = {bool: BOOL, int: INT64, float: FLOAT32}
_MOST_PARTS = 1_000
"""Lists and dictionaries among them: a list may hold itself."""


@dataclass(frozen=True)
class ScriptRun:
    """`result.returned` are the tensors that are compared. `begun` counts statements of the tests, `grids` are the
    sizes of all launches, `is_part` says whether programs of them were left out."""

    result: Result
    begun: int
    grids: tuple[Grid, ...]
    is_part: bool


class ScriptStatements(Statements):
    """Executes a part of what a script tests."""

    def __init__(self, interpreter: Interpreter, definitions: Definitions, progress: Progress) -> None:
        super().__init__(interpreter, definitions, ScriptLoops(interpreter))
        self.progress = progress

    def _execute(self, body: list[ast.stmt], frame: Frame) -> None:
        if frame.around is not self.progress.frame:
            super()._execute(body, frame)
            return
        for node in body:
            self.progress.begun += 1
            if self.progress.is_cut:
                self._attempt(node, frame)
            else:
                super()._execute([node], frame)

    def _note_halt(self, end: ExecutionHalted, node: ast.stmt | None, frame: Frame) -> None:
        """Lines of the script are none of the program's."""
        script = self.progress.frame
        super()._note_halt(end, None if frame is script or frame.around is script else node, frame)

    def _attempt(self, node: ast.stmt, frame: Frame) -> None:
        """After the cut a statement that needs what the program did not make has no effect."""
        budget = self.interpreter.budget
        try:
            super()._execute([node], frame)
        except ExecutionHalted:
            if budget.taken > budget.steps or isinstance(node, ast.Return):
                raise
            for item in ast.walk(node):
                if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store):
                    frame.names[item.id] = _NOTHING


@dataclass(frozen=True)
class ScriptExecution:
    """An interpreter of a program beside its script."""

    interpreter: Interpreter
    progress: Progress

    def run(self, tree: ast.Module, script: Script) -> ScriptRun:
        """Never raises."""
        progress = self.progress
        result = result_of(self.interpreter, lambda: self._run(tree, script))
        left_out = any(sizes[0] * sizes[1] * sizes[2] > progress.part.programs for sizes in progress.grids)
        return ScriptRun(result, progress.begun, tuple(progress.grids), left_out)

    def _run(self, tree: ast.Module, script: Script) -> Result:
        interpreter, frame = self.interpreter, self.progress.frame
        import_module(interpreter, tree, script.needed)
        frame.names.update({name: interpreter.scope.module.names[name] for name in script.needed})
        interpreter.statements.execute(list(script.body), frame)
        returned = kept(interpreter.expressions.items(script.calls.elts, frame))
        launches = interpreter.launches
        return Result(HaltReason.RETURNED, interpreter.budget.taken, returned, launches.count, launches.shared_bytes)


def script_execution(budget: Budget, progress: Progress, tracer: Tracer | None = None) -> ScriptExecution:
    memory = tracer.memory if tracer is not None else WatchedMemory()
    made = Interpreter(budget, memory, Scope(), compiles=True, tracer=tracer)
    derivatives, definitions = Derivatives(made), Definitions(made, _MODULES)
    torch, classes, exceptions = TorchFunctions(made, derivatives), Classes(made, definitions), Exceptions(made)
    made.operators = ScriptOperators(torch)
    made.expressions = ScriptExpressions(made, Attributes(derivatives), derivatives)
    made.assignments = ScriptAssignments(made, derivatives)
    made.statements = ScriptStatements(made, definitions, progress)
    made.statements.table |= {
        ast.FunctionDef: classes.define,
        ast.ClassDef: classes.define_class,
        ast.Try: exceptions.attempt,
        ast.Raise: exceptions.throw,
    }
    made.language = ScriptLanguage(made)
    made.calls = ScriptCalls(made, progress, classes, torch, derivatives)
    made.launches = ScriptLaunches(made, progress)
    return ScriptExecution(made, progress)


def tuned_interpreter(
    budget: Budget, turn: int, *, compiles: bool, tracer: Tracer | None = None, products: str = "ieee"
) -> Interpreter:
    """For a task with an entry whose kernels are autotuned; `turn` is the first configuration that is kept."""
    progress = Progress(Part())
    made = script_execution(budget, progress, tracer).interpreter
    made.compiles, made.products = compiles, products
    made.launches = TunedLaunches(made, progress, turn)
    return made


def execute_script(tree: ast.Module, script: Script, steps: int, part: Part) -> ScriptRun:
    """Never raises."""
    return script_execution(Budget(steps), Progress(part)).run(tree, script)


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
