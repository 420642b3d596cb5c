"""What CUDA offers to device code by name alone: constants, mathematics and conversions."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.cuda.values import Value, binary, cast, promoted
from resources.domains.gpu_kernels.prediction.simulator.halting import refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import (
    BFLOAT16,
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    UINT32,
    Kind,
    joined,
)

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


def calculated(name: str, arguments: list[Value]) -> Value:
    if name in _CONVERSIONS and len(arguments) == 1:
        return cast(arguments[0], _CONVERSIONS[name])
    bare = name.removeprefix("__")
    if bare in _UNARY or (bare.endswith("f") and bare[:-1] in _UNARY):
        if len(arguments) != 1:
            raise refused("arguments")
        is_single = bare not in _UNARY or arguments[0].plain == FLOAT32
        value = cast(arguments[0], FLOAT32 if is_single else FLOAT64)
        return Value(_UNARY[bare if bare in _UNARY else bare[:-1]](value.data), value.kind)
    if name in _BITS and len(arguments) == 1:
        given, kind = _BITS[name]
        return Value(np.asarray(cast(arguments[0], given).data).view(kind.numpy)[()], kind)
    if name in _BINARY and len(arguments) == 2:
        kind = joined(arguments[0].plain, arguments[1].plain)
        if name.endswith("f"):
            kind = FLOAT32
        return Value(_BINARY[name](cast(arguments[0], kind).data, cast(arguments[1], kind).data), kind)
    if name == "abs" and len(arguments) == 1:
        value = cast(arguments[0], promoted(arguments[0].plain))
        return Value(np.abs(value.data), value.kind)
    if _SPECIAL.get(name) == len(arguments):
        return _special(name, arguments)
    raise unsupported(name)


_SPECIAL = {"__popc": 1, "__float2int_rn": 1, "__fdividef": 2, "fmaf": 3}


def _special(name: str, arguments: list[Value]) -> Value:
    if name == "__popc":
        bits = np.asarray(cast(arguments[0], UINT32).data)
        return Value(np.bitwise_count(bits).astype(np.int32), INT32)
    if name == "__float2int_rn":
        return Value(np.rint(arguments[0].data).astype(np.int32), INT32)
    if name == "fmaf":
        return cast(binary("+", binary("*", arguments[0], arguments[1]), arguments[2]), FLOAT32)
    return cast(binary("/", arguments[0], arguments[1]), FLOAT32)


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
    "max": np.fmax,
    "min": np.fmin,
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


_BITS: Mapping[str, tuple[Kind, Kind]] = {
    "__float_as_int": (FLOAT32, INT32),
    "__float_as_uint": (FLOAT32, UINT32),
    "__int_as_float": (INT32, FLOAT32),
    "__uint_as_float": (UINT32, FLOAT32),
    "__double_as_longlong": (FLOAT64, INT64),
    "__longlong_as_double": (INT64, FLOAT64),
}
"""The same bits as another type."""
