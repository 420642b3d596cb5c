"""A part's calls, from the first to the last, as a body; and what was seen on the way.

A call that is not modelled leaves the chain as it is and is counted: other parts of the body still tell something.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from resources.domains.cad_modeling.prediction.simulator import made_shapes, shape_calls, sketch_methods
from resources.domains.cad_modeling.prediction.simulator.bodies import EMPTY, Body, loose
from resources.domains.cad_modeling.prediction.simulator.chain import Arguments, Chain, Curve, RefusedCall, Spot, Wire
from resources.domains.cad_modeling.prediction.simulator.geometry import Frame
from resources.domains.cad_modeling.prediction.simulator.oddities import Watch
from resources.domains.cad_modeling.prediction.simulator.placement import PLACED
from resources.domains.cad_modeling.prediction.simulator.sketch_calls import DRAWN, spots_of
from resources.domains.cad_modeling.prediction.simulator.solid_calls import BODIES, bodies_of, combined, taken
from resources.domains.cad_modeling.prediction.simulator.sweeps import path_of, swept
from resources.domains.cad_modeling.prediction.simulator.topology import Edge, Face, topology_of
from resources.domains.cad_modeling.prediction.simulator.values import Part, Template
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct

MOST_CALLS, MOST_TRIANGLES = 800, 250_000
"""Of all steps together; a triangle takes about a microsecond."""
MOST_TIMES = 60
"""How often a function of the script is asked for one place after the other."""
_CALLS: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {**PLACED, **DRAWN, **BODIES}
_ERRORS = (UnsupportedConstruct, ArithmeticError, KeyError, ValueError, IndexError, TypeError, AttributeError)
"""Beyond the first: of arguments that are empty or of another type where CadQuery would refuse them too."""
Thing = Any
"""A Chain, a Body, a Wire, a Curve, a Frame, a Triple, a Sketch, or a tuple of such."""


class _Missing:
    """Of a call that is not modelled."""


MISSING = _Missing()


@dataclass
class Builder:
    """Follows parts, each once; `watch` also counts calls and those not modelled."""

    watch: Watch = field(default_factory=Watch)
    spent: int = 0
    _things: dict[str, Thing] = field(default_factory=dict)
    _bound: dict[str, Thing] = field(default_factory=dict)
    """What stands for the argument of a script's function while it is asked."""

    def thing(self, part: Part) -> Thing:
        """Raises ExecutionHalted where there are too many calls."""
        waiting: list[Part] = []
        walked: Part | None = part
        while walked is not None and walked.digest not in self._things and walked.digest not in self._bound:
            waiting.append(walked)
            walked = walked.making.owner if walked.making is not None else None
        for own in reversed(waiting):
            self._things[own.digest] = self._made(own)
        return self._bound[part.digest] if part.digest in self._bound else self._things[part.digest]

    def _made(self, part: Part) -> Thing:
        making = part.making
        self.watch.seen["calls"] += 1
        if making is None or self.watch.seen["calls"] > MOST_CALLS:
            raise ExecutionHalted(HaltReason.BUDGET, "a body of many calls")
        owner = self.thing(making.owner) if making.owner is not None else None
        try:
            given = {key: self._argument(value) for key, value in making.arguments.items()}
            after = self._called(owner, part, making.name, given)
            self._spend(after)
        except _ERRORS as error:
            self.watch.seen["impossible"] += isinstance(error, RefusedCall) and not self.watch.seen["missing"]
            self.watch.seen["missing"] += 1
            self.watch.seen[f"missing_{making.name}"] += 1
            return owner if isinstance(owner, Chain) else Chain() if part.kind == "Workplane" else MISSING
        if isinstance(after, Chain) and isinstance(owner, Chain) and after is not owner and part.kind == "Workplane":
            return replace(after, before=owner)
        return after

    def _spend(self, thing: Thing) -> None:
        """Raises ExecutionHalted where the meshes come to too many triangles."""
        items = thing.items if isinstance(thing, Chain) else (thing,)
        self.spent += sum(part.num_tri() for item in items if isinstance(item, Body) for part in item.parts)
        if self.spent > MOST_TRIANGLES:
            raise ExecutionHalted(HaltReason.BUDGET, "a body of many triangles")

    def _argument(self, value: Any) -> Any:
        """Parts as what they are."""
        if isinstance(value, Part):
            thing = self.thing(value)
            if thing is MISSING:
                raise UnsupportedConstruct("what is made of a call that is not modelled")
            return thing
        if isinstance(value, list | tuple):
            return tuple(map(self._argument, value))
        if isinstance(value, Template):
            return self._function(value)
        return value

    def _function(self, template: Template) -> Callable[[Thing], Thing]:
        """A function of the script, followed for the thing that it is asked for."""

        def asked(own: Thing) -> Thing:
            kept, bound = dict(self._things), dict(self._bound)
            self._bound[template.stands_for.digest] = own
            try:
                return self._argument(template.result)
            finally:
                self._things, self._bound = kept, bound

        return asked

    def _called(self, owner: Thing, part: Part, name: str, given: Arguments) -> Thing:
        if isinstance(owner, Chain):
            return self._of_chain(owner, part, name, given)
        if isinstance(owner, sketch_methods.Sketch):
            return sketch_methods.sketch_method(owner, name, given)
        if isinstance(owner, str):
            if f"{owner}.{name}" not in made_shapes.MADE:
                raise UnsupportedConstruct(f"{owner}.{name}")
            return made_shapes.MADE[f"{owner}.{name}"](given)
        if owner is not None:
            return self._of_shape(owner, part, name, given)
        return self._new(part, name, given)

    def _new(self, part: Part, name: str, given: Arguments) -> Thing:
        if name == "Workplane":
            return self._workplane(given)
        if name == "Assembly":
            values = made_shapes.fitted("obj loc name color", given, obj=None, loc=None, name=None, color=None)
            return EMPTY if values["obj"] is None else shape_calls.assembled(EMPTY, {"": (values["obj"],)})
        if name == "Sketch":
            return sketch_methods.Sketch()
        if name == "Color":
            return ("colour",)
        if name in shape_calls.SELECTORS:
            return shape_calls.SELECTORS[name](given)
        if name in made_shapes.MADE:
            return made_shapes.MADE[name](given)
        if not given or given == {"": ()}:
            return name
        raise UnsupportedConstruct(name)

    def _workplane(self, given: Arguments) -> Chain:
        plane, obj = given["inPlane"], given["obj"]
        if plane is not None and not isinstance(plane, str | Frame):
            plane, obj = "XY", plane
        chain = PLACED["Workplane"](Chain(), "Workplane", {**given, "inPlane": plane})
        return chain if obj is None else chain.holding(*_items([obj]))

    def _of_shape(self, owner: Thing, part: Part, name: str, given: Arguments) -> Thing:
        if part.kind == "Assembly" and isinstance(owner, Body) and name == "add":
            return shape_calls.assembled(owner, given)
        if name == "toCompound" and isinstance(owner, Body):
            return owner
        if name == "__getitem__" and isinstance(owner, tuple):
            return owner[given[""][0]]
        if name in ("Edges", "Faces", "Solids") and isinstance(owner, Body) and not given.get(""):
            topology = topology_of(owner)
            return {"Edges": topology.edges, "Faces": topology.faces, "Solids": (owner,)}[name]
        return shape_calls.shape_method(owner, name, given)

    def _of_chain(self, chain: Chain, part: Part, name: str, given: Arguments) -> Thing:
        self.watch.call(chain, name, given)
        if name in ("val", "findSolid"):
            own = chain.items[0] if name == "val" and chain.items else chain.solid
            return own.frame.origin if isinstance(own, Spot) else own
        if name in ("vals", "all", "objects"):
            return chain.items
        if name == "sketch":
            return sketch_methods.Sketch(plane=chain.frame, home=chain)
        if name in ("add", "newObject"):
            items = _items(given["obj"] if name == "add" and isinstance(given["obj"], tuple) else [given.get("obj")])
            if name == "newObject":
                return chain.holding(*_items(given["objlist"]))
            return chain.holding(*chain.items, *items)
        if name == "sweep":
            return self._swept(chain, given)
        if name in ("eachpoint", "each", "cutEach"):
            return self._each(chain, name, given)
        if name in ("map", "filter", "sort", "apply", "invoke") or name not in _CALLS:
            raise UnsupportedConstruct(name)
        return _CALLS[name](chain, name, given)

    def _each(self, chain: Chain, name: str, given: Arguments) -> Chain:
        """A function of the script for each place; bodies come moved there where coordinates are local."""
        function = given.get("arg", given.get("callback", given.get("fcn")))
        local = given.get("useLocalCoordinates", given.get("useLocalCoords"))
        if len(chain.items) > MOST_TIMES or name == "each":
            raise UnsupportedConstruct(name)
        spots = spots_of(chain)
        made = []
        for spot in spots:
            own = function if isinstance(function, Body) else None
            if own is None:
                if not callable(function):
                    raise UnsupportedConstruct(name)
                own = function(_seen_from(chain.frame, spot) if local else spot)
            body = loose(*bodies_of(own))
            if isinstance(function, Body):
                body = shape_calls.shape_method(body, "moved", {"": (spot,)})
            elif local:
                body = shape_calls.shape_method(body, "moved", {"": (chain.frame,)})
            made.append(body)
        return taken(chain, made) if name == "cutEach" else combined(chain, made, given["combine"])

    def _swept(self, chain: Chain, given: Arguments) -> Chain:
        path = given["path"]
        curve = path if isinstance(path, Curve) else path_of(path) if isinstance(path, Chain) else None
        if curve is None:
            raise UnsupportedConstruct("a path of another kind")
        self.watch.sweep(chain, curve)
        return swept(chain, given, curve)


