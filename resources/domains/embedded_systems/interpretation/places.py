"""A program that knows where in its text it is as it runs: each access leaves a mark.

One is read in this way only for what is said of it: it runs slower by what marking costs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from resources.domains.embedded_systems.interpretation.calls import Calls
from resources.domains.embedded_systems.interpretation.code import Code, Frame, Place, Step
from resources.domains.embedded_systems.interpretation.headers import Header
from resources.domains.embedded_systems.interpretation.kinds import Array, Function, Structure, Void
from resources.domains.embedded_systems.interpretation.machine import Machine
from resources.domains.embedded_systems.interpretation.names import Declared
from resources.domains.embedded_systems.interpretation.placed_tokens import HeaderLines, ProgramLines, Token
from resources.domains.embedded_systems.interpretation.program import Program
from resources.domains.embedded_systems.interpretation.routines import SAVED, Routine
from resources.domains.embedded_systems.interpretation.steps import Statement

Given = TypeVar("Given", int, int | None)


class _Spot(NamedTuple):
    line: str
    function: str


class PlacedProgram(Program):
    """Keeps the mark of the last access in place of the CPU's program counter."""

    lines_of_header, lines_of_program = HeaderLines, ProgramLines

    def __init__(
        self, code: str, header: Header, ram_bytes: int, stack_bytes: int, watched: frozenset[str] = frozenset()
    ) -> None:
        self._spots: list[_Spot] = [_Spot("", "")]
        self._function = ""
        self._starts: list[str] = []
        self._openings: dict[str, int] = {}
        self._firsts: dict[str, int] = {}
        self._calls = Calls()
        super().__init__(code, header, ram_bytes, stack_bytes, watched)

    def place_of(self, mark: int) -> Mapping[str, Any]:
        spot = self._spots[mark]
        return {"pc": mark, "line": spot.line, "function": self._calls.host_of(spot.function)}

    def call(self, name: str, arguments: Sequence[Code]) -> Code:
        self._calls.add(name, self._function)
        return super().call(name, arguments)

    def _here(self) -> int:
        """A mark for the token that was read last."""
        return self._mark(self.tokens[self.place - 1])

    def _mark(self, token: str) -> int:
        spot = _Spot(token.line if isinstance(token, Token) else "", self._function)
        if self._spots[-1] != spot:
            self._spots.append(spot)
        return len(self._spots) - 1

    def _define(self, declared: Declared) -> None:
        self._function = str(declared.name)
        self._openings[declared.name] = self._mark(declared.name)
        self._firsts[declared.name] = self._mark(self.tokens[self.place + 1])
        start = self.place
        super()._define(declared)
        self._calls.sizes[self._function] = self.place - start

    def enter(self, routine: Routine, frame: Frame) -> int:
        """A function without variables on the stack has it overflow where it begins."""
        if routine.stack <= SAVED:
            self.machine.cpu.pc = self._openings.get(routine.name, 0)
        return super().enter(routine, frame)

    def handler(self, vector: int) -> Callable[[], None]:
        """One that saves no registers, as most do, begins with its first statement."""
        routine = self.by_address.get(vector)
        if routine is not None:
            self.machine.cpu.pc = self._firsts.get(routine.name, 0)
        return super().handler(vector)

    def _placed(self, place: Place) -> Code:
        code = super()._placed(place)
        if place.slot >= 0 or isinstance(place.kind, Array | Function | Structure | Void):
            return code
        return replace(code, run=_marked(self.machine, self._here(), code.run))

    def assignment(self) -> Code:
        self._starts.append(self.token)
        code = super().assignment()
        self._starts.pop()
        return code

    def assigned(self, left: Code, right: Code) -> Code:
        """The store comes behind all that gives the value."""
        if left.place is not None and left.place.slot >= 0:
            return super().assigned(left, right)
        mark = self._mark(self._starts[-1]) if self._starts else self._here()
        code = super().assigned(left, replace(right, run=_marked_behind(self.machine, mark, right.run)))
        return replace(code, run=_marked(self.machine, mark, code.run))

    def combined(self, operator: str, left: Code, right: Code) -> Code:
        if operator in ("/", "%") and right.value is None:
            right = replace(right, run=_marked_behind(self.machine, self._here(), right.run))
        return super().combined(operator, left, right)

    def call_at(self, at: Step, kind: Function, arguments: Sequence[Code]) -> Code:
        """Where there is no code, there is no line either."""
        return super().call_at(_marked_behind(self.machine, 0, at), kind, arguments)

    def _library(self, name: str, arguments: Sequence[Code]) -> Code:
        """What happens within the C library has no line; what the core's instructions bring about, theirs."""
        mark = self._here() if name.startswith("__") else 0
        last = [replace(code, run=_marked_behind(self.machine, mark, code.run)) for code in arguments[-1:]]
        code = super()._library(name, [*arguments[:-1], *last])
        return code if arguments else replace(code, run=_marked(self.machine, mark, code.run))

    def _assembly(self) -> Statement:
        mark = self._here()
        return _marked(self.machine, mark, super()._assembly())

    def cleared(self, place: Place) -> Step:
        return _marked(self.machine, self._here(), super().cleared(place))


def _marked(machine: Machine, mark: int, step: Callable[[Frame], Given]) -> Callable[[Frame], Given]:
    def run(f: Frame) -> Given:
        machine.cpu.pc = mark
        return step(f)

    return run


def _marked_behind(machine: Machine, mark: int, step: Step) -> Step:
    def run(f: Frame) -> int:
        found = step(f)
        machine.cpu.pc = mark
        return found

    return run
