"""Calls of triton.language, by name or as methods of blocks: checks, and what needs the running program."""

from typing import Any

import numpy as np

from resources.domains.gpu_kernels.language.triton_interface import fits
from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.accesses import ACCESSES
from resources.domains.gpu_kernels.prediction.simulator.triton.block_functions import FUNCTIONS
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import Block, constant, loop_numbers, range_bounds
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import INT32, Kind
from resources.domains.gpu_kernels.prediction.simulator.triton.reductions import REDUCTIONS, generic
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Frame, Function

_PRODUCTS_OF_A_STEP = 1 << 14
TRITON = "triton.language."


class Language:
    """Calls Triton's functions. `grid` is the running launch's."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.budget = interpreter.budget
        self.memory = interpreter.memory
        self.grid: tuple[int, ...] = (1, 1, 1)
        self.tile_bytes = 0
        """Of the two operands of the largest product of matrices."""

    def call(self, name: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        """A function of Triton's, which is called by name or as a method of a block."""
        if not frame.in_kernel:
            if name in ("constexpr", "cdiv"):
                return FUNCTIONS[name](*arguments)
            raise raised(f"tl.{name} outside of a kernel")
        if not fits(f"{TRITON}{name}", len(arguments), frozenset(options)):
            raise refused(f"arguments of tl.{name}")
        try:
            result = self.result_of(name, arguments, options)
        except TypeError as error:
            # A function that was not called at all, since its parameters are others, says so in these words.
            wrong = "unexpected keyword" in str(error) or "positional argument" in str(error)
            raise (refused if wrong else unsupported)(f"tl.{name}: {error}") from None
        for item in result if isinstance(result, tuple) else (result,):
            if isinstance(item, Block):
                self.budget.take_elements(item.data.size)
        return result

    def result_of(self, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
        """Of a function whose arguments fit. Raises ExecutionHalted, and TypeError where they do not after all."""
        if name in ACCESSES:
            self.budget.take(4)
            result = ACCESSES[name](self.memory, *arguments, **options)
            if self.memory.fault is not None:
                self.interpreter.note_fault()
            return result
        if name in FUNCTIONS:
            if name == "dot":
                self.before_product([*arguments, *options.values()][:2])
                options = {**options, "unasked": self.interpreter.products}
            return FUNCTIONS[name](*arguments, **options)
        if name in REDUCTIONS:
            return REDUCTIONS[name](*arguments, **options)
        if name in ("program_id", "num_programs"):
            return self._program(name, *arguments, **options)
        if name in ("range", "static_range"):
            return self._range(name, arguments, options)
        if name in ("associative_scan", "reduce"):
            return self._combined(name, *arguments, **options)
        if name == "static_assert":
            if not self.interpreter.operators.truth(arguments[0]):
                raise refused("a static assertion")
            return None
        raise unsupported(f"tl.{name}")

    def before_product(self, operands: list[Any]) -> None:
        self.tile_bytes = max(self.tile_bytes, _bytes(operands))
        sizes = [item.data.size * item.shape[-1] for item in operands if isinstance(item, Block) and item.shape]
        self.budget.take(max(sizes, default=0) // _PRODUCTS_OF_A_STEP)

    def _program(self, name: str, axis: Any) -> Block:
        if constant(axis) not in (0, 1, 2):
            raise refused("an axis of programs")
        return Block(np.int32((self.memory.place if name == "program_id" else self.grid)[axis]), INT32)

    def _range(self, name: str, arguments: list[Any], options: dict[str, Any]) -> list[Any]:
        bounds = {"arg1": None, "arg2": None, "step": None}
        if any(item in options for item in bounds) or not 1 <= len(arguments) <= 3:
            raise unsupported("a range")
        if name == "static_range":
            for item in arguments:
                constant(item)
        return loop_numbers(*range_bounds(arguments), known=name == "static_range")

    def _combined(self, name: str, input: Any, axis: Any, combine_fn: Any, reverse: Any = False, **_: Any) -> Any:
        if not isinstance(combine_fn, Function):
            raise refused("no function to combine with")

        def combine(values: list[Any]) -> Any:
            return self.interpreter.calls.call_function(combine_fn, values, {}, in_kernel=True)

        return generic(input, axis, combine, keeps=name == "associative_scan", reverse=bool(reverse))


def _bytes(values: list[Any]) -> int:
    blocks = [item for item in values if isinstance(item, Block)]
    return int(sum(item.data.size * item.kind.bits for item in blocks if isinstance(item.kind, Kind))) // 8
