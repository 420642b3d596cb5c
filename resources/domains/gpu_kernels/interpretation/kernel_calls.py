"""Calls of triton.language, by name or as methods of blocks: checks, and what needs the running program."""

from abc import abstractmethod
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.accesses import ACCESSES
from resources.domains.gpu_kernels.interpretation.blocks import Block
from resources.domains.gpu_kernels.interpretation.compile_time import constant
from resources.domains.gpu_kernels.interpretation.endings import Budget, raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import INT32, Kind
from resources.domains.gpu_kernels.interpretation.language import FUNCTIONS
from resources.domains.gpu_kernels.interpretation.memory import Memory
from resources.domains.gpu_kernels.interpretation.ranges import loop_numbers, range_bounds
from resources.domains.gpu_kernels.interpretation.reductions import REDUCTIONS, generic
from resources.domains.gpu_kernels.interpretation.statements import Statements
from resources.domains.gpu_kernels.interpretation.values import Frame, Function
from resources.domains.gpu_kernels.language_interface import fits

_PRODUCTS_OF_A_STEP = 1 << 14
TRITON = "triton.language."


class KernelCalls(Statements):
    """Follows what a kernel calls of Triton's. `place` and `grid` are the running program's."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.memory = Memory()
        self.place: tuple[int, ...] = (0, 0, 0)
        self.grid: tuple[int, ...] = (1, 1, 1)
        self.tile_bytes = 0
        """Of the two operands of the largest product of matrices."""

    @abstractmethod
    def call_function(
        self, function: Function, arguments: list[Any], options: dict[str, Any], *, in_kernel: bool = False
    ) -> Any:
        """See `calls`."""

    def call_language(self, name: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        """A function of Triton's, which is called by name or as a method of a block."""
        if not frame.in_kernel:
            if name in ("constexpr", "cdiv"):
                return FUNCTIONS[name](*arguments)
            raise raised(f"tl.{name} outside of a kernel")
        if not fits(f"{TRITON}{name}", len(arguments), frozenset(options)):
            raise refused(f"arguments of tl.{name}")
        try:
            result = self.language_result(name, arguments, options)
        except TypeError as error:
            # A function that was not called at all, since its parameters are others, says so in these words.
            wrong = "unexpected keyword" in str(error) or "positional argument" in str(error)
            raise (refused if wrong else unknown)(f"tl.{name}: {error}") from None
        for item in result if isinstance(result, tuple) else (result,):
            if isinstance(item, Block):
                self.budget.take_elements(item.data.size)
        return result

    def language_result(self, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
        """Of a function whose arguments fit. Raises PathEndedError, and TypeError where they do not after all."""
        if name in ACCESSES:
            self.budget.take(4)
            return ACCESSES[name](self.memory, *arguments, **options)
        if name in FUNCTIONS:
            if name == "dot":
                self._before_product([*arguments, *options.values()][:2])
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
            if not self.truth(arguments[0]):
                raise refused("a static assertion")
            return None
        raise unknown(f"tl.{name}")

    def _before_product(self, operands: list[Any]) -> None:
        self.tile_bytes = max(self.tile_bytes, _bytes(operands))
        sizes = [item.data.size * item.shape[-1] for item in operands if isinstance(item, Block) and item.shape]
        self.budget.take(max(sizes, default=0) // _PRODUCTS_OF_A_STEP)

    def _program(self, name: str, axis: Any) -> Block:
        if constant(axis) not in (0, 1, 2):
            raise refused("an axis of programs")
        return Block(np.int32((self.place if name == "program_id" else self.grid)[axis]), INT32)

    def _range(self, name: str, arguments: list[Any], options: dict[str, Any]) -> list[Any]:
        bounds = {"arg1": None, "arg2": None, "step": None}
        if any(item in options for item in bounds) or not 1 <= len(arguments) <= 3:
            raise unknown("a range")
        if name == "static_range":
            for item in arguments:
                constant(item)
        return loop_numbers(*range_bounds(arguments), known=name == "static_range")

    def _combined(self, name: str, input: Any, axis: Any, combine_fn: Any, reverse: Any = False, **_: Any) -> Any:
        if not isinstance(combine_fn, Function):
            raise refused("no function to combine with")

        def combine(values: list[Any]) -> Any:
            return self.call_function(combine_fn, values, {}, in_kernel=True)

        return generic(input, axis, combine, keeps=name == "associative_scan", reverse=bool(reverse))


def _bytes(values: list[Any]) -> int:
    blocks = [item for item in values if isinstance(item, Block)]
    return int(sum(item.data.size * item.kind.bits for item in blocks if isinstance(item.kind, Kind))) // 8
