"""What CUDA offers: thread numbers, constants, mathematics, barriers, warps, atomics, and the host's calls."""

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.mathematics import calculated
from resources.domains.gpu_kernels.interpretation.cuda.synchronising import (
    BARRIERS,
    barrier,
    shuffled,
    sync_warps,
    threads_of,
    voted,
)
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value, cast
from resources.domains.gpu_kernels.interpretation.endings import raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    UINT32,
    Array,
    Kind,
)

if TYPE_CHECKING:
    from resources.domains.gpu_kernels.interpretation.cuda.expressions import Expressions
    from resources.domains.gpu_kernels.interpretation.cuda.places import Call

CONSTANTS: Mapping[str, Value] = {
    "INFINITY": Value(np.float32(np.inf), FLOAT32),
    "NAN": Value(np.float32(np.nan), FLOAT32),
    "FLT_MAX": Value(np.finfo(np.float32).max, FLOAT32),
    "FLT_MIN": Value(np.finfo(np.float32).tiny, FLOAT32),
    "FLT_EPSILON": Value(np.finfo(np.float32).eps, FLOAT32),
    "INT_MAX": Value(np.int32(2**31 - 1), INT32),
    "INT_MIN": Value(np.int32(-(2**31)), INT32),
    "UINT_MAX": Value(np.uint32(2**32 - 1), UINT32),
    "true": Value(np.True_, BOOL),
    "false": Value(np.False_, BOOL),
    "nullptr": Value(np.int32(0), INT32),
    "NULL": Value(np.int32(0), INT32),
    "cudaSuccess": Value(np.int32(0), INT32),
    "cudaFuncAttributeMaxDynamicSharedMemorySize": Value(np.int32(8), INT32),
    "cudaMemcpyDeviceToDevice": Value(np.int32(3), INT32),
    "warpSize": Value(np.int32(32), INT32),
    "cudaErrorInvalidValue": Value(np.int32(1), INT32),
    "M_PI": Value(np.float64(math.pi), FLOAT64),
    "CHAR_MAX": Value(np.int32(127), INT32),
    "CHAR_MIN": Value(np.int32(-128), INT32),
    "SCHAR_MAX": Value(np.int32(127), INT32),
    "SCHAR_MIN": Value(np.int32(-128), INT32),
    "LLONG_MAX": Value(np.int64(2**63 - 1), INT64),
}


def constant_of(machine: "Expressions", name: str) -> Value | None:
    if name in machine.program.routines:
        return Value(np.int32(0), "routine")
    return CONSTANTS.get(name)


def index_of(machine: "Expressions", owner: str, axis: str) -> Value | None:
    """Of threadIdx and the like."""
    if owner not in ("threadIdx", "blockIdx", "blockDim", "gridDim") or axis not in ("x", "y", "z"):
        return None
    threads = threads_of(machine)
    place = "xyz".index(axis)
    if owner.endswith("Dim"):
        return Value(np.uint32((threads.grid if owner == "gridDim" else threads.block)[place]), UINT32)
    sizes = threads.grid if owner == "blockIdx" else threads.block
    number = threads.in_block if owner == "blockIdx" else threads.number % threads.of_a_block
    below = math.prod(sizes[:place])
    return Value((number // below % sizes[place]).astype(np.uint32), UINT32)


def call_function(machine: "Expressions", name: str, given: list[Value], mask: Array) -> Value:
    if name in BARRIERS:
        return barrier(machine, name, given, mask)
    if name in ("__threadfence", "__threadfence_block", "__threadfence_system"):
        threads_of(machine).is_fenced = True
        return Value(np.int32(0), "void")
    if name == "__syncwarp":
        sync_warps(machine, mask)
        return Value(np.int32(0), "void")
    if name.startswith("__shfl"):
        return shuffled(machine, name, given, mask)
    if name in ("__ballot_sync", "__any_sync", "__all_sync"):
        return voted(machine, name, given, mask)
    return calculated(name, given, machine)


def atomic(machine: "Expressions", name: str, given: Any, call: "Call", mask: Array) -> Value:
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
    room, places = machine.memory.places(at, lanes)
    before = np.zeros(mask.shape, kind.numpy)
    if room is None or "" not in room.values:
        return Value(before, kind)
    machine.budget.take(lanes.size // 2)
    held, old = room.values[""], np.zeros(lanes.size, kind.numpy)
    for order, place in enumerate(places):
        old[order] = held[place]
        held[place] = operation(held[place], *(value[order] for value in values))
    before[mask] = old
    return Value(before, kind)


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
    "atomicCAS": lambda old, wanted, new: new if old == wanted else old,
}


def host(machine: "Expressions", name: str, given: Any, call: "Call", mask: Array) -> Value:
    """Calls of the runtime: memory, and what has no effect here."""
    done = Value(np.int32(0), INT32)
    if name in ("cudaFree", "cudaDeviceSynchronize", "cudaGetLastError", "cudaFuncSetAttribute", "cudaPeekAtLastError"):
        return done
    if name == "cudaMalloc" and len(given) == 2:
        target = given[0]
        while target.what == "cast":
            target = target.parts[1]
        if target.what != "unary" or target.parts[0] != "&":
            raise unknown(name)
        place = machine.place(target.parts[1], call, mask)
        if place.variable is None or not isinstance(place.variable.kind, Address):
            raise unknown(name)
        kind = place.variable.kind.of
        count = machine.constant(given[1], call, mask) // machine.bytes_of(kind)
        room = machine.memory.allocate(machine.fields(kind), count, "device")
        place.variable.value = Value(np.int64(room), place.variable.kind)
        return done
    if name in ("cudaMemset", "cudaMemsetAsync") and len(given) >= 3:
        return _set(machine, [machine.value(part, call, mask) for part in given[:3]])
    raise unknown(name)


def _set(machine: "Expressions", given: list[Value]) -> Value:
    address, fill, size = given
    if not isinstance(address.kind, Address) or int(fill.data) not in (0, 0xFF, -1):
        raise unknown("cudaMemset")
    room, at = machine.memory.room(address.data)
    count = int(size.data) // machine.bytes_of(address.kind.of)
    if room is None or int(at) + count > room.size or count < 0:
        raise raised("cudaMemset out of bounds")
    room.reach = max(room.reach, int(at) + count)
    for values in room.values.values():
        part = values[int(at) : int(at) + count]
        part.view(np.uint8)[...] = int(fill.data) & 0xFF
    return Value(np.int32(0), INT32)
