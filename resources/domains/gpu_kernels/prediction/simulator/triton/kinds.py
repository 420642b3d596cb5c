"""Element types, of torch and of Triton alike, and which of two an operation computes in.

bfloat16 is kept as float32 that is rounded after every operation.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from resources.domains.gpu_kernels.prediction.simulator.halting import refused


@dataclass(frozen=True, eq=False)
class Kind:
    """One object for each kind. `rank` orders booleans, integers and floats; `name` is torch's."""

    name: str
    rank: int
    bits: int
    numpy: Any
    is_signed: bool = True

    @property
    def is_float(self) -> bool:
        return self.rank == 2


@dataclass(frozen=True)
class Pointer:
    """The type of an address of elements of one kind."""

    element: Kind


BOOL = Kind("bool", 0, 1, np.bool_)
INT8, INT16 = Kind("int8", 1, 8, np.int8), Kind("int16", 1, 16, np.int16)
INT32, INT64 = Kind("int32", 1, 32, np.int32), Kind("int64", 1, 64, np.int64)
UINT8, UINT16 = Kind("uint8", 1, 8, np.uint8, False), Kind("uint16", 1, 16, np.uint16, False)
UINT32, UINT64 = Kind("uint32", 1, 32, np.uint32, False), Kind("uint64", 1, 64, np.uint64, False)
FLOAT16, FLOAT32 = Kind("float16", 2, 16, np.float16), Kind("float32", 2, 32, np.float32)
BFLOAT16, FLOAT64 = Kind("bfloat16", 2, 16, np.float32), Kind("float64", 2, 64, np.float64)
KINDS = {
    kind.name: kind
    for kind in (
        *(BOOL, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64),
        *(FLOAT16, BFLOAT16, FLOAT32, FLOAT64),
    )
}
TORCH_NAMES = {**KINDS, "half": FLOAT16, "float": FLOAT32, "double": FLOAT64, "long": INT64, "int": INT32}
TORCH_NAMES["short"] = INT16
TRITON_NAMES = {"int1": BOOL, **{name: kind for name, kind in KINDS.items() if name != "bool"}}


def rounded(values: Any) -> Any:
    """float32 to the nearest bfloat16, ties to even."""
    bits = np.asarray(values, np.float32).view(np.uint32)
    near = ((bits + (0x7FFF + ((bits >> 16) & 1))) & np.uint32(0xFFFF0000)).view(np.float32)
    return np.where(np.isnan(values), np.float32(np.nan), near)


def converted(values: Any, old: Kind, new: Kind) -> Any:
    """Values of one kind as another; floats are cut to integers."""
    if old == new:
        return values
    if new == BOOL:
        return values != 0
    result = values.astype(new.numpy)
    return rounded(result) if new == BFLOAT16 else result


def of_number(value: bool | int | float) -> Kind:
    """The kind of a Python number in a kernel."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, float):
        return FLOAT32
    return INT32 if -(1 << 31) <= value < 1 << 31 else UINT32 if 0 < value < 1 << 32 else INT64


def joined(left: Kind, right: Kind, *, divides: bool = False) -> Kind:
    """What Triton computes in for two values; raises ExecutionHalted where it refuses."""
    if left.is_float or right.is_float:
        wide = _wider_float(left, right)
        return FLOAT32 if divides and wide in (FLOAT16, BFLOAT16) else wide
    if divides and left.is_signed != right.is_signed:
        raise refused("division of different signedness")
    if left.is_signed == right.is_signed:
        return left if left.bits > right.bits else right
    signed, other = (left, right) if left.is_signed else (right, left)
    return other if other.bits >= signed.bits else signed


def _wider_float(left: Kind, right: Kind) -> Kind:
    for kind in (FLOAT64, FLOAT32, FLOAT16):
        if kind in (left, right):
            return kind
    return BFLOAT16 if left == right else FLOAT32


def with_number(kind: Kind, value: bool | int | float, *, divides: bool = False) -> Kind:
    """What Triton computes in for a value of some kind and a Python number, which seldom widens it."""
    other = of_number(value)
    if other.rank > kind.rank:
        return joined(kind, other, divides=divides)
    if divides and kind in (FLOAT16, BFLOAT16):
        return FLOAT32
    if kind.rank == 1 and not _fits(int(value), kind):
        raise refused("a number that is out of range")
    return kind


def _fits(value: int, kind: Kind) -> bool:
    return -(1 << kind.bits - 1) <= value < 1 << kind.bits - 1 if kind.is_signed else 0 <= value < 1 << kind.bits


def size_of(kind: Kind) -> int:
    """Bytes of an element."""
    return 2 if kind == BFLOAT16 else 1 if kind == BOOL else kind.bits // 8


Array = npt.NDArray[Any]
