"""What CUDA offers: thread numbers, constants, mathematics, barriers, warps, atomics, and the host's calls."""

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.memory import Threads
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value, binary, cast
from resources.domains.gpu_kernels.interpretation.endings import raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import (
    BFLOAT16,
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    UINT32,
    Array,
    Kind,
    joined,
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
    threads = _threads(machine)
    place = "xyz".index(axis)
    if owner.endswith("Dim"):
        return Value(np.uint32((threads.grid if owner == "gridDim" else threads.block)[place]), UINT32)
    sizes = threads.grid if owner == "blockIdx" else threads.block
    number = threads.in_block if owner == "blockIdx" else threads.number % threads.of_a_block
    below = math.prod(sizes[:place])
    return Value((number // below % sizes[place]).astype(np.uint32), UINT32)


def _threads(machine: "Expressions") -> Threads:
    if machine.threads is None:
        raise refused("a thread's name in host code")
    return machine.threads


def call_function(machine: "Expressions", name: str, given: list[Value], mask: Array) -> Value:
    if name in _SYNCHRONISING:
        return _barrier(machine, name, given, mask)
    if name in ("__threadfence", "__threadfence_block", "__threadfence_system"):
        _threads(machine).is_fenced = True
        return Value(np.int32(0), "void")
    if name == "__syncwarp":
        _sync_warps(machine, mask)
        return Value(np.int32(0), "void")
    if name.startswith("__shfl"):
        return _shuffled(machine, name, given, mask)
    if name in ("__ballot_sync", "__any_sync", "__all_sync"):
        return _voted(machine, name, given, mask)
    return _calculated(name, given, machine)


_SYNCHRONISING = ("__syncthreads", "__syncthreads_count", "__syncthreads_or", "__syncthreads_and")


def _barrier(machine: "Expressions", name: str, given: list[Value], mask: Array) -> Value:
    threads = _threads(machine)
    there = np.bincount(threads.in_block[mask], minlength=threads.blocks)
    alive = np.bincount(threads.in_block[~machine.exited], minlength=threads.blocks)
    if ((there != 0) & (there != alive)).any():
        raise raised("a barrier that not all threads come to")
    threads.clock += 1
    threads.barrier[mask] = threads.clock
    if not given:
        return Value(np.int32(0), "void")
    holds = np.broadcast_to(cast(given[0], BOOL).data, mask.shape) & mask
    counts = np.bincount(threads.in_block[holds], minlength=threads.blocks)
    if name.endswith("_count"):
        return Value(counts[threads.in_block].astype(np.int32), INT32)
    result = counts > 0 if name.endswith("_or") else counts == there
    return Value(result[threads.in_block].astype(np.int32), INT32)


def _sync_warps(machine: "Expressions", mask: Array) -> None:
    threads = _threads(machine)
    threads.clock += 1
    threads.warp_sync[mask] = threads.clock


def _shuffled(machine: "Expressions", name: str, given: list[Value], mask: Array) -> Value:
    threads = _threads(machine)
    if threads.of_a_block % 32 or len(given) != 3:
        raise unknown("a shuffle")
    value, by = given[1], np.broadcast_to(np.asarray(given[2].data).astype(np.int64), mask.shape)
    value.plain  # noqa: B018  refuses addresses and structs
    lane = threads.number % 32
    kind = name.removeprefix("__shfl").removesuffix("_sync")
    wanted = {"_up": lane - by, "_down": lane + by, "_xor": lane ^ by, "": by % 32}[kind]
    inside = (wanted >= 0) & (wanted < 32)
    source = np.where(inside, threads.number - lane + wanted, threads.number)
    if not mask[source[mask]].all():
        raise raised("a shuffle with a thread that is not there")
    _sync_warps(machine, mask)
    return Value(np.broadcast_to(value.data, mask.shape)[source], value.kind)


def _voted(machine: "Expressions", name: str, given: list[Value], mask: Array) -> Value:
    threads = _threads(machine)
    if threads.of_a_block % 32 or len(given) != 2:
        raise unknown("a vote")
    holds = (np.broadcast_to(cast(given[1], BOOL).data, mask.shape) & mask).reshape(-1, 32)
    bits = (holds.astype(np.uint64) << np.arange(32, dtype=np.uint64)).sum(axis=1).astype(np.uint32)
    _sync_warps(machine, mask)
    if name == "__ballot_sync":
        return Value(np.repeat(bits, 32), UINT32)
    full = (mask.reshape(-1, 32) <= holds).all(axis=1) if name == "__all_sync" else bits != 0
    return Value(np.repeat(full, 32).astype(np.int32), INT32)


def _calculated(name: str, given: list[Value], machine: "Expressions") -> Value:
    if name in _CONVERSIONS and len(given) == 1:
        return cast(given[0], _CONVERSIONS[name])
    bare = name.removeprefix("__")
    if bare in _UNARY or (bare.endswith("f") and bare[:-1] in _UNARY):
        if len(given) != 1:
            raise refused("arguments")
        is_single = bare not in _UNARY or given[0].plain == FLOAT32
        value = cast(given[0], FLOAT32 if is_single else FLOAT64)
        return Value(_UNARY[bare if bare in _UNARY else bare[:-1]](value.data), value.kind)
    if name in _BINARY and len(given) == 2:
        kind = joined(given[0].plain, given[1].plain)
        if name.endswith("f"):
            kind = FLOAT32
        return Value(_BINARY[name](cast(given[0], kind).data, cast(given[1], kind).data), kind)
    if name == "abs" and len(given) == 1:
        return Value(np.abs(given[0].data), given[0].plain)
    if _SPECIAL.get(name) == len(given):
        return _special(name, given)
    raise unknown(name)


_SPECIAL = {"__popc": 1, "__float2int_rn": 1, "__fdividef": 2, "fmaf": 3}


def _special(name: str, given: list[Value]) -> Value:
    if name == "__popc":
        bits = np.asarray(cast(given[0], UINT32).data)
        return Value(np.bitwise_count(bits).astype(np.int32), INT32)
    if name == "__float2int_rn":
        return Value(np.rint(given[0].data).astype(np.int32), INT32)
    if name == "fmaf":
        return cast(binary("+", binary("*", given[0], given[1]), given[2]), FLOAT32)
    return cast(binary("/", given[0], given[1]), FLOAT32)


def atomic(machine: "Expressions", name: str, given: Any, call: "Call", mask: Array) -> Value:
    """In order of the threads. What lay there before is each thread's own."""
    operation = _ATOMICS.get(name)
    if operation is None or len(given) < 2:
        raise unknown(name)
    address = machine.value(given[0], call, mask)
    if not isinstance(address.kind, Address) or not isinstance(address.kind.of, Kind):
        raise refused("an atomic operation without an address")
    _threads(machine)
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


def _rsqrt(values: Any) -> Any:
    return 1 / np.sqrt(values)


_UNARY: Mapping[str, Callable[[Any], Any]] = {
    "exp": np.exp,
    "exp2": np.exp2,
    "log": np.log,
    "log2": np.log2,
    "sqrt": np.sqrt,
    "rsqrt": _rsqrt,
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "floor": np.floor,
    "ceil": np.ceil,
    "rint": np.rint,
    "trunc": np.trunc,
    "fabs": np.abs,
}
_BINARY: Mapping[str, Callable[[Any, Any], Any]] = {
    "fmaxf": np.fmax,
    "fminf": np.fmin,
    "fmax": np.fmax,
    "fmin": np.fmin,
    "max": np.maximum,
    "min": np.minimum,
    "powf": np.power,
}
_CONVERSIONS: Mapping[str, Kind] = {
    "__half2float": FLOAT32,
    "__bfloat162float": FLOAT32,
    "__float2half": FLOAT16,
    "__float2half_rn": FLOAT16,
    "__float2bfloat16": BFLOAT16,
    "__int2float_rn": FLOAT32,
}
