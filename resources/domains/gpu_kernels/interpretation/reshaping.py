"""Functions of triton.language that give a block another shape or order, and leave its values as they are."""

import math
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.blocks import Block, block_of, same_shape
from resources.domains.gpu_kernels.interpretation.compile_time import constant, shape_of
from resources.domains.gpu_kernels.interpretation.endings import refused
from resources.domains.gpu_kernels.interpretation.kinds import BOOL
from resources.domains.gpu_kernels.interpretation.python_values import unpacked


def transposed(input: Any, *dims: Any) -> Block:
    value = block_of(input)
    axes = tuple(constant(item) for item in unpacked(dims)) or tuple(reversed(range(len(value.shape))))
    if len(value.shape) < 2 or sorted(axes) != list(range(len(value.shape))):
        raise refused("axes that do not fit")
    return Block(value.data.transpose(axes), value.kind)


def reshaped(input: Any, *shape: Any, can_reorder: Any = False) -> Block:
    value = block_of(input)
    sizes = shape_of(unpacked(shape))
    if math.prod(sizes) != value.data.size:
        raise refused("a shape of another size")
    return Block(np.reshape(value.data, sizes), value.kind)


def broadcast_to(input: Any, *shape: Any) -> Block:
    value = block_of(input)
    sizes = shape_of(unpacked(shape))
    if value.shape and (len(value.shape) != len(sizes) or same_shape(value, Block(np.empty(sizes), BOOL)) != sizes):
        raise refused("a shape that does not expand")
    return Block(np.broadcast_to(value.data, sizes), value.kind)


def expand_dims(input: Any, axis: Any) -> Block:
    value = block_of(input)
    axes = axis if isinstance(axis, tuple | list) else (axis,)
    if any(not -len(value.shape) - 1 <= constant(item) <= len(value.shape) for item in axes):
        raise refused("an axis out of range")
    return Block(np.expand_dims(value.data, tuple(axes)), value.kind)


def flip(x: Any, dim: Any = None) -> Block:
    value = block_of(x)
    return Block(np.flip(value.data, -1 if dim is None else constant(dim)), value.kind)
