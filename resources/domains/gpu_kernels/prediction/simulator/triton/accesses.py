"""tl.load, tl.store and the atomics: pointers, masks and values that fit each other, then memory."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import Block, block_of, cast, same_shape
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import BFLOAT16, BOOL, FLOAT16, INT8, Kind, Pointer
from resources.domains.gpu_kernels.prediction.simulator.triton.memory import Memory

_HINTS = ("cache_modifier", "eviction_policy", "volatile", "sem", "scope")


def load(
    memory: Memory,
    pointer: Any,
    mask: Any = None,
    other: Any = None,
    boundary_check: Any = (),
    padding_option: Any = "",
    **hints: Any,
) -> Block:
    kind = _element(pointer)
    _check_hints(hints, boundary_check)
    if other is not None and mask is None:
        raise refused("other without a mask")
    lanes = None if mask is None else block_of(mask)
    rest = Block(kind.numpy(0), kind) if other is None else cast(block_of(other), kind)
    shape = _shape(pointer, *([] if lanes is None else [lanes]), rest)
    places = np.broadcast_to(pointer.data, shape)
    on = None if lanes is None else np.broadcast_to(lanes.data, shape).astype(bool)
    values = memory.read(places, on, rest.data, kind)
    return Block(values.astype(np.int8), INT8) if kind == BOOL else Block(values, kind)


def store(memory: Memory, pointer: Any, value: Any, mask: Any = None, boundary_check: Any = (), **hints: Any) -> None:
    kind = _element(pointer)
    _check_hints(hints, boundary_check)
    if value is None:
        raise refused("no value")
    new = cast(block_of(value), kind)
    lanes = None if mask is None else _condition(mask)
    shape = _shape(pointer, new, *([] if lanes is None else [lanes]))
    if shape != pointer.shape:
        raise refused("more values than pointers")
    on = None if lanes is None else np.broadcast_to(lanes.data, shape)
    memory.write(pointer.data, on, np.broadcast_to(new.data, shape))


def _update(function: Any, name: str) -> Callable[..., Block]:
    def apply(memory: Memory, pointer: Any, val: Any, mask: Any = None, **hints: Any) -> Block:
        kind = _element(pointer)
        _check_hints(hints, ())
        if kind.bits < 16 or (kind.bits == 16 and not kind.is_float):
            raise refused("an atomic operation of a small kind")
        if kind in (FLOAT16, BFLOAT16) and name not in ("atomic_add", "atomic_xchg"):
            raise refused("an atomic operation of a small kind")
        new = cast(block_of(val), kind)
        lanes = Block(np.True_, BOOL) if mask is None else _condition(mask)
        if _shape(pointer, new, lanes) != pointer.shape:
            raise refused("more values than pointers")
        on = np.broadcast_to(lanes.data, pointer.shape)
        before = memory.update(function, pointer.data, on, np.broadcast_to(new.data, pointer.shape))
        return Block(before, kind)

    return apply


def _exchanged(memory: Memory, pointer: Any, cmp: Any, val: Any, **hints: Any) -> Block:
    """Of scalars alone."""
    kind = _element(pointer)
    if pointer.shape:
        raise unsupported("atomic_cas of blocks")
    old = memory.update(None, pointer.data, np.False_, kind.numpy(0))
    there = memory.read(pointer.data, None, 0, kind)
    same = there == cast(block_of(cmp), kind).data
    memory.update(None, pointer.data, same, cast(block_of(val), kind).data)
    return Block(old if there is None else there, kind)


def _element(pointer: Any) -> Kind:
    if not isinstance(pointer, Block) or not isinstance(pointer.kind, Pointer):
        raise refused("an access without a pointer")
    return pointer.kind.element


def _condition(mask: Any) -> Block:
    value = block_of(mask)
    if value.kind != BOOL:
        raise refused("a mask that is no condition")
    return value


def _shape(pointer: Block, *others: Block) -> tuple[int, ...]:
    if not pointer.shape and any(other.shape for other in others):
        raise refused("a block for a single pointer")
    return same_shape(pointer, *others)


def _check_hints(hints: Mapping[str, Any], boundary_check: Any) -> None:
    if any(name not in _HINTS for name in hints):
        raise refused("an unknown argument")
    if boundary_check:
        raise refused("boundary_check without a block pointer")


ACCESSES: Mapping[str, Callable[..., Any]] = {
    "load": load,
    "store": store,
    "atomic_add": _update(np.add, "atomic_add"),
    "atomic_max": _update(np.maximum, "atomic_max"),
    "atomic_min": _update(np.minimum, "atomic_min"),
    "atomic_and": _update(np.bitwise_and, "atomic_and"),
    "atomic_or": _update(np.bitwise_or, "atomic_or"),
    "atomic_xor": _update(np.bitwise_xor, "atomic_xor"),
    "atomic_xchg": _update(None, "atomic_xchg"),
    "atomic_cas": _exchanged,
}
