"""Mathematics and conversions that CUDA programs call."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.arithmetic import binary
from resources.domains.gpu_kernels.interpretation.cuda.values import Value, cast, promoted
from resources.domains.gpu_kernels.interpretation.endings import refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    UINT32,
    Kind,
    joined,
)


def calculated(name: str, given: list[Value]) -> Value:
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
        value = cast(given[0], promoted(given[0].plain))
        return Value(np.abs(value.data), value.kind)
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
