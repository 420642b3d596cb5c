"""A CUDA program as a whole: what its parts share, calls of its functions, and launches of its kernels."""

import math

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.cuda.expressions import Expressions
from resources.domains.gpu_kernels.prediction.simulator.cuda.layout import Layout, dim3_of
from resources.domains.gpu_kernels.prediction.simulator.cuda.memory import Memory
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import VECTORS, Node, Program, Routine
from resources.domains.gpu_kernels.prediction.simulator.cuda.runtime import Runtime
from resources.domains.gpu_kernels.prediction.simulator.cuda.statements import Declarations, Statements
from resources.domains.gpu_kernels.prediction.simulator.cuda.storage import Frame, Storage, Variable
from resources.domains.gpu_kernels.prediction.simulator.cuda.threads import Threads
from resources.domains.gpu_kernels.prediction.simulator.cuda.unset import Unset
from resources.domains.gpu_kernels.prediction.simulator.cuda.values import Value, cast
from resources.domains.gpu_kernels.prediction.simulator.halting import Budget, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import Array
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

OTHER_COUNT = "another number of arguments"
"""Why a call is refused."""
_DEEPEST = 16
MOST_THREADS, _MOST_DYNAMIC = 1024, 227 << 10
"""Of a block: threads, and bytes of shared memory that are asked for."""
_MOST_THREADS_IN_ALL = 1 << 15
_MOST_DEEP, _MOST_BLOCKS_DOWN = 64, 65_535
"""Of a block in its third dimension, and of a grid in its second and third."""
_HOST = np.ones(1, bool)


class Machine:
    """One program, one case. `kernel` is the one that runs, or is launched, from `launch_line` with `threads` in blocks
    of `block`; `called` the function that was called last, with `arguments`."""

    def __init__(self, program: Program, budget: Budget, unset: Unset) -> None:
        self._program, self._depth, self.launches = program, 0, 0
        self.layout = Layout(program.structs, unset)
        self.memory = Memory(lambda: self.line, unset)
        self.expressions = Expressions(program, Storage(self.layout, self.memory, budget, unset), budget, self)
        self.declarations = Declarations(self.expressions)
        self._statements = Statements(self.expressions, self.declarations)
        self._runtime = Runtime(self.expressions)
        self._global_names: dict[str, Variable] = {}
        self.kernel: Routine | None = None
        self.launch_line = 0
        self.threads: Threads | None = None
        self.block = (0, 0, 0)
        self.called: Routine | None = None
        self.arguments: list[Value] = []

    @property
    def line(self) -> int:
        """Where the program has come to."""
        return self.expressions.node.line

    def load(self) -> None:
        """What is declared outside of functions. To be done first."""
        frame = Frame([self._global_names], np.zeros(1, bool))
        for node in self._program.constants:
            self.declarations.declare(node, frame, _HOST)
        for variable in self._global_names.values():
            if variable.unset is not None:
                variable.value, variable.unset = self.layout.empty(variable.kind), None

    def run(self, name: str, arguments: list[Value]) -> None:
        """The host function."""
        routine = self._program.routines.get(name)
        if routine is None or routine.is_kernel:
            raise ExecutionHalted(HaltReason.ENTRY, name)
        self._invoke(routine, arguments, _HOST)

    def call(self, node: Node, frame: Frame, mask: Array) -> Value:
        called, given = node.parts
        if called.what != "name":
            raise unsupported("a call")
        name = called.parts[0]
        if name.startswith("cuda"):
            return self._runtime.host_call(name, given, frame, mask)
        if name.startswith("atomic"):
            return self._runtime.atomic(name, given, frame, mask)
        if name.removeprefix("make_") in VECTORS and name not in VECTORS:
            return self.expressions.built(name.removeprefix("make_"), given, frame, mask)
        arguments = [self.expressions.value(item, frame, mask) for item in given]
        routine = self._program.routines.get(name)
        if routine is None:
            return self._runtime.device_call(name, arguments, mask)
        if routine.is_kernel or ("host" if self.memory.threads is None else "device") not in routine.places:
            raise refused("a function of another place")
        return self._invoke(routine, arguments, mask)

    def launch(self, node: Node, frame: Frame, mask: Array) -> Value:
        called, settings, given = node.parts
        routine = self._program.routines.get(called.parts[0]) if called.what == "name" else None
        self.kernel, self.launch_line = routine, self.line
        if self.memory.threads is not None or routine is None or not routine.is_kernel or not 2 <= len(settings) <= 4:
            raise refused("a launch")
        grid, self.block = (_sizes(self.expressions.value(item, frame, mask)) for item in settings[:2])
        dynamic_bytes = self.expressions.constant(settings[2], frame, mask) if len(settings) > 2 else 0
        self.declarations.dynamic_bytes = dynamic_bytes
        arguments = [self.expressions.value(item, frame, mask) for item in given]
        if math.prod(self.block) > MOST_THREADS or dynamic_bytes > _MOST_DYNAMIC:
            raise ExecutionHalted(HaltReason.RESOURCES, "threads or shared memory")
        _check_sizes(grid, self.block)
        if math.prod(grid) * math.prod(self.block) > _MOST_THREADS_IN_ALL:
            raise unsupported("many threads")
        self._start(routine, arguments, Threads(grid, self.block))
        return Value(np.int32(0), "void")

    def _start(self, routine: Routine, arguments: list[Value], threads: Threads) -> None:
        self.launches += 1
        self.threads, depth = threads, self._depth
        self._depth = 0
        self.declarations.begin()
        self.memory.begin(threads)
        self._invoke(routine, arguments, np.ones(threads.count, bool))
        self.memory.end()
        self._depth = depth

    def _invoke(self, routine: Routine, arguments: list[Value], mask: Array) -> Value:
        self.called, self.arguments = routine, arguments
        if len(arguments) != len(routine.parameters):
            raise refused(OTHER_COUNT)
        self._depth += 1
        if self._depth > _DEEPEST:
            raise unsupported("deep calls")
        names: dict[str, Variable] = {}
        for (parameter, name), value in zip(routine.parameters, arguments, strict=True):
            kind = self.layout.resolved(parameter)
            names[name] = Variable(cast(value, kind), kind)
        frame = Frame([self._global_names, names], np.zeros(mask.shape, bool), self._depth == 1)
        self._statements.execute_all(routine.body.parts, frame, mask)
        self._depth -= 1
        kind = self.layout.resolved(routine.result)
        if frame.result is None:
            return Value(np.int32(0), "void")
        return cast(frame.result, kind) if kind != "void" else frame.result


def _check_sizes(grid: tuple[int, int, int], block: tuple[int, int, int]) -> None:
    """In the emulator's words."""
    if min(*grid, *block) < 1:
        raise ExecutionHalted(HaltReason.LAUNCH, "a dimension of the grid or block is 0")
    if block[2] > _MOST_DEEP or max(grid[1:]) > _MOST_BLOCKS_DOWN:
        sizes = f"grid {grid[0]} x {grid[1]} x {grid[2]}, block z {block[2]}"
        raise ExecutionHalted(HaltReason.LAUNCH, f"a dimension exceeds the device's limit ({sizes})")


def _sizes(value: Value) -> tuple[int, int, int]:
    parts = dim3_of([value]) if value.kind != "dim3" else value
    x, y, z = (int(parts.data[name].data) for name in "xyz")
    return x, y, z
