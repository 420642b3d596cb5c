"""Reading initialisers: which value goes to which part of a variable."""

from __future__ import annotations

from collections.abc import Iterator

from resources.domains.embedded_systems.interpretation.code import Code, Frame, Place, Step, address_of, constant
from resources.domains.embedded_systems.interpretation.expressions import Expressions
from resources.domains.embedded_systems.interpretation.kinds import INT, Array, Integer, Kind, Structure
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed


class Initialisers(Expressions):
    """Reads them from the token behind the "=" on."""

    def sized(self, kind: Kind) -> Kind:
        """An array without a size gets the one that its initialiser gives. Reads ahead only."""
        if not isinstance(kind, Array) or kind.count:
            return kind
        if self.token != "=":
            raise Unfollowed("an array of no size")
        start = self.place
        self.take()
        size = len(self._joined()) + 1 if self.token[:1] == '"' else self._entries(kind)
        self.place = start
        return Array(kind.of, size)

    def _entries(self, kind: Array) -> int:
        """The highest index that is given, and one."""
        place, highest, cost = Place(Array(kind.of, 1 << 12), address=0), 0, self.cost
        for part, _ in self.initialised(place):
            highest = max(highest, part.address // max(1, kind.of.size) + 1)
        self.cost = cost
        return highest

    def cleared(self, place: Place) -> Step:
        """Puts zeros into a whole variable."""
        at, zeros, machine = address_of(place), bytes(place.kind.size), self.machine

        def run(f: Frame) -> int:
            machine.memory.put(at(f), zeros)
            machine.changes += 1
            return 0

        return run

    def initialised(self, place: Place) -> Iterator[tuple[Place, Code]]:
        """Each part that is given a value."""
        if isinstance(place.kind, Array) and self.token[:1] == '"':
            for index, byte in enumerate(self._joined()[: place.kind.size]):
                yield _part_of(place, index, Integer(1, False)), constant(byte, INT)
        elif self.token == "{" and isinstance(place.kind, Array | Structure):
            self.take()
            yield from self._parts(place, place.kind)
        elif self.accept("{"):
            yield place, self._rvalue(self.assignment())
            self.accept(",")
            self.expect("}")
        else:
            yield place, self._rvalue(self.assignment())

    def _left_out(self) -> None:
        """Over a value too many, which gcc only warns of."""
        if self.token == "{":
            self.skip_brackets()
        else:
            self.assignment()
        if not self.accept(",") and self.token != "}":
            raise Unfollowed("a list of values without an end")

    def _parts(self, place: Place, kind: Array | Structure) -> Iterator[tuple[Place, Code]]:
        index = 0
        while not self.accept("}"):
            index = self._designated(kind, index)
            part = _part_at(place, kind, index)
            if part is None:
                self._left_out()
                continue
            if isinstance(part.kind, Array | Structure) and self.token != "{" and self.token[:1] != '"':
                raise Unfollowed("a value without its bracket")
            yield from self.initialised(part)
            index += 1
            if not self.accept(","):
                self.expect("}")
                break

    def _designated(self, kind: Array | Structure, index: int) -> int:
        """The index that is written in front of a value, else the one that comes next. gcc refuses one that is not
        there."""
        if self.accept("["):
            index = self.constant_value()
            self.expect("]")
            count = kind.count if isinstance(kind, Array) else 0
        elif self.accept("."):
            names, name = list(kind.members) if isinstance(kind, Structure) else [], self.take()
            index, count = names.index(name) if name in names else -1, len(names)
        else:
            return index
        self.expect("=")
        if not 0 <= index < count:
            raise Unfollowed("a value for what is not there")
        return index


def _part_at(place: Place, kind: Array | Structure, index: int) -> Place | None:
    """An element or member; None where there is none."""
    if isinstance(kind, Array):
        return _part_of(place, index * kind.of.size, kind.of) if 0 <= index < kind.count else None
    members = list(kind.members.values())
    return _part_of(place, members[index].offset, members[index].kind) if 0 <= index < len(members) else None


def _part_of(place: Place, offset: int, kind: Kind) -> Place:
    if place.at is None:
        return Place(kind, address=place.address + offset)
    at = place.at
    if place.offset >= 0:
        return Place(kind, at=lambda f: at(f) + offset, offset=place.offset + offset)
    return Place(kind, at=lambda f: at(f) + offset)
