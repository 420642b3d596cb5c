"""tl.dot: what it takes, which kind it computes in, and the product itself."""

from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.blocks import Block
from resources.domains.gpu_kernels.interpretation.compile_time import kind_of
from resources.domains.gpu_kernels.interpretation.endings import refused
from resources.domains.gpu_kernels.interpretation.kinds import FLOAT16, FLOAT32, FLOAT64, INT8, INT32, Kind

_LEAST_DEPTH = 16


def dot(
    input: Any,
    other: Any,
    acc: Any = None,
    input_precision: Any = None,
    allow_tf32: Any = None,
    max_num_imprecise_acc: Any = None,
    out_dtype: Any = FLOAT32,
) -> Block:
    """Operands of one kind, sizes that fit, and what is added of the result's type."""
    if not isinstance(input, Block) or not isinstance(other, Block) or input.plain != other.plain:
        raise refused("dot of different kinds")
    left, right, kind = input.data, other.data, input.plain
    if left.ndim != right.ndim or left.ndim not in (2, 3) or left.shape[-1] != right.shape[-2]:
        raise refused("dot of shapes that do not fit")
    if left.shape[-1] < (2 * _LEAST_DEPTH if kind.bits == 8 else _LEAST_DEPTH):
        raise refused("a dot of little depth")
    wanted = _result_kind(kind, out_dtype)
    product = np.matmul(left.astype(wanted.numpy), right.astype(wanted.numpy))
    if acc is None:
        return Block(product, wanted)
    if not isinstance(acc, Block) or acc.shape != product.shape or acc.kind != wanted:
        raise refused("an accumulator of another type")
    return Block(product + acc.data, wanted)


def _result_kind(kind: Kind, out_dtype: Any) -> Kind:
    """Only products of float16 leave it to the kernel."""
    if kind == INT8:
        return INT32
    if not kind.is_float:
        raise refused("dot of whole numbers")
    if kind == FLOAT16:
        return kind_of(out_dtype)
    return FLOAT64 if kind == FLOAT64 else FLOAT32
