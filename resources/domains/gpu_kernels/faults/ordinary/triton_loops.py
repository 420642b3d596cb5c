"""Triton faults of loops and accumulators: where they start and end, what they add up in which precision."""

import ast
from collections.abc import Iterator

from resources.domains.gpu_kernels.faults.ordinary.categories import NUMERICS
from resources.domains.gpu_kernels.language.triton_source import TritonSource, keyword_named
from resources.domains.toolkit.rules import Place, rule

_NARROW = {"float32": "float16", "float64": "float32", "int64": "int8", "int32": "int8"}


@rule(NUMERICS, "A kernel accumulates in half precision.")
def accumulator_precision(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("zeros", "full"):
        given = keyword_named(call, "dtype")
        written = given.value if given is not None else (call.args[-1] if call.args else None)
        if isinstance(written, ast.Attribute) and written.attr in _NARROW:
            end = source.end(written)
            yield source.place(call, source.change(end - len(written.attr), end, _NARROW[written.attr]))


@rule(NUMERICS, "A loop ends one step too early.")
def loop_ends_early(source: TritonSource) -> Iterator[Place]:
    for call in _ranges(source):
        bound = call.args[0] if len(call.args) == 1 else call.args[1]
        step = source.text(call.args[2]) if len(call.args) == 3 else "1"
        yield source.place(call, source.replace(bound, f"{source.text(bound)} - {step}"))


@rule(NUMERICS, "A loop starts with its second step.")
def loop_starts_late(source: TritonSource) -> Iterator[Place]:
    for call in _ranges(source):
        if len(call.args) == 1:
            yield source.place(call, source.replace(call.args[0], f"1, {source.text(call.args[0])}"))
        elif source.text(call.args[0]) == "0":
            yield source.place(call, source.replace(call.args[0], source.text(call.args[2]) if call.args[2:] else "1"))


@rule(NUMERICS, "A loop over blocks rounds their number down.")
def loop_rounded_down(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("cdiv"):
        if len(call.args) == 2:
            left, right = (source.text(item) for item in call.args)
            yield source.place(call, source.replace(call, f"({left}) // ({right})"))


@rule(NUMERICS, "A loop never ends.")
def endless_loop(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.While):
            tested = {item.id for item in ast.walk(node.test) if isinstance(item, ast.Name)}
            for item in node.body:
                if isinstance(item, ast.AugAssign) and isinstance(item.target, ast.Name) and item.target.id in tested:
                    yield source.place(item, source.replace(item, "pass"))
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            yield from _while_that_stands_still(source, node, node.target.id)


def _while_that_stands_still(source: TritonSource, node: ast.For, name: str) -> Iterator[Place]:
    """`for k in range(a, b, s):` as a while loop that forgets to advance."""
    if isinstance(node.iter, ast.Call) and len(node.iter.args) > 1 and ast.unparse(node.iter.func) == "range":
        first, bound = (source.text(item) for item in node.iter.args[:2])
        head = f"{name} = {first}\n{' ' * node.col_offset}while {name} < {bound}"
        yield source.place(node, source.change(source.start(node), source.end(node.iter), head))


@rule(NUMERICS, "An accumulator is overwritten in each step.")
def accumulator_overwritten(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and not source.is_address(node.value):
            sign = source.code.find("+=", source.end(node.target))
            yield source.place(node, source.change(sign, sign + 2, "="))
    for call in source.language_calls("dot"):
        gone: list[ast.expr | ast.keyword] = [*call.args[2:3]]
        gone += [item for item in call.keywords if item.arg == "acc"]
        if gone:
            yield source.place(call, *source.without_arguments(call, gone))


@rule(NUMERICS, "An accumulator does not start at the neutral value.")
def accumulator_start(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("zeros"):
        yield source.place(call, source.replace(call, f"({source.text(call)} + 1)"))
    for call in source.language_calls("full"):
        for value in call.args[1:2]:
            if "inf" in source.text(value):
                yield source.place(call, source.replace(value, "0.0"))


def _ranges(source: TritonSource) -> Iterator[ast.Call]:
    """`range(…)` and `tl.range(…)` of loops in kernels."""
    for node in source.in_kernels():
        if not (isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and node.iter.args):
            continue
        if ast.unparse(node.iter.func).rpartition(".")[2] in ("range", "static_range"):
            yield node.iter
