"""Statements of CUDA programs: each is for the threads of a mask, and gives those that go on behind it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.declarations import Declarations
from resources.domains.gpu_kernels.interpretation.cuda.places import Call
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser
from resources.domains.gpu_kernels.interpretation.cuda.tokens import Node
from resources.domains.gpu_kernels.interpretation.cuda.values import chosen
from resources.domains.gpu_kernels.interpretation.endings import Budget
from resources.domains.gpu_kernels.interpretation.kinds import Array


class Statements(Declarations):
    """Executes statements. `depth` counts the calls of the program's own functions."""

    def __init__(self, program: Parser, budget: Budget) -> None:
        super().__init__(program, budget)
        self.depth = 0
        self._statements: dict[str, Callable[[Node, Call, Array], Array]] = {
            "block": self._block,
            "expression": self._expression,
            "declare": self.declare,
            "if": self._if,
            "for": self._for,
            "while": self._while,
            "do": self._do,
            "return": self._return,
            "break": self._break,
            "continue": self._continue,
        }

    def execute(self, node: Node, call: Call, mask: Array) -> Array:
        """The threads that go on behind the statement."""
        self.budget.take()
        return self._statements[node.what](node, call, mask)

    def _block(self, node: Node, call: Call, mask: Array) -> Array:
        call.scopes.append({})
        mask = self.parts(node, call, mask)
        call.scopes.pop()
        return mask

    def parts(self, node: Node, call: Call, mask: Array) -> Array:
        for part in node.parts:
            if not mask.any():
                break
            mask = self.execute(part, call, mask)
        return mask

    def _expression(self, node: Node, call: Call, mask: Array) -> Array:
        self.value(node.parts[0], call, mask)
        return mask

    def _if(self, node: Node, call: Call, mask: Array) -> Array:
        test, body, other = node.parts
        on = self.test(test, call, mask)
        off = mask & ~on
        after = self.execute(body, call, on) if on.any() else on
        rest = self.execute(other, call, off) if off.any() and other.parts else off
        return after | rest

    def _loop(self, call: Call, mask: Array, test: Any, body: Node, step: Any, *, first: bool = True) -> Array:
        call.broken.append(np.zeros(mask.shape, bool))
        going, left = mask, np.zeros(mask.shape, bool)
        self.budget.waiting += 1
        while going.any():
            if first and test is not None:
                on = self.test(test, call, going)
                left, going = left | (going & ~on), on
                if not going.any():
                    break
            first = True
            call.skipped.append(np.zeros(mask.shape, bool))
            going = self.execute(body, call, going) | call.skipped.pop()
            if going.any():
                step(going)
        self.budget.waiting -= 1
        return left | call.broken.pop()

    def _for(self, node: Node, call: Call, mask: Array) -> Array:
        start, test, steps, body = node.parts
        call.scopes.append({})
        mask = self.execute(start, call, mask) if start.what != "block" else mask

        def step(going: Array) -> None:
            for part in steps:
                self.value(part, call, going)

        after = self._loop(call, mask, test, body, step)
        call.scopes.pop()
        return after

    def _while(self, node: Node, call: Call, mask: Array) -> Array:
        return self._loop(call, mask, node.parts[0], node.parts[1], lambda _: None)

    def _do(self, node: Node, call: Call, mask: Array) -> Array:
        return self._loop(call, mask, node.parts[1], node.parts[0], lambda _: None, first=False)

    def _return(self, node: Node, call: Call, mask: Array) -> Array:
        if node.parts[0] is not None:
            value = self.value(node.parts[0], call, mask)
            call.result = value if call.result is None else chosen(mask, value, call.result)
        call.returned = call.returned | mask
        if self.depth == 1 and self.threads is not None:
            self.exited = self.exited | mask
        return np.zeros(mask.shape, bool)

    def _break(self, _: Node, call: Call, mask: Array) -> Array:
        call.broken[-1] = call.broken[-1] | mask
        return np.zeros(mask.shape, bool)

    def _continue(self, _: Node, call: Call, mask: Array) -> Array:
        call.skipped[-1] = call.skipped[-1] | mask
        return np.zeros(mask.shape, bool)
