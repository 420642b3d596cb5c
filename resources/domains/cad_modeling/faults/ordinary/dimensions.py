"""Faults of size: wrong numbers, radius for diameter, swapped lengths, no thickness."""

import ast
from collections.abc import Iterator

from resources.domains.cad_modeling.faults.places import bound, constants, first_arguments
from resources.domains.cad_modeling.language.source import CadSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "dimension"
_ROUND = ("circle", "cylinder", "sphere", "polygon")


@rule(_CATEGORY, "a number is larger than the task asks")
def dimension_too_large(source: CadSource) -> Iterator[Place]:
    for node in constants(source):
        assert isinstance(node.value, int | float)
        value = node.value + max(1, node.value // 10) if isinstance(node.value, int) else round(node.value * 1.1, 4)
        yield source.place(node, source.replace(node, repr(value)))


@rule(_CATEGORY, "a dimension is a tenth of what it should be")
def dimension_digit_lost(source: CadSource) -> Iterator[Place]:
    for node in constants(source):
        if isinstance(node.value, float):
            yield source.place(node, source.replace(node, repr(round(node.value / 10, 6))))


@rule(_CATEGORY, "a diameter is passed where a radius is asked for")
def diameter_for_radius(source: CadSource) -> Iterator[Place]:
    for item in source.named(*_ROUND):
        for argument in item.call.args:
            if isinstance(argument, ast.BinOp) and isinstance(argument.op, ast.Div) and _is(argument.right, 2):
                yield source.place(argument, source.replace(argument, source.text(argument.left)))


@rule(_CATEGORY, "a radius is passed where a diameter is asked for")
def radius_for_diameter(source: CadSource) -> Iterator[Place]:
    for _, argument in first_arguments(source, "hole", "cboreHole", "cskHole", "polygon"):
        yield source.place(argument, source.replace(argument, f"{bound(source, argument)} / 2"))


@rule(_CATEGORY, "length and width are swapped")
def lengths_swapped(source: CadSource) -> Iterator[Place]:
    for item in source.named("box", "rect", "slot2D"):
        if len(item.call.args) >= 2:
            first, second = item.call.args[:2]
            if source.text(first) != source.text(second):
                yield source.place(
                    item.call, source.replace(first, source.text(second)), source.replace(second, source.text(first))
                )


@rule(_CATEGORY, "an extrusion has no height")
def zero_thickness(source: CadSource) -> Iterator[Place]:
    for _, argument in first_arguments(source, "extrude"):
        yield source.place(argument, source.replace(argument, "0"))


@rule(_CATEGORY, "an extrusion reaches half as far")
def extrusion_too_short(source: CadSource) -> Iterator[Place]:
    for _, argument in first_arguments(source, "extrude", "twistExtrude"):
        yield source.place(argument, source.replace(argument, f"{bound(source, argument)} / 2"))


@rule(_CATEGORY, "a cut does not reach as deep as it should")
def cut_too_shallow(source: CadSource) -> Iterator[Place]:
    for _, argument in first_arguments(source, "cutBlind"):
        yield source.place(argument, source.replace(argument, f"{bound(source, argument)} / 2"))


def _is(node: ast.expr, value: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == value
