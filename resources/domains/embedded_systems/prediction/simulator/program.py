"""A whole program: what is declared outside of functions, the definitions of functions, memory as it begins with it."""

from __future__ import annotations

from collections.abc import Sequence

from resources.domains.embedded_systems.execution.mcu.cpu import FLASH, RAM
from resources.domains.embedded_systems.execution.mcu.exceptions import NAMES
from resources.domains.embedded_systems.prediction.simulator.expressions import ExpressionReader
from resources.domains.embedded_systems.prediction.simulator.functions import SAVED, Functions
from resources.domains.embedded_systems.prediction.simulator.headers import (
    Header,
    functions_of,
    included_in,
    macros_with,
    names_with,
)
from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.marks import LineMarks, Marks
from resources.domains.embedded_systems.prediction.simulator.memory import CODE
from resources.domains.embedded_systems.prediction.simulator.operations import Operations
from resources.domains.embedded_systems.prediction.simulator.preprocessor import Preprocessor
from resources.domains.embedded_systems.prediction.simulator.shared_variables import kept_in_registers
from resources.domains.embedded_systems.prediction.simulator.source_program import SourceProgram
from resources.domains.embedded_systems.prediction.simulator.statements import StatementReader
from resources.domains.embedded_systems.prediction.simulator.steps import Statement, block, timed
from resources.domains.embedded_systems.prediction.simulator.storage import Storage
from resources.domains.embedded_systems.prediction.simulator.tokens import Cursor, Unlinked, is_name
from resources.domains.embedded_systems.prediction.simulator.types import (
    Declared,
    Floating,
    Function,
    Integer,
    Parameter,
    Pointer,
    Structure,
    Void,
)
from resources.domains.embedded_systems.prediction.simulator.values import Frame, Place, Step, address_of, storer
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_FILE = "main.c"
_VECTORS = 98
_HANDLERS = {
    f"{name}_Handler" if number in (11, 14, 15) else f"{name}_IRQHandler": number for number, name in NAMES.items()
}
_START_UP = 20
_NAKED = frozenset(("naked", "__naked__"))
_FRACTIONS = frozenset(("float", "double"))
_OF_THE_LINKER = frozenset(("end", "environ"))


