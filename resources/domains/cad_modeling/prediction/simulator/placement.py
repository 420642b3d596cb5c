"""Calls that say where: planes, places in them, selections, and motions of what lies on the stack."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from resources.domains.cad_modeling.prediction.simulator import selectors
from resources.domains.cad_modeling.prediction.simulator.bodies import Body, moved, united
from resources.domains.cad_modeling.prediction.simulator.chain import (
    Arguments,
    Chain,
    Curve,
    Item,
    RefusedCall,
    Spot,
    Wire,
    count,
    number,
    triple,
)
from resources.domains.cad_modeling.prediction.simulator.geometry import (
    ORIGIN,
    Frame,
    Motion,
    Triple,
    dot,
    facing,
    named,
    plus,
    reflection,
    rotation,
    translation,
)
from resources.domains.cad_modeling.prediction.simulator.topology import Edge, Face, topology_of
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct


def plane(_chain: Chain, _name: str, given: Arguments) -> Chain:
    """A Workplane of its own."""
    if isinstance(given["inPlane"], Frame):
        return Chain(given["inPlane"])
    if not isinstance(given["inPlane"], str):
        raise UnsupportedConstruct("a plane of another kind")
    frame = named(given["inPlane"], triple(given["origin"]))
    if frame is None:
        raise RefusedCall
    return Chain(frame)


def centre_of(item: Item, chain: Chain) -> Triple:
    """Of mass, as CadQuery's `Center`."""
    if isinstance(item, Spot):
        return item.frame.origin
    if isinstance(item, Wire):
        return item.frame.world(*item.outline.middle)
    if isinstance(item, Curve):
        raise UnsupportedConstruct("the middle of a curve")
    return item.centre if isinstance(item, Face | Edge | Body) else chain.frame.origin


def _bounding_middle(item: Item, chain: Chain) -> Triple:
    if isinstance(item, Face):
        return item.middle
    return item.box.middle if isinstance(item, Body) else centre_of(item, chain)


def workplane(chain: Chain, _name: str, given: Arguments) -> Chain:
    origin = chain.frame.origin if given["origin"] is None else triple(given["origin"])
    option, items = given["centerOption"], chain.items
    if len(items) > 1 and not _on_one_plane(items):
        raise RefusedCall
    normal, x = chain.frame.z, chain.frame.x
    if items and isinstance(items[0], Face):
        if items[0].surface.kind != "PLANE":
            raise UnsupportedConstruct("a workplane on a round face")
        normal = items[0].surface.normal
        x = facing(normal, ORIGIN).x
    if not items:
        centre = chain.frame.origin
    elif option == "CenterOfMass":
        centre = _mean([centre_of(item, chain) for item in items])
    else:
        centre = _mean([_bounding_middle(item, chain) for item in items])
    if option == "ProjectedOrigin":
        centre = plus(origin, normal, dot(plus(centre, origin, -1.0), normal))
    frame = facing(normal, centre, x)
    if given["invert"]:
        frame = facing((-normal[0], -normal[1], -normal[2]), centre, frame.x)
    return chain.on(frame.shifted(0.0, 0.0, number(given["offset"])))


def _on_one_plane(items: Sequence[Item]) -> bool:
    first = items[0]
    if not isinstance(first, Face) or first.surface.kind != "PLANE":
        return not isinstance(first, Face)
    return all(
        isinstance(item, Face)
        and item.surface.kind == "PLANE"
        and dot(item.surface.normal, first.surface.normal) > 1 - 1e-6
        and abs(dot(plus(item.centre, first.centre, -1.0), first.surface.normal)) < 1e-5
        for item in items
    )


def _mean(points: Sequence[Triple]) -> Triple:
    x, y, z = (sum(values) / len(points) for values in zip(*points, strict=True))
    return (x, y, z)


def transformed(chain: Chain, _name: str, given: Arguments) -> Chain:
    offset, turns = triple(given["offset"]), triple(given["rotate"])
    frame = chain.frame
    turned = frame
    for axis, degrees in reversed(list(zip((frame.x, frame.y, frame.z), turns, strict=True))):
        turned = rotation(ORIGIN, axis, degrees).frame(turned)
    return chain.on(turned.at(frame.world(*offset)))


def tagged(chain: Chain, _name: str, given: Arguments) -> Chain:
    return replace(chain, tags={**chain.tags, _text(given["name"]): chain})


def _of_tag(chain: Chain, name: Any) -> Chain:
    tagged_chain = chain.tags.get(_text(name))
    if tagged_chain is None:
        raise RefusedCall
    return tagged_chain


def from_tag(chain: Chain, _name: str, given: Arguments) -> Chain:
    return chain.on(_of_tag(chain, given["name"]).frame)


