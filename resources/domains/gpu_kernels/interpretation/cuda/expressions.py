"""Expressions of CUDA programs, for all threads of a mask at once. What names a place is `place_expressions`."""

from abc import abstractmethod
from collections.abc import Callable

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.arithmetic import binary, unary
from resources.domains.gpu_kernels.interpretation.cuda.functions import constant_of
from resources.domains.gpu_kernels.interpretation.cuda.literals import of_number
from resources.domains.gpu_kernels.interpretation.cuda.place_expressions import PlaceExpressions
from resources.domains.gpu_kernels.interpretation.cuda.places import Call, Place
from resources.domains.gpu_kernels.interpretation.cuda.static_kinds import kind_of
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser
from resources.domains.gpu_kernels.interpretation.cuda.tokens import CType, Node
from resources.domains.gpu_kernels.interpretation.cuda.values import Value, cast, chosen, promoted
from resources.domains.gpu_kernels.interpretation.endings import Budget, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, UINT64, Array, Kind, joined


class Expressions(PlaceExpressions):
    """Evaluates expressions."""

    def __init__(self, program: Parser, budget: Budget) -> None:
        super().__init__(program, budget)
        self._values: dict[str, Callable[[Node, Call, Array], Value]] = {
            "number": lambda node, _, __: of_number(node.parts[0]),
            "name": self._name,
            "binary": self._binary,
            "unary": self._unary,
            "ternary": self._ternary,
            "assign": self.assign_value,
            "step": self.step,
            "index": self.load_item,
            "field": self.field,
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
            return self.address_of(self.place(inner, call, mask))
        return unary(sign, self.value(inner, call, mask))

    def _ternary(self, node: Node, call: Call, mask: Array) -> Value:
        on = self.test(node.parts[0], call, mask)
        off = mask & ~on
        if not off.any():
            return self._of_branch(node.parts[1], node.parts[2], call, on)
        if not on.any():
            return self._of_branch(node.parts[2], node.parts[1], call, off)
        return chosen(on, self.value(node.parts[1], call, on), self.value(node.parts[2], call, off))

    def _of_branch(self, taken: Node, other: Node, call: Call, mask: Array) -> Value:
        """The value of the one branch that is taken, in the type of both."""
        value, kind = self.value(taken, call, mask), kind_of(self, other, call)
        if kind is None or not isinstance(value.kind, Kind) or value.kind == kind:
            return value
        return cast(value, joined(promoted(value.kind), promoted(kind)))

    def _cast(self, node: Node, call: Call, mask: Array) -> Value:
        return cast(self.value(node.parts[1], call, mask), self.resolved(node.parts[0]))

    def _make(self, node: Node, call: Call, mask: Array) -> Value:
        kind = self.resolved(node.parts[0])
        if isinstance(kind, Kind) and len(node.parts[1]) == 1:
            return cast(self.value(node.parts[1][0], call, mask), kind)
        return self.built(kind, node.parts[1], call, mask)

    def _size(self, node: Node, call: Call, mask: Array) -> Value:
        if not isinstance(node.parts[0], CType):
            raise unknown("sizeof of a value")
        return Value(np.uint64(self.bytes_of(self.resolved(node.parts[0]))), UINT64)

    def _comma(self, node: Node, call: Call, mask: Array) -> Value:
        self.value(node.parts[0], call, mask)
        return self.value(node.parts[1], call, mask)
