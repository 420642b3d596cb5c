"""Calls of CUDA's runtime in host code: memory of the device, and what has no effect here."""

from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.expressions import Expressions
from resources.domains.gpu_kernels.interpretation.cuda.places import Call
from resources.domains.gpu_kernels.interpretation.cuda.tokens import Node
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value
from resources.domains.gpu_kernels.interpretation.endings import raised, unknown
from resources.domains.gpu_kernels.interpretation.kinds import INT32, Array

_WITHOUT_EFFECT = (
    "cudaFree",
    "cudaDeviceSynchronize",
    "cudaGetLastError",
    "cudaFuncSetAttribute",
    "cudaPeekAtLastError",
)


def call_runtime(machine: Expressions, name: str, given: Any, call: Call, mask: Array) -> Value:
    """Always a success. Raises PathEndedError for what is not modelled."""
    if name == "cudaMalloc" and len(given) == 2:
        _allocate(machine, given[0], given[1], call, mask)
    elif name in ("cudaMemset", "cudaMemsetAsync") and len(given) >= 3:
        _set(machine, [machine.value(part, call, mask) for part in given[:3]])
    elif name not in _WITHOUT_EFFECT:
        raise unknown(name)
    return Value(np.int32(0), INT32)


def _allocate(machine: Expressions, target: Node, size: Node, call: Call, mask: Array) -> None:
    while target.what == "cast":
        target = target.parts[1]
    if target.what != "unary" or target.parts[0] != "&":
        raise unknown("cudaMalloc")
    place = machine.place(target.parts[1], call, mask)
    if place.variable is None or not isinstance(place.variable.kind, Address):
        raise unknown("cudaMalloc")
    kind = place.variable.kind.of
    count = machine.constant(size, call, mask) // machine.bytes_of(kind)
    room = machine.memory.allocate(machine.fields(kind), count, "device")
    place.variable.value = Value(np.int64(room), place.variable.kind)


def _set(machine: Expressions, given: list[Value]) -> None:
    address, fill, size = given
    if not isinstance(address.kind, Address) or int(fill.data) not in (0, 0xFF, -1):
        raise unknown("cudaMemset")
    room, at = machine.memory.room(address.data)
    count = int(size.data) // machine.bytes_of(address.kind.of)
    if int(at) + count > room.size or count < 0:
        raise raised("cudaMemset out of bounds")
    room.reach = max(room.reach, int(at) + count)
    for values in room.values.values():
        part = values[int(at) : int(at) + count]
        part.view(np.uint8)[...] = int(fill.data) & 0xFF