def copied_plane(chain: Chain, _name: str, given: Arguments) -> Chain:
    if not isinstance(given["obj"], Chain):
        raise UnsupportedConstruct("a plane of another kind")
    return chain.on(given["obj"].frame)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise UnsupportedConstruct("a name that is no text")
    return value


def center(chain: Chain, _name: str, given: Arguments) -> Chain:
    frame = chain.frame.shifted(number(given["x"]), number(given["y"]))
    return replace(chain, frame=frame, items=(Spot(frame),), here=(0.0, 0.0))


def at_places(chain: Chain, spots: Sequence[Spot]) -> Chain:
    x, y, _ = chain.frame.local(spots[-1].frame.origin)
    return replace(chain, items=tuple(spots), here=(x, y))


def points(chain: Chain, _name: str, given: Arguments) -> Chain:
    given_points = given["pntList"]
    if not isinstance(given_points, list | tuple) or not 1 <= len(given_points) <= 300:
        raise UnsupportedConstruct("places that are not known")
    spots = [
        Spot(_within(chain.frame, point)) if isinstance(point, Frame) else Spot(chain.frame.shifted(*triple(point)))
        for point in given_points
    ]
    return at_places(chain, spots)


def _within(outer: Frame, inner: Frame) -> Frame:
    """A frame given in another one's coordinates."""
    rows = tuple((outer.x[i], outer.y[i], outer.z[i]) for i in range(3))
    return Motion((rows[0], rows[1], rows[2]), outer.origin).frame(inner)


def rectangular(chain: Chain, _name: str, given: Arguments) -> Chain:
    across, up, columns, rows = (given[key] for key in ("xSpacing", "ySpacing", "xCount", "yCount"))
    if count(columns) * count(rows) > 300:
        raise UnsupportedConstruct("too many places")
    wide, high, centred = number(across), number(up), given["center"]
    if min(wide, high) <= 0:
        raise RefusedCall
    left, low = centred if isinstance(centred, list | tuple) and len(centred) == 2 else (centred, centred)
    x, y = (-wide * (columns - 1) / 2 if left else 0.0), (-high * (rows - 1) / 2 if low else 0.0)
    return at_places(
        chain,
        [Spot(chain.frame.shifted(x + wide * i, y + high * j)) for i in range(columns) for j in range(rows)],
    )


def polar(chain: Chain, _name: str, given: Arguments) -> Chain:
    radius, first, angle = (number(given[key]) for key in ("radius", "startAngle", "angle"))
    many = count(given["count"])
    if given["fill"]:
        whole = abs(math.remainder(angle, 360)) < 1e-6
        angle = angle / many if whole else angle / (many - 1) if many > 1 else first
    spots = []
    for step in range(many):
        degrees = first + angle * step
        turned = rotation(ORIGIN, chain.frame.z, degrees).frame(chain.frame.at(ORIGIN))
        place = plus(chain.frame.origin, turned.x, radius)
        spots.append(Spot(turned.at(place) if given["rotate"] else chain.frame.at(place)))
    return at_places(chain, spots)


def moved_to(chain: Chain, name: str, given: Arguments) -> Chain:
    if name == "moveTo":
        return at_places(chain, (Spot(chain.frame.shifted(number(given["x"]), number(given["y"]))),))
    x, y = chain.here
    return at_places(chain, (Spot(chain.frame.shifted(x + number(given["xDist"]), y + number(given["yDist"]))),))


def selected(chain: Chain, name: str, given: Arguments) -> Chain:
    """Parts of what lies on the stack, by a selector's text or by a selector given as a choice."""
    own = chain if given.get("tag") is None else _of_tag(chain, given["tag"])
    items = _parts(own, name)
    selector = given.get("selector")
    if isinstance(selector, str):
        try:
            items = selectors.chosen(items, selector)
        except IndexError as error:
            raise RefusedCall from error
    elif callable(selector):
        items = selector(items)
    elif selector is not None:
        raise UnsupportedConstruct("a selector of another kind")
    spots = tuple(Spot(chain.frame.at(item)) if isinstance(item, tuple) else item for item in items)
    return replace(chain, items=spots)


def _parts(chain: Chain, name: str) -> list[Any]:
    parts: list[Any] = []
    for item in chain.items:
        for part in _parts_of(item, name):
            if not any(part is other for other in parts):
                parts.append(part)
    return parts


