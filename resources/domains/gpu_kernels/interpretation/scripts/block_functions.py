"""Functions of triton.language that public kernels call and built-in ones do not. Those by pointer are
`block_pointers`.

Of libdevice there is none: Triton's interpreter has no such functions, so no task that calls them is certified.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.block_operators import binary, matched
from resources.domains.gpu_kernels.interpretation.blocks import Block, block_of, cast
from resources.domains.gpu_kernels.interpretation.compile_time import constant, shape_of
from resources.domains.gpu_kernels.interpretation.elementwise import noise
from resources.domains.gpu_kernels.interpretation.endings import refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import FLOAT16, FLOAT32, INT32, UINT32, Kind
from resources.domains.gpu_kernels.interpretation.products import dot

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
        raise unknown("a bitcast")
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
    if not can_reorder:
        raise refused("cat without reordering")
    first, second, kind = matched(input, other)
    return Block(np.concatenate([first, second]), kind)


def _four(name: str) -> Call:
    """Made-up random numbers four at a time."""

    def draw(seed: Any, offset: Any, n_rounds: Any = 10) -> tuple[Block, ...]:
        return tuple(noise(name)(seed, binary("Add", binary("Mult", block_of(offset), 4), at)) for at in range(4))

    return draw


def _philox(seed: Any, c0: Any, c1: Any, c2: Any, c3: Any, n_rounds: Any = 10) -> tuple[Block, ...]:
    return tuple(cast(item, UINT32) for item in _four("randint")(seed, c0))


BLOCK_FUNCTIONS: Mapping[str, Call] = {
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
}
