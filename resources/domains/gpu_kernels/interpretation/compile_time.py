"""What must be known when a kernel is compiled: numbers, shapes and types that a block is made with."""

import math
from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import MOST_ELEMENTS, refused
from resources.domains.gpu_kernels.interpretation.kinds import Kind


def constant(value: Any) -> int:
    """A number that must be known when the kernel is compiled."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise refused("no compile-time number")
    return value


def shape_of(given: Any) -> tuple[int, ...]:
    """A block's shape: powers of two, not too many elements."""
    sizes = tuple(constant(item) for item in (given if isinstance(given, tuple | list) else (given,)))
    if any(size < 1 or size & (size - 1) for size in sizes):
        raise refused("a shape that is no power of two")
    if math.prod(sizes) > MOST_ELEMENTS:
        raise refused("a block with too many elements")
    return sizes


def kind_of(dtype: Any) -> Kind:
    if not isinstance(dtype, Kind):
        raise refused("no type")
    return dtype
