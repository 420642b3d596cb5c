"""Sequences of made-up calls: those of each test, with their literals, and for each function others around it.

Which of them are worth while is seen by following them (`selection`); here no program is known, only its header and
its tests.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from resources.domains.code_optimization.language.c_types import (
    Callback,
    CType,
    Header,
    Nothing,
    Number,
    Parameter,
    Pointer,
    Signature,
    Structure,
    UnreadableError,
    plain,
)
from resources.domains.code_optimization.prediction.simulator.scenarios.test_literals import Body, Literal, Mention
from resources.domains.code_optimization.prediction.simulator.scenarios.values import Content, Maker

_MOST_CALLS_PLANNED = 20
_BEGINS = re.compile(r"init|new|create|clear|reset|setup|start", re.IGNORECASE)
_ENDS = re.compile(r"free|delete|destroy|dispose|release", re.IGNORECASE)


@dataclass(frozen=True)
class EarlierResult:
    """The result of an earlier call, by its number."""

    planned: int


@dataclass(frozen=True)
class PlannedCall:
    """One call. Values are bytes in memory."""

    signature: Signature
    values: tuple[bytes | EarlierResult, ...]


@dataclass(frozen=True)
class Scenario:
    planned_calls: tuple[PlannedCall, ...]
    buffers: tuple[Content, ...]
    callbacks: tuple[Callback, ...]
    is_replay: bool = False
    """Whether these are the calls of one test."""


@dataclass
class Plan:
    """One scenario while it is made up. `things`: by type, what there is of it so far."""

    header: Header
    functions: Sequence[Signature]
    maker: Maker
    planned_calls: list[PlannedCall] = field(default_factory=list)
    things: dict[CType, list[bytes | EarlierResult]] = field(default_factory=dict)
    named: dict[Parameter, bytes] = field(default_factory=dict)
    is_replay: bool = False
    making: list[CType] = field(default_factory=list)

    def replay(self) -> Scenario:
        """The calls of one test, with what is known of their arguments."""
        self.is_replay = True
        by_name = {item.name: item for item in self.functions}
        for call in self.maker.body.calls:
            item = by_name.get(call.name)
            if item is not None and not (_ENDS.search(item.name) and self._end(item)):
                self._call(item, call.given)
        return self._whole()

    def _whole(self) -> Scenario:
        planned_calls, buffers = tuple(self.planned_calls[:_MOST_CALLS_PLANNED]), tuple(self.maker.buffers.made)
        return Scenario(planned_calls, buffers, tuple(self.maker.callbacks), self.is_replay)

    def scenario(self, target: Signature) -> Scenario:
        chance = self.maker.chance
        around = [item for item in self.functions if self._shares(item, target) and not _ENDS.search(item.name)]
        if any(self._is_kept(item.type) for item in target.parameters):
            self._begin(around)
            for _ in range(chance.randrange(7) if around else 0):
                self._call(chance.choice(around))
        if not (_ENDS.search(target.name) and self._end(target)):
            self._call(target)
        if chance.random() < 0.5:
            for item in self.functions:
                if _ENDS.search(item.name):
                    self._end(item)
        return self._whole()

    def _begin(self, around: Sequence[Signature]) -> None:
        """What fills a thing that the caller has room for."""
        for item in around:
            if _BEGINS.search(item.name) and plain(item.result) not in self._kept_of(item):
                self._call(item)

    def _end(self, item: Signature) -> bool:
        """Takes the thing away that was made last; False where there is none to take."""
        kind = plain(item.parameters[0].type) if item.parameters else Nothing()
        if not self._makers(kind):
            return False
        if not any(isinstance(thing, EarlierResult) for thing in self.things.get(kind, ())):
            self._make(kind)
        if not self.things.get(kind):
            return False
        rest = [self._again(parameter) for parameter in item.parameters[1:]]
        self.planned_calls.append(PlannedCall(item, (self.things[kind].pop(), *rest)))
        return True

    def _call(self, item: Signature, given: tuple[Literal, ...] | None = None) -> None:
        given = self._literals(item) if given is None else given
        values: list[bytes | EarlierResult] = list(self.maker.values(self._made_up_part(item), given))
        used = 0
        for place, parameter in enumerate(item.parameters):
            if self._is_kept(parameter.type):
                values[place] = self._thing(plain(parameter.type), values[place], used)
                used += 1
            elif isinstance(parameter.type, Number) and isinstance(value := values[place], bytes):
                self.named[parameter] = value
        self.planned_calls.append(PlannedCall(item, tuple(values)))
        self.things.setdefault(plain(item.result), []).append(EarlierResult(len(self.planned_calls) - 1))

    def _made_up_part(self, item: Signature) -> Signature:
        """Numbers stand for the things that come from elsewhere: no room is made up for them."""
        parameters = (Parameter(one.name, Number(8)) if self._is_there(one.type) else one for one in item.parameters)
        return Signature(item.name, item.result, tuple(parameters))

    def _is_there(self, kind: CType) -> bool:
        return bool(self._makers(plain(kind))) or (self._is_kept(kind) and plain(kind) in self.things)

    def _thing(self, kind: CType, made: bytes | EarlierResult, used: int) -> bytes | EarlierResult:
        """One that there is, a new one, or the room that was made up for it, which then stays. A test's calls mostly
        take the last ones."""
        things = self.things.setdefault(kind, [])
        is_new = not self.is_replay and self.maker.chance.random() < 0.4
        if self._makers(kind) and (not things or is_new) and len(self.planned_calls) < _MOST_CALLS_PLANNED - 4:
            self._make(kind)
        if not things:
            things.append(made)
        return things[max(-1 - used, -len(things))] if self.is_replay else self.maker.chance.choice(things)

    def _make(self, kind: CType) -> None:
        """Nothing where that would need such a thing itself, by way of others."""
        if kind not in self.making:
            self.making.append(kind)
            self._call(self.maker.chance.choice(self._makers(kind)))
            self.making.remove(kind)

    def _again(self, parameter: Parameter) -> bytes:
        """What an earlier call was given under the same name."""
        return self.named.get(parameter) or self.maker.value(parameter)

    def _literals(self, item: Signature) -> tuple[Literal, ...]:
        given = [call.given for call in self.maker.body.calls if call.name == item.name]
        return self.maker.chance.choice(given) if given and self.maker.chance.random() < 0.4 else ()

    def _makers(self, kind: CType) -> list[Signature]:
        """Functions that give such a thing and need none."""
        if not _is_thing(kind):
            return []
        return [item for item in self.functions if plain(item.result) == kind and kind not in self._kept_of(item)]

    def _kept_of(self, item: Signature) -> list[CType]:
        return [plain(parameter.type) for parameter in item.parameters]

    def _is_kept(self, kind: CType) -> bool:
        """Whether calls have it in common: something makes it, or more than one function takes it to change it."""
        if self._makers(plain(kind)):
            return True
        takers = sum(plain(kind) in self._kept_of(item) for item in self.functions)
        return isinstance(kind, Pointer) and isinstance(kind.target, Structure) and takers > 1

    def _shares(self, one: Signature, other: Signature) -> bool:
        return any(self._is_kept(kind) and kind in self._kept_of(other) for kind in self._kept_of(one))


def _is_thing(kind: CType) -> bool:
    match kind:
        case Structure() | Pointer(target=Structure()) | Pointer(target=Pointer()):
            return True
        case Pointer(target=Nothing()):
            return True
    return False


_TRIES, _MOST_TRIES, _MOST_FUNCTIONS = 36, 160, 12


def scenarios(header: Header, names: Sequence[str], bodies: Sequence[Body]) -> Iterator[Scenario]:
    """In turn for each function. The same for the same header, names and bodies."""
    functions = [header.functions[name] for name in names if name in header.functions][:_MOST_FUNCTIONS]
    for number, body in enumerate(bodies):
        if body.calls:
            maker = Maker(Random(f"body {number}"), body, header.shapes, is_zeroed=True)
            yield from _readable(Plan(header, functions, maker).replay)
    tries = min(_TRIES, _MOST_TRIES // max(1, len(functions)))
    for target in functions:
        near = [body for body in bodies if any(_is_told(call, target.name) for call in body.calls)] or bodies
        for number in range(tries):
            body = near[number * len(near) // tries if len(near) >= tries else number % len(near)]
            maker = Maker(Random(f"{target.name} {number}"), body, header.shapes, is_zeroed=number % 3 != 2)
            yield from _readable(partial(Plan(header, functions, maker).scenario, target))


def _is_told(call: Mention, name: str) -> bool:
    """Whether anything is known of what a test gives to a function."""
    return call.name == name and (not call.given or any(item is not None for item in call.given))


def _readable(make: Callable[[], Scenario]) -> Iterator[Scenario]:
    try:
        yield make()
    except UnreadableError:
        return
