"""Triton faults of numerics: casts, reductions, functions, signs, constants, comparisons."""

import ast
from collections.abc import Iterator

from resources.domains.gpu_kernels.faults.ordinary.categories import NUMERICS
from resources.domains.gpu_kernels.language.triton_source import TritonSource, keyword_named
from resources.domains.toolkit.rules import Place, rule

_REDUCTIONS = {"sum": "max", "max": "sum", "min": "max", "argmax": "argmin", "argmin": "argmax"}
_ELEMENTWISE = {
    "maximum": "minimum", "minimum": "maximum", "exp": "exp2", "exp2": "exp", "log": "log2", "log2": "log",
    "sqrt": "rsqrt", "rsqrt": "sqrt", "sin": "cos", "cos": "sin", "sigmoid": "exp", "floor": "ceil",
}  # fmt: skip


@rule(NUMERICS, "A cast is missing.")
def cast_missing(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "to":
            yield source.place(node, source.keep(node, node.func.value))


@rule(NUMERICS, "The maximum is not subtracted before the exponential.")
def maximum_not_subtracted(source: TritonSource) -> Iterator[Place]:
    names = {
        target.id
        for node in source.in_kernels()
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Name) and source.language_name(node.value) in ("max", "maximum")
    }
    for node in source.in_kernels():
        if (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Sub)
            and _mentions_maximum(source, node.right, names)
        ):
            yield source.place(node, source.keep(node, node.left))


@rule(NUMERICS, "A factor is missing.")
def factor_missing(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and not source.is_address(node):
            yield source.place(node, source.keep(node, node.left))


@rule(NUMERICS, "The small constant that keeps a division finite is missing.")
def epsilon_missing(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and "eps" in source.text(node.right).lower():
            yield source.place(node, source.keep(node, node.left))


@rule(NUMERICS, "A mean divides by one less than the number of its elements.")
def divisor_one_less(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and isinstance(node.right, ast.Name):
            yield source.place(node, source.replace(node.right, f"({node.right.id} - 1)"))


@rule(NUMERICS, "The wrong reduction is used.")
def wrong_reduction(source: TritonSource) -> Iterator[Place]:
    yield from _renamed_calls(source, _REDUCTIONS)


@rule(NUMERICS, "The wrong elementary function is used.")
def wrong_elementary_function(source: TritonSource) -> Iterator[Place]:
    yield from _renamed_calls(source, _ELEMENTWISE)


@rule(NUMERICS, "A reduction runs along the wrong axis.")
def reduction_axis(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("sum", "max", "min", "argmax", "argmin", "cumsum", "softmax"):
        given = keyword_named(call, "axis")
        axis = given.value if given is not None else (call.args[1] if len(call.args) > 1 else None)
        if isinstance(axis, ast.Constant) and axis.value in (0, 1):
            yield source.place(call, source.replace(axis, str(1 - axis.value)))


@rule(NUMERICS, "A sign is wrong.")
def sign_flipped(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            sign = source.code.find("-", source.end(node.left), source.start(node.right))
            if sign >= 0:
                yield source.place(node, source.change(sign, sign + 1, "+"))


@rule(NUMERICS, "The two sides of a division are exchanged.")
def quotient_inverted(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            left, right = source.text(node.left), source.text(node.right)
            if left != right:
                yield source.place(node, source.replace(node, f"({right}) / ({left})"))


@rule(NUMERICS, "The two branches of a selection are exchanged.")
def branches_exchanged(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("where"):
        if len(call.args) == 3 and source.text(call.args[1]) != source.text(call.args[2]):
            a, b = source.text(call.args[1]), source.text(call.args[2])
            yield source.place(call, source.replace(call.args[1], b), source.replace(call.args[2], a))


@rule(NUMERICS, "A comparison includes or excludes its boundary wrongly.")
def comparison_boundary(source: TritonSource) -> Iterator[Place]:
    signs: dict[type[ast.cmpop], tuple[str, str]] = {ast.GtE: (">=", ">"), ast.Gt: (">", ">="), ast.LtE: ("<=", "<")}
    for node in source.in_kernels():
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in signs:
            old, new = signs[type(node.ops[0])]
            sign = source.code.find(old, source.end(node.left), source.start(node.comparators[0]))
            if sign >= 0:
                yield source.place(node, source.change(sign, sign + len(old), new))


@rule(NUMERICS, "A constant of the formula is wrong.")
def wrong_constant(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value not in (0.0, 1.0):
            yield source.place(node, source.replace(node, repr(round(node.value * 2, 12))))


def _mentions_maximum(source: TritonSource, node: ast.expr, names: set[str]) -> bool:
    if isinstance(node, ast.Subscript):
        node = node.value
    called = isinstance(node, ast.Call) and source.language_name(node) in ("max", "maximum")
    return called or (isinstance(node, ast.Name) and node.id in names)


def _renamed_calls(source: TritonSource, names: dict[str, str]) -> Iterator[Place]:
    for call in source.language_calls(*names):
        if isinstance(call.func, ast.Attribute):
            end = source.end(call.func)
            yield source.place(call, source.change(end - len(call.func.attr), end, names[call.func.attr]))
