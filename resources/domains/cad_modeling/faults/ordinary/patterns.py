"""Faults of patterns: one instance too few or too many, wrong spacing, half a circle."""

import ast
from collections.abc import Iterator

from resources.domains.cad_modeling.faults.places import bound, point_lists
from resources.domains.cad_modeling.language.source import CadSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "pattern"
_COUNTS = {"rarray": (2, 3), "polarArray": (3,)}


def _counts(source: CadSource) -> Iterator[ast.expr]:
    for item in source.named(*_COUNTS):
        positions = _COUNTS[item.name]
        yield from (item.call.args[position] for position in positions if len(item.call.args) > position)
        yield from (keyword.value for keyword in item.call.keywords if keyword.arg in ("count", "xCount", "yCount"))


@rule(_CATEGORY, "a pattern has one instance too few")
def pattern_one_less(source: CadSource) -> Iterator[Place]:
    for count in _counts(source):
        yield source.place(count, source.replace(count, f"{bound(source, count)} - 1"))


@rule(_CATEGORY, "a pattern has one instance too many")
def pattern_one_more(source: CadSource) -> Iterator[Place]:
    for count in _counts(source):
        yield source.place(count, source.replace(count, f"{bound(source, count)} + 1"))


@rule(_CATEGORY, "a polar pattern covers half of the circle")
def half_circle(source: CadSource) -> Iterator[Place]:
    for item in source.named("polarArray"):
        if len(item.call.args) > 2:
            yield source.place(item.call, source.replace(item.call.args[2], "180"))


@rule(_CATEGORY, "a pattern's radius or spacing is wrong")
def spacing_changed(source: CadSource) -> Iterator[Place]:
    for item in source.named("polarArray", "rarray"):
        if item.call.args:
            spacing = item.call.args[0]
            yield source.place(item.call, source.replace(spacing, f"{bound(source, spacing)} * 1.2"))


@rule(_CATEGORY, "a loop ends one round early")
def loop_too_short(source: CadSource) -> Iterator[Place]:
    for node in source.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range" and node.args:
            last = node.args[min(1, len(node.args) - 1)]
            yield source.place(node, source.replace(last, f"{bound(source, last)} - 1"))


@rule(_CATEGORY, "one of the listed places is left out")
def place_left_out(source: CadSource) -> Iterator[Place]:
    for node, points in point_lists(source, 2):
        above = source.parents.get(node)
        named = isinstance(above, ast.Assign) and "pos" in ast.unparse(above.targets[0])
        called = (
            isinstance(above, ast.Call) and isinstance(above.func, ast.Attribute) and above.func.attr == "pushPoints"
        )
        if named or called:
            yield source.place(node, source.change(source.start(points[0]), source.start(points[1]), ""))
