"""Functions of a program: where they lie, and how they are called, by the program or as handlers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.interpretation.code import Code, Frame, Step, constant
from resources.domains.embedded_systems.interpretation.conversions import are_same_functions, given
from resources.domains.embedded_systems.interpretation.kinds import (
    MASK,
    Function,
    Kind,
    Structure,
)
from resources.domains.embedded_systems.interpretation.library import LIBRARY
from resources.domains.embedded_systems.interpretation.memory import BUS_FAULT, CODE, Ending, PathEnded
from resources.domains.embedded_systems.interpretation.names import Declared, Parameter
from resources.domains.embedded_systems.interpretation.passing import passed_as, received
from resources.domains.embedded_systems.interpretation.steps import Statement
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed
from resources.domains.embedded_systems.interpretation.variables import Variables
from resources.domains.embedded_systems.mcu.cpu import RAM

_DEEPEST = 40
SAVED, _FRAME = 16, 32
"""Bytes of stack for a call's registers, and for an exception's."""


@dataclass
class Routine:
    """A function. `body` is missing until it is defined."""

    name: str
    kind: Function
    parameters: tuple[Parameter, ...]
    address: int
    body: Statement | None = None
    slots: int = 1
    stack: int = 0


class Routines(Variables):
    """Of a whole program: by name, and by the address that a pointer to one holds."""

    routines: dict[str, Routine]
    by_address: dict[int, Routine]
    called: set[str]
    offered: frozenset[str]
    """What the headers that a program includes declare of the library."""

    def prototype(self, declared: Declared) -> None:
        kind = declared.kind
        assert isinstance(kind, Function)
        self._check_function(declared.name)
        routine = self.routines.get(declared.name)
        if routine is None:
            routine = Routine(declared.name, kind, declared.parameters, CODE + 16 * len(self.routines) + 1)
            self.routines[declared.name] = self.by_address[routine.address] = routine
        elif not are_same_functions(routine.kind, kind):
            raise Unfollowed(f"{declared.name} is declared in two ways")
        elif routine.kind.parameters is None:
            routine.kind, routine.parameters = kind, declared.parameters

    def _check_function(self, name: str) -> None:
        if name in self.globals:
            raise Unfollowed(f"{name} is a variable")
        self.names.check_free(name)

    def function_address(self, name: str) -> Code | None:
        routine = self.routines.get(name)
        if routine is None:
            return None
        return constant(routine.address, routine.kind)

    def call(self, name: str, arguments: Sequence[Code]) -> Code:
        routine = self.routines.get(name)
        if routine is None:
            return self._library(name, arguments)
        if len(arguments) != len(routine.parameters):
            raise Unfollowed(f"{name} with another number of arguments")
        self.called.add(name)
        pairs = zip(arguments, routine.parameters, strict=True)
        steps = tuple(given(code, parameter.kind).run for code, parameter in pairs)
        enter = self.enter

        def run(f: Frame) -> int:
            frame = [0] * routine.slots
            for place, step in enumerate(steps, 1):
                frame[place] = step(f)
            return enter(routine, frame)

        return Code(run, _value_kind(routine.kind.result))

    def _library(self, name: str, arguments: Sequence[Code]) -> Code:
        function = LIBRARY.get(name)
        if function is None or len(arguments) != len(function.arguments) or name not in self.offered:
            raise Unfollowed(f"no function {name}")
        steps = [given(code, kind).run for code, kind in zip(arguments, function.arguments, strict=True)]
        machine, do = self.machine, function.run
        return Code(lambda f: do(machine, *[step(f) for step in steps]), function.result)

    def call_at(self, at: Step, kind: Function, arguments: Sequence[Code]) -> Code:
        kinds = kind.parameters if kind.parameters is not None else tuple(passed_as(code) for code in arguments)
        if len(arguments) != len(kinds):
            raise Unfollowed("a call with another number of arguments")
        steps = [given(code, wanted).run for code, wanted in zip(arguments, kinds, strict=True)]
        find, enter = self._at_address, self.enter

        def run(f: Frame) -> int:
            routine = find(at(f))
            values = received(routine.kind, kinds, [step(f) for step in steps])
            return enter(routine, [0, *values, *[0] * (routine.slots - len(values))])

        return Code(run, _value_kind(kind.result))

    def _at_address(self, address: int) -> Routine:
        routine = self.by_address.get(address & MASK)
        if routine is None or routine.body is None:
            raise PathEnded(Ending.HARDWARE, "jump to an address that is no code")
        return routine

    def enter(self, routine: Routine, frame: Frame) -> int:
        """Runs a function whose arguments are in the frame already. Raises PathEnded."""
        machine = self.machine
        machine.depth += 1
        top = machine.stack
        machine.stack = frame[0] = top - routine.stack
        if machine.depth > _DEEPEST or frame[0] < RAM - routine.stack + SAVED:
            raise PathEnded(Ending.MEMORY, "stack overflow", BUS_FAULT)
        if routine.body is None or machine.time >= machine.limit:
            raise PathEnded(Ending.UNKNOWN if routine.body is None else Ending.BUDGET)
        routine.body(frame)
        machine.stack = top
        machine.depth -= 1
        return machine.result

    def handler(self, vector: int) -> Callable[[], None]:
        """What runs for a vector of the table."""
        routine = self.by_address.get(vector)
        if routine is None:
            return lambda: self.machine.finish("default handler")

        def run() -> None:
            self.machine.stack -= _FRAME
            self.enter(routine, [0] * routine.slots)
            self.machine.stack += _FRAME

        return run


def _value_kind(kind: Kind) -> Kind:
    if isinstance(kind, Structure):
        raise Unfollowed("a structure as a result")
    return kind
