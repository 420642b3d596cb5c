"""Expressions of CUDA programs, for all threads of a mask at once."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.functions import constant_of, index_of
from resources.domains.gpu_kernels.interpretation.cuda.places import Call, Place, Places, part_of
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser
from resources.domains.gpu_kernels.interpretation.cuda.tokens import CType, Node
from resources.domains.gpu_kernels.interpretation.cuda.values import (
    Address,
    Value,
    binary,
    cast,
    chosen,
    of_number,
    unary,
)
from resources.domains.gpu_kernels.interpretation.endings import Budget, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, INT32, UINT32, UINT64, Array, Kind


class Expressions(Places):
    """Evaluates expressions."""

    def __init__(self, program: Parser, budget: Budget) -> None:
        super().__init__(program, budget)
        self._values: dict[str, Callable[[Node, Call, Array], Value]] = {
            "number": lambda node, _, __: of_number(node.parts[0]),
            "name": self._name,
            "binary": self._binary,
            "unary": self._unary,
            "ternary": self._ternary,
            "assign": self._assign,
            "step": self._step,
            "index": self._load,
            "field": self._field,
            "cast": self._cast,
            "call": self.call_node,
            "make": self._make,
            "size": self._size,
            "comma": self._comma,
            "launch": self.launch_node,
        }

    @abstractmethod
    def call_node(self, node: Node, call: Call, mask: Array) -> Value:
        """See `machine`."""

    @abstractmethod
    def launch_node(self, node: Node, call: Call, mask: Array) -> Value:
        """See `machine`."""

    def value(self, node: Node, call: Call, mask: Array) -> Value:
        self.budget.take(1 + mask.size // 512)
        case = self._values.get(node.what)
        if case is None:
            raise unknown(node.what)
        return case(node, call, mask)

    def test(self, node: Node, call: Call, mask: Array) -> Array:
        """The threads of `mask` for which a condition holds."""
        data = cast(self.value(node, call, mask), BOOL).data
        held: Array = mask & data
        return held

    def constant(self, node: Node, call: Call, mask: Array) -> int:
        value = self.value(node, call, mask)
        if np.ndim(value.data) or value.plain.is_float:
            raise refused("no whole number")
        return int(value.data)

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

    def _name(self, node: Node, call: Call, mask: Array) -> Value:
        name = node.parts[0]
        variable = self.found(name, call)
        if variable is not None:
            if variable.kind == "pointed":
                return self.load(Place(None, variable.value), mask)
            return variable.value
        constant = constant_of(self, name)
        if constant is not None:
            return constant
        raise unknown(name) if self.program.has_macros else refused(f"no name {name}")

    def _binary(self, node: Node, call: Call, mask: Array) -> Value:
        sign, left, right = node.parts
        if sign in ("&&", "||"):
            first = self.test(left, call, mask)
            rest = first if sign == "&&" else mask & ~first
            second = self.test(right, call, rest) if rest.any() else rest
            result = second if sign == "&&" else first | second
            return Value(result if mask.size > 1 else np.bool_(result[0]), BOOL)
        return binary(sign, self.value(left, call, mask), self.value(right, call, mask))

    def _unary(self, node: Node, call: Call, mask: Array) -> Value:
        sign, inner = node.parts
        if sign == "*":
            return self.load(self.place(node, call, mask), mask)
        if sign == "&":
            place = self.place(inner, call, mask)
            if place.address is None or place.field:
                raise unknown("the address of a variable")
            return place.address
        return unary(sign, self.value(inner, call, mask))

    def _ternary(self, node: Node, call: Call, mask: Array) -> Value:
        on = self.test(node.parts[0], call, mask)
        off = mask & ~on
        if not off.any():
            return self.value(node.parts[1], call, on)
        if not on.any():
            return self.value(node.parts[2], call, off)
        return chosen(on, self.value(node.parts[1], call, on), self.value(node.parts[2], call, off))

    def _load(self, node: Node, call: Call, mask: Array) -> Value:
        place = self.place(node, call, mask)
        assert place.address is not None
        if isinstance(place.address.kind, Address) and place.address.kind.inner and not place.address.kind.vector:
            inner = place.address.kind.inner
            return Value(place.address.data, Address(place.address.kind.of, inner[1:]))
        return self.load(place, mask)

    def _assign(self, node: Node, call: Call, mask: Array) -> Value:
        sign, target, given = node.parts
        place = self.place(target, call, mask)
        if given.what == "list":
            kind = place.variable.kind if place.variable is not None else place.address.kind.of  # type: ignore[union-attr]
            value = self.built(kind, given.parts, call, mask)
        else:
            value = self.value(given, call, mask)
        if sign:
            value = binary(sign, self.load(place, mask), value)
        self.assign(place, value, mask)
        return value

    def _step(self, node: Node, call: Call, mask: Array) -> Value:
        sign, target, is_before = node.parts
        place = self.place(target, call, mask)
        old = self.load(place, mask)
        new = binary(sign, old, Value(np.int32(1), INT32))
        self.assign(place, new, mask)
        return new if is_before else old

    def _field(self, node: Node, call: Call, mask: Array) -> Value:
        owner, name = node.parts
        if owner.what == "name" and self.found(owner.parts[0], call) is None:
            found = index_of(self, owner.parts[0], name)
            if found is None:
                raise refused(f"no name {owner.parts[0]}")
            return found
        if owner.what in ("name", "index", "unary", "field"):
            return self.load(self.place(node, call, mask), mask)
        return part_of(self.value(owner, call, mask), name)

    def _cast(self, node: Node, call: Call, mask: Array) -> Value:
        return cast(self.value(node.parts[1], call, mask), self.resolved(node.parts[0]))

    def _make(self, node: Node, call: Call, mask: Array) -> Value:
        kind = self.resolved(node.parts[0])
        if isinstance(kind, Kind) and len(node.parts[1]) == 1:
            return cast(self.value(node.parts[1][0], call, mask), kind)
        return self.built(kind, node.parts[1], call, mask)

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

    def _size(self, node: Node, call: Call, mask: Array) -> Value:
        if not isinstance(node.parts[0], CType):
            raise unknown("sizeof of a value")
        return Value(np.uint64(self.bytes_of(self.resolved(node.parts[0]))), UINT64)

    def _comma(self, node: Node, call: Call, mask: Array) -> Value:
        self.value(node.parts[0], call, mask)
        return self.value(node.parts[1], call, mask)


def dim3_of(values: list[Value]) -> Value:
    parts = [cast(value, UINT32) for value in values] + [Value(np.uint32(1), UINT32)] * (3 - len(values))
    if len(parts) != 3:
        raise refused("a dim3 of many")
    return Value(dict(zip("xyz", parts, strict=True)), "dim3")
