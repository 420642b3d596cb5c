"""Where values of a followed CUDA program stand: variables and memory, which the threads of a mask read and write."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.layout import Layout, part_of
from resources.domains.gpu_kernels.interpretation.cuda.memory import DeviceMemory
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser
from resources.domains.gpu_kernels.interpretation.cuda.threads import Threads
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value, cast, chosen
from resources.domains.gpu_kernels.interpretation.endings import Budget, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import Array, Kind


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


class Places(Layout):
    """The state of a path: its memory, its threads, and the names of the running call."""

    def __init__(self, program: Parser, budget: Budget) -> None:
        super().__init__(program, budget)
        self.memory = self.memory_of_device()
        self.threads: Threads | None = None
        self.exited = np.zeros(1, bool)
        self.of_program: dict[str, Any] = {}

    def memory_of_device(self) -> DeviceMemory:
        return DeviceMemory()

    def lanes(self, mask: Array) -> Array:
        """The numbers of the threads that are on."""
        return np.flatnonzero(mask)

    def found(self, name: str, call: Call) -> Variable | None:
        for scope in reversed(call.scopes):
            if name in scope:
                return scope[name]  # type: ignore[no-any-return]
        return None

    def kind_at(self, place: Place) -> Kind | Address | str:
        """The type that everything becomes that is assigned there."""
        if place.variable is not None:
            return part_of(place.variable.value, place.field).kind if place.field else place.variable.kind
        assert place.address is not None
        assert isinstance(place.address.kind, Address)
        kind = place.address.kind
        fields = self.fields(kind.vector or kind.of) if place.field or kind.vector else {}
        if place.field:
            if place.field not in fields:
                raise refused("no such field")
            return fields[place.field]
        return kind.vector or kind.of

    def address_of(self, place: Place) -> Value:
        if place.address is None:
            raise unknown("the address of a variable")
        if not place.field:
            return place.address
        assert isinstance(place.address.kind, Address)
        kind = self.kind_at(place)
        assert isinstance(kind, Kind)
        if place.address.kind.vector:
            at = list(self.fields(place.address.kind.vector)).index(place.field)
            return Value(place.address.data + at, Address(kind))
        return Value(place.address.data, Address(kind, field=place.field))

    def load(self, place: Place, mask: Array) -> Value:
        if place.variable is not None:
            value = place.variable.value
            return part_of(value, place.field) if place.field else value
        assert place.address is not None
        assert isinstance(place.address.kind, Address)
        if place.address.kind.vector:
            return self._vector(place, place.address.kind.vector, mask)
        fields = self.fields(place.address.kind.of)
        if place.address.kind.field:
            return self._loaded(place.address, place.address.kind.field, fields[""], mask)
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
        lanes = self.lanes(mask)
        at = address.data[mask] if np.ndim(address.data) else np.broadcast_to(address.data, lanes.shape)
        data = self.memory.load(at, name, lanes)
        if self.threads is None:
            return Value(data[0], kind)
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
            self._assign_vector(place, place.address.kind.vector, value, mask)
            return
        self.budget.take(6)
        lanes, fields, data = self.lanes(mask), self.fields(place.address.kind.of), place.address.data
        at = data[mask] if np.ndim(data) else np.broadcast_to(data, lanes.shape)
        if place.address.kind.field:
            parts = {place.address.kind.field: cast(value, fields[""])}
        elif place.field or "" in fields:
            parts = {place.field: cast(value, fields[place.field])}
        else:
            parts = cast(value, place.address.kind.of).data
        for name, part in parts.items():
            self.memory.store(at, name, lanes, part.data[mask] if np.ndim(part.data) else part.data)

    def _assign_vector(self, place: Place, name: str, value: Value, mask: Array) -> None:
        if place.field:
            raise unknown("a field of a vector in memory")
        assert place.address is not None
        given = cast(value, name).data
        for at, (part, kind) in enumerate(self.fields(name).items()):
            self.assign(Place(None, Value(place.address.data + at, Address(kind))), given[part], mask)

    def _assign_variable(self, variable: Variable, name: str, value: Value, mask: Array) -> None:
        if name:
            inner = Variable(part_of(variable.value, name), part_of(variable.value, name).kind)
            self._assign_variable(inner, "", value, mask)
            variable.value = Value({**variable.value.data, name: inner.value}, variable.value.kind)
            return
        new = cast(value, variable.kind)
        variable.value = new if mask.all() else chosen(mask, new, variable.value)
