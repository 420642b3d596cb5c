"""Variables of a function's calls: in a slot of the frame or on the stack, and what they hold at first.

Those that last are `variables`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from resources.domains.embedded_systems.interpretation.accesses import storer
from resources.domains.embedded_systems.interpretation.code import Code, Frame, Place, Step, address_of
from resources.domains.embedded_systems.interpretation.conversions import given
from resources.domains.embedded_systems.interpretation.initialisers import Initialisers
from resources.domains.embedded_systems.interpretation.kinds import Array, Integer, Kind, Pointer, Void
from resources.domains.embedded_systems.interpretation.names import Declared
from resources.domains.embedded_systems.interpretation.steps import Statement, in_turn, timed
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed

_LARGEST_VARIABLE = 1 << 20


class Automatic(Initialisers):
    """Of one function after the other: `begin` before each."""

    result: Kind
    scopes: list[dict[str, Place]]
    taken: frozenset[str]
    slots = 1
    stack = 0
    has_return = False

    def begin(self, result: Kind, taken: frozenset[str]) -> None:
        """`taken` are the names whose addresses are used: they lie in memory."""
        self.result, self.taken = result, taken
        self.scopes, self.slots, self.stack, self.has_return = [{}], 1, 0, False

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A block: names that it declares are forgotten behind it."""
        outside, self.names = self.names, self.names.inner()
        self.scopes.append({})
        yield
        self.scopes.pop()
        self.names = outside

    def check_new(self, name: str) -> None:
        """As gcc, refuses a second one of a name in a block; a function's parameters are of its body's."""
        around = self.scopes[0] if len(self.scopes) == 2 else {}
        if name in self.scopes[-1] or name in around:
            raise Unfollowed(f"{name} is declared twice")
        self.names.check_free(name)

    def declare(self, name: str, kind: Kind) -> Place:
        """A new automatic variable."""
        if isinstance(kind, Integer | Pointer) and name not in self.taken:
            place = Place(kind, slot=self.slots)
            self.slots += 1
        else:
            place = self._reserved(kind)
        self.scopes[-1][name] = place
        return place

    def _reserved(self, kind: Kind) -> Place:
        """Room on the stack."""
        if kind.size > _LARGEST_VARIABLE:
            raise Unfollowed("a variable of that size on the stack")
        align = max(4, kind.align)
        offset = -(-self.stack // align) * align
        self.stack = offset + kind.size
        return Place(kind, at=lambda f: f[0] + offset, offset=offset)

    def literal(self, kind: Kind) -> Code:
        """A compound literal: an automatic variable without a name, filled where it stands."""
        if not self.scopes:
            raise Unfollowed("a compound literal outside of functions")
        kind = self.sized(kind)
        place = self._reserved(kind)
        parts = list(self.initialised(place))
        steps = [self.cleared(place), *(self._initial(part, value) for part, value in parts)]
        fill, at = in_turn(steps), address_of(place)

        def filled(f: Frame) -> int:
            fill(f)
            return at(f)

        if len(parts) == 1 and isinstance(kind, Integer) and parts[0][1].value is not None:
            self.literals[filled] = parts[0][1].value
        return self._placed(Place(kind, at=filled))

    def _automatic(self, declared: Declared, words: frozenset[str]) -> list[Statement]:
        """One that is volatile lies in memory, where its accesses take their time."""
        if "volatile" in words:
            self.taken |= {declared.name}
        kind = self.sized(declared.kind)
        if isinstance(kind, Void) or not kind.size:
            raise Unfollowed("a variable of no size")
        place = self.declare(declared.name, kind)
        if "const" in words and not isinstance(kind, Pointer):
            self.scopes[-1][declared.name] = replace(place, is_constant=True)
        if not self.accept("="):
            return []
        self.cost = 0
        steps: list[Step] = []
        if self.token == "{" or isinstance(kind, Array):
            steps.append(self.cleared(place))
        for part, value in self.initialised(place):
            steps.append(self._initial(part, value))
        cost, self.cost = max(1, self.cost), 0
        return [timed(self.machine, in_turn(steps), cost)]

    def _initial(self, place: Place, value: Code) -> Step:
        if isinstance(place.kind, Integer | Pointer):
            return storer(self.machine, place, given(value, place.kind).run)
        return self.assigned(Code(lambda f: 0, place.kind, place=place), value).run
