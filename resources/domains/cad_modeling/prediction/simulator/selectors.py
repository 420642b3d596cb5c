"""CadQuery's string selectors, asked of faces, edges and corners that `topology` found.

`>Z`, `<Z`, `|Z`, `#Z`, `+Z`, `-Z`, `%PLANE`, indexed ones, the named views, `and`, `or`, `not`, `exc`, and brackets.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.cad_modeling.prediction.simulator.geometry import Triple, dot, unit
from resources.domains.cad_modeling.prediction.simulator.topology import Edge, Face
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

Item = Any
"""A Face, an Edge, or a corner as a Triple."""
_TOLERANCE = 1e-4
_AXES = {
    "X": (1.0, 0.0, 0.0),
    "Y": (0.0, 1.0, 0.0),
    "Z": (0.0, 0.0, 1.0),
    "XY": (1.0, 1.0, 0.0),
    "YZ": (0.0, 1.0, 1.0),
    "XZ": (1.0, 0.0, 1.0),
}
_VIEWS = {"front": ">Z", "back": "<Z", "left": "<X", "right": ">X", "top": ">Y", "bottom": "<Y"}
_NUMBER = r"\s*[-+]?\d*\.?\d+\s*"
_TOKEN = re.compile(
    r"\s*(?:(?P<word>and|or|not|exc(?:ept)?)\b|(?P<view>front|back|left|right|top|bottom)\b"
    r"|(?P<sign>>>|<<|[<>|#+-])?\s*(?P<axis>XY|XZ|YZ|X|Y|Z|\(" + _NUMBER + "," + _NUMBER + "," + _NUMBER + r"\))"
    r"\s*(?:\[\s*(?P<index>-?\s*\d+)\s*\])?|%\s*(?P<kind>[A-Za-z]+)|(?P<bracket>[()]))"
)
Chosen = list[Item]
Choice = Callable[[Chosen], Chosen]


def chosen(items: Sequence[Item], text: str) -> Chosen:
    """Raises UnsupportedConstruct for what is not read, and IndexError where CadQuery finds no such one."""
    reader = _Reader(text)
    choice = reader.any_of()
    if reader.left():
        raise UnsupportedConstruct("a selector that is not read")
    return choice(list(items))


@dataclass
class _Reader:
    """`or`, `and` and `exc` bind alike and to the left, as in CadQuery's grammar; `not` binds tighter."""

    text: str
    place: int = 0

    def left(self) -> bool:
        return bool(self.text[self.place :].strip())

    def token(self) -> re.Match[str]:
        match = _TOKEN.match(self.text, self.place)
        if match is None:
            raise UnsupportedConstruct("a selector that is not read")
        self.place = match.end()
        return match

    def any_of(self) -> Choice:
        choice = self.one()
        while self.left():
            before = self.place
            word = self.token()["word"]
            if word is None or word == "not":
                self.place = before
                return choice
            choice = _joined(word, choice, self.one())
        return choice

    def one(self) -> Choice:
        token = self.token()
        if token["word"] == "not":
            own = self.one()
            return lambda items: _without(items, own(items))
        if token["bracket"] == "(":
            own = self.any_of()
            if self.token()["bracket"] != ")":
                raise UnsupportedConstruct("a selector that is not read")
            return own
        if token["view"]:
            return _Reader(_VIEWS[token["view"]]).one()
        if token["kind"]:
            kind = token["kind"].upper()
            return lambda items: [item for item in items if kind_of(item) == kind]
        return _along(token["sign"] or "", _direction(token["axis"]), token["index"])


def _joined(word: str, one: Choice, other: Choice) -> Choice:
    if word == "and":
        return lambda items: _common(one(items), other(items))
    if word == "or":
        return lambda items: [*(first := one(items)), *_without(other(items), first)]
    return lambda items: _without(one(items), other(items))


def _without(items: Chosen, gone: Chosen) -> Chosen:
    ids = {id(item) for item in gone}
    return [item for item in items if id(item) not in ids]


def _common(items: Chosen, others: Chosen) -> Chosen:
    ids = {id(item) for item in others}
    return [item for item in items if id(item) in ids]


def _direction(text: str | None) -> Triple:
    if text is None:
        raise UnsupportedConstruct("a selector that is not read")
    if text in _AXES:
        return unit(_AXES[text])
    x, y, z = (float(part) for part in text.strip("()").split(","))
    return unit((x, y, z))


def _along(sign: str, way: Triple, index: str | None) -> Choice:
    if sign in ("", "+"):
        return lambda items: [i for i in items if (n := way_of(i)) is not None and dot(n, way) > 1 - _TOLERANCE]
    if sign == "-":
        return lambda items: [i for i in items if (n := way_of(i)) is not None and dot(n, way) < -1 + _TOLERANCE]
    if sign == "|":
        return lambda items: parallel(items, way)
    if sign == "#":
        return lambda items: [i for i in items if (n := way_of(i)) is not None and abs(dot(n, way)) < _TOLERANCE]
    number = -1 if index is None else int(index.replace(" ", ""))
    only_parallel = index is not None and len(sign) == 1
    return lambda items: _nth(parallel(items, way) if only_parallel else items, way, number, up=sign[0] == ">")


def parallel(items: Chosen, way: Triple) -> Chosen:
    return [i for i in items if (n := way_of(i)) is not None and abs(dot(n, way)) > 1 - _TOLERANCE]


def _nth(items: Chosen, way: Triple, number: int, *, up: bool) -> Chosen:
    """Of groups that lie equally far along a direction."""
    groups: list[Chosen] = []
    last = 0.0
    for item in sorted(items, key=lambda own: dot(centre_of(own), way)):
        level = dot(centre_of(item), way)
        if groups and level - last <= _TOLERANCE:
            groups[-1].append(item)
        else:
            groups.append([item])
        last = level
    return (groups if up else groups[::-1])[number]


def centre_of(item: Item) -> Triple:
    if isinstance(item, Face | Edge):
        return item.centre
    point: Triple = item
    return point


def way_of(item: Item) -> Triple | None:
    """The normal of a plane face, the direction of a straight edge; None of all else."""
    if isinstance(item, Face):
        return item.surface.normal if item.surface.kind == "PLANE" else None
    if isinstance(item, Edge):
        return item.way if item.kind == "LINE" else None
    return None


def kind_of(item: Item) -> str:
    if isinstance(item, Face):
        return item.surface.kind
    return item.kind if isinstance(item, Edge) else "VERTEX"
