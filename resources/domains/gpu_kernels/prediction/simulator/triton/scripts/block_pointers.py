"""Block pointers of Triton's: made, moved, and what is loaded and stored through them, as its interpreter does it."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import refused
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import (
    Block,
    block_of,
    cast,
    constant,
    full_index,
    shape_of,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import BOOL, INT8, Kind, Pointer
from resources.domains.gpu_kernels.prediction.simulator.triton.memory import Memory


@dataclass(frozen=True)
class BlockPointer:
    """A window of `block` elements at `offsets` of a tensor that begins at `base`."""

    base: Block
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offsets: tuple[int, ...]
    block: tuple[int, ...]

    @property
    def kind(self) -> Kind:
        assert isinstance(self.base.kind, Pointer)
        return self.base.kind.element

    def places(self) -> Any:
        """The address of each element."""
        return self.base.data + sum(place * step for place, step in zip(self._along(), self.strides, strict=True))

    def inside(self, checked: Any) -> Any:
        """Which elements are in the tensor, along the dimensions that are checked. None where none is."""
        axes = checked if isinstance(checked, tuple | list) else (checked,)
        if not axes:
            return None
        if len(set(axes)) != len(axes) or any(not 0 <= constant(axis) < len(self.block) for axis in axes):
            raise refused("dimensions of boundary_check")
        along = self._along()
        inside = np.ones(self.block, bool)
        for axis in axes:
            inside = inside & (along[axis] >= 0) & (along[axis] < self.shape[axis])
        return inside

    def _along(self) -> list[Any]:
        """Each dimension's places, shaped to be broadcast."""
        rank = len(self.block)
        return [
            np.arange(start, start + size).reshape([-1 if axis == at else 1 for at in range(rank)])
            for axis, (start, size) in enumerate(zip(self.offsets, self.block, strict=True))
        ]


def make_block_ptr(base: Any, shape: Any, strides: Any, offsets: Any, block_shape: Any, order: Any) -> BlockPointer:
    if not isinstance(base, Block) or not isinstance(base.kind, Pointer) or base.shape:
        raise refused("a block pointer without a pointer")
    block = shape_of(block_shape)
    parts = [_numbers(item) for item in (shape, strides, offsets)]
    if sorted(constant(item) for item in _listed(order)) != list(range(len(_listed(order)))):
        raise refused("an order that is none")
    if any(len(part) != len(block) for part in (*parts, _listed(order))):
        raise refused("a block pointer of several ranks")
    return BlockPointer(base, parts[0], parts[1], parts[2], block)


def advance(base: Any, offsets: Any) -> BlockPointer:
    if not isinstance(base, BlockPointer) or len(_listed(offsets)) != len(base.block):
        raise refused("a move of what is no block pointer")
    moves = zip(base.offsets, _numbers(offsets), strict=True)
    return replace(base, offsets=tuple(start + step for start, step in moves))


def load(memory: Memory, pointer: BlockPointer, boundary_check: Any = (), padding_option: Any = "", **_: Any) -> Block:
    if padding_option not in ("", "zero", "nan") or (padding_option == "nan" and not pointer.kind.is_float):
        raise refused("a padding")
    rest = pointer.kind.numpy(np.nan if padding_option == "nan" else 0)
    inside = pointer.inside(boundary_check)
    values = memory.read(np.broadcast_to(pointer.places(), pointer.block), inside, rest, pointer.kind)
    return Block(values.astype(np.int8), INT8) if pointer.kind == BOOL else Block(values, pointer.kind)


def store(memory: Memory, pointer: BlockPointer, value: Any, boundary_check: Any = (), **_: Any) -> None:
    new = block_of(value)
    if new.shape not in ((), pointer.block) or (new.shape and new.kind != pointer.kind):
        raise refused("values of another type than the block pointer's")
    data = np.broadcast_to(cast(new, pointer.kind).data, pointer.block)
    memory.write(np.broadcast_to(pointer.places(), pointer.block), pointer.inside(boundary_check), data)


def _listed(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, tuple | list) else (value,)


def _numbers(values: Any) -> tuple[int, ...]:
    return tuple(full_index(item) if isinstance(item, Block) else constant(item) for item in _listed(values))
