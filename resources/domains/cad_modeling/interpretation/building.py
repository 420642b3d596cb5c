"""A part's calls, from the first to the last, as a body; and what was seen on the way.

A call that is not modelled leaves the chain as it is and is counted: other parts of the body still tell something.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from resources.domains.cad_modeling.interpretation.bodies import BODIES
from resources.domains.cad_modeling.interpretation.chains import (
    Arguments,
    Chain,
    Exhausted,
    Impossible,
    Unfollowed,
    number,
)
from resources.domains.cad_modeling.interpretation.effort import MOST_EFFORT, effort, size
from resources.domains.cad_modeling.interpretation.membership import hollow
from resources.domains.cad_modeling.interpretation.outlines import crosses
from resources.domains.cad_modeling.interpretation.placing import PLACED
from resources.domains.cad_modeling.interpretation.planes import PLANES, face_of
from resources.domains.cad_modeling.interpretation.shaping import MOST_LEAVES, SHAPED
from resources.domains.cad_modeling.interpretation.sketching import DRAWN
from resources.domains.cad_modeling.interpretation.solids import EMPTY, Joined, Solid, cut, solid_leaves, united
from resources.domains.cad_modeling.interpretation.sweeping import Fit, fit, helix, path_of, swept
from resources.domains.cad_modeling.interpretation.touching import meeting
from resources.domains.cad_modeling.tracing_values import Part

MOST_CALLS = 600
_CALLS: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {**PLANES, **PLACED, **DRAWN, **SHAPED, **BODIES}
_ROUNDED = {"fillet": "radius", "chamfer": "length"}
_ERRORS = (Unfollowed, ArithmeticError, KeyError, ValueError, IndexError)
"""ValueError and IndexError: of lists that are empty where CadQuery would refuse them too."""


@dataclass(frozen=True)
class Asked:
    """A body, kept so that its id stays its own, and whether nothing is left of it."""

    body: Solid
    hollow: bool


@dataclass
class Builder:
    """Follows parts, each once. `seen` counts calls, those not modelled, and what is odd about them."""

    seen: Counter[str] = field(default_factory=Counter)
    spent: int = 0
    rounding: float = 0.0
    rounded: Counter[tuple[str, float, str]] = field(default_factory=Counter)
    fits: list[Fit] = field(default_factory=list)
    _chains: dict[str, Chain] = field(default_factory=dict)
    _asked: dict[int, Asked] = field(default_factory=dict)

    def chain(self, part: Part) -> Chain:
        """Raises Unfollowed where there are too many calls."""
        waiting: list[Part] = []
        walked: Part | None = part
        while walked is not None and walked.digest not in self._chains:
            waiting.append(walked)
            walked = walked.making.owner if walked.making is not None else None
        chain = self._chains[walked.digest] if walked is not None else Chain()
        for own in reversed(waiting):
            chain = self._chains[own.digest] = self._after(chain, own)
        return chain

    def _after(self, chain: Chain, part: Part) -> Chain:
        making = part.making
        self.seen["calls"] += 1
        if making is None or self.seen["calls"] > MOST_CALLS:
            raise Exhausted
        try:
            found = self._called(chain, making.name, making.arguments)
            return replace(found, before=chain) if found is not chain else chain
        except Exhausted:
            raise
        except _ERRORS as error:
            self.seen["missing"] += 1
            self.seen["impossible"] += isinstance(error, Impossible)
            self.seen[f"missing_{making.name}"] += 1
            return chain.with_body(chain.body or EMPTY) if making.name in _BODIES else chain

    def _called(self, chain: Chain, name: str, given: Arguments) -> Chain:
        self._spend(1 + size(chain.body) // 4 + sum(len(wire.outline.points) for wire in chain.pending) // 4)
        if chain.stack == "faces" and chain.body is not None and name not in ("faces", "edges", *_ROUNDED):
            self._spend(4 * effort(chain.body))
        self._watched(chain, name, given)
        if name in _ROUNDED:
            return chain.with_body(chain.body or EMPTY)
        if name in ("union", "cut", "intersect"):
            return self._joined(chain, name, given)
        if name == "sweep":
            return self._swept(chain, given)
        if name == "Workplane" and isinstance(given["inPlane"], Part):
            return self._on_curve(given["inPlane"])
        if name == "add":
            return self._added(chain, given)
        if name == "Assembly":
            return self._added(Chain(stack="body"), given) if given[""] else Chain(stack="body")
        if name not in _CALLS:
            raise Unfollowed
        return _CALLS[name](chain, name, given)

    def _spend(self, work: int) -> None:
        self.spent += work
        if self.spent > MOST_EFFORT:
            raise Exhausted

    def _watched(self, chain: Chain, name: str, given: Arguments) -> None:
        """What often goes wrong: outlines that cross themselves, faces that are not flat, large roundings."""
        if name in SHAPED or name == "sweep":
            turned = "crossed_turned" if name == "revolve" else "crossed"
            self.seen[turned] += sum(crosses(wire.outline) for wire in chain.pending)
            self.seen["thin"] += sum(wire.outline.thin for wire in chain.pending)
            if name in ("extrude", "cutBlind", "cutThruAll"):
                self.seen["meeting"] += meeting([wire.outline for wire in chain.pending])
            self.seen["flat_loft"] += name == "loft" and len({wire.frame for wire in chain.pending}) == 1
        if name == "workplane" and chain.stack == "faces" and chain.body is not None and not face_of(chain).flat:
            # Of one prism the ends share the middle of a round side: CadQuery takes all three, and refuses them.
            self.seen["not_flat" if isinstance(chain.body, Joined) else "impossible"] += 1
        if name in _ROUNDED and chain.body is not None and not chain.body.box.empty:
            self.rounded[name, number(given[_ROUNDED[name]]), chain.picked] += 1
            room = roundable(chain.body, chain.picked)
            self.rounding = max(self.rounding, min(100.0, number(given[_ROUNDED[name]]) / room))

    def _swept(self, chain: Chain, given: Arguments) -> Chain:
        if not isinstance(given["path"], Part):
            raise Unfollowed
        path = path_of(self._on_curve(given["path"]) if given["path"].kind == "object" else self.chain(given["path"]))
        self.fits.append(fit(chain, path))
        return swept(chain, given, path)

    def _on_curve(self, part: Part) -> Chain:
        if part.making is None or part.making.name != "makeHelix":
            raise Unfollowed
        self.seen["calls"] += 1
        return Chain(stack="edges", curve=helix(part.making.arguments))

    def _joined(self, chain: Chain, name: str, given: Arguments) -> Chain:
        key = {"union": "toUnion", "cut": "toCut", "intersect": "toIntersect"}[name]
        body = self._found(chain)
        if not isinstance(given[key], Part) or body is None:
            raise Unfollowed
        other = self.chain(given[key]).body
        if other is None:
            raise Unfollowed
        if size(body) + size(other) > MOST_LEAVES:
            raise Unfollowed
        if name == "union":
            return chain.with_body(united(body, other))
        return chain.with_body(cut(body, other) if name == "cut" else Joined("common", (body, other)))

    def _found(self, chain: Chain) -> Solid | None:
        """The body that CadQuery finds: where nothing is left of the last one, the one before it."""
        walked: Chain | None = chain
        while walked is not None and walked.body is not None and self._hollow(walked.body):
            walked = walked.before
        return chain.body if walked is None or walked.body is None else walked.body

    def _hollow(self, body: Solid) -> bool:
        if id(body) not in self._asked:
            self._spend(effort(body))
            self._asked[id(body)] = Asked(body, hollow(body))
        return self._asked[id(body)].hollow

    def _added(self, chain: Chain, given: Arguments) -> Chain:
        """To an assembly, whose parts stay apart."""
        first = given[""][0] if given[""] else given.get("obj")
        if not isinstance(first, Part) or set(given) - {"", "obj", "name", "color"} or len(given[""]) > 1:
            raise Unfollowed
        other = self.chain(first).body
        own = chain.body.parts if isinstance(chain.body, Joined) and chain.body.kind == "loose" else ()
        if other is None or len(own) > 40:
            raise Unfollowed
        self.seen["bare"] += self.chain(first).stack not in ("body", "none")
        return chain.with_body(Joined("loose", (*own, other)))


def roundable(body: Solid, picked: str) -> float:
    """How large a rounding of the picked edges may be: half of the least length that it takes from both ends. Raises
    Unfollowed for a body of no width."""
    axis = _ALONG.fullmatch(picked.strip())
    rooms = []
    for leaf in solid_leaves(body):
        sizes = list(leaf.box.size)
        if axis is None:
            rooms.append(min(sizes) / 2)
        elif axis[1] == "|":
            sizes.pop("XYZ".index(axis[2]))
            rooms.append(min(sizes) / 2)
        else:
            deep = sizes.pop("XYZ".index(axis[2]))
            rooms.append(min(deep, min(sizes) / 2))
    if not rooms or min(rooms) <= 0:
        raise Unfollowed
    return min(rooms)


_ALONG = re.compile(r"([|<>])\s*([XYZ])")
_BODIES = frozenset("extrude revolve loft sweep twistExtrude box cylinder sphere wedge text shell cutBlind".split())


@dataclass(frozen=True)
class Built:
    """`digest` is the part's, `body` None where nothing is left. `seen` are counts by name; `rounding` is the largest
    fillet or chamfer beside the room there is for it, `rounded` counts them by size and edges; `fits` are
    those of sweeps."""

    digest: str
    body: Solid | None
    seen: Mapping[str, int]
    rounding: float
    rounded: Counter[tuple[str, float, str]]
    fits: tuple[Fit, ...]


def built(part: Part) -> Built | None:
    """None where the part is not followed."""
    builder = Builder()
    try:
        chain = builder.chain(part)
    except (Unfollowed, RecursionError):
        return None
    body = chain.body
    builder.seen["bare"] += chain.stack != "body"
    if body is not None and not all(map(math.isfinite, (*body.box.low, *body.box.high))):
        body = None
    return Built(part.digest, body, builder.seen, builder.rounding, builder.rounded, tuple(builder.fits))
