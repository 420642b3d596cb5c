"""Misuse of CadQuery's interface: names that do not exist, wrong arguments, a result that is none."""

import ast
from collections.abc import Iterator

from resources.domains.cad_modeling.faults.places import first_arguments, renamed
from resources.domains.cad_modeling.language.source import CadSource
from resources.domains.faults import Change
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "api"
_INVENTED = {
    "extrude": "linear_extrude",
    "fillet": "round",
    "cut": "subtract",
    "union": "fuse_all",
    "hole": "drill",
    "box": "cube",
    "circle": "circ",
    "workplane": "work_plane",
    "revolve": "rotate_extrude",
    "chamfer": "bevel",
}


@rule(_CATEGORY, "a method of another library is called")
def invented_method(source: CadSource) -> Iterator[Place]:
    for item in source.named(*_INVENTED):
        yield source.place(item.call, renamed(source, item, _INVENTED[item.name]))


@rule(_CATEGORY, "a keyword is passed that the method does not have")
def invented_keyword(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "extrude", "circle", "fillet", "rect", "shell"):
        start = source.start(argument)
        if len(item.call.args) == 1:
            yield source.place(item.call, source.change(start, start, "size="))


@rule(_CATEGORY, "a required argument is missing")
def argument_missing(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "extrude", "hole", "circle", "fillet", "chamfer", "cutBlind"):
        if len(item.call.args) == 1 and not item.call.keywords:
            yield source.place(item.call, source.replace(argument, ""))


@rule(_CATEGORY, "a number is passed as text")
def number_as_text(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "hole", "circle", "fillet", "chamfer"):
        yield source.place(item.call, source.replace(argument, 'f"{' + source.text(argument) + '}"'))


@rule(_CATEGORY, "the part is left under another name")
def result_renamed(source: CadSource) -> Iterator[Place]:
    names = [node for node in source.nodes if isinstance(node, ast.Name) and node.id == "result"]
    if names:
        yield source.place(names[0], *(source.replace(name, "part") for name in names))


@rule(_CATEGORY, "the result is a selection instead of the body")
def result_is_selection(source: CadSource) -> Iterator[Place]:
    yield from (source.place(node, _appended(source, node, ".faces()")) for node in _results(source))


@rule(_CATEGORY, "the sketch is never extruded")
def sketch_only(source: CadSource) -> Iterator[Place]:
    for item in source.named("extrude", "revolve"):
        yield source.place(item.call, source.removed(item))


@rule(_CATEGORY, "a module is not imported")
def import_missing(source: CadSource) -> Iterator[Place]:
    for statement in source.tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield source.place(statement, source.replace(statement, "pass"))


@rule(_CATEGORY, "something is imported that does not exist")
def import_misspelt(source: CadSource) -> Iterator[Place]:
    for statement in source.tree.body:
        if isinstance(statement, ast.Import) and statement.names[0].name == "cadquery":
            start = source.start(statement)
            yield source.place(statement, source.change(start, start, "from cadquery import Solid3\n"))


@rule(_CATEGORY, "a name is used that is never set")
def name_misspelt(source: CadSource) -> Iterator[Place]:
    seen: set[str] = set()
    for node in source.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and len(node.id) > 3 and node.id not in seen:
            seen.add(node.id)
            yield source.place(node, source.replace(node, node.id[:-1]))


def _results(source: CadSource) -> Iterator[ast.expr]:
    """The value that is left in `result` at last."""
    values = [
        statement.value
        for statement in source.tree.body
        if isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and statement.targets[0].id == "result"
    ]
    if values and isinstance(values[-1], ast.Call | ast.Name):
        yield values[-1]


def _appended(source: CadSource, node: ast.expr, text: str) -> Change:
    end = source.end(node)
    return source.change(end, end, text)
