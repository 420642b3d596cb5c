"""The functions of a program: what their declarations say, calls by name and by address, and how one is entered.

A call by address may pass values that caller and function have different types in mind for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.execution.mcu.cpu import RAM
from resources.domains.embedded_systems.prediction.simulator.library import LIBRARY
from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.marks import Marks
from resources.domains.embedded_systems.prediction.simulator.memory import BUS_FAULT, CODE, CpuFault
from resources.domains.embedded_systems.prediction.simulator.steps import Statement
from resources.domains.embedded_systems.prediction.simulator.storage import Storage
from resources.domains.embedded_systems.prediction.simulator.types import (
    DOUBLE,
    MASK,
    Declared,
    Floating,
    Function,
    Integer,
    Kind,
    Parameter,
    Structure,
    decayed,
    fits,
    promoted,
)
from resources.domains.embedded_systems.prediction.simulator.values import (
    Code,
    Frame,
    Place,
    Step,
    address_of,
    are_same_functions,
    constant,
    given,
)
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct

_DEEPEST = 40
_WORD = 4
SAVED, _FRAME = 16, 32
"""Bytes of stack for a call's registers, and for an exception's."""


@dataclass
class Routine:
    """A function. `body` is missing until it is defined. `opening` and `first` mark its head and first statement."""

    name: str
    kind: Function
    parameters: tuple[Parameter, ...]
    address: int
    body: Statement | None = None
    slots: int = 1
    stack: int = 0
    opening: int = 0
    first: int = 0


def variadic_call(
    machine: Machine,
    routine: Routine,
    named: Sequence[Step],
    rest: Sequence[Code],
    enter: Callable[[Routine, Frame], int],
) -> Step:
    """Further arguments lie on the stack, as words; the slot behind the parameters has their address."""
    sizes = [max(_WORD, code.kind.size) for code in rest]
    offsets = [0]
    for size in sizes:
        offsets.append(-(-offsets[-1] // size) * size + size)
    room = -(-offsets[-1] // 8) * 8
    steps = [(offset - size, size, code.run) for offset, size, code in zip(offsets[1:], sizes, rest, strict=True)]

    def run(f: Frame) -> int:
        frame = [0, *(step(f) for step in named), *[0] * (routine.slots - len(named) - 1)]
        values = [(offset, size, step(f)) for offset, size, step in steps]
        machine.stack -= room
        for offset, size, value in values:
            machine.memory.put(machine.stack + offset, (value & ((1 << 8 * size) - 1)).to_bytes(size, "little"))
        frame[len(named) + 1] = machine.stack
        result = enter(routine, frame)
        machine.stack += room
        return result

    return run


class Functions:
    """Of a whole program: by name, and by the address that a pointer to one holds. `offered` is what the included
    headers declare of the library."""

    def __init__(self, machine: Machine, storage: Storage, marks: Marks, offered: frozenset[str]) -> None:
        self.machine, self.storage, self.marks, self.offered = machine, storage, marks, offered
        self.routines: dict[str, Routine] = {}
        self.by_address: dict[int, Routine] = {}
        self.called = set[str]()

    def prototype(self, declared: Declared) -> None:
        """A function declared, without its body."""
        kind = declared.kind
        assert isinstance(kind, Function)
        if declared.name in self.storage.globals:
            raise UnsupportedConstruct(f"{declared.name} is a variable")
        self.storage.names.check_free(declared.name)
        routine = self.routines.get(declared.name)
        if routine is None:
            routine = Routine(declared.name, kind, declared.parameters, CODE + 16 * len(self.routines) + 1)
            self.routines[declared.name] = self.by_address[routine.address] = routine
        elif not are_same_functions(routine.kind, kind):
            raise UnsupportedConstruct(f"{declared.name} is declared in two ways")
        elif routine.kind.parameters is None:
            routine.kind, routine.parameters = kind, declared.parameters

    def address(self, name: str) -> Code | None:
        """None for a name that is no function."""
        routine = self.routines.get(name)
        return None if routine is None else constant(routine.address, routine.kind)

    def call(self, name: str, arguments: Sequence[Code]) -> Code:
        """A call of a function by its name."""
        self.marks.called(name)
        routine = self.routines.get(name)
        if routine is None:
            return self.marks.library_call(name, arguments, lambda passed: self._library(name, passed))
        count = len(routine.parameters)
        if len(arguments) < count or (len(arguments) > count and not routine.kind.is_variadic):
            raise UnsupportedConstruct(f"{name} with another number of arguments")
        self.called.add(name)
        pairs = zip(arguments, routine.parameters, strict=False)
        steps = tuple(given(code, parameter.kind).run for code, parameter in pairs)
        enter = self.enter
        if routine.kind.is_variadic:
            rest = [given(code, passed_as(code)) for code in arguments[count:]]
            return self._result(variadic_call(self.machine, routine, steps, rest, enter), routine.kind.result)

        def run(f: Frame) -> int:
            frame = [0] * routine.slots
            for place, step in enumerate(steps, 1):
                frame[place] = step(f)
            return enter(routine, frame)

        return self._result(run, routine.kind.result)

    def _result(self, run: Step, kind: Kind) -> Code:
        """What a call gives. A structure is put into room of the caller's, and is known by its address."""
        if not isinstance(kind, Structure):
            return Code(run, kind)
        memory, at = self.machine.memory, address_of(self.storage.reserve(kind))

        def kept(f: Frame) -> int:
            run(f)
            address = at(f)
            memory.put(address, self.machine.returned)
            return address

        return Code(kept, kind, place=Place(kind, at=kept))

    def _library(self, name: str, arguments: Sequence[Code]) -> Code:
        function = LIBRARY.get(name)
        count = len(function.arguments) if function is not None else 0
        if function is None or len(arguments) < count or name not in self.offered:
            raise UnsupportedConstruct(f"no function {name}")
        if len(arguments) > count and not function.is_variadic:
            raise UnsupportedConstruct(f"{name} with another number of arguments")
        kinds = (*function.arguments, *map(passed_as, arguments[count:]))
        steps = [given(code, kind).run for code, kind in zip(arguments, kinds, strict=True)]
        machine, do = self.machine, function.run
        return Code(lambda f: do(machine, *[step(f) for step in steps]), function.result)

    def call_at(self, at: Step, kind: Function, arguments: Sequence[Code]) -> Code:
        """A call of the function at an address."""
        at = self.marks.jump(at)
        kinds = kind.parameters if kind.parameters is not None else tuple(passed_as(code) for code in arguments)
        if kind.is_variadic:
            raise UnsupportedConstruct("a variadic function by its address")
        if len(arguments) != len(kinds):
            raise UnsupportedConstruct("a call with another number of arguments")
        steps = [given(code, wanted).run for code, wanted in zip(arguments, kinds, strict=True)]
        find, enter = self._at_address, self.enter

        def run(f: Frame) -> int:
            routine = find(at(f))
            values = _received(routine.kind, kinds, [step(f) for step in steps])
            return enter(routine, [0, *values, *[0] * (routine.slots - len(values))])

        return self._result(run, kind.result)

    def _at_address(self, address: int) -> Routine:
        routine = self.by_address.get(address & MASK)
        if routine is None or routine.body is None:
            raise CpuFault(HaltReason.HARDWARE, "jump to an address that is no code")
        return routine

    def enter(self, routine: Routine, frame: Frame) -> int:
        """Runs a function whose arguments are in the frame already. One without variables on the stack has it overflow
        where it begins. Raises ExecutionHalted."""
        machine = self.machine
        if routine.opening and routine.stack <= SAVED:
            machine.cpu.pc = routine.opening
        machine.depth += 1
        top = machine.stack
        machine.stack = frame[0] = top - routine.stack
        if machine.depth > _DEEPEST or frame[0] < RAM - routine.stack + SAVED:
            raise CpuFault(HaltReason.MEMORY, "stack overflow", BUS_FAULT)
        if routine.body is None:
            raise UnsupportedConstruct(f"{routine.name} has no body")
        if machine.time >= machine.limit:
            raise ExecutionHalted(HaltReason.BUDGET)
        routine.body(frame)
        machine.stack = top
        machine.depth -= 1
        return machine.result

    def handler(self, vector: int) -> Callable[[], None]:
        """What runs for a vector of the table. One that saves no registers, as most do, begins with its first
        statement."""
        routine = self.by_address.get(vector)
        if routine is None:
            return lambda: self.machine.finish("default handler")
        if routine.first:
            self.machine.cpu.pc = routine.first

        def run() -> None:
            self.machine.stack -= _FRAME
            self.enter(routine, [0] * routine.slots)
            self.machine.stack += _FRAME

        return run


def passed_as(code: Code) -> Kind:
    """Where nothing says what a parameter is."""
    kind = decayed(code.kind)
    if isinstance(kind, Floating):
        return DOUBLE
    return promoted(kind) if isinstance(kind, Integer) else kind


def _received(function: Function, kinds: Sequence[Kind], values: Sequence[int]) -> Sequence[int]:
    """What a function finds in its parameters that is called with values of these types. Raises UnsupportedConstruct
    where that is whatever lies in a register."""
    wanted = function.parameters or ()
    if wanted == kinds:
        return values
    pairs = list(zip(wanted, kinds, strict=False))
    if len(pairs) < len(wanted) or any(one.size != other.size for one, other in pairs):
        raise UnsupportedConstruct("a function called as another")
    return [fits(kind, value) for kind, value in zip(wanted, values, strict=False)]
