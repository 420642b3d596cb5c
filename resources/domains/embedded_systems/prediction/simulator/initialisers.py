"""Reading initialisers: which value goes to which part of a variable, at each entry into its block or once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from resources.domains.embedded_systems.prediction.simulator.operations import Operations
from resources.domains.embedded_systems.prediction.simulator.operators import letters
from resources.domains.embedded_systems.prediction.simulator.steps import Statement, in_turn, timed
from resources.domains.embedded_systems.prediction.simulator.storage import Storage, check_size
from resources.domains.embedded_systems.prediction.simulator.tokens import Cursor, Unlinked
from resources.domains.embedded_systems.prediction.simulator.types import (
    INT,
    Array,
    Declared,
    Integer,
    Kind,
    Pointer,
    Specified,
    Structure,
)
from resources.domains.embedded_systems.prediction.simulator.values import Code, Place, Step, constant
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct


class Initialisers:
    """Reads variables with their first values, from the token behind the declarator on. `assignment` reads a value."""

    def __init__(
        self, tokens: Cursor, storage: Storage, operations: Operations, assignment: Callable[[], Code]
    ) -> None:
        self.tokens, self.storage, self.operations, self.assignment = tokens, storage, operations, assignment

    def automatic(self, declared: Declared, words: frozenset[str]) -> list[Statement]:
        """Of a function's calls. One that is volatile lies in memory, where its accesses take their time."""
        if "volatile" in words:
            self.storage.taken |= {declared.name}
        kind = self._sized(declared.kind)
        check_size(kind)
        place = self.storage.declare(declared.name, kind)
        if "const" in words and not isinstance(kind, Pointer):
            self.storage.scopes[-1][declared.name] = replace(place, is_constant=True)
        if not self.tokens.accept("="):
            return []
        self.operations.cost = 0
        steps: list[Step] = []
        if self.tokens.token == "{" or isinstance(kind, Array):
            steps.append(self.operations.cleared(place))
        steps += [self.operations.initial(part, value) for part, value in self._initialised(place)]
        cost = max(1, self.operations.measured())
        return [timed(self.operations.machine, in_turn(steps), cost)]

    def static(self, declared: Declared, specified: Specified) -> Place:
        """For the whole run. One of the file that is declared again is the same."""
        storage = self.storage
        kind = self._sized(declared.kind)
        is_filled, is_of_file = self.tokens.token == "=", not storage.scopes
        known = storage.known(declared.name, kind, is_filled=is_filled) if is_of_file else None
        place = known or storage.lay(kind, specified)
        check_size(kind)
        if kind.size > self.operations.machine.memory.size:
            raise Unlinked("a variable larger than the memory")
        if is_of_file:
            storage.define(declared.name, place, is_filled=is_filled, is_promise="extern" in specified.words)
        if self.tokens.accept("="):
            storage.put(place, self._initialised(place))
        return place

    def elsewhere(self, declared: Declared, specified: Specified) -> None:
        """The file's variable, though a block around may have one of its name."""
        if self.tokens.token == "=":
            raise UnsupportedConstruct("a first value for what is elsewhere")
        with self.storage.file_scope():
            place = self.static(declared, specified)
        if any(declared.name in scope for scope in self.storage.scopes):
            self.storage.scopes[-1][declared.name] = place

    def literal(self, kind: Kind) -> Code:
        """A compound literal: an automatic variable without a name, filled where it stands."""
        if not self.storage.scopes:
            raise UnsupportedConstruct("a compound literal outside of functions")
        kind = self._sized(kind)
        place = self.storage.reserve(kind)
        parts = list(self._initialised(place))
        steps = [self.operations.cleared(place), *(self.operations.initial(part, value) for part, value in parts)]
        return self.operations.filled(place, in_turn(steps), parts)

    def joined(self) -> bytes:
        """Of texts that stand side by side."""
        content = b""
        while self.tokens.token[:1] == '"':
            content += bytes(letters(self.tokens.take()[1:-1]))
        return content

    def _sized(self, kind: Kind) -> Kind:
        """An array without a size gets the one that its initialiser gives. Reads ahead only."""
        if not isinstance(kind, Array) or kind.count:
            return kind
        if self.tokens.token != "=":
            raise UnsupportedConstruct("an array of no size")
        start = self.tokens.place
        self.tokens.take()
        size = len(self.joined()) + 1 if self.tokens.token[:1] == '"' else self._entries(kind)
        self.tokens.place = start
        return Array(kind.of, size)

    def _entries(self, kind: Array) -> int:
        """The highest index that is given, and one."""
        place, highest, cost = Place(Array(kind.of, 1 << 12), address=0), 0, self.operations.cost
        for part, _ in self._initialised(place):
            highest = max(highest, part.address // max(1, kind.of.size) + 1)
        self.operations.cost = cost
        return highest

    def _initialised(self, place: Place) -> Iterator[tuple[Place, Code]]:
        """Each part that is given a value."""
        if isinstance(place.kind, Array) and self.tokens.token[:1] == '"':
            for index, byte in enumerate(self.joined()[: place.kind.size]):
                yield _part_of(place, index, Integer(1, False)), constant(byte, INT)
        elif self.tokens.token == "{" and isinstance(place.kind, Array | Structure):
            self.tokens.take()
            yield from self._parts(place, place.kind)
        elif self.tokens.accept("{"):
            yield place, self.operations.rvalue(self.assignment())
            self.tokens.accept(",")
            self.tokens.expect("}")
        else:
            yield place, self.operations.rvalue(self.assignment())

    def _left_out(self) -> None:
        """Over a value too many, which gcc only warns of."""
        if self.tokens.token == "{":
            self.tokens.skip_brackets()
        else:
            self.assignment()
        if not self.tokens.accept(",") and self.tokens.token != "}":
            raise UnsupportedConstruct("a list of values without an end")

    def _parts(self, place: Place, kind: Array | Structure) -> Iterator[tuple[Place, Code]]:
        index = 0
        while not self.tokens.accept("}"):
            if isinstance(kind, Structure) and kind.has_parts and self.tokens.token != ".":
                raise UnsupportedConstruct("values for members without names")
            index = self._designated(kind, index)
            part = _part_at(place, kind, index)
            if part is None:
                self._left_out()
                continue
            if isinstance(part.kind, Array | Structure) and self.tokens.token[:1] not in ("{", '"'):
                raise UnsupportedConstruct("a value without its bracket")
            yield from self._initialised(part)
            index += 1
            if not self.tokens.accept(","):
                self.tokens.expect("}")
                break

    def _designated(self, kind: Array | Structure, index: int) -> int:
        """The index that is written in front of a value, else the one that comes next. gcc refuses one that is not
        there."""
        if self.tokens.accept("["):
            constant_index = self.assignment().value
            if constant_index is None:
                raise UnsupportedConstruct("a constant expected")
            index = constant_index
            self.tokens.expect("]")
            count = kind.count if isinstance(kind, Array) else 0
        elif self.tokens.accept("."):
            names, name = list(kind.members) if isinstance(kind, Structure) else [], self.tokens.take()
            index, count = names.index(name) if name in names else -1, len(names)
        else:
            return index
        self.tokens.expect("=")
        if not 0 <= index < count:
            raise UnsupportedConstruct("a value for what is not there")
        return index


def _part_at(place: Place, kind: Array | Structure, index: int) -> Place | None:
    """An element or member; None where there is none."""
    if isinstance(kind, Array):
        return _part_of(place, index * kind.of.size, kind.of) if 0 <= index < kind.count else None
    members = list(kind.members.values())
    if not 0 <= index < len(members):
        return None
    return replace(_part_of(place, members[index].offset, members[index].kind), bits=members[index].bits)


def _part_of(place: Place, offset: int, kind: Kind) -> Place:
    if place.at is None:
        return Place(kind, address=place.address + offset)
    at = place.at
    if place.offset >= 0:
        return Place(kind, at=lambda f: at(f) + offset, offset=place.offset + offset)
    return Place(kind, at=lambda f: at(f) + offset)
