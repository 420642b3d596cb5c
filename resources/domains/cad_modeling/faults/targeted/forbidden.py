"""Targeted at REJECTED: what scripts of other projects do, and what a part has no use for."""

from collections.abc import Iterator

from resources.domains.cad_modeling.faults.places import at_end, at_start, between
from resources.domains.cad_modeling.language.source import CadSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "forbidden construct"
_MODULES = ("os", "sys", "numpy as np", "random", "copy", "operator", "time", "json", "ocp_vscode")
_FROM = ("pathlib import Path", "copy import deepcopy", "random import uniform", "operator import itemgetter")
_FILES = ("part.step", "part.stl", "output/part.step", "part.dxf", "part.svg")


@rule(_CATEGORY, "a module is imported that a part may not use")
def foreign_import(source: CadSource) -> Iterator[Place]:
    yield from at_start(source, *(f"import {name}" for name in _MODULES), *(f"from {name}" for name in _FROM))


@rule(_CATEGORY, "the part is exported to a file")
def part_exported(source: CadSource) -> Iterator[Place]:
    yield from at_end(source, *(f'cq.exporters.export(result, "{file}")' for file in _FILES))
    yield from at_end(source, *(f'result.val().export{kind}("part.out")' for kind in ("Step", "Stl", "Brep")))


@rule(_CATEGORY, "a starting shape is read from a file")
def shape_imported(source: CadSource) -> Iterator[Place]:
    yield from between(
        source, *(f'base = cq.importers.importStep("{name}")' for name in ("base.step", "/tmp/part.step"))
    )


@rule(_CATEGORY, "a table is read from a file")
def file_opened(source: CadSource) -> Iterator[Place]:
    for name in ("dimensions.txt", "task.json", "/etc/hostname"):
        yield from between(source, f'dimensions = open("{name}").read()')


@rule(_CATEGORY, "OCCT's own object behind the part is used")
def wrapped_shape_used(source: CadSource) -> Iterator[Place]:
    yield from at_end(source, "shape = result.val().wrapped", "print(result.val().wrapped.ShapeType())")
    yield from at_end(source, "result.objects[0].wrapped.Reverse()", "result.ctx.pendingWires.clear()")


@rule(_CATEGORY, "the part is shown, as in an editor")
def part_shown(source: CadSource) -> Iterator[Place]:
    yield from at_end(source, "cq.vis.show(result)", "from cadquery.vis import show\nshow(result)")


@rule(_CATEGORY, "a dimension is found by evaluating text")
def text_evaluated(source: CadSource) -> Iterator[Place]:
    for text in ('scale = eval("1.0")', 'exec("scale = 1.0")', 'scale = globals().get("scale", 1.0)', "names = vars()"):
        yield from between(source, text)


@rule(_CATEGORY, "the user is asked for a dimension")
def user_asked(source: CadSource) -> Iterator[Place]:
    yield from between(source, 'scale = float(input("scale: "))', 'confirmed = input("continue? ")')
