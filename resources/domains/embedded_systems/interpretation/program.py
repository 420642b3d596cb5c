"""A whole program: what is declared outside of functions, the definitions of functions, memory as it begins with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from resources.domains.embedded_systems.interpretation.accesses import storer
from resources.domains.embedded_systems.interpretation.code import Place, Step
from resources.domains.embedded_systems.interpretation.headers import (
    Header,
    functions_of,
    included_in,
    macros_with,
    names_with,
)
from resources.domains.embedded_systems.interpretation.kinds import Function, Integer, Pointer, Void
from resources.domains.embedded_systems.interpretation.machine import Machine
from resources.domains.embedded_systems.interpretation.memory import CODE, CONSTANTS, Ending, PathEnded
from resources.domains.embedded_systems.interpretation.names import Declared, Parameter
from resources.domains.embedded_systems.interpretation.preprocessor import Preprocessor
from resources.domains.embedded_systems.interpretation.routines import SAVED, Routines
from resources.domains.embedded_systems.interpretation.sharing import kept_in_registers
from resources.domains.embedded_systems.interpretation.steps import Statement, block, timed
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, Unlinked, is_name
from resources.domains.embedded_systems.mcu.cpu import FLASH, RAM
from resources.domains.embedded_systems.mcu.exceptions import NAMES

_VECTORS = 98
_HANDLERS = {
    f"{name}_Handler" if number in (11, 14, 15) else f"{name}_IRQHandler": number for number, name in NAMES.items()
}
_START_UP = 20
_OF_THE_LINKER = frozenset(("end", "environ"))


class Program(Routines):
    """Reads a text at once. Raises Unfollowed. `machine` is started by `runs`. `watched`: names that checks ask for."""

    lines_of_header = lines_of_program = Preprocessor

    def __init__(
        self, code: str, header: Header, ram_bytes: int, stack_bytes: int, watched: frozenset[str] = frozenset()
    ) -> None:
        included = included_in(code)
        lines = self.lines_of_program(macros_with(header, included))
        super().__init__([*header.functions, *lines.read(code)], names_with(header, included))
        self.machine = Machine(ram_bytes, self.handler)
        self.globals, self.texts, self.contents = {}, {}, []
        self.used, self.defined, self.filled, self.offered = set(), set(), set(), functions_of(included)
        self.routines, self.by_address, self.called = {}, {}, set()
        self.free, self.constants = RAM + -(-stack_bytes // 8) * 8, CONSTANTS
        self._stack_top = self._variables = self.free
        self.scopes, self.literals = [], {}
        self.kept = kept_in_registers(self.tokens, watched)
        self.in_registers, self.copies = frozenset(), {}
        while self.token:
            self._outer()
        self._image = self._first_image()

    def _first_image(self) -> bytes:
        memory = self.machine.memory
        if self.free > RAM + memory.size:
            raise Unlinked("more variables than memory")
        if any(self.routines[name].body is None for name in self.called):
            raise Unlinked("a function without a body")
        self._check_promises()
        for address, content in self.contents:
            memory.ram[address - RAM : address - RAM + len(content)] = content
        self._lay_vectors()
        return bytes(memory.ram[self._variables - RAM : self.free - RAM])

    def _check_promises(self) -> None:
        """Variables that another file has. A linker script's are not known here."""
        for name in self.used - self.defined:
            if name.startswith("_") or name in _OF_THE_LINKER:
                raise Unfollowed(f"{name} is the linker's")
            raise Unlinked("a variable that no file has")

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
        self.enter(routine, [0] * routine.slots)
        self.machine.finish("main returned")

    def place_of(self, mark: int) -> Mapping[str, Any]:
        """Where in the text a mark is, as the model's reports name it. Nothing is marked here."""
        return {"pc": mark}

    def _outer(self) -> None:
        if self.accept(";"):
            return
        specified = self.specified()
        while self.token != ";":
            declared = self.declarator(specified.kind)
            if "typedef" in specified.words:
                self.names.new_type(declared.name, declared.kind)
            elif isinstance(declared.kind, Function):
                self.prototype(declared)
                if self.token == "{":
                    self._define(declared)
                    return
            else:
                if declared.name in self.routines:
                    raise Unfollowed(f"{declared.name} is a function")
                self.static(declared, specified)
            if not self.accept(","):
                break
            if self.token == ";":
                raise Unfollowed("a declaration of nothing more")
        self.expect(";")

    def _define(self, declared: Declared) -> None:
        routine = self.routines[declared.name]
        if routine.body is not None:
            raise Unfollowed(f"{declared.name} is defined twice")
        self.begin(routine.kind.result, self._taken())
        self.in_registers = self.kept.functions.get(declared.name, frozenset())
        before = self._received(declared.parameters)
        body = self.block()
        if not self.has_return and not isinstance(self.result, Void) and declared.name != "main":
            raise Unfollowed("a function without its value")
        routine.body, routine.slots = block([*before, body]), self.slots
        routine.stack = -(-self.stack // 8) * 8 + SAVED
        self.scopes = []

    def _received(self, parameters: Sequence[Parameter]) -> list[Statement]:
        """Parameters come in slots; one whose address is used is put into memory first."""
        if len({parameter.name for parameter in parameters}) < len(parameters):
            raise Unfollowed("two parameters of a name")
        for number, parameter in enumerate(parameters, 1):
            if not isinstance(parameter.kind, Integer | Pointer):
                raise Unfollowed("a structure as a parameter")
            self.scopes[0][parameter.name] = Place(parameter.kind, slot=number)
        self.slots += len(parameters)
        found: list[Statement] = []
        for number, parameter in enumerate(parameters, 1):
            if parameter.name in self.taken:
                place = self.declare(parameter.name, parameter.kind)
                found.append(timed(self.machine, storer(self.machine, place, _slot(number)), 1))
        return found

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


def _slot(number: int) -> Step:
    return lambda f: f[number]
