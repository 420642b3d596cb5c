"""A kernel's values: blocks of one kind, scalars among them. What operators make of them is `block_operators`."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import Kind, Pointer, converted, of_number

Number = bool | int | float


@dataclass(frozen=True, slots=True)
class Block:
    """`data` is a numpy array, or a numpy scalar for a scalar. A pointer's data are addresses (see `memory`)."""

    data: Any
    kind: Kind | Pointer

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape  # type: ignore[no-any-return]

    @property
    def plain(self) -> Kind:
        """Its kind where it is no pointer."""
        if isinstance(self.kind, Pointer):
            raise refused("a pointer where a value is needed")
        return self.kind


Operand = Block | bool | int | float


def block_of(value: Any) -> Block:
    """A Python number as a kernel's scalar."""
    if isinstance(value, Block):
        return value
    if not isinstance(value, int | float):
        raise refused("no value of a kernel")
    kind = of_number(value)
    return Block(kind.numpy(value), kind)


def cast(block: Block, kind: Kind | Pointer) -> Block:
    if block.kind == kind:
        return block
    if isinstance(block.kind, Pointer) or isinstance(kind, Pointer):
        raise unknown("a cast of pointers")
    return Block(converted(block.data, block.kind, kind), kind)


def same_shape(*blocks: Block) -> tuple[int, ...]:
    """The shape that blocks broadcast to; Triton's rule is numpy's. Raises PathEndedError where there is none."""
    try:
        return np.broadcast_shapes(*(block.shape for block in blocks))
    except ValueError:
        raise refused("shapes that do not fit") from None


def truth(value: Block) -> bool:
    """Of a scalar condition. Raises PathEndedError for a block: its truth is not defined."""
    if value.shape != () and value.data.size != 1:
        raise refused("the truth of a block")
    return bool(value.data)


def full_index(value: Block) -> int:
    """A scalar as a Python number, for loops."""
    if value.shape != () or value.plain.is_float:
        raise refused("a bound that is no whole number")
    return int(value.data)
