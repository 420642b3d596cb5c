"""A whole program: its variables laid out in memory, its functions as steps, its handlers in the vector table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.interpretation.accesses import storer
from resources.domains.embedded_systems.interpretation.code import Code, Frame, Place, Step, constant, converted
from resources.domains.embedded_systems.interpretation.headers import Header, included_in, macros_with, names_with
from resources.domains.embedded_systems.interpretation.kinds import MASK, Function, Kind, Structure
from resources.domains.embedded_systems.interpretation.library import LIBRARY
from resources.domains.embedded_systems.interpretation.loops import Statement, block
from resources.domains.embedded_systems.interpretation.machine import Machine
from resources.domains.embedded_systems.interpretation.memory import CODE, CONSTANTS, Ending, PathEnded
from resources.domains.embedded_systems.interpretation.names import Declared, Parameter
from resources.domains.embedded_systems.interpretation.preprocessor import Preprocessor
from resources.domains.embedded_systems.interpretation.sharing import kept_in_registers
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, Unlinked, is_name
from resources.domains.embedded_systems.interpretation.variables import Variables
from resources.domains.embedded_systems.mcu.cpu import FLASH, RAM
from resources.domains.embedded_systems.mcu.exceptions import NAMES

_DEEPEST = 40
_SAVED, _FRAME = 16, 32
"""Bytes of stack for a call's registers, and for an exception's."""
_VECTORS = 98
_HANDLERS = {
    f"{name}_Handler" if number in (11, 14, 15) else f"{name}_IRQHandler": number for number, name in NAMES.items()
}
_START_UP = 20


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


class Program(Variables):
    """Reads a text at once. Raises Unfollowed. `machine` is started by `runs`. `watched`: names that checks ask for."""

    def __init__(
        self, code: str, header: Header, ram_bytes: int, stack_bytes: int, watched: frozenset[str] = frozenset()
    ) -> None:
        included = included_in(code)
        lines = Preprocessor(macros_with(header, included))
        super().__init__([*header.functions, *lines.read(code)], names_with(header, included))
        self.machine = Machine(ram_bytes, self._handler)
        self.globals: dict[str, Place] = {}
        self.routines: dict[str, Routine] = {}
        self._by_address: dict[int, Routine] = {}
        self.texts: dict[bytes, int] = {}
        self.free, self.constants = RAM + -(-stack_bytes // 8) * 8, CONSTANTS
        self._stack_top = self._variables = self.free
        self.scopes, self.literals = [], {}
        self.kept = kept_in_registers(self.tokens, watched)
        self.in_registers: frozenset[str] = frozenset()
        self.copies: dict[str, Place] = {}
        self._used: set[str] = set()
        self.contents: list[tuple[int, bytes]] = []
        while self.token:
            self._outer()
        self._image = self._first_image()

    def _first_image(self) -> bytes:
        memory = self.machine.memory
        if self.free > RAM + memory.size:
            raise Unlinked("more variables than memory")
        if any(self.routines[name].body is None for name in self._used):
            raise Unlinked("a function without a body")
        for address, content in self.contents:
            memory.ram[address - RAM : address - RAM + len(content)] = content
        self._lay_vectors()
        return bytes(memory.ram[self._variables - RAM : self.free - RAM])

    def _lay_vectors(self) -> None:
        """A vector without a handler has the default handler's, which is no routine."""
        words = [self._stack_top, CODE - 15, *[CODE - 31] * (_VECTORS - 2)]
        for name, number in _HANDLERS.items():
            routine = self.routines.get(name)
            if routine is not None and routine.body is not None:
                words[number] = routine.address
        self.machine.memory.burn(FLASH, b"".join(word.to_bytes(4, "little") for word in words))

    def power_up(self) -> None:
        """What the start-up code does: memory as the program begins with it."""
        machine = self.machine
        machine.memory.ram[self._variables - RAM : self.free - RAM] = self._image
        machine.stack = self._stack_top
        machine.time += _START_UP + len(self._image)

    def run_main(self) -> None:
        routine = self.routines.get("main")
        if routine is None:
            raise PathEnded(Ending.UNKNOWN, "no main")
        self._enter(routine, [0] * routine.slots)
        self.machine.finish("main returned")

    # Declarations

    def _outer(self) -> None:
        if self.accept(";"):
            return
        specified = self.specified()
        while self.token != ";":
            declared = self.declarator(specified.kind)
            if "typedef" in specified.words:
                self.names.types[declared.name] = declared.kind
            elif isinstance(declared.kind, Function):
                self.prototype(declared)
                if self.token == "{":
                    self._define(declared)
                    return
            else:
                self.globals[declared.name] = self.static(declared, specified)
            if not self.accept(","):
                break
        self.expect(";")

    def prototype(self, declared: Declared) -> None:
        kind = declared.kind
        assert isinstance(kind, Function)
        routine = self.routines.get(declared.name)
        if routine is None:
            routine = Routine(declared.name, kind, declared.parameters, CODE + 16 * len(self.routines) + 1)
            self.routines[declared.name] = self._by_address[routine.address] = routine
        elif len(routine.parameters) != len(declared.parameters):
            raise Unfollowed(f"{declared.name} is declared in two ways")

    def _define(self, declared: Declared) -> None:
        routine = self.routines[declared.name]
        if routine.body is not None:
            raise Unfollowed(f"{declared.name} is defined twice")
        self.begin(routine.kind.result, self._taken())
        self.in_registers = self.kept.functions.get(declared.name, frozenset())
        before: list[Statement] = []
        for number, parameter in enumerate(declared.parameters, 1):
            self.scopes[0][parameter.name] = Place(parameter.kind, slot=number)
        self.slots += len(declared.parameters)
        for number, parameter in enumerate(declared.parameters, 1):
            if parameter.name in self.taken:
                place = self.declare(parameter.name, parameter.kind)
                before.append(self._timed(storer(self.machine, place, _slot(number)), 1))
        body = self.block()
        routine.body, routine.slots = block([*before, body]), self.slots
        routine.stack = -(-self.stack // 8) * 8 + _SAVED
        self.scopes = []

    def _taken(self) -> frozenset[str]:
        """Names with an address operator in front, in the brackets that open here."""
        start = self.place
        self.skip_brackets()
        body, self.place = self.tokens[start : self.place], start
        return frozenset(
            body[at + 1] if body[at + 1] != "(" else body[at + 2]
            for at, token in enumerate(body)
            if token == "&" and not (is_name(body[at - 1]) or body[at - 1][0].isdigit() or body[at - 1] in ")]")
        )

    # Names

    def function_address(self, name: str) -> Code | None:
        routine = self.routines.get(name)
        if routine is None:
            return None
        return constant(routine.address, routine.kind)

    # Calls

    def call(self, name: str, arguments: Sequence[Code]) -> Code:
        routine = self.routines.get(name)
        if routine is None:
            return self._library(name, arguments)
        if len(arguments) != len(routine.parameters):
            raise Unfollowed(f"{name} with another number of arguments")
        self._used.add(name)
        pairs = zip(arguments, routine.parameters, strict=True)
        steps = tuple(converted(code, parameter.kind).run for code, parameter in pairs)
        enter = self._enter

        def run(f: Frame) -> int:
            frame = [0] * routine.slots
            for place, step in enumerate(steps, 1):
                frame[place] = step(f)
            return enter(routine, frame)

        return Code(run, _value_kind(routine.kind.result))

    def _library(self, name: str, arguments: Sequence[Code]) -> Code:
        function = LIBRARY.get(name)
        if function is None or len(arguments) != len(function.arguments):
            raise Unfollowed(f"no function {name}")
        steps = [converted(code, kind).run for code, kind in zip(arguments, function.arguments, strict=True)]
        machine, do = self.machine, function.run
        return Code(lambda f: do(machine, *[step(f) for step in steps]), function.result)

    def call_at(self, at: Step, kind: Kind, arguments: Sequence[Code]) -> Code:
        if not isinstance(kind, Function):
            raise Unfollowed("a call of what is no function")
        steps, find, enter = [code.run for code in arguments], self._at_address, self._enter

        def run(f: Frame) -> int:
            routine = find(at(f))
            frame = [0] * max(routine.slots, len(steps) + 1)
            for place, step in enumerate(steps, 1):
                frame[place] = step(f)
            return enter(routine, frame)

        return Code(run, _value_kind(kind.result))

    def _at_address(self, address: int) -> Routine:
        routine = self._by_address.get(address & MASK)
        if routine is None or routine.body is None:
            raise PathEnded(Ending.HARDWARE, "a jump to what is no code")
        return routine

    def _enter(self, routine: Routine, frame: list[int]) -> int:
        machine = self.machine
        machine.depth += 1
        top = machine.stack
        machine.stack = frame[0] = top - routine.stack
        if machine.depth > _DEEPEST or frame[0] < RAM - routine.stack + _SAVED:
            raise PathEnded(Ending.MEMORY, "stack overflow")
        if routine.body is None or machine.time >= machine.limit:
            raise PathEnded(Ending.UNKNOWN if routine.body is None else Ending.BUDGET)
        routine.body(frame)
        machine.stack = top
        machine.depth -= 1
        return machine.result

    def _handler(self, vector: int) -> Callable[[], None]:
        """What runs for a vector of the table."""
        routine = self._by_address.get(vector)
        if routine is None:
            return lambda: self.machine.finish("default handler")

        def run() -> None:
            self.machine.stack -= _FRAME
            self._enter(routine, [0] * routine.slots)
            self.machine.stack += _FRAME

        return run


def _slot(number: int) -> Step:
    return lambda f: f[number]


def _value_kind(kind: Kind) -> Kind:
    if isinstance(kind, Structure):
        raise Unfollowed("a structure as a result")
    return kind
