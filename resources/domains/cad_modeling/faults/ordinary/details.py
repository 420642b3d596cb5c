"""Faults of edges and shells: fillets that are too large, lost or on other edges; selectors that match nothing."""

import ast
from collections.abc import Iterator

from resources.domains.cad_modeling.faults.places import bound, first_arguments, negated, renamed, selectors
from resources.domains.cad_modeling.language.source import CadSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "detail"


@rule(
    _CATEGORY,
    "a fillet or chamfer is larger than its edges allow",
    symptom="OCCT gives up, or builds faces that cannot be oriented",
    repair="the radius must stay below half of the shortest neighbouring length",
)
def fillet_too_large(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "fillet", "chamfer"):
        yield source.place(item.call, source.replace(argument, f"{bound(source, argument)} * 20"))


@rule(
    _CATEGORY,
    "a fillet's radius is wrong",
    symptom="volume and area are off by a little",
    repair="take the radius from the task",
)
def fillet_radius_doubled(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "fillet", "chamfer"):
        yield source.place(item.call, source.replace(argument, f"{bound(source, argument)} * 2"))


@rule(
    _CATEGORY,
    "a fillet or chamfer is left out",
    symptom="edges are sharp: area and volume differ slightly",
    repair="treat the edges that the task names",
)
def fillet_left_out(source: CadSource) -> Iterator[Place]:
    for item in source.named("fillet", "chamfer"):
        yield source.place(item.call, source.removed(item))


@rule(
    _CATEGORY,
    "a fillet is made as a chamfer, or the other way round",
    symptom="edges are broken flat instead of round",
    repair="use the one that the task names",
)
def fillet_becomes_chamfer(source: CadSource) -> Iterator[Place]:
    for item, _ in first_arguments(source, "fillet", "chamfer"):
        if len(item.call.args) == 1:
            yield source.place(item.call, renamed(source, item, "chamfer" if item.name == "fillet" else "fillet"))


@rule(
    _CATEGORY,
    "a selector matches nothing",
    symptom="the next step finds no edge or face to work on",
    repair="use a selector that names existing edges or faces",
)
def selector_matches_nothing(source: CadSource) -> Iterator[Place]:
    for item, argument in selectors(source, r"[<>|#]{1,2}[XYZ](\[-?\d+\])?"):
        text = str(argument.value)
        yield source.place(item.call, source.replace(argument, f'"{text} and %SPHERE"'))


@rule(
    _CATEGORY,
    "a selector has a wrong sign in it",
    symptom="the selector's grammar refuses the string",
    repair="axes are X, Y and Z",
)
def selector_misspelt(source: CadSource) -> Iterator[Place]:
    for item, argument in selectors(source, r"[<>|#][XYZ]"):
        yield source.place(item.call, source.replace(argument, f'"{str(argument.value)[0]}Q"'))


@rule(
    _CATEGORY,
    "all edges or faces are taken instead of some",
    symptom="a fillet or shell works on edges or faces that it should leave",
    repair="select the edges or faces that the task names",
)
def selector_forgotten(source: CadSource) -> Iterator[Place]:
    for item, argument in selectors(source, r".+"):
        follows = source.parents.get(item.call)
        after = follows.attr if isinstance(follows, ast.Attribute) else ""
        if after in ("fillet", "chamfer", "shell", "edges"):
            yield source.place(item.call, source.replace(argument, ""))


@rule(
    _CATEGORY,
    "a shell grows to the other side",
    symptom="walls stand outside the given size, or inside it",
    repair="a negative thickness keeps the outer size",
)
def shell_reversed(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "shell"):
        yield source.place(item.call, negated(source, argument))


@rule(
    _CATEGORY,
    "a shell is thicker than the body",
    symptom="the body stays solid, without an error",
    repair="the walls must fit into the body",
)
def shell_too_thick(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "shell"):
        yield source.place(item.call, source.replace(argument, f"{bound(source, argument)} * 30"))


@rule(
    _CATEGORY,
    "walls are half as thick",
    symptom="the volume is too small and a wall is too thin",
    repair="keep the least wall thickness that the task names",
)
def wall_too_thin(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "shell", "offset2D"):
        yield source.place(item.call, source.replace(argument, f"{bound(source, argument)} / 2"))
