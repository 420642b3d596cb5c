"""A part's calls, from the first to the last, as a body; and what was seen on the way.

A call that is not modelled leaves the chain as it is and is counted: other parts of the body still tell something.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from resources.domains.cad_modeling.interpretation.chains import Arguments, Chain, Unfollowed, number
from resources.domains.cad_modeling.interpretation.outlines import crosses
from resources.domains.cad_modeling.interpretation.placing import PLACED, face_of
from resources.domains.cad_modeling.interpretation.shaping import MOST_LEAVES, SHAPED
from resources.domains.cad_modeling.interpretation.sketching import DRAWN
from resources.domains.cad_modeling.interpretation.solids import EMPTY, Joined, Solid, cut, leaves, united
from resources.domains.cad_modeling.tracing_values import Part

MOST_CALLS = 600
_CALLS: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {**PLACED, **DRAWN, **SHAPED}
_ROUNDED = {"fillet": "radius", "chamfer": "length"}
_ERRORS = (Unfollowed, ArithmeticError, KeyError, ValueError, IndexError)
"""ValueError and IndexError: of lists that are empty where CadQuery would refuse them too."""


@dataclass
class Builder:
    """Follows parts, each once. `seen` counts calls, those not modelled, and what is odd about them."""

    seen: Counter[str] = field(default_factory=Counter)
    rounding: float = 0.0
    _chains: dict[str, Chain] = field(default_factory=dict)

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
            raise Unfollowed
        try:
            found = self._called(chain, making.name, making.arguments)
            return replace(found, before=chain) if found is not chain else chain
        except _ERRORS:
            self.seen["missing"] += 1
            self.seen[f"missing_{making.name}"] += 1
            return chain.with_body(chain.body or EMPTY) if making.name in _BODIES else chain

    def _called(self, chain: Chain, name: str, given: Arguments) -> Chain:
        self._watched(chain, name, given)
        if name in _ROUNDED:
            return chain.with_body(chain.body or EMPTY)
        if name in ("union", "cut", "intersect"):
            return self._joined(chain, name, given)
        if name == "add":
            return self._added(chain, given)
        if name == "Assembly":
            return self._added(Chain(stack="body"), given) if given[""] else Chain(stack="body")
        if name not in _CALLS:
            raise Unfollowed
        return _CALLS[name](chain, name, given)

    def _watched(self, chain: Chain, name: str, given: Arguments) -> None:
        """What often goes wrong: outlines that cross themselves, faces that are not flat, large roundings."""
        if name in SHAPED or name == "sweep":
            self.seen["crossed"] += sum(crosses(wire.outline) for wire in chain.pending)
        if name == "workplane" and chain.stack == "faces" and chain.body is not None:
            self.seen["not_flat"] += not face_of(chain).flat
        if name in _ROUNDED and chain.body is not None and not chain.body.box.empty:
            self.seen["rounded"] += 1
            least = min(min(leaf.box.size) for leaf in leaves(chain.body))
            if least > 0:
                self.rounding = max(self.rounding, min(100.0, number(given[_ROUNDED[name]]) / least))

    def _joined(self, chain: Chain, name: str, given: Arguments) -> Chain:
        key = {"union": "toUnion", "cut": "toCut", "intersect": "toIntersect"}[name]
        if not isinstance(given[key], Part) or chain.body is None:
            raise Unfollowed
        other = self.chain(given[key]).body
        if other is None:
            raise Unfollowed
        sizes = sum(part.leaves if isinstance(part, Joined) else 1 for part in (chain.body, other))
        if sizes > MOST_LEAVES:
            raise Unfollowed
        if name == "union":
            return chain.with_body(united(chain.body, other))
        return chain.with_body(cut(chain.body, other) if name == "cut" else Joined("common", (chain.body, other)))

    def _added(self, chain: Chain, given: Arguments) -> Chain:
        """To an assembly, whose parts stay apart."""
        first = given[""][0] if given[""] else given.get("obj")
        if not isinstance(first, Part) or set(given) - {"", "obj", "name", "color"} or len(given[""]) > 1:
            raise Unfollowed
        other = self.chain(first).body
        own = chain.body.parts if isinstance(chain.body, Joined) and chain.body.kind == "loose" else ()
        if other is None or len(own) > 40:
            raise Unfollowed
        return chain.with_body(Joined("loose", (*own, other)))


_BODIES = frozenset("extrude revolve loft sweep twistExtrude box cylinder sphere wedge text shell cutBlind".split())


@dataclass(frozen=True)
class Built:
    """`digest` is the part's, `body` None where nothing is left. `seen` are counts by name; `rounding` is the largest
    fillet or chamfer beside the least length of what it rounds."""

    digest: str
    body: Solid | None
    seen: Mapping[str, int]
    rounding: float


def built(part: Part) -> Built | None:
    """None where the part is not followed."""
    builder = Builder()
    try:
        body = builder.chain(part).body
    except (Unfollowed, RecursionError):
        return None
    if body is not None and not all(map(math.isfinite, (*body.box.low, *body.box.high))):
        body = None
    return Built(part.digest, body, builder.seen, builder.rounding)
