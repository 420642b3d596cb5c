"""Statements of CUDA programs, and the declarations among them: each is for the threads of a mask, and gives those that
go on behind it.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.cuda.expressions import Expressions
from resources.domains.gpu_kernels.prediction.simulator.cuda.layout import dim3_of
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import VECTORS, Node
from resources.domains.gpu_kernels.prediction.simulator.cuda.storage import Frame, Variable
from resources.domains.gpu_kernels.prediction.simulator.cuda.values import Address, Value, cast, chosen
from resources.domains.gpu_kernels.prediction.simulator.halting import refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import Array
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

MOST_STATIC = 48 << 10
"""Bytes of shared memory that a block may declare."""


class Declarations:
    """Executes declarations. `shared` are the arrays that a launch has declared for its blocks, `static_bytes` those
    that they take, `dynamic_bytes` those that the launch asks for."""

    def __init__(self, expressions: Expressions) -> None:
        self._expressions, self._layout = expressions, expressions.layout
        self.shared: dict[Node, Value] = {}
        self.dynamic_bytes = self.static_bytes = 0

    def begin(self) -> None:
        """A launch."""
        self.shared, self.static_bytes = {}, 0

    def declare(self, node: Node, frame: Frame, mask: Array) -> Array:
        for part in node.parts:
            kind, name = self._layout.resolved(part.parts[0]), part.parts[1]
            if name in frame.scopes[-1]:
                raise refused(f"{name} is declared twice")
            frame.scopes[-1][name] = self._variable(part, kind, frame, mask)
        return mask

    def _variable(self, node: Node, kind: Any, frame: Frame, mask: Array) -> Variable:
        _, _, sizes, initial, space = node.parts
        if sizes or space == "shared":
            return self._array(node, kind, frame, mask)
        if initial is None:
            if kind == "dim3":
                return Variable(dim3_of([]), "dim3")
            value = self._layout.unset(kind)
            names = value.data if isinstance(value.data, dict) else ("",)
            return Variable(value, kind, {name: np.ones(mask.shape, bool) for name in names})
        if initial.what == "list" and (kind == "dim3" or kind in self._layout.structs or kind in VECTORS):
            return Variable(self._expressions.built(kind, initial.parts, frame, mask), kind)
        if initial.what == "list":
            if len(initial.parts) != 1:
                raise unsupported("a list")
            initial = initial.parts[0]
        value = self._expressions.value(initial, frame, mask)
        if kind == "auto":
            return Variable(value, value.kind)
        if kind == "dim3":
            return Variable(value if value.kind == "dim3" else dim3_of([value]), "dim3")
        return Variable(cast(value, kind), kind)

    def _array(self, node: Node, kind: Any, frame: Frame, mask: Array) -> Variable:
        _, _, sizes, initial, space = node.parts
        if space == "shared" and node in self.shared:
            return Variable(self.shared[node], self.shared[node].kind if sizes else "pointed")
        counts = self._counts(sizes, kind, frame, mask)
        total = math.prod(counts)
        if space == "shared":
            self._take_shared(total * self._layout.bytes_of(kind) if None not in sizes else 0)
        address = self._expressions.storage.memory.allocate(self._layout.fields(kind), total, space)
        value = Value(np.int64(address), Address(kind, tuple(counts[1:])))
        if space == "shared":
            self.shared[node] = value
        if initial is not None:
            self._fill(address, total, kind, initial.parts, frame, mask)
        return Variable(value, value.kind if counts else "pointed")

    def _counts(self, sizes: Sequence[Node | None], kind: Any, frame: Frame, mask: Array) -> list[int]:
        """The elements of an array; of one without a size as many as the launch asks for."""
        counts = [
            self.dynamic_bytes // self._layout.bytes_of(kind)
            if size is None
            else self._expressions.constant(size, frame, mask)
            for size in sizes
        ]
        is_empty = any(count < (size is not None) for count, size in zip(counts, sizes, strict=True))
        if is_empty or isinstance(kind, Address):
            raise refused("an array")
        return counts

    def _take_shared(self, size: int) -> None:
        self.static_bytes += size
        if self.static_bytes > MOST_STATIC:
            raise ExecutionHalted(HaltReason.RESOURCES, "shared memory")

    def _fill(self, address: int, count: int, kind: Any, items: Sequence[Node], frame: Frame, mask: Array) -> None:
        """With the items of a list, and zeros behind them."""
        for place in range(count):
            is_given = place < len(items)
            item = self._expressions.value(items[place], frame, mask) if is_given else self._layout.empty(kind)
            self._expressions.storage.store(np.int64(address + place), "", cast(item, kind), mask)


class Statements:
    """Executes statements."""

    def __init__(self, expressions: Expressions, declarations: Declarations) -> None:
        self._expressions, self._budget = expressions, expressions.budget
        self._statements: dict[str, Callable[[Node, Frame, Array], Array]] = {
            "block": self._block,
            "expression": self._expression,
            "declare": declarations.declare,
            "if": self._if,
            "for": self._for,
            "while": self._while,
            "do": self._do,
            "return": self._return,
            "break": self._break,
            "continue": self._continue,
        }

    def execute(self, node: Node, frame: Frame, mask: Array) -> Array:
        """The threads that go on behind the statement."""
        self._expressions.node = node
        self._budget.take()
        after = self._statements[node.what](node, frame, mask)
        self._expressions.node = node
        return after

    def execute_all(self, nodes: Sequence[Node], frame: Frame, mask: Array) -> Array:
        for node in nodes:
            if not mask.any():
                break
            mask = self.execute(node, frame, mask)
        return mask

    def _block(self, node: Node, frame: Frame, mask: Array) -> Array:
        frame.scopes.append({})
        mask = self.execute_all(node.parts, frame, mask)
        frame.scopes.pop()
        return mask

    def _expression(self, node: Node, frame: Frame, mask: Array) -> Array:
        self._expressions.value(node.parts[0], frame, mask)
        return mask

    def _if(self, node: Node, frame: Frame, mask: Array) -> Array:
        test, body, other = node.parts
        on = self._expressions.test(test, frame, mask)
        off = mask & ~on
        after = self.execute(body, frame, on) if on.any() else on
        rest = self.execute(other, frame, off) if off.any() and other.parts else off
        return after | rest

    def _loop(self, frame: Frame, mask: Array, test: Any, body: Node, step: Any, *, first: bool = True) -> Array:
        """`first` says whether the test comes before the body."""
        frame.broken.append(np.zeros(mask.shape, bool))
        going, left = mask, np.zeros(mask.shape, bool)
        self._budget.loops += 1
        while going.any():
            if first and test is not None:
                on = self._expressions.test(test, frame, going)
                left, going = left | (going & ~on), on
                if not going.any():
                    break
            first = True
            frame.skipped.append(np.zeros(mask.shape, bool))
            going = self.execute(body, frame, going) | frame.skipped.pop()
            if going.any():
                step(going)
        self._budget.loops -= 1
        return left | frame.broken.pop()

    def _for(self, node: Node, frame: Frame, mask: Array) -> Array:
        start, test, steps, body = node.parts
        frame.scopes.append({})
        mask = self.execute(start, frame, mask) if start.what != "block" else mask

        def step(going: Array) -> None:
            for part in steps:
                self._expressions.value(part, frame, going)

        after = self._loop(frame, mask, test, body, step)
        frame.scopes.pop()
        return after

    def _while(self, node: Node, frame: Frame, mask: Array) -> Array:
        return self._loop(frame, mask, node.parts[0], node.parts[1], lambda _: None)

    def _do(self, node: Node, frame: Frame, mask: Array) -> Array:
        return self._loop(frame, mask, node.parts[1], node.parts[0], lambda _: None, first=False)

    def _return(self, node: Node, frame: Frame, mask: Array) -> Array:
        if node.parts[0] is not None:
            value = self._expressions.value(node.parts[0], frame, mask)
            frame.result = value if frame.result is None else chosen(mask, value, frame.result)
        frame.returned = frame.returned | mask
        threads = self._expressions.storage.memory.threads
        if frame.is_outermost and threads is not None:
            threads.exited = threads.exited | mask
        return np.zeros(mask.shape, bool)

    def _break(self, _: Node, frame: Frame, mask: Array) -> Array:
        frame.broken[-1] = frame.broken[-1] | mask
        return np.zeros(mask.shape, bool)

    def _continue(self, _: Node, frame: Frame, mask: Array) -> Array:
        frame.skipped[-1] = frame.skipped[-1] | mask
        return np.zeros(mask.shape, bool)
