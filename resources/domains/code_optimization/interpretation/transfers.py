"""Jumps, calls and returns: where a path goes on. What lies at a place is `program`'s."""

from bisect import bisect_right
from collections.abc import Callable, Mapping

from resources.domains.code_optimization.interpretation.integers import Builder, Step
from resources.domains.code_optimization.interpretation.layout import Layout, code_address
from resources.domains.code_optimization.interpretation.library import BY_ADDRESS, FUNCTIONS
from resources.domains.code_optimization.interpretation.library.convention import Function
from resources.domains.code_optimization.interpretation.machine import (
    CODE_STEP,
    RETURN_ADDRESS,
    Ending,
    PathEndedError,
)
from resources.domains.code_optimization.interpretation.operands import UnmodelledError


class Transfers:
    """Builds steps that go elsewhere. `entries`: the places that names stand for, if they stand for one; `given`:
    functions that are none of the program's, by their addresses."""

    def __init__(self, builder: Builder, layout: Layout, size: int) -> None:
        self.given: Mapping[int, Function] = BY_ADDRESS
        self._builder, self._machine, self._layout, self._size = builder, builder.machine, layout, size
        self.entries = {name: self.place(value) for name, value in layout.symbols.items()}

    def place(self, address: int) -> int | None:
        index, rest = divmod(address - code_address(0), CODE_STEP)
        return index if not rest and 0 <= index <= self._size else None

    def target(self, index: int, name: str) -> int:
        if name[:-1].isdigit() and name[-1] in "bf":
            places = self._layout.numbered[name[:-1]]
            return places[bisect_right(places, index) - (name[-1] == "b")]
        place = self.entries.get(name.removesuffix("@PLT"))
        if place is None:
            raise UnmodelledError(name)
        return place

    def transfer(self, index: int, operand: str, *, is_call: bool) -> Step:
        back, machine = code_address(index + 1), self._machine
        if operand.startswith("*"):
            return self._indirect(self._builder.read(operand[1:].strip(), 8), back if is_call else None)
        function = FUNCTIONS.get(operand.removesuffix("@PLT"))
        if function is not None and operand not in self.entries:
            return (lambda: function(machine)) if is_call else lambda: self._left_to(function)
        target = self.target(index, operand)
        if not is_call:
            return lambda: target

        def call() -> int:
            machine.push(back)
            return target

        return call

    def _indirect(self, read: Callable[[], int], back: int | None) -> Step:
        def go() -> int | None:
            address = read()
            if (function := self.given.get(address)) is not None:
                return function(self._machine) if back is not None else self._left_to(function)
            place = self.place(address)
            if back is not None:
                self._machine.push(back)
            if place is None:
                raise PathEndedError(Ending.MEMORY)
            return place

        return go

    def _left_to(self, function: Function) -> int:
        """A jump to a function that is none of the program's: it sees the stack as the one that is called instead."""
        address = self._machine.pop()
        function(self._machine)
        self._machine.push(address)
        return self.returned()

    def returned(self) -> int:
        address = self._machine.pop()
        if address == RETURN_ADDRESS:
            raise PathEndedError(Ending.RETURNED)
        place = self.place(address)
        if place is None:
            raise PathEndedError(Ending.MEMORY)
        return place
