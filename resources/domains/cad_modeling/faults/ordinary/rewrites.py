"""Equivalent rewrites: other texts of the same part, as another engineer would have written it."""

import ast
from collections.abc import Iterator

from resources.domains.cad_modeling.faults.places import bound, first_arguments, is_number
from resources.domains.cad_modeling.language.source import CadSource
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule

_KEYWORDS = {"hole": "diameter", "fillet": "radius", "circle": "radius", "extrude": "until", "chamfer": "length"}


@rule(EQUIVALENT, "a whole number is written without a point")
def float_as_integer(source: CadSource) -> Iterator[Place]:
    for node in source.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value.is_integer():
            yield source.place(node, source.replace(node, str(int(node.value))))


@rule(EQUIVALENT, "a number is written with more places", is_noise=True)
def float_with_more_places(source: CadSource) -> Iterator[Place]:
    for node in source.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and source.text(node).count(".") == 1:
            yield source.place(node, source.replace(node, f"{source.text(node)}00"))


@rule(EQUIVALENT, "half is written as a product")
def half_as_product(source: CadSource) -> Iterator[Place]:
    for node in source.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and _two(node.right):
            sign = source.code.find("/", source.end(node.left), source.start(node.right))
            if sign >= 0:
                yield source.place(node, source.change(sign, source.end(node.right), "* 0.5"))


@rule(EQUIVALENT, "the plane is left at its default")
def default_plane(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, "Workplane"):
        alone = len(item.call.args) + len(item.call.keywords) == 1
        if alone and isinstance(argument, ast.Constant) and argument.value == "XY":
            yield source.place(item.call, source.replace(argument, ""))


@rule(EQUIVALENT, "an argument is passed by name")
def argument_by_name(source: CadSource) -> Iterator[Place]:
    for item, argument in first_arguments(source, *_KEYWORDS):
        if len(item.call.args) == 1:
            start = source.start(argument)
            yield source.place(item.call, source.change(start, start, f"{_KEYWORDS[item.name]}="))


@rule(EQUIVALENT, "a comment is added", is_noise=True)
def comment_added(source: CadSource) -> Iterator[Place]:
    for statement in source.tree.body[1:]:
        start = source.start(statement)
        yield source.place(statement, source.change(start, start, f"# {source.context(statement)}\n"))


@rule(EQUIVALENT, "a blank line is added")
def blank_line_added(source: CadSource) -> Iterator[Place]:
    for statement in source.tree.body[1:]:
        start = source.start(statement)
        yield source.place(statement, source.change(start, start, "\n"))


@rule(EQUIVALENT, "strings have single quotes")
def single_quotes(source: CadSource) -> Iterator[Place]:
    for node in source.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = source.text(node)
            if text[:1] == text[-1:] == '"' and text.count('"') == 2 and "'" not in text and "\\" not in text:
                yield source.place(node, source.replace(node, f"'{text[1:-1]}'"))


@rule(EQUIVALENT, "the part is moved by nothing", is_noise=True)
def moved_by_nothing(source: CadSource) -> Iterator[Place]:
    for item in source.named("Workplane"):
        above: ast.AST = item.call
        while isinstance(source.parents.get(above), ast.Attribute | ast.Call):
            above = source.parents[above]
        follows = source.parents.get(above)
        solid = isinstance(above, ast.Call) and isinstance(above.func, ast.Attribute) and above.func.attr in _BODIES
        if solid and isinstance(follows, ast.Assign) and isinstance(above, ast.expr):
            end = source.end(above)
            yield source.place(above, source.change(end, end, ".translate((0, 0, 0))"))


_BODIES = ("box", "extrude", "hole", "fillet", "chamfer", "cut", "union", "revolve", "shell", "cutThruAll", "cutBlind")


@rule(EQUIVALENT, "an expression stands in parentheses", is_noise=True)
def parenthesised(source: CadSource) -> Iterator[Place]:
    for node in source.nodes:
        if isinstance(node, ast.BinOp):
            yield source.place(node, source.replace(node, f"({source.text(node)})"))


@rule(EQUIVALENT, "the operands of a sum or product change places")
def operands_swapped(source: CadSource) -> Iterator[Place]:
    for node in source.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
            sides = (node.left, node.right)
            # A sum of names may be one of lists, which does not commute.
            known = isinstance(node.op, ast.Mult) or any(map(is_number, sides))
            if known and all(isinstance(side, ast.Name) or is_number(side) for side in sides):
                sign = "+" if isinstance(node.op, ast.Add) else "*"
                text = f"{bound(source, node.right)} {sign} {bound(source, node.left)}"
                yield source.place(node, source.replace(node, text))


@rule(EQUIVALENT, "a variable has another name")
def variable_renamed(source: CadSource) -> Iterator[Place]:
    taken = {node.id for node in source.nodes if isinstance(node, ast.Name)}
    arguments = {node.arg for node in source.nodes if isinstance(node, ast.arg)}
    for name in sorted(_stored(source) - arguments - {"result"}):
        new = f"{name}_mm"
        if new not in taken:
            uses = [node for node in source.nodes if isinstance(node, ast.Name) and node.id == name]
            yield source.place(uses[0], *(source.replace(use, new) for use in uses))


@rule(EQUIVALENT, "the result is named before it is left")
def named_before(source: CadSource) -> Iterator[Place]:
    names = [node for node in source.nodes if isinstance(node, ast.Name) and node.id == "result"]
    if len(names) == 1 and source.code.endswith("\n") and "part" not in _stored(source):
        end = len(source.code)
        yield source.place(names[0], source.replace(names[0], "part"), source.change(end, end, "result = part\n"))


def _stored(source: CadSource) -> set[str]:
    return {node.id for node in source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _two(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 2
