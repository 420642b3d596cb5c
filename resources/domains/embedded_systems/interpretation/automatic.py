"""Variables of a function's calls: in a slot of the frame or on the stack, and what they hold at first.

Those that last are `variables`.
"""

from __future__ import annotations

from resources.domains.embedded_systems.interpretation.accesses import storer
from resources.domains.embedded_systems.interpretation.code import Code, Frame, Place, Step, address_of, converted
from resources.domains.embedded_systems.interpretation.initialisers import Initialisers
from resources.domains.embedded_systems.interpretation.kinds import Array, Integer, Kind, Pointer
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

    def begin(self, result: Kind, taken: frozenset[str]) -> None:
        """`taken` are the names whose addresses are used: they lie in memory."""
        self.result, self.taken = result, taken
        self.scopes, self.slots, self.stack = [{}], 1, 0

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

    def _automatic(self, declared: Declared, volatile: bool) -> list[Statement]:
        """One that is volatile lies in memory, where its accesses take their time."""
        if volatile:
            self.taken |= {declared.name}
        kind = self.sized(declared.kind)
        place = self.declare(declared.name, kind)
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
            return storer(self.machine, place, converted(value, place.kind).run)
        return self.assigned(Code(lambda f: 0, place.kind, place=place), value).run
