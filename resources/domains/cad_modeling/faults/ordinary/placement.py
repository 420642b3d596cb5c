"""Faults of place: wrong plane, axis, sign, side, origin."""

import ast
from collections.abc import Iterator

from resources.domains.cad_modeling.faults.places import (
    bound,
    first_arguments,
    negated,
    point_lists,
    selectors,
)
from resources.domains.cad_modeling.language.source import CadSource, MethodCall
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "placement"
_OTHER_PLANE = {"XY": "XZ", "XZ": "XY", "YZ": "XZ", "ZX": "XY", "YX": "XY", "ZY": "YZ"}
_OTHER_AXIS = {"X": "Y", "Y": "Z", "Z": "X"}
_OTHER_SIDE = {">": "<", "<": ">"}


@rule(_CATEGORY, "the sketch lies in another plane")
def wrong_plane(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "Workplane"):
        if isinstance(argument, ast.Constant) and argument.value in _OTHER_PLANE:
            yield source.place(item.call, source.replace(argument, f'"{_OTHER_PLANE[str(argument.value)]}"'))


@rule(_CATEGORY, "an extrusion runs to the other side")
def extrusion_reversed(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "extrude"):
        if not any(keyword.arg == "both" for keyword in item.call.keywords):
            yield source.place(argument, negated(source, argument))


@rule(_CATEGORY, "a selector names another axis")
def wrong_axis(source: CadSource) -> Iterator[Place]:
    for _, argument in selectors(source, r"[<>|#]{1,2}[XYZ](\[-?\d+\])?"):
        text = str(argument.value)
        letter = next(letter for letter in text if letter in _OTHER_AXIS)
        yield source.place(argument, source.replace(argument, f'"{text.replace(letter, _OTHER_AXIS[letter])}"'))


@rule(_CATEGORY, "a selector takes the opposite side")
def opposite_side(source: CadSource) -> Iterator[Place]:
    for item, argument in selectors(source, r"[<>][XYZ]"):
        if _drills_through(source, item):
            continue
        text = str(argument.value)
        yield source.place(argument, source.replace(argument, f'"{_OTHER_SIDE[text[0]]}{text[1]}"'))


@rule(_CATEGORY, "a coordinate has the wrong sign")
def coordinate_sign(source: CadSource) -> Iterator[Place]:
    for item in source.named("center", "moveTo", "lineTo", "translate"):
        arguments = item.call.args
        if len(arguments) == 1 and isinstance(arguments[0], ast.Tuple):
            arguments = arguments[0].elts
        for argument in arguments[:3]:
            if not (isinstance(argument, ast.Constant) and argument.value in (0, 0.0)):
                yield source.place(item.call, negated(source, argument))


@rule(_CATEGORY, "the coordinates of a point are swapped")
def point_swapped(source: CadSource) -> Iterator[Place]:
    for _, points in point_lists(source, 1):
        for point in points:
            first, second = point.elts[:2]
            if source.text(first) != source.text(second):
                yield source.place(
                    point, source.replace(first, source.text(second)), source.replace(second, source.text(first))
                )


@rule(_CATEGORY, "a body is centred where it should stand on its plane")
def centred_by_default(source: CadSource) -> Iterator[Place]:
    for item in source.named("box", "cylinder", "sphere", "rect"):
        for keyword in item.call.keywords:
            if keyword.arg == "centered" and item.call.args:
                yield source.place(
                    item.call, source.change(source.end(item.call.args[-1]), source.end(keyword.value), "")
                )


@rule(_CATEGORY, "a workplane's offset is forgotten")
def offset_forgotten(source: CadSource) -> Iterator[Place]:
    for item in source.named("workplane"):
        for keyword in item.call.keywords:
            if keyword.arg == "offset":
                yield source.place(item.call, source.replace(keyword.value, "0"))


@rule(_CATEGORY, "a rotation turns the other way or not far enough")
def angle_changed(source: CadSource) -> Iterator[Place]:
    for item in source.named("rotate", "rotateAboutCenter", "revolve", "twistExtrude"):
        position = {"rotate": 2, "rotateAboutCenter": 1, "revolve": 0, "twistExtrude": 1}[item.name]
        if len(item.call.args) > position:
            angle = item.call.args[position]
            yield source.place(item.call, source.replace(angle, f"{bound(source, angle)} / 2"))


def _drills_through(source: CadSource, item: MethodCall) -> bool:
    """A selection whose workplane only serves a through hole: the opposite face serves as well."""
    names, above = [], source.parents.get(item.call)
    while isinstance(above, ast.Attribute | ast.Call):
        if isinstance(above, ast.Attribute):
            names.append(above.attr)
        above = source.parents.get(above)
    return names[:1] == ["workplane"] and bool({"hole", "cutThruAll"} & set(names))
