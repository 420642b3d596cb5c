"""libdevice in Triton's interpreter, which has none: its functions by numpy and torch, element by element.

Rounding is to nearest; functions that round otherwise, take bits apart or are not listed are gaps of the environment.
"""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np
import torch
import triton.language as tl
from triton.language.extra import libdevice as portable
from triton.language.extra.cuda import libdevice as of_cuda
from triton.runtime import interpreter
from triton.runtime.interpreter import TensorHandle

Function = Callable[..., Any]


def _by_torch(function: Function) -> Function:
    def computed(*arrays: Any) -> Any:
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
        tensors = [torch.from_numpy(np.ascontiguousarray(np.broadcast_to(array, shape))) for array in arrays]
        return function(*tensors).numpy()

    return computed


def _round_away(value: Any) -> Any:
    """Halves away from zero, as C's round."""
    return np.copysign(np.floor(np.abs(value) + value.dtype.type(0.5)), value)


_SPECIAL = torch.special
_FLOAT: Mapping[str, Function] = {
    **{name: getattr(np, name) for name in "abs floor ceil trunc exp2 sqrt rint sin cos log2 exp log log10".split()},
    **{name: getattr(np, name) for name in "tan log1p expm1 sinh cosh tanh cbrt hypot copysign nextafter".split()},
    "acos": np.arccos,
    "asin": np.arcsin,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "acosh": np.arccosh,
    "asinh": np.arcsinh,
    "atanh": np.arctanh,
    "nearbyint": np.rint,
    "round": _round_away,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "rsqrt_rn": lambda x: 1 / np.sqrt(x),
    "rcbrt": lambda x: 1 / np.cbrt(x),
    "rhypot": lambda x, y: 1 / np.hypot(x, y),
    "saturatef": lambda x: np.where(np.isnan(x), 0, np.clip(x, 0, 1)),
    "sqrt_rn": np.sqrt,
    "rcp_rn": lambda x: 1 / x,
    "add_rn": np.add,
    "sub_rn": np.subtract,
    "mul_rn": np.multiply,
    "div_rn": np.divide,
    "fast_dividef": lambda x, y: np.where(np.abs(y) > 2.0**126, x * np.where(np.isfinite(y), 0.0, 1 / y), x / y),
    "fma": lambda x, y, z: x.astype(np.float64) * y + z,
    "fma_rn": lambda x, y, z: x.astype(np.float64) * y + z,
    "pow": np.power,
    "fast_powf": lambda x, y: np.exp2(y * np.log2(x.astype(np.float64))),
    "fast_expf": np.exp,
    "fast_exp10f": lambda x: np.power(x.dtype.type(10), x),
    "exp10": lambda x: np.power(x.dtype.type(10), x),
    "fast_logf": np.log,
    "fast_log2f": np.log2,
    "fast_log10f": np.log10,
    "fast_sinf": np.sin,
    "fast_cosf": np.cos,
    "fast_tanf": np.tan,
    "fast_tanhf": np.tanh,
    "sinpi": lambda x: np.sin(np.pi * x.astype(np.float64)),
    "cospi": lambda x: np.cos(np.pi * x.astype(np.float64)),
    "fmod": np.fmod,
    "remainder": lambda x, y: x - y * np.rint(x / y),
    "fdim": lambda x, y: np.where(np.isnan(x) | np.isnan(y), np.nan, np.maximum(x - y, 0)),
    "ldexp": np.ldexp,
    "scalbn": np.ldexp,
    "logb": lambda x: np.floor(np.log2(np.abs(x))),
    "norm3d": lambda x, y, z: np.sqrt(x * x + y * y + z * z),
    "rnorm3d": lambda x, y, z: 1 / np.sqrt(x * x + y * y + z * z),
    "norm4d": lambda x, y, z, w: np.sqrt(x * x + y * y + z * z + w * w),
    "rnorm4d": lambda x, y, z, w: 1 / np.sqrt(x * x + y * y + z * z + w * w),
    "erf": _by_torch(torch.erf),
    "erfc": _by_torch(torch.erfc),
    "erfinv": _by_torch(torch.erfinv),
    "erfcinv": _by_torch(lambda x: torch.erfinv(1 - x)),
    "erfcx": _by_torch(_SPECIAL.erfcx),
    "normcdf": _by_torch(_SPECIAL.ndtr),
    "normcdfinv": _by_torch(_SPECIAL.ndtri),
    "lgamma": _by_torch(torch.lgamma),
    "tgamma": _by_torch(lambda x: _gamma(x)),
    "j0": _by_torch(_SPECIAL.bessel_j0),
    "j1": _by_torch(_SPECIAL.bessel_j1),
    "y0": _by_torch(_SPECIAL.bessel_y0),
    "y1": _by_torch(_SPECIAL.bessel_y1),
    "cyl_bessel_i0": _by_torch(_SPECIAL.i0),
    "cyl_bessel_i1": _by_torch(_SPECIAL.i1),
}
"""Of floats, with a float of the widest argument's type as the result."""
_TESTS: Mapping[str, Function] = {
    "isnan": np.isnan,
    "isinf": np.isinf,
    "finitef": np.isfinite,
    "isfinited": np.isfinite,
    "signbit": np.signbit,
}
"""Of floats, with 0 or 1 as an int32."""