class Program:
    """Reads a text at once. Raises UnsupportedConstruct. `machine` is started by `scenarios`. `watched`: names that
    checks ask for. `with_lines`: each access leaves a mark of its line."""

    def __init__(
        self,
        code: str,
        header: Header,
        ram_bytes: int,
        stack_bytes: int,
        watched: frozenset[str] = frozenset(),
        *,
        with_lines: bool = False,
    ) -> None:
        included = included_in(code)
        lines = Preprocessor(_FILE if with_lines else "", macros_with(header, included))
        self.tokens = Cursor([*header.functions, *lines.read(code)])
        self.machine = Machine(ram_bytes, lambda vector: self.functions.handler(vector))
        self.marks: Marks = LineMarks(self.machine, self.tokens) if with_lines else Marks()
        self._stack_top = self._variables = RAM + -(-stack_bytes // 8) * 8
        kept = kept_in_registers(self.tokens.tokens, watched)
        self.storage = Storage(self.machine, names_with(header, included), self._variables, kept)
        self.functions = Functions(self.machine, self.storage, self.marks, functions_of(included))
        operations = Operations(self.machine, self.marks)
        self._expressions = ExpressionReader(self.tokens, self.storage, operations, self.functions)
        self._statements = StatementReader(self._expressions)
        while self.tokens.token:
            self._outer()
        self._image = self._first_image()
        computes = not _FRACTIONS.isdisjoint(self.tokens.tokens)
        self.machine.program = SourceProgram(self.machine, self.storage, self._variables, computes=computes)

    def _first_image(self) -> bytes:
        memory, storage = self.machine.memory, self.storage
        if storage.free > RAM + memory.size:
            raise Unlinked("more variables than memory")
        if any(self.functions.routines[name].body is None for name in self.functions.called):
            raise Unlinked("a function without a body")
        self._check_promises()
        for address, content in storage.contents:
            memory.ram[address - RAM : address - RAM + len(content)] = content
        self._lay_vectors()
        return bytes(memory.ram[self._variables - RAM : storage.free - RAM])

    def _check_promises(self) -> None:
        """Variables that another file has. A linker script's are not known here."""
        for name in self.storage.used - self.storage.defined:
            if name.startswith("_") or name in _OF_THE_LINKER:
                raise UnsupportedConstruct(f"{name} is the linker's")
            raise Unlinked("a variable that no file has")

    def _lay_vectors(self) -> None:
        """A vector without a handler has the default handler's, which is no routine."""
        words = [self._stack_top, CODE - 15, *[CODE - 31] * (_VECTORS - 2)]
        for name, number in _HANDLERS.items():
            routine = self.functions.routines.get(name)
            if routine is not None and routine.body is not None:
                words[number] = routine.address
        self.machine.memory.burn(FLASH, b"".join(word.to_bytes(4, "little") for word in words))

    def power_up(self) -> None:
        """What the start-up code does: memory as the program begins with it."""
        machine = self.machine
        machine.memory.ram[self._variables - RAM : self._variables - RAM + len(self._image)] = self._image
        machine.stack = self._stack_top
        machine.time += _START_UP + len(self._image)

    def run_main(self) -> None:
        routine = self.functions.routines.get("main")
        if routine is None:
            raise UnsupportedConstruct("no main")
        self.machine.conduct.booted()
        self.functions.enter(routine, [0] * routine.slots)
        self.machine.finish("main returned")

    def _outer(self) -> None:
        if self.tokens.accept(";"):
            return
        types, functions = self._expressions.types, self.functions
        if types.at_assertion():
            types.check_assertion()
            return
        start = self.tokens.place
        specified = types.specified()
        while self.tokens.token != ";":
            declared = types.declarator(specified.kind)
            self.storage.is_naked = not _NAKED.isdisjoint(self.tokens.tokens[start : self.tokens.place])
            if "typedef" in specified.words:
                self.storage.names.new_type(declared.name, declared.kind)
            elif isinstance(declared.kind, Function):
                functions.prototype(declared)
                if self.tokens.token == "{":
                    self._define(declared)
                    return
            else:
                if declared.name in functions.routines:
                    raise UnsupportedConstruct(f"{declared.name} is a function")
                self._expressions.initialisers.static(declared, specified)
            if not self.tokens.accept(","):
                break
            if self.tokens.token == ";":
                raise UnsupportedConstruct("a declaration of nothing more")
        self.tokens.expect(";")

    def _define(self, declared: Declared) -> None:
        routine, storage, start = self.functions.routines[declared.name], self.storage, self.tokens.place
        if routine.body is not None:
            raise UnsupportedConstruct(f"{declared.name} is defined twice")
        self.marks.begin_function(declared.name)
        routine.opening, routine.first = self.marks.of(declared.name), self.marks.of(self.tokens.next)
        storage.begin(self._taken())
        storage.in_registers = storage.kept.functions.get(declared.name, frozenset())
        before = self._received(declared.parameters, is_variadic=routine.kind.is_variadic)
        body = self._statements.body(routine.kind.result)
        is_void = isinstance(routine.kind.result, Void)
        if not self._statements.has_return and not is_void and declared.name != "main":
            raise UnsupportedConstruct("a function without its value")
        routine.body, routine.slots = block([*before, body]), storage.slots
        routine.stack = -(-storage.stack // 8) * 8 + SAVED
        storage.scopes = []
        self.marks.end_function(self.tokens.place - start)

    def _copied(self, number: int, place: Place) -> Statement:
        """Of a structure, whose address comes in a slot."""
        memory, to, size = self.machine.memory, address_of(place), place.kind.size

        def run(f: Frame) -> int:
            memory.put(to(f), memory.part(f[number], size))
            return 0

        return timed(self.machine, run, size // 4)

    def _received(self, parameters: Sequence[Parameter], *, is_variadic: bool) -> list[Statement]:
        """Parameters come in slots; one whose address is used, and a structure, is put into memory first."""
        storage = self.storage
        if len({parameter.name for parameter in parameters}) < len(parameters):
            raise UnsupportedConstruct("two parameters of a name")
        for number, parameter in enumerate(parameters, 1):
            if isinstance(parameter.kind, Integer | Pointer | Floating):
                storage.scopes[0][parameter.name] = Place(parameter.kind, slot=number)
        storage.slots += len(parameters) + is_variadic
        storage.rest = len(parameters) + 1 if is_variadic else 0
        statements: list[Statement] = []
        for number, parameter in enumerate(parameters, 1):
            if isinstance(parameter.kind, Structure):
                statements.append(self._copied(number, storage.declare(parameter.name, parameter.kind)))
            elif parameter.name in storage.taken:
                place = storage.declare(parameter.name, parameter.kind)
                statements.append(timed(self.machine, storer(self.machine, place, _slot(number)), 1))
        return statements

    def _taken(self) -> frozenset[str]:
        """Names with an address operator in front, in the brackets that open here."""
        start = self.tokens.place
        self.tokens.skip_brackets()
        body, self.tokens.place = self.tokens.tokens[start : self.tokens.place], start
        return frozenset(
            body[at + 1] if body[at + 1] != "(" else body[at + 2]
            for at, token in enumerate(body)
            if token == "&" and not (is_name(body[at - 1]) or body[at - 1][0].isdigit() or body[at - 1] in ")]")
        )


def _slot(number: int) -> Step:
    return lambda f: f[number]