def _seen_from(frame: Frame, spot: Frame) -> Frame:
    """A place in a plane's own coordinates."""

    def turned(axis: tuple[float, float, float]) -> tuple[float, float, float]:
        return frame.at((0.0, 0.0, 0.0)).local(axis)

    return Frame(frame.local(spot.origin), turned(spot.x), turned(spot.y), turned(spot.z))


def _items(values: Any) -> list[Any]:
    """What may lie on a stack."""
    items: list[Any] = []
    for value in values:
        if isinstance(value, Chain):
            items += value.items
        elif isinstance(value, Body | Wire | Curve | Edge | Face):
            items.append(value)
        elif isinstance(value, tuple) and len(value) == 3 and all(isinstance(part, float) for part in value):
            items.append(Spot(Frame(value)))
        else:
            raise UnsupportedConstruct("what is put on the stack")
    return items


@dataclass(frozen=True)
class Built:
    """`digest` is the part's, `body` None where nothing is left, `watch` what was seen on the way."""

    digest: str
    body: Body | None
    watch: Watch


def built(part: Part) -> Built | None:
    """None where the part is not followed."""
    builder = Builder()
    try:
        thing = builder.thing(part)
        body = thing.left if isinstance(thing, Chain) else thing if isinstance(thing, Body) else None
        builder.watch.seen["bare"] += body is None and thing is not MISSING
        if body is None and isinstance(thing, Chain):
            body = thing.body
        return Built(part.digest, body if body is not None and not body.hollow else None, builder.watch)
    except (ExecutionHalted, RecursionError):
        return None
