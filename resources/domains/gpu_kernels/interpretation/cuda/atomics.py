"""Atomic operations of CUDA: what each leaves in memory, for the threads of a mask one after the other."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.expressions import Expressions
from resources.domains.gpu_kernels.interpretation.cuda.places import Call
from resources.domains.gpu_kernels.interpretation.cuda.synchronising import threads_of
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value, cast
from resources.domains.gpu_kernels.interpretation.endings import refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import Array, Kind


def atomic(machine: Expressions, name: str, given: Any, call: Call, mask: Array) -> Value:
    """In order of the threads. What lay there before is each thread's own."""
    operation = _ATOMICS.get(name)
    if operation is None or len(given) < 2:
        raise unknown(name)
    address = machine.value(given[0], call, mask)
    if not isinstance(address.kind, Address) or not isinstance(address.kind.of, Kind):
        raise refused("an atomic operation without an address")
    threads_of(machine)
    kind, lanes = address.kind.of, machine.lanes(mask)
    values = [np.broadcast_to(cast(machine.value(part, call, mask), kind).data, mask.shape)[mask] for part in given[1:]]
    at = np.broadcast_to(address.data, mask.shape)[mask]
    machine.budget.take(lanes.size // 2)
    old = np.zeros(lanes.size, kind.numpy)
    for here in machine.memory.by_room(at):
        room, places = machine.memory.places(at[here], lanes[here])
        if address.kind.field not in room.values or room.values[address.kind.field].dtype != old.dtype:
            raise unknown("an atomic operation on another type")
        held = room.values[address.kind.field]
        old[here] = _in_turn(operation, held, places, [value[here] for value in values])
    before = np.zeros(mask.shape, kind.numpy)
    before[mask] = old
    return Value(before, kind)


def _in_turn(operation: Callable[..., Any], held: Array, places: Array, values: Sequence[Array]) -> Array:
    """What each thread finds."""
    old = np.zeros(len(places), held.dtype)
    for order, place in enumerate(places):
        old[order] = held[place]
        held[place] = operation(held[place], *(value[order] for value in values))
    return old


_ATOMICS: Mapping[str, Callable[..., Any]] = {
    "atomicAdd": lambda old, new: old + new,
    "atomicSub": lambda old, new: old - new,
    "atomicMax": max,
    "atomicMin": min,
    "atomicExch": lambda _, new: new,
    "atomicOr": lambda old, new: old | new,
    "atomicAnd": lambda old, new: old & new,
    "atomicXor": lambda old, new: old ^ new,
    "atomicInc": lambda old, most: old + 1 if old < most else 0,
    "atomicDec": lambda old, most: most if old == 0 or old > most else old - 1,
    "atomicCAS": lambda old, wanted, new: new if old == wanted else old,
}
