"""Launches of kernels: their arguments and grids, and the programs of a grid one after the other."""

import ast
from collections.abc import Iterable
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import raised
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import Block, block_of
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import Pointer
from resources.domains.gpu_kernels.prediction.simulator.triton.statements import ReturnedError
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.tracer import Run
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Frame, Function, Launcher, bound_parameters
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

_TUNING = frozenset("num_warps num_stages num_ctas maxnreg warmup enable_fp_fusion launch_cooperative_grid".split())
_MOST_WARPS = 32
_USUAL_STAGES = 3
_MOST_BUFFERS = 32
_STEPS_OF_A_PROGRAM = 8


class Launches:
    """Launches kernels. `count` are the launches so far; `shared_bytes` is what `execution.Result` says."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.budget = interpreter.budget
        self.memory = interpreter.memory
        self.count = 0
        self.shared_bytes = 0
        self.run: Run = self._run
        if interpreter.tracer is not None:
            self.run = interpreter.tracer.running(self._run)

    def launch(self, launcher: Launcher, arguments: list[Any], options: dict[str, Any]) -> None:
        kernel = launcher.kernel
        bound = self._arguments(kernel, arguments, {k: v for k, v in options.items() if k not in _TUNING})
        exceeds = self._check_tuning(options)
        names = self._converted(kernel, bound)
        sizes = self._sizes(launcher.grid, kernel, bound, names)
        self.count += 1
        language = self.interpreter.language
        language.tile_bytes = 0
        self.run(kernel, names, sizes)
        stages = options.get("num_stages", _USUAL_STAGES)
        buffers = max(stages - 1, 1) if isinstance(stages, int) else 1
        self.shared_bytes = max(self.shared_bytes, language.tile_bytes * min(buffers, _MOST_BUFFERS))
        if exceeds:
            raise ExecutionHalted(HaltReason.RESOURCES, "warps")
        if self.memory.fault is not None:
            raise ExecutionHalted(self.memory.fault, "an access")

    def _sizes(self, grid: Any, kernel: Function, bound: dict[str, Any], names: dict[str, Any]) -> tuple[int, int, int]:
        """The kernel is compiled before anyone looks at the grid."""
        try:
            return _grid(
                self.interpreter.calls.call_function(grid, [bound], {}) if isinstance(grid, Function) else grid
            )
        except ExecutionHalted:
            self.run(kernel, names, (0, 0, 0))
            raise

    def _arguments(self, kernel: Function, arguments: list[Any], options: dict[str, Any]) -> dict[str, Any]:
        """Triton takes `*rest` and `**meta` for parameters like others."""
        try:
            bound = bound_parameters(kernel, arguments, options, in_kernel=False)
            if kernel.node.args.vararg is not None or kernel.node.args.kwarg is not None:
                raise raised("a parameter with stars")
            return bound
        except ExecutionHalted as end:
            raise ExecutionHalted(
                HaltReason.LAUNCH if end.reason is HaltReason.RAISED else end.reason, end.why
            ) from None

    def _check_tuning(self, options: dict[str, Any]) -> bool:
        """Whether a block has more threads than there may be. Raises ExecutionHalted for an impossible number."""
        warps = options.get("num_warps", 4)
        if not isinstance(warps, int) or warps < 1 or warps & (warps - 1):
            raise ExecutionHalted(HaltReason.LAUNCH, "a number of warps")
        return warps > _MOST_WARPS

    def _converted(self, kernel: Function, bound: dict[str, Any]) -> dict[str, Any]:
        """What the kernel sees: constants as they are, numbers as scalars, tensors as pointers."""
        assert isinstance(kernel.node, ast.FunctionDef)
        if self.interpreter.tracer is not None:
            self.interpreter.tracer.begin_launch()
        given = kernel.node.args
        constants = {
            item.arg
            for item in (*given.posonlyargs, *given.args, *given.kwonlyargs)
            if item.annotation is not None and ast.unparse(item.annotation).rpartition(".")[2] == "constexpr"
        }
        return {name: value if name in constants else self._argument(value) for name, value in bound.items()}

    def _argument(self, value: Any) -> Any:
        """A float is a scalar of 32 bits, as to the compiler: it widens a narrower block."""
        if isinstance(value, Tensor):
            address = self.memory.add(value.storage) + value.offset
            if self.interpreter.tracer is not None:
                self.interpreter.tracer.note_argument(value)
            return Block(np.int64(address), Pointer(value.kind))
        if isinstance(value, int):
            if not -(1 << 63) <= value < 1 << 64:
                raise raised("a number that is too large")
            return block_of(value)
        return block_of(value) if isinstance(value, float) else value

    def _run(self, kernel: Function, names: dict[str, Any], grid: tuple[int, int, int]) -> None:
        count = grid[0] * grid[1] * grid[2]
        self.memory.begin(count)
        self.interpreter.language.grid = grid
        if count == 0 and isinstance(kernel.node, ast.FunctionDef):
            self.memory.program = 1
            self.compile_only(kernel.node.body, Frame(dict(names), kernel.around, in_kernel=True))
        for number, place in self.programs(grid):
            self.budget.take(_STEPS_OF_A_PROGRAM)
            self.memory.program, self.memory.place = number + 1, place
            self.interpreter.calls.result_of(kernel.node, Frame(dict(names), kernel.around, in_kernel=True))
            if self.memory.fault is not None:
                return

    def programs(self, grid: tuple[int, int, int]) -> Iterable[tuple[int, tuple[int, ...]]]:
        """Those that are run, with their numbers from 0 on."""
        across, down, deep = (range(size) for size in grid)
        return enumerate((x, y, z) for x in across for y in down for z in deep)

    def compile_only(self, body: list[ast.stmt], frame: Frame) -> None:
        """Executes what a run passes by, once for each launch, to see whether the compiler refuses it."""
        if not self.interpreter.compiles or self.memory.program != 1:
            return
        names, was_idle = dict(frame.names), self.memory.is_idle
        self.memory.is_idle = True
        try:
            self.interpreter.statements.execute(body, frame)
        except ReturnedError:
            pass
        except ExecutionHalted as end:
            if end.reason is HaltReason.REFUSED:
                raise
        finally:
            self.memory.is_idle = was_idle
            frame.names.clear()
            frame.names.update(names)


def _grid(grid: Any) -> tuple[int, int, int]:
    sizes = list(grid) if isinstance(grid, tuple | list) else [grid]
    if not 1 <= len(sizes) <= 3 or not isinstance(grid, tuple | list):
        raise raised("a grid of another form")
    if not all(isinstance(size, int) for size in sizes):
        raise raised("a grid of what is no whole number")
    padded = [max(size, 0) for size in sizes] + [1] * (3 - len(sizes))
    return padded[0], padded[1], padded[2]
