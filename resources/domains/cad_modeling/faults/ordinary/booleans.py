"""Faults of combining bodies: cut for union, missing combine, a feature left out."""

import ast
from collections.abc import Iterator

from resources.domains.cad_modeling.faults.places import renamed
from resources.domains.cad_modeling.language.source import CadSource, MethodCall
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "boolean"
_BODIES = frozenset({"box", "extrude", "revolve", "cylinder", "sphere", "union", "cut", "shell", "fillet", "chamfer"})


@rule(_CATEGORY, "an extrusion is not combined with the body")
def combine_missing(source: CadSource) -> Iterator[Place]:
    for item in source.named("extrude", "revolve", "loft", "sweep"):
        own = any(keyword.arg == "combine" for keyword in item.call.keywords)
        if item.call.args and not own and _has_body_before(item):
            end = source.end(item.call) - 1
            yield source.place(item.call, source.change(end, end, ", combine=False"))


@rule(_CATEGORY, "a body is added that should be taken away")
def cut_becomes_union(source: CadSource) -> Iterator[Place]:
    for item in source.named("cut"):
        yield source.place(item.call, renamed(source, item, "union"))


@rule(_CATEGORY, "a body is taken away that should be added")
def union_becomes_cut(source: CadSource) -> Iterator[Place]:
    for item in source.named("union"):
        yield source.place(item.call, renamed(source, item, "cut"))


@rule(_CATEGORY, "only the common part of two bodies is kept")
def becomes_intersection(source: CadSource) -> Iterator[Place]:
    for item in source.named("union", "cut"):
        yield source.place(item.call, renamed(source, item, "intersect"))


@rule(_CATEGORY, "a boolean step is left out")
def boolean_left_out(source: CadSource) -> Iterator[Place]:
    for item in source.named("union", "cut", "intersect"):
        yield source.place(item.call, source.removed(item))


@rule(_CATEGORY, "a hole is left out")
def hole_left_out(source: CadSource) -> Iterator[Place]:
    for item in source.named("hole", "cboreHole", "cskHole", "cutThruAll", "cutBlind"):
        yield source.place(item.call, source.removed(item))


@rule(_CATEGORY, "a through cut ends inside the material")
def through_becomes_blind(source: CadSource) -> Iterator[Place]:
    for item in source.named("cutThruAll"):
        yield source.place(item.call, source.change(item.start, source.end(item.call), "cutBlind(-1)"))
    for item in source.named("hole"):
        if len(item.call.args) == 1 and not item.call.keywords:
            end = source.end(item.call.args[0])
            yield source.place(item.call, source.change(end, end, ", 1"))


@rule(_CATEGORY, "a pocket is extruded instead of cut")
def pocket_becomes_boss(source: CadSource) -> Iterator[Place]:
    for item in source.named("cutBlind"):
        yield source.place(item.call, renamed(source, item, "extrude"))


@rule(_CATEGORY, "an extrusion cuts")
def boss_becomes_pocket(source: CadSource) -> Iterator[Place]:
    for item in source.named("extrude"):
        if len(item.call.args) == 1 and not item.call.keywords:
            yield source.place(item.call, renamed(source, item, "cutBlind"))


def _has_body_before(item: MethodCall) -> bool:
    """Whether the chain has made a body before this call."""
    assert isinstance(item.call.func, ast.Attribute)
    before = ast.walk(item.call.func.value)
    return any(isinstance(node, ast.Attribute) and node.attr in _BODIES for node in before)
