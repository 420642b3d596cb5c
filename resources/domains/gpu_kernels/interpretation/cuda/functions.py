"""What CUDA offers to device code: thread numbers, constants, and functions by name. Atomics are `atomics`."""

import math
from collections.abc import Mapping

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.mathematics import calculated
from resources.domains.gpu_kernels.interpretation.cuda.places import Places
from resources.domains.gpu_kernels.interpretation.cuda.synchronising import (
    BARRIERS,
    barrier,
    shuffled,
    sync_warps,
    threads_of,
    voted,
)
from resources.domains.gpu_kernels.interpretation.cuda.values import Value
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, FLOAT32, FLOAT64, INT32, INT64, UINT32, Array

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


def constant_of(machine: Places, name: str) -> Value | None:
    if name in machine.program.routines:
        return Value(np.int32(0), "routine")
    return CONSTANTS.get(name)


def index_of(machine: Places, owner: str, axis: str) -> Value | None:
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


def call_function(machine: Places, name: str, given: list[Value], mask: Array) -> Value:
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
    return calculated(name, given)
