"""Declarations of variables and arrays in CUDA programs, and the shared memory that they take."""

import math
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.expressions import Expressions
from resources.domains.gpu_kernels.interpretation.cuda.layout import dim3_of
from resources.domains.gpu_kernels.interpretation.cuda.places import Call, Variable
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser
from resources.domains.gpu_kernels.interpretation.cuda.tokens import VECTORS, Node
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value, cast
from resources.domains.gpu_kernels.interpretation.endings import Budget, Ending, PathEndedError, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import Array

_MOST_STATIC = 48 << 10
"""Bytes of shared memory that a block may declare."""


class Declarations(Expressions):
    """Executes declarations. `shared` are the arrays that a launch has declared for its blocks."""

    def __init__(self, program: Parser, budget: Budget) -> None:
        super().__init__(program, budget)
        self.shared: dict[Node, Value] = {}
        self.dynamic_bytes = self.static_bytes = 0

    def declare(self, node: Node, call: Call, mask: Array) -> Array:
        for part in node.parts:
            kind, name = self.resolved(part.parts[0]), part.parts[1]
            if name in call.scopes[-1]:
                raise refused(f"{name} is declared twice")
            call.scopes[-1][name] = self._declared(part, kind, call, mask)
        return mask

    def _declared(self, node: Node, kind: Any, call: Call, mask: Array) -> Variable:
        _, _, sizes, given, space = node.parts
        if sizes or space == "shared":
            return self._array(node, kind, call, mask)
        if given is None:
            return Variable(self.unset(kind), kind) if kind != "dim3" else Variable(dim3_of([]), "dim3")
        if given.what == "list" and (kind == "dim3" or kind in self.program.structs or kind in VECTORS):
            return Variable(self.built(kind, given.parts, call, mask), kind)
        if given.what == "list":
            if len(given.parts) != 1:
                raise unknown("a list")
            given = given.parts[0]
        value = self.value(given, call, mask)
        if kind == "auto":
            return Variable(value, value.kind)
        if kind == "dim3":
            return Variable(value if value.kind == "dim3" else dim3_of([value]), "dim3")
        return Variable(cast(value, kind), kind)

    def _array(self, node: Node, kind: Any, call: Call, mask: Array) -> Variable:
        _, _, sizes, given, space = node.parts
        if space == "shared" and node in self.shared:
            return Variable(self.shared[node], self.shared[node].kind if sizes else "pointed")
        counts = [
            self.dynamic_bytes // self.bytes_of(kind) if size is None else self.constant(size, call, mask)
            for size in sizes
        ]
        total = math.prod(counts)
        is_empty = any(count < (size is not None) for count, size in zip(counts, sizes, strict=True))
        if is_empty or isinstance(kind, Address):
            raise refused("an array")
        if space == "shared":
            self._take_shared(total * self.bytes_of(kind) if None not in sizes else 0)
        room = self.memory.allocate(self.fields(kind), total, space)
        value = Value(np.int64(room), Address(kind, tuple(counts[1:])))
        if space == "shared":
            self.shared[node] = value
        if given is not None:
            self._fill(room, total, kind, given.parts, call, mask)
        return Variable(value, value.kind if counts else "pointed")

    def _take_shared(self, size: int) -> None:
        self.static_bytes += size
        if self.static_bytes > _MOST_STATIC:
            raise PathEndedError(Ending.RESOURCES, "shared memory")

    def _fill(self, room: int, count: int, kind: Any, given: Any, call: Call, mask: Array) -> None:
        """With the items of a list, and zeros behind them."""
        lanes = self.lanes(mask)
        for place in range(count):
            item = self.value(given[place], call, mask) if place < len(given) else self.empty(kind)
            data = cast(item, kind).data
            self.memory.store(np.int64(room + place), "", lanes, data[mask] if np.ndim(data) else data)
