"""Where values of a followed CUDA program stand: variables and memory, which the threads of a mask read and write."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.memory import DeviceMemory, Threads
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser
from resources.domains.gpu_kernels.interpretation.cuda.tokens import VECTORS, CType
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value, cast, chosen
from resources.domains.gpu_kernels.interpretation.endings import Budget, raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, Array, Kind


@dataclass(eq=False)
class Variable:
    """Its value, and the type that everything it is given becomes."""

    value: Value
    kind: Kind | Address | str


@dataclass
class Call:
    """A function under way: names by scope, which threads have returned, and what."""

    scopes: list[dict[str, Any]]
    returned: Array
    result: Value | None = None
    broken: list[Array] = field(default_factory=list)
    skipped: list[Array] = field(default_factory=list)


@dataclass(frozen=True)
class Place:
    """What can be assigned to: a variable, or memory at an address; and the field of a struct there."""

    variable: Variable | None
    address: Value | None
    field: str = ""


class Places:
    """The state of a path: its memory, its threads, and the names of the running call."""

    def __init__(self, program: Parser, budget: Budget) -> None:
        self.program, self.budget = program, budget
        self.memory = DeviceMemory()
        self.threads: Threads | None = None
        self.exited = np.zeros(1, bool)
        self.of_program: dict[str, Any] = {}

    def lanes(self, mask: Array) -> Array:
        """The numbers of the threads that are on."""
        return np.flatnonzero(mask)

    def resolved(self, kind: CType) -> Kind | Address | str:
        if kind.is_reference:
            raise unknown("a reference")
        if kind.pointers > 1:
            raise unknown("an address of addresses")
        if kind.pointers and kind.base in VECTORS:
            return Address(VECTORS[str(kind.base)][0], (VECTORS[str(kind.base)][1],), str(kind.base))
        return Address(kind.base) if kind.pointers else kind.base

    def fields(self, kind: Kind | Address | str) -> dict[str, Kind]:
        """What an element of memory is made of."""
        if isinstance(kind, Kind):
            return {"": kind}
        if isinstance(kind, str) and kind in VECTORS:
            return dict.fromkeys("xyzw"[: VECTORS[kind][1]], VECTORS[kind][0])
        if isinstance(kind, str) and kind in self.program.structs:
            found = {name: self.resolved(part) for part, name in self.program.structs[kind]}
            if all(isinstance(part, Kind) for part in found.values()):
                return found  # type: ignore[return-value]
        raise unknown("memory of another type")

    def bytes_of(self, kind: Kind | Address | str) -> int:
        if isinstance(kind, Address):
            return 8
        return sum(max(part.bits // 8, 1) for part in self.fields(kind).values())

    def empty(self, kind: Kind | Address | str) -> Value:
        if isinstance(kind, Kind):
            return Value(kind.numpy(0), kind)
        if isinstance(kind, Address):
            return Value(np.int64(0), kind)
        return Value({name: self.empty(part) for name, part in self.fields(kind).items()}, kind)

    def unset(self, kind: Kind | Address | str) -> Value:
        """What a variable holds that nobody has set: the emulator's own pattern."""
        if isinstance(kind, Kind) and kind != BOOL:
            if kind.is_float:
                return Value(kind.numpy(3.3e38 if kind.bits > 16 else 3e4), kind)
            return Value(kind.numpy(int("7F" * (kind.bits // 8), 16)), kind)
        return self.empty(kind)

    def found(self, name: str, call: Call) -> Variable | None:
        for scope in reversed(call.scopes):
            if name in scope:
                return scope[name]  # type: ignore[no-any-return]
        return None

    def load(self, place: Place, mask: Array) -> Value:
        if place.variable is not None:
            value = place.variable.value
            return part_of(value, place.field) if place.field else value
        assert place.address is not None
        assert isinstance(place.address.kind, Address)
        if place.address.kind.vector:
            return self._vector(place, place.address.kind.vector, mask)
        fields = self.fields(place.address.kind.of)
        if place.field:
            if place.field not in fields:
                raise refused("no such field")
            return self._loaded(place.address, place.field, fields[place.field], mask)
        if "" in fields:
            return self._loaded(place.address, "", fields[""], mask)
        parts = {name: self._loaded(place.address, name, kind, mask) for name, kind in fields.items()}
        return Value(parts, place.address.kind.of)

    def _vector(self, place: Place, name: str, mask: Array) -> Value:
        assert place.address is not None
        parts = {
            part: self._loaded(Value(place.address.data + at, Address(kind)), "", kind, mask)
            for at, (part, kind) in enumerate(self.fields(name).items())
        }
        return parts[place.field] if place.field in parts else Value(parts, name)

    def _loaded(self, address: Value, name: str, kind: Kind, mask: Array) -> Value:
        self.budget.take(6)
        if self.threads is None:
            raise raised("device memory in host code")
        lanes = self.lanes(mask)
        at = address.data[mask] if np.ndim(address.data) else np.broadcast_to(address.data, lanes.shape)
        data = self.memory.load(at, name, lanes)
        if lanes.size == mask.size:
            return Value(data, kind)
        whole = np.zeros(mask.shape, kind.numpy)
        whole[mask] = data
        return Value(whole, kind)

    def assign(self, place: Place, value: Value, mask: Array) -> None:
        if place.variable is not None:
            self._assign_variable(place.variable, place.field, value, mask)
            return
        assert place.address is not None
        assert isinstance(place.address.kind, Address)
        if place.address.kind.vector:
            if place.field:
                raise unknown("a field of a vector in memory")
            given = cast(value, place.address.kind.vector).data
            for number, field_name in enumerate(self.fields(place.address.kind.vector)):
                one = Value(place.address.data + number, Address(place.address.kind.of))
                self.assign(Place(None, one), given[field_name], mask)
            return
        self.budget.take(6)
        if self.threads is None:
            raise raised("device memory in host code")
        lanes, fields, data = self.lanes(mask), self.fields(place.address.kind.of), place.address.data
        at = data[mask] if np.ndim(data) else np.broadcast_to(data, lanes.shape)
        if place.field or "" in fields:
            parts = {place.field: cast(value, fields[place.field])}
        else:
            parts = cast(value, place.address.kind.of).data
        for name, part in parts.items():
            self.memory.store(at, name, lanes, part.data[mask] if np.ndim(part.data) else part.data)

    def _assign_variable(self, variable: Variable, name: str, value: Value, mask: Array) -> None:
        if name:
            inner = Variable(part_of(variable.value, name), part_of(variable.value, name).kind)
            self._assign_variable(inner, "", value, mask)
            variable.value = Value({**variable.value.data, name: inner.value}, variable.value.kind)
            return
        new = cast(value, variable.kind)
        variable.value = new if mask.all() else chosen(mask, new, variable.value)


def part_of(value: Value, name: str) -> Value:
    if not isinstance(value.data, dict) or name not in value.data:
        raise refused("no such field")
    found: Value = value.data[name]
    return found
