"""Functions of triton.language that compute element by element."""

import zlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import refused
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import (
    Block,
    binary,
    block_of,
    full_index,
    matched,
    same_shape,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import BOOL, FLOAT32, FLOAT64, INT32, Kind
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Named

Call = Callable[..., Any]
_ALL = Named("triton.language.PropagateNan.ALL")


def unary(function: Callable[[Any], Any], kinds: tuple[Kind, ...] = (FLOAT32, FLOAT64)) -> Call:
    def apply(x: Any) -> Block:
        value = block_of(x)
        if value.plain not in kinds:
            raise refused("a function of another kind")
        return Block(function(value.data), value.kind)

    return apply


def chosen(dropping: Callable[[Any, Any], Any], propagating: Callable[[Any, Any], Any]) -> Call:
    """`maximum` and `minimum`: a NaN loses unless it is asked for."""

    def choose(x: Any, y: Any, propagate_nan: Any = None) -> Any:
        function = propagating if propagate_nan == _ALL else dropping
        if not isinstance(x, Block) and not isinstance(y, Block):
            return block_of(function(x, y).item())
        first, second, kind = matched(x, y)
        same_shape(Block(first, kind), Block(second, kind))
        return Block(function(first, second), kind)

    return choose


def absolute(x: Any) -> Block:
    value = block_of(x)
    return value if value.plain == BOOL else Block(np.abs(value.data), value.kind)


def error_function(values: Any) -> Any:
    """By Abramowitz and Stegun's 7.1.26, good to 1.5e-7."""
    size = np.abs(values.astype(np.float64))
    near = 1.0 / (1.0 + 0.3275911 * size)
    terms = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
    total = sum(term * near ** (power + 1) for power, term in enumerate(terms))
    result = np.sign(values) * (1.0 - total * np.exp(-np.minimum(size * size, 700.0)))
    return np.where(np.isnan(values), np.nan, result).astype(values.dtype)


def sigmoid(x: Any) -> Block:
    value = block_of(x)
    return Block((1 / (1 + np.exp(-value.data))).astype(value.data.dtype), value.plain)


def _rsqrt(values: Any) -> Any:
    return (1 / np.sqrt(values)).astype(values.dtype)


_maximum, _minimum = chosen(np.fmax, np.maximum), chosen(np.fmin, np.minimum)


def clamp(x: Any, min: Any, max: Any, propagate_nan: Any = None) -> Any:
    return _minimum(_maximum(x, min, propagate_nan), max, propagate_nan)


def fma(x: Any, y: Any, z: Any) -> Block:
    return binary("Add", binary("Mult", x, y), z)


def divided(x: Any, y: Any, ieee_rounding: Any = False) -> Block:
    return binary("Div", x, y)


def noise(name: str) -> Call:
    """Made-up random numbers that depend on seed and offset as the real ones do."""

    def draw(seed: Any, offset: Any, n_rounds: Any = 10) -> Block:
        places = block_of(offset)
        if places.plain.is_float:
            raise refused("an offset that is no whole number")
        start = np.uint64(zlib.crc32(name.encode()) ^ (full_index(block_of(seed)) & 0xFFFF_FFFF))
        mixed = (places.data.astype(np.uint64) + start) * np.uint64(0x9E37_79B9_7F4A_7C15)
        mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58_476D_1CE4_E5B9)
        bits = (mixed >> np.uint64(33)).astype(np.int32)
        if name == "randint":
            return Block(bits, INT32)
        uniform = (bits.astype(np.float32) + 0.5) / np.float32(1 << 31)
        return Block(uniform if name == "rand" else (uniform - 0.5) * np.float32(4.0), FLOAT32)

    return draw


ELEMENTWISE: Mapping[str, Call] = {
    "maximum": _maximum,
    "minimum": _minimum,
    "abs": absolute,
    "exp": unary(np.exp),
    "exp2": unary(np.exp2),
    "log": unary(np.log),
    "log2": unary(np.log2),
    "sqrt": unary(np.sqrt),
    "sqrt_rn": unary(np.sqrt),
    "rsqrt": unary(_rsqrt),
    "sin": unary(np.sin),
    "cos": unary(np.cos),
    "floor": unary(np.floor),
    "ceil": unary(np.ceil),
    "erf": unary(error_function),
    "sigmoid": sigmoid,
    "clamp": clamp,
    "fma": fma,
    "fdiv": divided,
    "div_rn": divided,
    "rand": noise("rand"),
    "randn": noise("randn"),
    "randint": noise("randint"),
    "add": lambda x, y, sanitize_overflow=True: binary("Add", x, y),
    "sub": lambda x, y, sanitize_overflow=True: binary("Sub", x, y),
    "mul": lambda x, y, sanitize_overflow=True: binary("Mult", x, y),
}
