"""What types of a CUDA program stand for: fields, sizes, and values that nobody has set yet."""

from collections.abc import Mapping

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.cuda.program import VECTORS, CType
from resources.domains.gpu_kernels.prediction.simulator.cuda.unset import Unset
from resources.domains.gpu_kernels.prediction.simulator.cuda.values import Address, Value, cast
from resources.domains.gpu_kernels.prediction.simulator.halting import refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import UINT32, Kind


class Layout:
    """The types of a program with these structs."""

    def __init__(self, structs: Mapping[str, tuple[tuple[CType, str], ...]], unset: Unset) -> None:
        self.structs, self._unset = structs, unset

    def resolved(self, kind: CType) -> Kind | Address | str:
        if kind.is_reference:
            raise unsupported("a reference")
        if kind.pointers > 1:
            raise unsupported("an address of addresses")
        if kind.pointers and kind.base in VECTORS:
            return Address(VECTORS[str(kind.base)][0], (VECTORS[str(kind.base)][1],), str(kind.base))
        return Address(kind.base) if kind.pointers else kind.base

    def fields(self, kind: Kind | Address | str) -> dict[str, Kind]:
        """What an element of memory is made of."""
        if isinstance(kind, Kind):
            return {"": kind}
        if isinstance(kind, str) and kind in VECTORS:
            return dict.fromkeys("xyzw"[: VECTORS[kind][1]], VECTORS[kind][0])
        if isinstance(kind, str) and kind in self.structs:
            parts = {name: self.resolved(part) for part, name in self.structs[kind]}
            numbers = {name: part for name, part in parts.items() if isinstance(part, Kind)}
            if len(numbers) == len(parts):
                return numbers
        raise unsupported("memory of another type")

    def bytes_of(self, kind: Kind | Address | str) -> int:
        if isinstance(kind, Address):
            return 8
        sizes = [max(part.bits // 8, 1) for part in self.fields(kind).values()]
        end = 0
        for size in sizes:
            end = -(-end // size) * size + size
        return -(-end // max(sizes, default=1)) * max(sizes, default=1)

    def empty(self, kind: Kind | Address | str) -> Value:
        if isinstance(kind, Kind):
            return Value(kind.numpy(0), kind)
        if isinstance(kind, Address):
            return Value(np.int64(0), kind)
        return Value({name: self.empty(part) for name, part in self.fields(kind).items()}, kind)

    def unset(self, kind: Kind | Address | str) -> Value:
        """What a variable holds that nobody has set."""
        if isinstance(kind, Kind):
            return Value(self._unset.number(kind), kind)
        if isinstance(kind, Address):
            return self.empty(kind)
        return Value({name: self.unset(part) for name, part in self.fields(kind).items()}, kind)


def part_of(value: Value, name: str) -> Value:
    if not isinstance(value.data, dict) or name not in value.data:
        raise refused("no such field")
    part: Value = value.data[name]
    return part


def dim3_of(values: list[Value]) -> Value:
    parts = [cast(value, UINT32) for value in values] + [Value(np.uint32(1), UINT32)] * (3 - len(values))
    if len(parts) != 3:
        raise refused("a dim3 of many")
    return Value(dict(zip("xyz", parts, strict=True)), "dim3")
