"""Equivalent rewrites of Triton kernels: other expressions for the same values."""

import ast
from collections.abc import Iterator

from resources.domains.gpu_kernels.language.triton_source import TritonSource, enclosed, keyword_named
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule

_MIRRORED: dict[type[ast.cmpop], str] = {ast.Lt: ">", ast.Gt: "<", ast.LtE: ">=", ast.GtE: "<="}


@rule(EQUIVALENT, "The operands of a sum or product are exchanged.")
def operands_commuted(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
            left, right = node.left, node.right
            if not (_whole(source, left) and _whole(source, right)) or source.text(left) == source.text(right):
                continue
            yield source.place(node, source.replace(left, source.text(right)), source.replace(right, source.text(left)))


@rule(EQUIVALENT, "A comparison is written from the other side.")
def comparison_mirrored(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _MIRRORED:
            sign = _MIRRORED[type(node.ops[0])]
            left, right = node.left, node.comparators[0]
            if _whole(source, left) and _whole(source, right):
                text = f"{source.text(right)} {sign} {source.text(left)}"
                yield source.place(node, source.change(source.start(left), source.end(right), text))


@rule(EQUIVALENT, "An exponential is taken to base two, with the factor that this needs.")
def exponential_to_base_two(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("exp"):
        if len(call.args) == 1 and isinstance(call.func, ast.Attribute):
            argument = enclosed(source.text(call.args[0]))
            owner = source.text(call.func.value)
            yield source.place(call, source.replace(call, f"{owner}.exp2({argument} * 1.4426950408889634)"))


@rule(EQUIVALENT, "A selection is written with the opposite condition.")
def selection_negated(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("where"):
        if len(call.args) == 3 and not call.keywords:
            condition, chosen, other = (source.text(item) for item in call.args)
            text = f"{source.text(call.func)}({enclosed(condition)} == 0, {other}, {chosen})"
            yield source.place(call, source.replace(call, text))


@rule(EQUIVALENT, "A division that rounds up is written out.")
def rounding_up_written_out(source: TritonSource) -> Iterator[Place]:
    for call in (*source.host_calls("triton.cdiv"), *source.language_calls("cdiv")):
        if len(call.args) == 2:
            left, right = (enclosed(source.text(item)) for item in call.args)
            yield source.place(call, source.replace(call, f"(({left} + {right} - 1) // {right})"))


@rule(EQUIVALENT, "An in-place addition is written as an assignment.")
def addition_written_out(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name):
            name, value = node.target.id, source.text(node.value)
            value = f"({value})" if isinstance(node.value, ast.IfExp | ast.Compare | ast.BoolOp) else value
            written = isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.BitAnd | ast.BitOr | ast.Sub)
            yield source.place(node, source.replace(node, f"{name} = {name} + {f'({value})' if written else value}"))


@rule(EQUIVALENT, "The axis of a reduction is given by position.")
def axis_by_position(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("sum", "max", "min", "argmax", "argmin"):
        axis = keyword_named(call, "axis")
        if axis is not None and len(call.args) == 1 and call.keywords[0] is axis:
            yield source.place(call, source.replace(axis, source.text(axis.value)))


@rule(EQUIVALENT, "The start of a range is left out, or written out, where it is 0.")
def range_start_implied(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range":
            given = node.iter.args
            if len(given) == 2 and source.text(given[0]) == "0":
                yield source.place(node, *source.without_arguments(node.iter, [given[0]]))
            elif len(given) == 1:
                start = source.start(given[0])
                yield source.place(node, source.change(start, start, "0, "))


@rule(EQUIVALENT, "Infinity is negated inside or outside its conversion.")
def infinity_rewritten(source: TritonSource) -> Iterator[Place]:
    forms = {'-float("inf")': 'float("-inf")', 'float("-inf")': '-float("inf")'}
    for node in source.in_kernels():
        if isinstance(node, ast.UnaryOp | ast.Call):
            text = source.text(node)
            if text in forms:
                yield source.place(node, source.replace(node, forms[text]))


@rule(EQUIVALENT, "A kernel runs with another number of warps.")
def warps_changed(source: TritonSource) -> Iterator[Place]:
    for launch in source.launches:
        given = keyword_named(launch.call, "num_warps")
        if given is not None and source.text(given.value) in ("2", "4", "8"):
            other = {"2": "4", "4": "8", "8": "4"}[source.text(given.value)]
            yield source.place(launch.call, source.replace(given.value, other))


@rule(EQUIVALENT, "A kernel that works element by element uses smaller blocks.")
def smaller_blocks(source: TritonSource) -> Iterator[Place]:
    """Only where the block is a name that the grid is computed from, and no kernel reduces over a block."""
    reducing = (
        "dot",
        "sum",
        "max",
        "min",
        "argmax",
        "argmin",
        "cumsum",
        "associative_scan",
        "reduce",
        "sort",
        "atomic_add",
    )
    if any(True for _ in source.language_calls(*reducing)):
        return
    grids = {
        name.id
        for launch in source.launches
        for part in launch.grid
        for name in ast.walk(part)
        if isinstance(name, ast.Name)
    }
    for literal in source.block_literals():
        assigned = source.module.parents.get(literal)
        size = int(source.text(literal), 0)
        names = (
            [item.id for item in assigned.targets if isinstance(item, ast.Name)]
            if isinstance(assigned, ast.Assign)
            else []
        )
        if set(names) & grids and size >= 32:
            yield source.place(literal, source.replace(literal, str(size // 2)))


def _whole(source: TritonSource, node: ast.expr) -> bool:
    """Whether an operand can change places without brackets: a name, a number, a call, an element."""
    return isinstance(node, ast.Name | ast.Constant | ast.Call | ast.Subscript | ast.Attribute)
