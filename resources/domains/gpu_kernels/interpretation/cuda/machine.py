"""CUDA programs as a whole: their functions, calls of them, and launches of their kernels."""

import math
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.atomics import atomic
from resources.domains.gpu_kernels.interpretation.cuda.functions import call_function
from resources.domains.gpu_kernels.interpretation.cuda.layout import dim3_of
from resources.domains.gpu_kernels.interpretation.cuda.places import Call, Variable
from resources.domains.gpu_kernels.interpretation.cuda.runtime import call_runtime
from resources.domains.gpu_kernels.interpretation.cuda.statements import Statements
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser, Routine
from resources.domains.gpu_kernels.interpretation.cuda.threads import Threads
from resources.domains.gpu_kernels.interpretation.cuda.tokens import VECTORS, Node
from resources.domains.gpu_kernels.interpretation.cuda.values import Value, cast
from resources.domains.gpu_kernels.interpretation.endings import Budget, Ending, PathEndedError, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import Array

_DEEPEST = 16
_MOST_THREADS, _MOST_DYNAMIC = 1024, 227 << 10
"""Of a block: threads, and bytes of shared memory that are asked for."""
_HOST = np.ones(1, bool)


class Machine(Statements):
    """One program, one case. See `functions` for what it calls beside its own."""

    def __init__(self, program: Parser, budget: Budget) -> None:
        super().__init__(program, budget)
        self.launches = 0
        call = Call([self.of_program], np.zeros(1, bool))
        for node in program.constants:
            self.declare(node, call, _HOST)

    def run(self, name: str, arguments: list[Value]) -> None:
        """The host function."""
        routine = self.program.routines.get(name)
        if routine is None or routine.is_kernel:
            raise PathEndedError(Ending.ENTRY, name)
        self.invoke(routine, arguments, _HOST)

    def invoke(self, routine: Routine, arguments: list[Value], mask: Array) -> Value:
        if len(arguments) != len(routine.parameters):
            raise refused("another number of arguments")
        self.depth += 1
        if self.depth > _DEEPEST:
            raise unknown("deep calls")
        names: dict[str, Any] = {}
        for (given, name), value in zip(routine.parameters, arguments, strict=True):
            wanted = self.resolved(given)
            names[name] = Variable(cast(value, wanted), wanted)
        call = Call([self.of_program, names], np.zeros(mask.shape, bool))
        self.parts(routine.body, call, mask)
        self.depth -= 1
        kind = self.resolved(routine.result)
        if call.result is None:
            return Value(np.int32(0), "void")
        return cast(call.result, kind) if kind != "void" else call.result

    def call_node(self, node: Node, call: Call, mask: Array) -> Value:
        called, given = node.parts
        if called.what != "name":
            raise unknown("a call")
        name = called.parts[0]
        if name.startswith("cuda"):
            return call_runtime(self, name, given, call, mask)
        if name.startswith("atomic"):
            return atomic(self, name, given, call, mask)
        if name.removeprefix("make_") in VECTORS and name not in VECTORS:
            return self.built(name.removeprefix("make_"), given, call, mask)
        arguments = [self.value(part, call, mask) for part in given]
        routine = self.program.routines.get(name)
        if routine is not None:
            if routine.is_kernel or ("host" if self.threads is None else "device") not in routine.places:
                raise refused("a function of another place")
            return self.invoke(routine, arguments, mask)
        return call_function(self, name, arguments, mask)

    def launch_node(self, node: Node, call: Call, mask: Array) -> Value:
        called, settings, given = node.parts
        routine = self.program.routines.get(called.parts[0]) if called.what == "name" else None
        if self.threads is not None or routine is None or not routine.is_kernel or not 2 <= len(settings) <= 4:
            raise refused("a launch")
        shape = [self._sizes(self.value(part, call, mask)) for part in settings[:2]]
        self.dynamic_bytes = self.constant(settings[2], call, mask) if len(settings) > 2 else 0
        arguments = [self.value(part, call, mask) for part in given]
        if math.prod(shape[1]) > _MOST_THREADS or self.dynamic_bytes > _MOST_DYNAMIC:
            raise PathEndedError(Ending.RESOURCES, "threads or shared memory")
        if min(*shape[0], *shape[1]) < 1:
            raise PathEndedError(Ending.LAUNCH, "a configuration")
        if math.prod(shape[0]) * math.prod(shape[1]) > 1 << 15:
            raise unknown("many threads")
        self._start(routine, arguments, Threads(shape[0], shape[1]))
        return Value(np.int32(0), "void")

    def _start(self, routine: Routine, arguments: list[Value], threads: Threads) -> None:
        self.launches += 1
        self.threads, depth = threads, self.depth
        self.depth, self.shared, self.static_bytes = 0, {}, 0
        self.exited = np.zeros(threads.count, bool)
        self.memory.begin(threads)
        self.invoke(routine, arguments, np.ones(threads.count, bool))
        self.threads = self.memory.threads = None
        self.depth = depth

    def _sizes(self, value: Value) -> tuple[int, int, int]:
        parts = dim3_of([value]) if value.kind != "dim3" else value
        found = [int(parts.data[name].data) for name in "xyz"]
        return found[0], found[1], found[2]