def _parts_of(item: Item, name: str) -> Sequence[Any]:
    if isinstance(item, Body):
        topology = topology_of(item)
        if name in ("solids", "compounds"):
            return [Body((piece,)) for piece in item.pieces]
        if name not in ("faces", "edges", "vertices"):
            raise UnsupportedConstruct(f"{name} of a body")
        return {"faces": topology.faces, "edges": topology.edges, "vertices": topology.vertices}[name]
    if isinstance(item, Wire) and name == "vertices":
        return [] if item.outline.radius else [item.frame.world(*point) for point in item.outline.points]
    if isinstance(item, Face) and name == "faces":
        return [item]
    if isinstance(item, Face):
        topology = topology_of(item.owner)
        own = topology.edges_of({item.number})
        if name in ("edges", "wires"):
            return own
        ends = {tuple(round(value, 6) for value in point) for edge in own for point in edge.pieces.reshape(-1, 3)}
        return [point for point in topology.vertices if tuple(round(value, 6) for value in point) in ends]
    if isinstance(item, Spot):
        return [item.frame.origin] if name == "vertices" else []
    if (isinstance(item, Edge) and name == "edges") or (isinstance(item, Wire) and name == "wires"):
        return [item]
    raise UnsupportedConstruct(f"{name} of what is on the stack")


def motion(chain: Chain, name: str, given: Arguments) -> Chain:
    how = motion_of(name, given)
    items = tuple(carried(item, how) for item in chain.items)
    if name == "mirror" and given["union"]:
        items = (united(chain.solid, *(item for item in items if isinstance(item, Body))),)
    if name == "mirror" and any(isinstance(item, Wire) for item in items):
        raise UnsupportedConstruct("a mirrored outline")
    return replace(chain, items=items)


def carried(item: Item, how: Motion) -> Item:
    if isinstance(item, Body):
        return moved(item, how)
    if isinstance(item, Wire):
        return Wire(how.frame(item.frame), item.outline)
    if isinstance(item, Spot):
        return Spot(how.frame(item.frame))
    if isinstance(item, Curve):
        return replace(item, points=tuple(map(how.point, item.points)))
    raise UnsupportedConstruct("a motion of what is on the stack")


def motion_of(name: str, given: Arguments) -> Motion:
    if name == "translate":
        return translation(triple(given["vec"]))
    if name == "mirror":
        return _mirror(given)
    start, end = triple(given["axisStartPoint"]), triple(given["axisEndPoint"])
    if start == end:
        raise RefusedCall
    return rotation(start, plus(end, start, -1.0), number(given["angleDegrees"]))


def _mirror(given: Arguments) -> Motion:
    side, base = given["mirrorPlane"], given["basePointVector"]
    if isinstance(side, Chain) and len(side.items) == 1 and isinstance(side.items[0], Face):
        return reflection(side.items[0].surface.normal, side.items[0].centre)
    frame = named(side) if isinstance(side, str) else None
    normal = frame.z if frame is not None else triple(side)
    return reflection(normal, ORIGIN if base is None else triple(base))


def about_centre(chain: Chain, _name: str, given: Arguments) -> Chain:
    end, degrees = triple(given["axisEndPoint"]), number(given["angleDegrees"])

    def turned(item: Item) -> Item:
        return carried(item, rotation(centre_of(item, chain), end, degrees))

    return replace(chain, items=tuple(map(turned, chain.items)))


def ended(chain: Chain, _name: str, given: Arguments) -> Chain:
    """Back along the chain; what waits is shared by all of it."""
    earlier: Chain | None = chain
    for _ in range(count(given["n"])):
        earlier = earlier.before if earlier is not None else None
    if earlier is None:
        raise RefusedCall
    return replace(earlier, pending=chain.pending, path=chain.path, marks=chain.marks, tags=chain.tags)


def unchanged(chain: Chain, _name: str, _given: Arguments) -> Chain:
    return chain


def picked(chain: Chain, name: str, given: Arguments) -> Chain:
    if not chain.items:
        raise RefusedCall
    place = {"first": 0, "last": -1}.get(name, given.get("i"))
    if not isinstance(place, int) or not -len(chain.items) <= place < len(chain.items):
        raise RefusedCall
    return chain.holding(chain.items[place])


def combined_stack(chain: Chain, _name: str, _given: Arguments) -> Chain:
    bodies = [item for item in chain.items if isinstance(item, Body)]
    if len(bodies) != len(chain.items) or not bodies:
        raise UnsupportedConstruct("combine of what is on the stack")
    return chain.holding(united(*bodies))


PLACED: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {
    "Workplane": plane,
    "workplane": workplane,
    "transformed": transformed,
    "tag": tagged,
    "workplaneFromTagged": from_tag,
    "copyWorkplane": copied_plane,
    "center": center,
    "pushPoints": points,
    "rarray": rectangular,
    "polarArray": polar,
    "moveTo": moved_to,
    "move": moved_to,
    "faces": selected,
    "edges": selected,
    "vertices": selected,
    "wires": selected,
    "solids": selected,
    "compounds": selected,
    "translate": motion,
    "rotate": motion,
    "mirror": motion,
    "rotateAboutCenter": about_centre,
    "end": ended,
    "clean": unchanged,
    "combine": combined_stack,
    "first": picked,
    "last": picked,
    "item": picked,
}
