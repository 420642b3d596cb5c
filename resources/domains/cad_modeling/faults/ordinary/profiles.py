"""Faults of outlines and of touching bodies: open wires, crossing lines, lost corners, tangent bores."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from resources.domains.cad_modeling.faults.places import bound, point_lists
from resources.domains.cad_modeling.language.source import CadSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "profile"


@rule(_CATEGORY, "an outline is not closed")
def open_wire(source: CadSource) -> Iterator[Place]:
    for item in source.named("close"):
        yield source.place(item.call, source.removed(item))


@rule(_CATEGORY, "an outline crosses itself")
def self_intersection(source: CadSource) -> Iterator[Place]:
    for node, points in point_lists(source, 4):
        first, second = points[1:3]
        if _feeds(source, node, "polyline", "spline"):
            yield source.place(
                node, source.replace(first, source.text(second)), source.replace(second, source.text(first))
            )


@rule(_CATEGORY, "a corner of an outline is lost")
def corner_lost(source: CadSource) -> Iterator[Place]:
    for node, points in point_lists(source, 4):
        if _feeds(source, node, "polyline", "spline"):
            for point, after in pairwise(points[1:]):
                yield source.place(node, source.change(source.start(point), source.start(after), ""))


@rule(_CATEGORY, "a bore touches a side face from inside")
def tangent_bore(source: CadSource) -> Iterator[Place]:
    sizes = [item.call.args for item in source.named("box", "rect") if len(item.call.args) >= 2]
    for item in source.named("hole"):
        if sizes and item.call.args:
            length, diameter = bound(source, sizes[0][0]), bound(source, item.call.args[0])
            moved = f"center(({length} - {diameter}) / 2, 0).{item.name}"
            yield source.place(item.call, source.change(item.start, item.end, moved))


@rule(_CATEGORY, "an outline shrinks to a line")
def profile_without_width(source: CadSource) -> Iterator[Place]:
    for item in source.named("rect"):
        if len(item.call.args) >= 2:
            yield source.place(item.call, source.replace(item.call.args[1], "0"))


@rule(_CATEGORY, "a curve becomes straight")
def arc_becomes_line(source: CadSource) -> Iterator[Place]:
    for item in source.named("threePointArc", "tangentArcPoint", "radiusArc"):
        if item.call.args:
            end = item.call.args[1 if item.name == "threePointArc" and len(item.call.args) > 1 else 0]
            yield source.place(
                item.call, source.change(item.start, source.end(item.call), f"lineTo(*{bound(source, end)})")
            )


def _feeds(source: CadSource, node: ast.List, *methods: str) -> bool:
    """Whether the list is an argument of one of these methods, directly or by its name."""
    above = source.parents.get(node)
    if isinstance(above, ast.Call):
        return isinstance(above.func, ast.Attribute) and above.func.attr in methods
    if not (isinstance(above, ast.Assign) and isinstance(above.targets[0], ast.Name)):
        return False
    name = above.targets[0].id
    return any(
        isinstance(part, ast.Name) and part.id == name for item in source.named(*methods) for part in item.call.args
    )
