"""Faults of edges and shells: fillets that are too large, lost or on other edges; selectors that match nothing."""

import ast
from collections.abc import Iterator

from resources.domains.cad_modeling.faults.places import bound, first_arguments, negated, renamed, selectors
from resources.domains.cad_modeling.language.source import CadSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "detail"


@rule(_CATEGORY, "a fillet or chamfer is larger than its edges allow")
def fillet_too_large(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "fillet", "chamfer"):
        yield source.place(item.call, source.replace(argument, f"{bound(source, argument)} * 20"))


@rule(_CATEGORY, "a fillet's radius is wrong")
def fillet_radius_doubled(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "fillet", "chamfer"):
        yield source.place(item.call, source.replace(argument, f"{bound(source, argument)} * 2"))


@rule(_CATEGORY, "a fillet or chamfer is left out")
def fillet_left_out(source: CadSource) -> Iterator[Place]:
    for item in source.named("fillet", "chamfer"):
        yield source.place(item.call, source.removed(item))


@rule(_CATEGORY, "a fillet is made as a chamfer, or the other way round")
def fillet_becomes_chamfer(source: CadSource) -> Iterator[Place]:
    for item, _ in first_arguments(source, "fillet", "chamfer"):
        if len(item.call.args) == 1:
            yield source.place(item.call, renamed(source, item, "chamfer" if item.name == "fillet" else "fillet"))


@rule(_CATEGORY, "a selector matches nothing")
def selector_matches_nothing(source: CadSource) -> Iterator[Place]:
    for item, argument in selectors(source, r"[<>|#]{1,2}[XYZ](\[-?\d+\])?"):
        text = str(argument.value)
        yield source.place(item.call, source.replace(argument, f'"{text} and %SPHERE"'))


@rule(_CATEGORY, "a selector has a wrong sign in it")
def selector_misspelt(source: CadSource) -> Iterator[Place]:
    for item, argument in selectors(source, r"[<>|#][XYZ]"):
        yield source.place(item.call, source.replace(argument, f'"{str(argument.value)[0]}Q"'))


@rule(_CATEGORY, "all edges or faces are taken instead of some")
def selector_forgotten(source: CadSource) -> Iterator[Place]:
    for item, argument in selectors(source, r".+"):
        follows = source.parents.get(item.call)
        after = follows.attr if isinstance(follows, ast.Attribute) else ""
        if after in ("fillet", "chamfer", "shell", "edges"):
            yield source.place(item.call, source.replace(argument, ""))


@rule(_CATEGORY, "a shell grows to the other side")
def shell_reversed(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "shell"):
        yield source.place(item.call, negated(source, argument))


@rule(_CATEGORY, "a shell is thicker than the body")
def shell_too_thick(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "shell"):
        yield source.place(item.call, source.replace(argument, f"{bound(source, argument)} * 30"))


@rule(_CATEGORY, "walls are half as thick")
def wall_too_thin(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "shell", "offset2D"):
        yield source.place(item.call, source.replace(argument, f"{bound(source, argument)} / 2"))
