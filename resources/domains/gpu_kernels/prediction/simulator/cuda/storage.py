"""Where values of a CUDA program stand: variables and memory, which the threads of a mask read and write."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.cuda.layout import Layout, part_of
from resources.domains.gpu_kernels.prediction.simulator.cuda.memory import Memory
from resources.domains.gpu_kernels.prediction.simulator.cuda.unset import Unset
from resources.domains.gpu_kernels.prediction.simulator.cuda.values import Address, Value, cast, chosen
from resources.domains.gpu_kernels.prediction.simulator.halting import Budget, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import Array, Kind

_STEPS_OF_AN_ACCESS = 6


@dataclass(eq=False)
class Variable:
    """Its value, and the type that everything it is given becomes. `unset` are the threads that have given it none, by
    field; "" is a number's own."""

    value: Value
    kind: Kind | Address | str
    unset: dict[str, Array] | None = None


@dataclass
class Frame:
    """A function under way: names by scope, which threads have returned, and what. The kernel of a launch is its
    outermost."""

    scopes: list[dict[str, Variable]]
    returned: Array
    is_outermost: bool = False
    result: Value | None = None
    broken: list[Array] = field(default_factory=list)
    skipped: list[Array] = field(default_factory=list)

    def variable(self, name: str) -> Variable | None:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None


@dataclass(frozen=True)
class Place:
    """What can be assigned to: a variable, or memory at an address; and the field of a struct there."""

    variable: Variable | None
    address: Value | None
    field: str = ""

    @property
    def base(self) -> Value:
        assert self.address is not None
        return self.address

    @property
    def pointer(self) -> Address:
        assert isinstance(self.base.kind, Address)
        return self.base.kind


class Storage:
    """Loads from places, and assigns to them."""

    def __init__(self, layout: Layout, memory: Memory, budget: Budget, unset: Unset) -> None:
        self.layout, self.memory, self._budget, self._unset = layout, memory, budget, unset

    def kind_at(self, place: Place) -> Kind | Address | str:
        """The type that everything becomes that is assigned there."""
        if place.variable is not None:
            return part_of(place.variable.value, place.field).kind if place.field else place.variable.kind
        pointer = place.pointer
        if not place.field:
            return pointer.vector or pointer.of
        return _field(self.layout.fields(pointer.vector or pointer.of), place.field)

    def address_of(self, place: Place) -> Value:
        if place.address is None:
            raise unsupported("the address of a variable")
        if not place.field:
            return place.address
        kind = self.kind_at(place)
        assert isinstance(kind, Kind)
        if place.pointer.vector:
            at = list(self.layout.fields(place.pointer.vector)).index(place.field)
            return Value(place.address.data + at, Address(kind))
        return Value(place.address.data, Address(kind, field=place.field))

    def load(self, place: Place, mask: Array) -> Value:
        if place.variable is not None:
            value = self.held(place.variable, mask, place.field)
            return part_of(value, place.field) if place.field else value
        base, pointer = place.base, place.pointer
        if pointer.vector:
            return self._load_vector(place, pointer.vector, mask)
        fields = self.layout.fields(pointer.of)
        if pointer.field:
            return self._load(base, pointer.field, fields[""], mask)
        if place.field:
            return self._load(base, place.field, _field(fields, place.field), mask)
        if "" in fields:
            return self._load(base, "", fields[""], mask)
        return Value({name: self._load(base, name, kind, mask) for name, kind in fields.items()}, pointer.of)

    def held(self, variable: Variable, mask: Array, name: str = "") -> Value:
        """Its value, of which one field is wanted or all is."""
        for part, unset in (variable.unset or {}).items():
            if name in ("", part) and (unset & mask).any():
                self._unset.is_read = True
        return variable.value

    def _load_vector(self, place: Place, name: str, mask: Array) -> Value:
        parts = {
            part: self._load(Value(place.base.data + at, Address(kind)), "", kind, mask)
            for at, (part, kind) in enumerate(self.layout.fields(name).items())
        }
        return parts[place.field] if place.field in parts else Value(parts, name)

    def _load(self, address: Value, name: str, kind: Kind, mask: Array) -> Value:
        self._budget.take(_STEPS_OF_AN_ACCESS)
        lanes = np.flatnonzero(mask)
        at = address.data[mask] if np.ndim(address.data) else np.broadcast_to(address.data, lanes.shape)
        data = self.memory.load(at, name, lanes)
        if self.memory.threads is None:
            return Value(data[0], kind)
        if lanes.size == mask.size:
            return Value(data, kind)
        whole = np.zeros(mask.shape, kind.numpy)
        whole[mask] = data
        return Value(whole, kind)

    def assign(self, place: Place, value: Value, mask: Array) -> None:
        if place.variable is not None:
            self._assign_variable(place.variable, place.field, value, mask)
        elif place.pointer.vector:
            self._assign_vector(place, place.pointer.vector, value, mask)
        else:
            self._budget.take(_STEPS_OF_AN_ACCESS)
            for name, part in self._parts(place, value).items():
                self.store(place.base.data, name, part, mask)

    def store(self, address: Any, name: str, value: Value, mask: Array) -> None:
        """One number in one field."""
        lanes, data = np.flatnonzero(mask), value.data
        at = address[mask] if np.ndim(address) else np.broadcast_to(address, lanes.shape)
        self.memory.store(at, name, lanes, data[mask] if np.ndim(data) else data)

    def _parts(self, place: Place, value: Value) -> dict[str, Value]:
        """What is stored, field by field."""
        pointer, fields = place.pointer, self.layout.fields(place.pointer.of)
        if pointer.field:
            return {pointer.field: cast(value, fields[""])}
        if place.field or "" in fields:
            return {place.field: cast(value, fields[place.field])}
        parts: dict[str, Value] = cast(value, pointer.of).data
        return parts

    def _assign_vector(self, place: Place, name: str, value: Value, mask: Array) -> None:
        if place.field:
            raise unsupported("a field of a vector in memory")
        parts = cast(value, name).data
        for at, (part, kind) in enumerate(self.layout.fields(name).items()):
            self.assign(Place(None, Value(place.base.data + at, Address(kind))), parts[part], mask)

    def _assign_variable(self, variable: Variable, name: str, value: Value, mask: Array) -> None:
        if name:
            part = part_of(variable.value, name)
            inner = Variable(part, part.kind)
            self._assign_variable(inner, "", value, mask)
            variable.value = Value({**variable.value.data, name: inner.value}, variable.value.kind)
            self._is_set(variable, name, mask)
            return
        new = cast(value, variable.kind)
        variable.value = new if mask.all() else chosen(mask, new, variable.value)
        self._is_set(variable, name, mask)

    def _is_set(self, variable: Variable, name: str, mask: Array) -> None:
        """One field, or all."""
        if variable.unset is not None:
            variable.unset = {
                part: unset & ~mask if name in ("", part) else unset for part, unset in variable.unset.items()
            }


def _field(fields: dict[str, Kind], name: str) -> Kind:
    if name not in fields:
        raise refused("no such field")
    return fields[name]
