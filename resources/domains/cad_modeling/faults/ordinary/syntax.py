"""Faults that Python's parser refuses: lost brackets, quotes, colons and commas, broken indentation."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from resources.domains.cad_modeling.language.source import CadSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "syntax"


@rule(_CATEGORY, "a closing bracket is missing")
def bracket_lost(source: CadSource) -> Iterator[Place]:
    for item in source.calls:
        end = source.end(item.call)
        yield source.place(item.call, source.change(end - 1, end, ""))


@rule(_CATEGORY, "two closing brackets are too many")
def bracket_doubled(source: CadSource) -> Iterator[Place]:
    for item in source.calls[-1:]:
        end = source.end(item.call)
        yield source.place(item.call, source.change(end, end, "))"))


@rule(_CATEGORY, "a quote is missing")
def quote_lost(source: CadSource) -> Iterator[Place]:
    for node in source.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and source.text(node).count('"') == 2:
            end = source.end(node)
            yield source.place(node, source.change(end - 1, end, ""))


@rule(_CATEGORY, "a comma between arguments is missing")
def comma_lost(source: CadSource) -> Iterator[Place]:
    for item in source.calls:
        for first, second in pairwise(item.call.args):
            if isinstance(second, ast.Tuple | ast.List):
                continue  # `f(a (b))` is a call
            yield source.place(item.call, source.change(source.end(first), source.start(second), " "))


@rule(_CATEGORY, "a line is indented without a block")
def indented(source: CadSource) -> Iterator[Place]:
    for before, statement in pairwise(source.tree.body):
        if isinstance(before, ast.For | ast.While | ast.If | ast.FunctionDef | ast.ClassDef):
            continue  # the line would become the last of that block
        start = source.start(statement)
        yield source.place(statement, source.change(start, start, "    "))


@rule(_CATEGORY, "a colon is missing")
def colon_lost(source: CadSource) -> Iterator[Place]:
    for node in source.nodes:
        if isinstance(node, ast.For | ast.FunctionDef):
            start, end = source.start(node), source.start(node.body[0])
            colon = source.code.rfind(":", start, end)
            if colon >= 0 and "#" not in source.code[start:end]:
                yield source.place(node, source.change(colon, colon + 1, ""))


@rule(_CATEGORY, "an operator is doubled")
def equals_doubled(source: CadSource) -> Iterator[Place]:
    for statement in source.tree.body:
        if isinstance(statement, ast.Assign):
            start = source.start(statement.value)
            opening = source.code.find("=", source.end(statement.targets[0]), start + 1)
            if opening >= 0:
                yield source.place(statement, source.change(opening, opening + 1, "= ="))
