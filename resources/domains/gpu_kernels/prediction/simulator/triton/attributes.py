"""Attributes and items of every sort of value."""

from collections.abc import Callable, Mapping
from typing import Any

from resources.domains.gpu_kernels.language.triton_interface import MEMBERS
from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton import tensor_methods
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import Block
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import KINDS, Kind, Pointer
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.values import CONSTANTS, Function, Method, Named

BLOCK_METHODS = frozenset(
    "to sum max min argmax argmin reshape view trans permute broadcast_to expand_dims cumsum cumprod abs exp log sqrt"
    " sigmoid cast store load atomic_add advance split flip item ravel xor_sum associative_scan reduce logical_and"
    " logical_or gather softmax sort exp2 log2 sin cos rsqrt floor ceil erf cdiv".split()
)
_OF_VALUES: Mapping[type, frozenset[str]] = {
    list: frozenset({"append", "extend", "pop", "insert"}),
    dict: frozenset({"get", "items", "keys", "values", "update"}),
    str: frozenset({"lower", "upper", "startswith", "endswith", "strip", "format", "join", "replace", "split"}),
    int: frozenset({"bit_length"}),
    float: frozenset({"is_integer"}),
    tuple: frozenset({"numel"}),
}
_OF_SETS = frozenset(dir(set)) - frozenset(dir(list))
"""A list stands for a set, too."""


def attribute_of(value: Any, name: str, in_kernel: bool) -> Any:
    """Raises ExecutionHalted where there is none."""
    if isinstance(value, Named):
        return _of_named(value, name, in_kernel)
    if isinstance(value, Block):
        return _of_block(value, name)
    if isinstance(value, Tensor):
        found = tensor_methods.attribute(value, name)
        if found is None and not tensor_methods.has_method(name):
            raise unsupported(f"a tensor's {name}")
        return Method(value, name) if found is None else found
    if isinstance(value, Kind | Pointer):
        return _of_kind(value, name)
    if isinstance(value, Function):
        raise unsupported(f"a function's {name}")
    if value == "cuda" and name in ("type", "index"):
        return value if name == "type" else 0
    if name in _OF_VALUES.get(type(value), ()):
        return Method(value, name)
    if isinstance(value, list) and name in _OF_SETS:
        raise unsupported(f"a set's {name}")
    if in_kernel and isinstance(value, int | float) and name in ("to", "dtype", "value", "type"):
        return value if name == "value" else Method(value, name)
    if value is None or isinstance(value, int | float | str | tuple | list | dict):
        raise (refused if in_kernel else raised)(f"no attribute {name}")
    raise unsupported(f"attribute {name}")


def _of_named(value: Named, name: str, in_kernel: bool) -> Any:
    path = f"{value.path}.{name}"
    if path in CONSTANTS:
        return CONSTANTS[path]
    if value.path == "triton.language" and name not in MEMBERS:
        raise (refused if in_kernel else raised)(f"tl.{name}")
    if value.path == "triton" and name not in ("jit", "cdiv", "next_power_of_2", "language", "autotune", "Config"):
        raise unsupported(path)
    if value.path == "math" and name.startswith("_"):
        raise unsupported(path)
    return Named(path)


def _of_block(value: Block, name: str) -> Any:
    if name in ("dtype", "type"):
        return value.kind
    if name == "shape":
        return value.shape
    if name == "T":
        return Method(value, "trans")
    if name in BLOCK_METHODS:
        return Method(value, name)
    raise refused(f"a block's {name}")


_INQUIRIES: Mapping[str, Callable[[Kind], bool]] = {
    "is_floating": lambda kind: kind.is_float,
    "is_int": lambda kind: kind.rank < 2,
    "is_bool": lambda kind: kind.rank == 0,
    "is_int_signed": lambda kind: kind.rank == 1 and kind.is_signed,
    "is_int_unsigned": lambda kind: kind.rank == 1 and not kind.is_signed,
    "is_fp16": lambda kind: kind == KINDS["float16"],
    "is_bf16": lambda kind: kind == KINDS["bfloat16"],
    "is_fp32": lambda kind: kind == KINDS["float32"],
    "is_fp64": lambda kind: kind == KINDS["float64"],
    "is_fp8": lambda kind: False,
    "is_ptr": lambda kind: False,
}


def _of_kind(value: Kind | Pointer, name: str) -> Any:
    if isinstance(value, Pointer):
        if name in ("element_ty", "scalar"):
            return value.element if name == "element_ty" else value
        if name in _INQUIRIES:
            return Method(value, name)
        raise refused(f"a pointer type's {name}")
    if name in _INQUIRIES:
        return Method(value, name)
    if name in ("primitive_bitwidth", "int_bitwidth", "itemsize"):
        return max(value.bits // 8, 1) if name == "itemsize" else value.bits
    if name == "is_floating_point":
        return value.is_float
    if name in ("scalar", "element_ty"):
        return value
    raise unsupported(f"a type's {name}")


def inquire(kind: Kind | Pointer, name: str) -> bool:
    """What a type says of itself."""
    return name == "is_ptr" if isinstance(kind, Pointer) else _INQUIRIES[name](kind)


def item_of(value: Any, key: Any) -> Any:
    """`value[key]`. Raises ExecutionHalted where there is none."""
    if isinstance(value, Block):
        return _expanded(value, key)
    if isinstance(value, Tensor):
        return tensor_methods.index(value, key)
    if isinstance(value, Named):
        return value
    if not isinstance(value, tuple | list | dict | str | range):
        raise raised("brackets after what has no items")
    try:
        return value[key]
    except (IndexError, KeyError, TypeError):
        raise raised("no such item") from None


def _expanded(value: Block, key: Any) -> Block:
    """Triton takes `None` and `:` alone."""
    parts = key if isinstance(key, tuple) else (key,)
    whole = slice(None)
    if any(part is not None and part != whole for part in parts):
        raise refused("an index into a block")
    if sum(part is not None for part in parts) != len(value.shape):
        raise refused("an index of another rank")
    return Block(value.data[tuple(parts)] if value.shape else value.data, value.kind)
