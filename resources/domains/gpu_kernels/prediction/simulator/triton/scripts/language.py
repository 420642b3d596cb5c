"""What public kernels call of Triton beyond built-in ones: functions by longer names, and through block pointers.

Of libdevice there is none: Triton's interpreter has no such functions, so no task that calls them is certified.
"""

import ast
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.block_functions import dot
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import (
    Block,
    binary,
    block_of,
    cast,
    constant,
    matched,
    shape_of,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.elementwise import noise
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import FLOAT16, FLOAT32, INT32, UINT32, Kind
from resources.domains.gpu_kernels.prediction.simulator.triton.language import Language
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts import block_pointers
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.block_pointers import BlockPointer
from resources.domains.gpu_kernels.prediction.simulator.triton.statements import Loops
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Frame
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

_PREFIXES = ("math.", "standard.", "core.", "random.")
_LANES_OF_A_STEP = 64
"""As many lanes of an access take as long as one node of the tree: their places are checked and noted."""
Call = Callable[..., Any]


def product(input: Any, other: Any, acc: Any = None, out_dtype: Any = FLOAT32, **options: Any) -> Block:
    """numpy sums products of float16 as float32, too, but slowly."""
    if out_dtype != FLOAT16 or not all(isinstance(item, Block) and item.kind == FLOAT16 for item in (input, other)):
        return dot(input, other, acc, out_dtype=out_dtype, **options)
    result = cast(dot(input, other, **options), FLOAT16)
    if acc is None:
        return result
    if not isinstance(acc, Block) or (acc.shape, acc.kind) != (result.shape, result.kind):
        raise refused("an accumulator of another type")
    return Block(result.data + acc.data, FLOAT16)


def seen_as(input: Any, dtype: Any) -> Block:
    """The same bits as another kind."""
    value = block_of(input)
    if not isinstance(dtype, Kind) or dtype.bits != value.plain.bits or "bfloat16" in (dtype.name, value.plain.name):
        raise unsupported("a bitcast")
    return Block(value.data.view(dtype.numpy), dtype)


def _joined(a: Any, b: Any) -> Block:
    first, second, kind = matched(a, b)
    return Block(np.stack(np.broadcast_arrays(first, second), axis=-1), kind)


def _interleaved(a: Any, b: Any) -> Block:
    both = _joined(a, b)
    return Block(both.data.reshape((*both.shape[:-2], -1)), both.kind)


def _split(a: Any) -> tuple[Block, Block]:
    value = block_of(a)
    if not value.shape or value.shape[-1] != 2:
        raise refused("a split of another size")
    return Block(value.data[..., 0], value.kind), Block(value.data[..., 1], value.kind)


def _counted(input: Any, num_bins: Any) -> Block:
    shape_of(num_bins)
    values = block_of(input).data.reshape(-1)
    inside = values[(values >= 0) & (values < num_bins)]
    return Block(np.bincount(inside, minlength=num_bins).astype(np.int32), INT32)


def _sorted(x: Any, dim: Any = None, descending: Any = False) -> Block:
    value = block_of(x)
    if dim is not None and constant(dim) not in (-1, len(value.shape) - 1):
        raise refused("a sort along another axis")
    data = np.sort(value.data, axis=-1)
    return Block(data[..., ::-1] if descending else data, value.kind)


def _gathered(src: Any, index: Any, axis: Any) -> Block:
    value, places = block_of(src), block_of(index)
    if places.plain.is_float or len(places.shape) != len(value.shape):
        raise refused("places of another form")
    return Block(np.take_along_axis(value.data, places.data, constant(axis)), value.kind)


def _concatenated(input: Any, other: Any, can_reorder: Any = False) -> Block:
    """In the order of the real interpreter (`triton_worker.hints`), which no program may count on."""
    if not can_reorder:
        raise refused("cat without reordering")
    first, second, kind = matched(input, other)
    return Block(np.stack([first, second], axis=1).ravel(), kind)


def _four(name: str) -> Call:
    """Made-up random numbers four at a time."""

    def draw(seed: Any, offset: Any, n_rounds: Any = 10) -> tuple[Block, ...]:
        return tuple(noise(name)(seed, binary("Add", binary("Mult", block_of(offset), 4), at)) for at in range(4))

    return draw


def _philox(seed: Any, c0: Any, c1: Any, c2: Any, c3: Any, n_rounds: Any = 10) -> tuple[Block, ...]:
    return tuple(cast(item, UINT32) for item in _four("randint")(seed, c0))


_FUNCTIONS: Mapping[str, Call] = {
    "join": _joined,
    "interleave": _interleaved,
    "split": _split,
    "ravel": lambda x: Block(block_of(x).data.reshape(-1), block_of(x).kind),
    "unsqueeze": lambda x, dim: Block(np.expand_dims(block_of(x).data, dim), block_of(x).kind),
    "histogram": _counted,
    "sort": _sorted,
    "gather": _gathered,
    "cat": _concatenated,
    "rand4x": _four("rand"),
    "randint4x": _four("randint"),
    "philox": _philox,
    "make_block_ptr": block_pointers.make_block_ptr,
    "advance": block_pointers.advance,
}
_THROUGH_POINTERS: Mapping[str, Call] = {"load": block_pointers.load, "store": block_pointers.store}


class ScriptLanguage(Language):
    """Calls Triton's functions for public kernels."""

    def result_of(self, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
        prefix = next((item for item in _PREFIXES if name.startswith(item)), "")
        name = name.removeprefix(prefix)
        if name in ("load", "store") and arguments and isinstance(arguments[0], BlockPointer):
            return self._through(name, arguments, options)
        if name in ("to", "cast") and options.get("bitcast"):
            return seen_as(*arguments, *(item for key, item in options.items() if key != "bitcast"))
        if name in ("load", "store"):
            self.budget.take(_lanes(arguments) // _LANES_OF_A_STEP)
        if name == "dot":
            self.before_product([*arguments, *options.values()][:2])
            return product(*arguments, **options)
        if name in _FUNCTIONS:
            return _FUNCTIONS[name](*arguments, **options)
        return super().result_of(name, arguments, options)

    def _through(self, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
        """An access by a block pointer, which takes no mask."""
        self.budget.take(4)
        if any(options.get(item) is not None for item in ("mask", "other")) or len(arguments) > 1 + (name == "store"):
            raise refused("a mask of a block pointer")
        kept = {key: item for key, item in options.items() if key not in ("mask", "other")}
        result = _THROUGH_POINTERS[name](self.memory, *arguments, **kept)
        if self.memory.fault is not None:
            self.interpreter.note_fault()
        return result


class ScriptLoops(Loops):
    """Executes loops of public programs."""

    def loop_while(self, node: ast.While, frame: Frame) -> None:
        """Triton's passes end in an exception of their own at a loop of this sort that moves block pointers."""
        if frame.in_kernel and BlockPointer in self.types(node, frame).values():
            raise ExecutionHalted(HaltReason.LAUNCH, "block pointers in a while loop")
        super().loop_while(node, frame)


def _lanes(arguments: list[Any]) -> int:
    return sum(item.data.size for item in arguments[:1] if isinstance(item, Block))
