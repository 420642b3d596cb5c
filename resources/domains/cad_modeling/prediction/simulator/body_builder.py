"""A part's calls, from the first to the last, as a body; and what was seen on the way.

A call that is not modelled leaves the chain as it is and is counted: other parts of the body still tell something.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from resources.domains.cad_modeling.prediction.simulator.chain import (
    Arguments,
    Chain,
    RefusedCall,
)
from resources.domains.cad_modeling.prediction.simulator.grid import hollow
from resources.domains.cad_modeling.prediction.simulator.oddities import ROUNDED, Watch
from resources.domains.cad_modeling.prediction.simulator.placement import PLACED, PLANES
from resources.domains.cad_modeling.prediction.simulator.sketch_calls import DRAWN
from resources.domains.cad_modeling.prediction.simulator.solid_calls import BODIES, MOST_LEAVES, SHAPED
from resources.domains.cad_modeling.prediction.simulator.solids import (
    EMPTY,
    MOST_EFFORT,
    Joined,
    Solid,
    cut,
    depth,
    effort,
    size,
    united,
)
from resources.domains.cad_modeling.prediction.simulator.sweeps import fit, helix, path_of, swept
from resources.domains.cad_modeling.prediction.simulator.values import Part
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct

MOST_CALLS = 600
MOST_DEPTH = 100
"""Of bodies within bodies; what asks them goes as deep."""
_CALLS: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {**PLANES, **PLACED, **DRAWN, **SHAPED, **BODIES}
_BODIES = frozenset("extrude revolve loft sweep twistExtrude box cylinder sphere wedge text shell cutBlind".split())
_ERRORS = (UnsupportedConstruct, ArithmeticError, KeyError, ValueError, IndexError)
"""ValueError and IndexError: of lists that are empty where CadQuery would refuse them too."""


@dataclass(frozen=True)
class Asked:
    """A body, kept so that its id stays its own, and whether nothing is left of it."""

    body: Solid
    hollow: bool


@dataclass
class Builder:
    """Follows parts, each once; `watch` also counts calls and those not modelled."""

    watch: Watch = field(default_factory=Watch)
    spent: int = 0
    _chains: dict[str, Chain] = field(default_factory=dict)
    _asked: dict[int, Asked] = field(default_factory=dict)

    def chain(self, part: Part) -> Chain:
        """Raises ExecutionHalted where there are too many calls."""
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
        self.watch.seen["calls"] += 1
        if making is None or self.watch.seen["calls"] > MOST_CALLS:
            raise ExecutionHalted(HaltReason.BUDGET, "a body of many calls")
        try:
            after = self._called(chain, making.name, making.arguments)
            return replace(after, before=chain) if after is not chain else chain
        except _ERRORS as error:
            self.watch.seen["missing"] += 1
            self.watch.seen["impossible"] += isinstance(error, RefusedCall)
            self.watch.seen[f"missing_{making.name}"] += 1
            return chain.with_body(chain.body or EMPTY) if making.name in _BODIES else chain

    def _called(self, chain: Chain, name: str, given: Arguments) -> Chain:
        if depth(chain.body) > MOST_DEPTH:
            raise ExecutionHalted(HaltReason.BUDGET, "a body of many calls")
        self._spend(1 + size(chain.body) // 4 + sum(len(wire.outline.points) for wire in chain.pending) // 4)
        if chain.stack == "faces" and chain.body is not None and name not in ("faces", "edges", *ROUNDED):
            self._spend(4 * effort(chain.body))
        self.watch.call(chain, name, given)
        if name in ROUNDED:
            return chain.with_body(chain.body or EMPTY)
        if name in ("union", "cut", "intersect"):
            return self._joined(chain, name, given)
        if name == "sweep":
            return self._swept(chain, given)
        if name == "Workplane" and given["obj"] is not None:
            raise UnsupportedConstruct
        if name == "Workplane" and isinstance(given["inPlane"], Part):
            return self._on_curve(given["inPlane"])
        if name == "add":
            return self._added(chain, given)
        if name == "Assembly":
            return self._added(Chain(stack="body"), given) if given[""] else Chain(stack="body")
        if name not in _CALLS:
            raise UnsupportedConstruct
        return _CALLS[name](chain, name, given)

    def _spend(self, work: int) -> None:
        self.spent += work
        if self.spent > MOST_EFFORT:
            raise ExecutionHalted(HaltReason.BUDGET, "a body of many calls")

    def _swept(self, chain: Chain, given: Arguments) -> Chain:
        if not isinstance(given["path"], Part):
            raise UnsupportedConstruct
        path = path_of(self._on_curve(given["path"]) if given["path"].kind == "object" else self.chain(given["path"]))
        self.watch.fits.append(fit(chain, path))
        return swept(chain, given, path)

    def _on_curve(self, part: Part) -> Chain:
        if part.making is None or part.making.name != "makeHelix":
            raise UnsupportedConstruct
        self.watch.seen["calls"] += 1
        return Chain(stack="edges", curve=helix(part.making.arguments))

    def _joined(self, chain: Chain, name: str, given: Arguments) -> Chain:
        key = {"union": "toUnion", "cut": "toCut", "intersect": "toIntersect"}[name]
        body = self._found(chain)
        if not isinstance(given[key], Part) or body is None:
            raise UnsupportedConstruct
        other = self.chain(given[key]).body
        if other is None:
            raise UnsupportedConstruct
        if size(body) + size(other) > MOST_LEAVES:
            raise UnsupportedConstruct
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
            raise UnsupportedConstruct
        other = self.chain(first).body
        own = chain.body.parts if isinstance(chain.body, Joined) and chain.body.kind == "loose" else ()
        if other is None or len(own) > 40:
            raise UnsupportedConstruct
        self.watch.seen["bare"] += self.chain(first).stack not in ("body", "none")
        return chain.with_body(Joined("loose", (*own, other)))


@dataclass(frozen=True)
class Built:
    """`digest` is the part's, `body` None where nothing is left, `watch` what was seen on the way."""

    digest: str
    body: Solid | None
    watch: Watch


def built(part: Part) -> Built | None:
    """None where the part is not followed."""
    builder = Builder()
    try:
        chain = builder.chain(part)
    except (ExecutionHalted, RecursionError):
        return None
    body = chain.body
    builder.watch.seen["bare"] += chain.stack != "body"
    if body is not None and not all(map(math.isfinite, (*body.box.low, *body.box.high))):
        body = None
    return Built(part.digest, body, builder.watch)
