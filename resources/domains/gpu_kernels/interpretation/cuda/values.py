"""Values of CUDA programs: numbers and addresses, one for all threads or one for each, and casts of them. Arithmetic is
`arithmetic`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, INT32, Kind, converted, joined


@dataclass(frozen=True)
class Address:
    """The type of an address. `inner` are the sizes of the arrays that it steps over; where `vector` names one of
    CUDA's own structs, what lies there are its fields one after the other; `field` is the one of a struct that it is
    the address of."""

    of: "Kind | str"
    inner: tuple[int, ...] = ()
    vector: str = ""
    field: str = ""

    @property
    def step(self) -> int:
        return int(np.prod(self.inner)) if self.inner else 1


@dataclass(frozen=True, slots=True)
class Value:
    """`data` is a numpy scalar or an array over threads; for a struct its fields' values by name."""

    data: Any
    kind: Kind | Address | str

    @property
    def plain(self) -> Kind:
        if not isinstance(self.kind, Kind):
            raise refused("no number")
        return self.kind


def cast(value: Value, kind: Kind | Address | str) -> Value:
    if value.kind == kind:
        return value
    if isinstance(kind, Address):
        if not isinstance(value.kind, Address):
            if isinstance(value.kind, Kind) and value.kind.rank == 1 and not np.any(value.data):
                return Value(np.int64(0), kind)
            raise refused("a number as an address")
        if value.kind.of != kind.of or value.kind.field:
            raise unknown("an address of another type")
        return Value(value.data, kind)
    if isinstance(kind, Kind) and isinstance(value.kind, Kind):
        return Value(converted(value.data, value.kind, kind), kind)
    if isinstance(kind, Kind) and kind == BOOL and isinstance(value.kind, Address):
        return Value(value.data != 0, BOOL)
    raise refused("a value of another type")


def promoted(kind: Kind) -> Kind:
    """What C computes in: small integers become int."""
    return INT32 if kind.rank < 2 and kind.bits < 32 else kind


def chosen(test: Any, first: Value, second: Value) -> Value:
    """Thread by thread."""
    if isinstance(first.kind, str):
        if first.kind != second.kind:
            raise refused("values of different types")
        return Value({name: chosen(test, item, second.data[name]) for name, item in first.data.items()}, first.kind)
    if isinstance(first.kind, Address) or isinstance(second.kind, Address):
        kind = first.kind if isinstance(first.kind, Address) else second.kind
        return Value(np.where(test, cast(first, kind).data, cast(second, kind).data), kind)
    kind = first.kind if first.kind == second.kind else joined(promoted(first.plain), promoted(second.plain))
    return Value(np.where(test, cast(first, kind).data, cast(second, kind).data), kind)
