"""Functions of triton.language over blocks that make and combine values, and the table of all that need no memory.

Each takes the kernel's own arguments. What Triton refuses raises PathEndedError, and so does what is not modelled.
Accesses to memory are `accesses`, and what goes along an axis is `reductions`.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.block_operators import binary, matched
from resources.domains.gpu_kernels.interpretation.blocks import Block, block_of, cast, same_shape
from resources.domains.gpu_kernels.interpretation.compile_time import constant, kind_of, shape_of
from resources.domains.gpu_kernels.interpretation.elementwise import ELEMENTWISE
from resources.domains.gpu_kernels.interpretation.endings import refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, INT32, Pointer
from resources.domains.gpu_kernels.interpretation.products import dot
from resources.domains.gpu_kernels.interpretation.reshaping import broadcast_to, expand_dims, flip, reshaped, transposed

Call = Callable[..., Any]


def arange(start: Any, end: Any) -> Block:
    first, last = constant(start), constant(end)
    if last <= first:
        raise refused("an empty range")
    shape_of(last - first)
    return Block(np.arange(first, last, dtype=np.int32), INT32)


def full(shape: Any, value: Any, dtype: Any) -> Block:
    kind = kind_of(dtype)
    item = cast(block_of(value), kind)
    if item.shape:
        raise refused("a block as a filling")
    return Block(np.full(shape_of(shape), item.data), kind)


def zeros(shape: Any, dtype: Any) -> Block:
    return full(shape, 0, dtype)


def zeros_like(input: Any) -> Block:
    value = block_of(input)
    return Block(np.zeros_like(value.data), value.plain)


def where(condition: Any, x: Any, y: Any) -> Block:
    if isinstance(x, Block) and isinstance(x.kind, Pointer):
        raise unknown("where of pointers")
    first, second, kind = matched(x, y)
    test = cast(block_of(condition), BOOL).data
    same_shape(Block(test, BOOL), Block(first, kind), Block(second, kind))
    return Block(np.where(test, first, second), kind)


def cdiv(x: Any, div: Any) -> Any:
    if not isinstance(x, Block) and not isinstance(div, Block):
        if constant(div) == 0:
            raise refused("division by zero")
        return -(-constant(x) // div)
    return binary("FloorDiv", binary("Add", x, binary("Sub", block_of(div), 1)), div)


def converted_to(input: Any, dtype: Any, fp_downcast_rounding: Any = None, bitcast: Any = False) -> Block:
    if bitcast:
        raise unknown("a bitcast")
    if isinstance(dtype, Pointer):
        raise unknown("a cast to a pointer")
    return cast(block_of(input), kind_of(dtype))


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _same(value: Any, *_: Any, **__: Any) -> Any:
    return value


FUNCTIONS: Mapping[str, Call] = {
    **ELEMENTWISE,
    "arange": arange,
    "full": full,
    "zeros": zeros,
    "zeros_like": zeros_like,
    "where": where,
    "dot": dot,
    "trans": transposed,
    "permute": transposed,
    "reshape": reshaped,
    "view": reshaped,
    "broadcast_to": broadcast_to,
    "expand_dims": expand_dims,
    "cdiv": cdiv,
    "cast": converted_to,
    "to": converted_to,
    "flip": flip,
    "multiple_of": _same,
    "max_contiguous": _same,
    "max_constancy": _same,
    "assume": _nothing,
    "debug_barrier": _nothing,
    "device_assert": _nothing,
    "device_print": _nothing,
    "static_print": _nothing,
    "constexpr": _same,
}
