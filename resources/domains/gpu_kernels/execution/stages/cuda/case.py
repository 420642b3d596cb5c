"""Cases: what a kernel is called with and which outputs it fills, as plain bytes without numpy or torch.

Frozen wire data. Making cases (the oracle) and comparing results belong to the domain's backend.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

CPP_TYPES: Mapping[str, str] = {
    "float64": "double",
    "float32": "float",
    "float16": "__half",
    "bfloat16": "__nv_bfloat16",
    "int64": "long",
    "int32": "int",
    "int16": "short",
    "int8": "signed char",
    "uint8": "unsigned char",
    "bool": "bool",
}
"""The C++ type of each dtype in an interface; `int64` is std::int64_t, which is `long` on Linux."""

ITEM_BYTES: Mapping[str, int] = {name: {"64": 8, "32": 4, "16": 2}.get(name[-2:], 1) for name in CPP_TYPES}


@dataclass(frozen=True)
class TensorShape:
    """A dense row-major tensor without its values. `dtype` is one of CPP_TYPES."""

    dtype: str
    shape: tuple[int, ...]

    @property
    def bytes(self) -> int:
        return math.prod(self.shape) * ITEM_BYTES[self.dtype]


@dataclass(frozen=True)
class Tensor:
    """A dense row-major tensor; `data` is little-endian and exactly as long as shape and dtype say."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes

    @property
    def bytes(self) -> int:
        return len(self.data)


@dataclass(frozen=True)
class Case:
    """One call: inputs and numbers in the interface's order, and the outputs to allocate in theirs."""

    arguments: tuple[int | float | Tensor, ...]
    outputs: tuple[TensorShape, ...]
