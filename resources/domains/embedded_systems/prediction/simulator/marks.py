"""Where in its text a program is as it runs. `Marks` leaves none; with `LineMarks` each access keeps its line in place
of the CPU's program counter, and the program runs slower by what that costs.

Which function's code another one is part of is an estimate: what gcc weighs is not modelled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.tokens import Cursor, Token
from resources.domains.embedded_systems.prediction.simulator.types import Array, Function, Structure, Void
from resources.domains.embedded_systems.prediction.simulator.values import Code, Frame, Place, Step

Given = TypeVar("Given", int, int | None)
_SHORT = 60
"""Tokens of a function that gcc copies to every place where it is called, as measured."""
_DEEPEST = 40


class Marks:
    """What is told as a program is read: nothing is kept of it."""

    def place_of(self, mark: int) -> Mapping[str, Any]:
        """Where in the text a mark is, as the model's reports name it."""
        return {"pc": mark}

    def of(self, token: str) -> int:
        return 0

    def here(self) -> int:
        """A mark for the token that was read last."""
        return 0

    def begin_function(self, name: str) -> None: ...

    def end_function(self, tokens: int) -> None: ...

    def begin_assignment(self) -> None: ...

    def end_assignment(self) -> None: ...

    def called(self, name: str) -> None: ...

    def access(self, code: Code, place: Place) -> Code:
        return code

    def value_to_store(self, left: Code, right: Code) -> Code:
        return right

    def store(self, left: Code, code: Code) -> Code:
        return code

    def divisor(self, code: Code) -> Code:
        return code

    def library_call(self, name: str, arguments: Sequence[Code], call: Callable[[Sequence[Code]], Code]) -> Code:
        return call(arguments)

    def jump(self, at: Step) -> Step:
        return at

    def step(self, mark: int, step: Callable[[Frame], Given]) -> Callable[[Frame], Given]:
        """A step that is at a mark."""
        return step


class LineMarks(Marks):
    """Of one program."""

    def __init__(self, machine: Machine, tokens: Cursor) -> None:
        self._machine, self._tokens = machine, tokens
        self._spots: list[_Spot] = [_Spot("", "")]
        self._function = ""
        self._starts: list[str] = []
        self._calls = CallGraph()

    def place_of(self, mark: int) -> Mapping[str, Any]:
        spot = self._spots[mark]
        return {"pc": mark, "line": spot.line, "function": self._calls.host_of(spot.function)}

    def of(self, token: str) -> int:
        spot = _Spot(token.line if isinstance(token, Token) else "", self._function)
        if self._spots[-1] != spot:
            self._spots.append(spot)
        return len(self._spots) - 1

    def here(self) -> int:
        return self.of(self._tokens.last)

    def begin_function(self, name: str) -> None:
        self._function = str(name)

    def end_function(self, tokens: int) -> None:
        self._calls.sizes[self._function] = tokens

    def begin_assignment(self) -> None:
        self._starts.append(self._tokens.token)

    def end_assignment(self) -> None:
        self._starts.pop()

    def called(self, name: str) -> None:
        self._calls.add(name, self._function)

    def access(self, code: Code, place: Place) -> Code:
        if place.slot >= 0 or isinstance(place.kind, Array | Function | Structure | Void):
            return code
        return replace(code, run=self.step(self.here(), code.run))

    def value_to_store(self, left: Code, right: Code) -> Code:
        """The store comes behind all that gives the value."""
        if left.place is not None and left.place.slot >= 0:
            return right
        return replace(right, run=self._behind(self._of_assignment(), right.run))

    def store(self, left: Code, code: Code) -> Code:
        if left.place is not None and left.place.slot >= 0:
            return code
        return replace(code, run=self.step(self._of_assignment(), code.run))

    def _of_assignment(self) -> int:
        return self.of(self._starts[-1]) if self._starts else self.here()

    def divisor(self, code: Code) -> Code:
        return code if code.value is not None else replace(code, run=self._behind(self.here(), code.run))

    def library_call(self, name: str, arguments: Sequence[Code], call: Callable[[Sequence[Code]], Code]) -> Code:
        """What happens within the C library has no line; what the core's instructions bring about, theirs."""
        mark = self.here() if name.startswith("__") else 0
        last = [replace(code, run=self._behind(mark, code.run)) for code in arguments[-1:]]
        code = call([*arguments[:-1], *last])
        return code if arguments else replace(code, run=self.step(mark, code.run))

    def jump(self, at: Step) -> Step:
        """Where there is no code, there is no line either."""
        return self._behind(0, at)

    def step(self, mark: int, step: Callable[[Frame], Given]) -> Callable[[Frame], Given]:
        machine = self._machine

        def run(f: Frame) -> Given:
            machine.cpu.pc = mark
            return step(f)

        return run

    def _behind(self, mark: int, step: Step) -> Step:
        machine = self._machine

        def run(f: Frame) -> int:
            value = step(f)
            machine.cpu.pc = mark
            return value

        return run


class CallGraph:
    """Of a program, by name: where each function is called, and how many tokens it has."""

    def __init__(self) -> None:
        self.sizes: dict[str, int] = {}
        self._sites: dict[str, list[str]] = {}
        self._hosts: dict[str, str] = {}

    def add(self, name: str, caller: str) -> None:
        self._sites.setdefault(str(name), []).append(caller)

    def host_of(self, name: str, depth: int = 0) -> str:
        """The function that the board names for this one: gcc copies one that is called at one place, or is short."""
        if name not in self._hosts:
            self._hosts[name] = name
            sites = self._sites.get(name, [])
            is_copied = len(sites) == 1 or self.sizes.get(name, 0) <= _SHORT
            if is_copied and name not in sites and depth < _DEEPEST:
                hosts = {self.host_of(site, depth + 1) for site in sorted(set(sites))}
                self._hosts[name] = hosts.pop() if len(hosts) == 1 else name
        return self._hosts[name]


class _Spot(NamedTuple):
    line: str
    function: str
