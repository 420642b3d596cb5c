"""Expressions of CUDA programs, for all threads of a mask at once."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.cuda.functions import CONSTANTS
from resources.domains.gpu_kernels.prediction.simulator.cuda.layout import dim3_of, part_of
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import CType, Node, Program
from resources.domains.gpu_kernels.prediction.simulator.cuda.storage import Frame, Place, Storage
from resources.domains.gpu_kernels.prediction.simulator.cuda.values import (
    Address,
    Value,
    binary,
    cast,
    chosen,
    literal,
    promoted,
    unary,
)
from resources.domains.gpu_kernels.prediction.simulator.halting import Budget, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import BOOL, INT32, UINT64, Array, Kind, joined

_TRUTHS = frozenset("== != < > <= >= && ||".split())


class Caller(Protocol):
    """What evaluates calls and launches: the machine."""

    def call(self, node: Node, frame: Frame, mask: Array) -> Value: ...
    def launch(self, node: Node, frame: Frame, mask: Array) -> Value: ...


class Expressions:
    """Evaluates expressions. `node` is where the program has come to."""

    def __init__(self, program: Program, storage: Storage, budget: Budget, caller: Caller) -> None:
        self.program, self.storage, self.layout, self.budget = program, storage, storage.layout, budget
        self.node = Node("")
        self._values: dict[str, Callable[[Node, Frame, Array], Value]] = {
            "number": lambda node, _, __: literal(node.parts[0]),
            "name": self._name,
            "binary": self._binary,
            "unary": self._unary,
            "ternary": self._ternary,
            "assign": self._assign,
            "step": self._step,
            "index": self._index,
            "field": self._field,
            "cast": self._cast,
            "call": caller.call,
            "make": self._make,
            "size": self._size,
            "comma": self._comma,
            "launch": caller.launch,
        }

    def value(self, node: Node, frame: Frame, mask: Array) -> Value:
        before, self.node = self.node, node
        self.budget.take(1 + mask.size // 512)
        case = self._values.get(node.what)
        if case is None:
            raise unsupported(node.what)
        value = case(node, frame, mask)
        self.node = before
        return value

    def test(self, node: Node, frame: Frame, mask: Array) -> Array:
        """The threads of `mask` for which a condition holds."""
        holds: Array = mask & cast(self.value(node, frame, mask), BOOL).data
        return holds

    def constant(self, node: Node, frame: Frame, mask: Array) -> int:
        value = self.value(node, frame, mask)
        if np.ndim(value.data) or value.plain.is_float:
            raise refused("no whole number")
        return int(value.data)

    def place(self, node: Node, frame: Frame, mask: Array) -> Place:
        """Where an expression stands."""
        before, self.node = self.node, node
        place = self._place(node, frame, mask)
        self.node = before
        return place

    def built(self, kind: Any, items: Sequence[Node], frame: Frame, mask: Array) -> Value:
        """A struct of a list of its fields."""
        values = [self.value(item, frame, mask) for item in items]
        if kind == "dim3":
            return dim3_of(values)
        fields = list(self.layout.fields(kind).items())
        if len(values) > len(fields):
            raise refused("too many values")
        values += [self.layout.empty(part) for _, part in fields[len(values) :]]
        return Value({name: cast(value, part) for (name, part), value in zip(fields, values, strict=True)}, kind)

    def _place(self, node: Node, frame: Frame, mask: Array) -> Place:
        if node.what == "name":
            variable = frame.variable(node.parts[0])
            if variable is None:
                raise refused(f"no name {node.parts[0]}")
            return Place(None, variable.value) if variable.kind == "pointed" else Place(variable, None)
        if node.what == "index":
            base = self.value(node.parts[0], frame, mask)
            if not isinstance(base.kind, Address):
                raise refused("an index into no array")
            return Place(None, binary("+", base, self.value(node.parts[1], frame, mask)))
        if node.what == "unary" and node.parts[0] == "*":
            base = self.value(node.parts[1], frame, mask)
            if not isinstance(base.kind, Address):
                raise refused("* of no address")
            return Place(None, base)
        if node.what == "field":
            inner = self.place(node.parts[0], frame, mask)
            if inner.field:
                raise unsupported("a field of a field")
            return Place(inner.variable, inner.address, node.parts[1])
        raise refused("what cannot be assigned to")

    def _name(self, node: Node, frame: Frame, mask: Array) -> Value:
        name = node.parts[0]
        variable = frame.variable(name)
        if variable is not None:
            if variable.kind == "pointed":
                return self.storage.load(Place(None, variable.value), mask)
            return self.storage.held(variable, mask)
        if name in self.program.routines:
            return Value(np.int32(0), "routine")
        if name in CONSTANTS:
            return CONSTANTS[name]
        raise unsupported(name) if self.program.has_macros else refused(f"no name {name}")

    def _index(self, node: Node, frame: Frame, mask: Array) -> Value:
        place = self.place(node, frame, mask)
        pointer = place.pointer
        if pointer.inner and not pointer.vector:
            return Value(place.base.data, Address(pointer.of, pointer.inner[1:]))
        return self.storage.load(place, mask)

    def _field(self, node: Node, frame: Frame, mask: Array) -> Value:
        owner, name = node.parts
        if owner.what == "name" and frame.variable(owner.parts[0]) is None:
            return self._thread_index(owner.parts[0], name)
        if owner.what in ("name", "index", "unary", "field"):
            return self.storage.load(self.place(node, frame, mask), mask)
        return part_of(self.value(owner, frame, mask), name)

    def _thread_index(self, owner: str, axis: str) -> Value:
        threads = self.storage.memory.threads
        index = None if threads is None else threads.index(owner, axis)
        if index is None:
            raise refused(f"no name {owner}, or a thread's name in host code")
        return index

    def _assign(self, node: Node, frame: Frame, mask: Array) -> Value:
        sign, target, source = node.parts
        place = self.place(target, frame, mask)
        if source.what == "list":
            value = self.built(self.storage.kind_at(place), source.parts, frame, mask)
        else:
            value = self.value(source, frame, mask)
        if sign:
            value = binary(sign, self.storage.load(place, mask), value)
        value = cast(value, self.storage.kind_at(place))
        self.storage.assign(place, value, mask)
        return value

    def _step(self, node: Node, frame: Frame, mask: Array) -> Value:
        sign, target, is_before = node.parts
        place = self.place(target, frame, mask)
        old = self.storage.load(place, mask)
        new = cast(binary(sign, old, Value(np.int32(1), INT32)), self.storage.kind_at(place))
        self.storage.assign(place, new, mask)
        return new if is_before else old

    def _binary(self, node: Node, frame: Frame, mask: Array) -> Value:
        sign, left, right = node.parts
        if sign not in ("&&", "||"):
            return binary(sign, self.value(left, frame, mask), self.value(right, frame, mask))
        first = self.test(left, frame, mask)
        rest = first if sign == "&&" else mask & ~first
        second = self.test(right, frame, rest) if rest.any() else rest
        result = second if sign == "&&" else first | second
        return Value(result if mask.size > 1 else np.bool_(result[0]), BOOL)

    def _unary(self, node: Node, frame: Frame, mask: Array) -> Value:
        sign, inner = node.parts
        if sign == "*":
            return self.storage.load(self.place(node, frame, mask), mask)
        if sign == "&":
            return self.storage.address_of(self.place(inner, frame, mask))
        return unary(sign, self.value(inner, frame, mask))

    def _ternary(self, node: Node, frame: Frame, mask: Array) -> Value:
        test, first, second = node.parts
        on = self.test(test, frame, mask)
        off = mask & ~on
        if not off.any():
            return self._branch(first, second, frame, on)
        if not on.any():
            return self._branch(second, first, frame, off)
        return chosen(on, self.value(first, frame, on), self.value(second, frame, off))

    def _branch(self, taken: Node, other: Node, frame: Frame, mask: Array) -> Value:
        """The value of the one branch that is taken, in the type of both."""
        value, kind = self.value(taken, frame, mask), self._static_number(other, frame)
        if kind is None or not isinstance(value.kind, Kind) or value.kind == kind:
            return value
        return cast(value, joined(promoted(value.kind), promoted(kind)))

    def _cast(self, node: Node, frame: Frame, mask: Array) -> Value:
        return cast(self.value(node.parts[1], frame, mask), self.layout.resolved(node.parts[0]))

    def _make(self, node: Node, frame: Frame, mask: Array) -> Value:
        kind = self.layout.resolved(node.parts[0])
        if isinstance(kind, Kind) and len(node.parts[1]) == 1:
            return cast(self.value(node.parts[1][0], frame, mask), kind)
        return self.built(kind, node.parts[1], frame, mask)

    def _size(self, node: Node, frame: Frame, mask: Array) -> Value:
        if not isinstance(node.parts[0], CType):
            raise unsupported("sizeof of a value")
        return Value(np.uint64(self.layout.bytes_of(self.layout.resolved(node.parts[0]))), UINT64)

    def _comma(self, node: Node, frame: Frame, mask: Array) -> Value:
        self.value(node.parts[0], frame, mask)
        return self.value(node.parts[1], frame, mask)

    def _static_number(self, node: Node, frame: Frame) -> Kind | None:
        """The number type of an expression that no thread evaluates. None where it takes more than names, numbers and
        operators to tell, or is no number."""
        kind = self._static_kind(node, frame)
        return kind if isinstance(kind, Kind) else None

    def _static_kind(self, node: Node, frame: Frame) -> Kind | Address | str | None:
        match node.what:
            case "number":
                return literal(node.parts[0]).kind
            case "name":
                variable = frame.variable(node.parts[0])
                return None if variable is None or variable.kind == "pointed" else variable.kind
            case "cast":
                return self.layout.resolved(node.parts[0])
            case "index":
                base = self._static_kind(node.parts[0], frame)
                return base.of if isinstance(base, Address) and not base.inner and not base.vector else None
            case "unary" if node.parts[0] in ("-", "+", "~"):
                inner = self._static_number(node.parts[1], frame)
                return None if inner is None else promoted(inner)
            case "binary":
                return self._static_binary(node, frame)
        return None

    def _static_binary(self, node: Node, frame: Frame) -> Kind | None:
        sign, left, right = node.parts
        if sign in _TRUTHS:
            return BOOL
        one, other = self._static_number(left, frame), self._static_number(right, frame)
        if one is None or other is None:
            return None
        return promoted(one) if sign in ("<<", ">>") else joined(promoted(one), promoted(other))