def _gamma(x: torch.Tensor) -> torch.Tensor:
    """The sign of gamma left of zero alternates from pole to pole."""
    sign = torch.where((x < 0) & (torch.floor(x) % 2 != 0), -1.0, 1.0)
    return (sign * torch.exp(torch.lgamma(x))).to(x.dtype)


def install() -> None:
    for module in (portable, of_cuda):
        _replace(module)


def _replace(module: ModuleType) -> None:
    for name in [name for name in vars(module) if callable(vars(module)[name]) and not name.startswith("_")]:
        if name in _FLOAT:
            setattr(module, name, _computing(name, _FLOAT[name], None))
        elif name in _TESTS:
            setattr(module, name, _computing(name, _TESTS[name], tl.int32))
        elif vars(module)[name].__module__ in (portable.__name__, of_cuda.__name__):
            setattr(module, name, _missing(name))


def _missing(name: str) -> Function:
    def asked(*arguments: Any, **options: Any) -> Any:
        raise NotImplementedError(f"libdevice.{name} is not modelled in the interpreter")

    return asked


def _computing(name: str, function: Function, result: Any) -> Function:
    def computed(*arguments: Any, _semantic: Any = None) -> Any:
        tensors = [interpreter.interpreter_semantic.to_tensor(item) for item in arguments]
        floats = [tensor for tensor in tensors if tensor.dtype.is_floating()]
        if name == "abs" and not floats:
            return _tensor(np.abs(tensors[0].handle.data), tensors[0].dtype, tensors[0])
        if not floats:
            raise TypeError(f"libdevice.{name} takes floating point numbers")
        widest = max((tensor.dtype for tensor in floats), key=lambda kind: kind.primitive_bitwidth)
        # Scalars of Python are of their partner's type, as in Triton's own promotion.
        blocks = [tensor.dtype for tensor in floats if tensor.type.is_block()]
        kind = max(blocks, key=lambda kind: kind.primitive_bitwidth) if blocks else widest
        working = np.float64 if kind.primitive_bitwidth == 64 else np.float32
        arrays = [
            tensor.handle.data.astype(working) if tensor.dtype.is_floating() else tensor.handle.data
            for tensor in tensors
        ]
        with np.errstate(all="ignore"):
            values = function(*arrays)
        like = max(tensors, key=lambda tensor: tensor.numel.value if tensor.type.is_block() else 0)
        return _tensor(values.astype(working if result is None else np.int32), result or kind, like)

    return computed


def _tensor(values: Any, kind: Any, like: Any) -> Any:
    shaped = tl.block_type(kind, list(values.shape)) if like.type.is_block() else kind
    return tl.tensor(TensorHandle(values, kind), shaped)
