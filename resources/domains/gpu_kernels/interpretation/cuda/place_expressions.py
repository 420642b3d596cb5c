"""Expressions of CUDA programs that name a place: what is read there, and what is assigned."""

from abc import abstractmethod
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.arithmetic import binary
from resources.domains.gpu_kernels.interpretation.cuda.functions import index_of
from resources.domains.gpu_kernels.interpretation.cuda.layout import dim3_of, part_of
from resources.domains.gpu_kernels.interpretation.cuda.places import Call, Place, Places
from resources.domains.gpu_kernels.interpretation.cuda.tokens import Node
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value, cast
from resources.domains.gpu_kernels.interpretation.endings import refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import INT32, Array


class PlaceExpressions(Places):
    """Finds places, and evaluates what reads or assigns them."""

    @abstractmethod
    def value(self, node: Node, call: Call, mask: Array) -> Value:
        """See `expressions`."""

    def place(self, node: Node, call: Call, mask: Array) -> Place:
        """Where an expression stands."""
        if node.what == "name":
            variable = self.found(node.parts[0], call)
            if variable is None:
                raise refused(f"no name {node.parts[0]}")
            return Place(None, variable.value) if variable.kind == "pointed" else Place(variable, None)
        if node.what == "index":
            base = self.value(node.parts[0], call, mask)
            if not isinstance(base.kind, Address):
                raise refused("an index into no array")
            return Place(None, binary("+", base, self.value(node.parts[1], call, mask)))
        if node.what == "unary" and node.parts[0] == "*":
            base = self.value(node.parts[1], call, mask)
            if not isinstance(base.kind, Address):
                raise refused("* of no address")
            return Place(None, base)
        if node.what == "field":
            inner = self.place(node.parts[0], call, mask)
            if inner.field:
                raise unknown("a field of a field")
            return Place(inner.variable, inner.address, node.parts[1])
        raise refused("what cannot be assigned to")

    def load_item(self, node: Node, call: Call, mask: Array) -> Value:
        place = self.place(node, call, mask)
        assert place.address is not None
        if isinstance(place.address.kind, Address) and place.address.kind.inner and not place.address.kind.vector:
            inner = place.address.kind.inner
            return Value(place.address.data, Address(place.address.kind.of, inner[1:]))
        return self.load(place, mask)

    def assign_value(self, node: Node, call: Call, mask: Array) -> Value:
        sign, target, given = node.parts
        place = self.place(target, call, mask)
        if given.what == "list":
            value = self.built(self.kind_at(place), given.parts, call, mask)
        else:
            value = self.value(given, call, mask)
        if sign:
            value = binary(sign, self.load(place, mask), value)
        value = cast(value, self.kind_at(place))
        self.assign(place, value, mask)
        return value

    def step(self, node: Node, call: Call, mask: Array) -> Value:
        sign, target, is_before = node.parts
        place = self.place(target, call, mask)
        old = self.load(place, mask)
        new = cast(binary(sign, old, Value(np.int32(1), INT32)), self.kind_at(place))
        self.assign(place, new, mask)
        return new if is_before else old

    def field(self, node: Node, call: Call, mask: Array) -> Value:
        owner, name = node.parts
        if owner.what == "name" and self.found(owner.parts[0], call) is None:
            found = index_of(self, owner.parts[0], name)
            if found is None:
                raise refused(f"no name {owner.parts[0]}")
            return found
        if owner.what in ("name", "index", "unary", "field"):
            return self.load(self.place(node, call, mask), mask)
        return part_of(self.value(owner, call, mask), name)

    def built(self, kind: Any, given: Any, call: Call, mask: Array) -> Value:
        """A struct of a list of its fields."""
        values = [self.value(part, call, mask) for part in given]
        if kind == "dim3":
            return dim3_of(values)
        fields = list(self.fields(kind).items())
        if len(values) > len(fields):
            raise refused("too many values")
        values += [self.empty(part) for _, part in fields[len(values) :]]
        return Value({name: cast(value, part) for (name, part), value in zip(fields, values, strict=True)}, kind)
