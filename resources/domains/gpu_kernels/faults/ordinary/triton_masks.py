"""Triton faults of masks: missing, with a wrong bound, or filled with a value that takes part in the result."""

import ast
from collections.abc import Iterator

from resources.domains.gpu_kernels.faults.ordinary.categories import MEMORY
from resources.domains.gpu_kernels.language.triton_source import TritonSource, keyword_named
from resources.domains.toolkit.rules import Place, rule

_MINUS_INFINITY = ('-float("inf")', 'float("-inf")', "-float('inf')", "float('-inf')")
_MEETINGS = ("sum", "max", "min", "argmax", "argmin", "dot", "cumsum", "cumprod", "associative_scan", "reduce", "sort")


@rule(MEMORY, "A load has no mask.")
def load_mask_missing(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("load"):
        given = [item for item in call.keywords if item.arg in ("mask", "other")]
        if any(item.arg == "mask" for item in given):
            yield source.place(call, *source.without_arguments(call, given))


@rule(MEMORY, "A store has no mask.")
def store_mask_missing(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("store", "atomic_add", "atomic_max", "atomic_min"):
        given = [item for item in call.keywords if item.arg == "mask"]
        if given:
            yield source.place(call, *source.without_arguments(call, given))


@rule(MEMORY, "A bound is tested with <= where indexes start at 0.")
def bound_inclusive(source: TritonSource) -> Iterator[Place]:
    for node, sign in _less_thans(source):
        yield source.place(node, source.change(sign, sign + 1, "<="))


@rule(MEMORY, "A bound is one too large.")
def bound_one_too_large(source: TritonSource) -> Iterator[Place]:
    for node, _ in _less_thans(source):
        yield source.place(node, source.replace(node.comparators[0], f"{source.text(node.comparators[0])} + 1"))


@rule(MEMORY, "A bound is one too small.")
def bound_one_too_small(source: TritonSource) -> Iterator[Place]:
    for node, _ in _less_thans(source):
        yield source.place(node, source.replace(node.comparators[0], f"{source.text(node.comparators[0])} - 1"))


@rule(MEMORY, "A mask tests one of two dimensions only.")
def mask_half_missing(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
            yield source.place(node, source.keep(node, node.left))
            yield source.place(node, source.keep(node, node.right))


@rule(MEMORY, "A masked load does not say what masked lanes hold.")
def other_missing(source: TritonSource) -> Iterator[Place]:
    for call in _reduced_loads(source):
        other = keyword_named(call, "other")
        if other is not None:
            yield source.place(call, *source.without_arguments(call, [other]))


@rule(MEMORY, "Masked lanes hold a value that is not neutral for the reduction that follows.")
def other_not_neutral(source: TritonSource) -> Iterator[Place]:
    for call in _reduced_loads(source):
        other = keyword_named(call, "other")
        if other is not None:
            text = source.text(other.value)
            wrong = "0.0" if text in _MINUS_INFINITY else {"0.0": "1.0", "0": "1", "1.0": "0.0"}.get(text)
            if wrong:
                yield source.place(call, source.replace(other.value, wrong))


@rule(MEMORY, "A selection by tl.where is left out: all lanes have its first value.")
def selection_missing(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("where"):
        if len(call.args) == 3 and not call.keywords:
            yield source.place(call, source.replace(call, f"({source.text(call.args[1])})"))


@rule(MEMORY, "The lanes of a block start at 1.")
def lanes_start_at_one(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("arange"):
        if len(call.args) == 2 and source.text(call.args[0]) == "0":
            yield source.place(call, source.replace(call, f"(1 + {source.text(call)})"))


@rule(MEMORY, "A block has half as many lanes as its program is responsible for.")
def lanes_half_missing(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("arange"):
        if len(call.args) == 2:
            yield source.place(call, source.replace(call.args[1], f"{source.text(call.args[1])} // 2"))


def _reduced_loads(source: TritonSource) -> Iterator[ast.Call]:
    """Loads of kernels in which lanes meet: elsewhere what masked lanes hold never leaves them."""
    meeting = {source.kernel_of(call) for call in source.language_calls(*_MEETINGS)}
    return (call for call in source.language_calls("load") if source.kernel_of(call) in meeting)


def _less_thans(source: TritonSource) -> Iterator[tuple[ast.Compare, int]]:
    """Comparisons by < in kernels, with the sign's place."""
    for node in source.in_kernels():
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Lt):
            sign = source.code.find("<", source.end(node.left), source.start(node.comparators[0]))
            if sign >= 0:
                yield node, sign
