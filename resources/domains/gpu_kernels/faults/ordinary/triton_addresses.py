"""Triton faults of addresses: offsets, strides, pointers that advance, atomics."""

import ast
from collections.abc import Iterator
from itertools import combinations

from resources.domains.gpu_kernels.faults.ordinary.categories import LAUNCH, MEMORY
from resources.domains.gpu_kernels.language.triton_source import TritonSource, keyword_named
from resources.domains.toolkit.rules import Place, rule


@rule(MEMORY, "An index is not multiplied by its stride.")
def stride_missing(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and _is_stride(node.right):
            yield source.place(node, source.keep(node, node.left))


@rule(MEMORY, "Two strides are exchanged.")
def strides_exchanged(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if not isinstance(node, ast.Assign | ast.Expr | ast.AugAssign):
            continue
        uses = [item for item in ast.walk(node) if _is_stride(item) and isinstance(item, ast.Name)]
        for left, right in combinations(uses, 2):
            if left.id != right.id:
                yield source.place(node, source.replace(left, right.id), source.replace(right, left.id))


@rule(MEMORY, "The offset of the block is missing: every program works on the first one.")
def block_offset_missing(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and _is_arange(source, node.right):
            yield source.place(node, source.keep(node, node.right))


@rule(MEMORY, "The program's number is not multiplied by the block size.")
def block_offset_unscaled(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and _is_constant_name(node.right):
            yield source.place(node, source.keep(node, node.left))


@rule(MEMORY, "A flat index is used for a tensor of another rank.")
def flat_index_for_rows(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
            yield source.place(node, source.keep(node, node.left))


@rule(MEMORY, "A flat index is used where the position in its row is meant.")
def flat_index_for_columns(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            yield source.place(node, source.keep(node, node.left))


@rule(LAUNCH, "A program asks for its number along another axis of the grid.")
def program_axis(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("program_id"):
        given = call.args[0] if call.args else None
        axis = given or next((item.value for item in call.keywords if item.arg == "axis"), None)
        if isinstance(axis, ast.Constant) and axis.value in (0, 1, 2):
            yield source.place(call, source.replace(axis, "1" if axis.value == 0 else "0"))


@rule(MEMORY, "A pointer does not advance in its loop.")
def pointer_stands_still(source: TritonSource) -> Iterator[Place]:
    for node in _advances(source):
        yield source.place(node, source.replace(node, "pass"))


@rule(MEMORY, "A pointer advances by one element for each block.")
def pointer_advances_too_little(source: TritonSource) -> Iterator[Place]:
    for node in _advances(source):
        if isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Mult):
            yield source.place(node, source.replace(node.value, source.text(node.value.right)))
        else:
            yield source.place(node, source.replace(node.value, "1"))


@rule(LAUNCH, "An accumulation in memory overwrites instead of adding.")
def atomic_replaced_by_store(source: TritonSource) -> Iterator[Place]:
    for call in _atomic_additions(source):
        yield source.place(call, source.replace(call.func, _sibling(call, "store")))


@rule(LAUNCH, "An accumulation in memory reads, adds and writes in three steps.")
def atomic_replaced_by_three_steps(source: TritonSource) -> Iterator[Place]:
    for call in _atomic_additions(source):
        mask = keyword_named(call, "mask")
        masked = f", mask={source.text(mask.value)}" if mask is not None else ""
        pointer, value = source.text(call.args[0]), source.text(call.args[1])
        load, store = _sibling(call, "load"), _sibling(call, "store")
        yield source.place(
            call, source.replace(call, f"{store}({pointer}, {load}({pointer}{masked}) + {value}{masked})")
        )


def _is_stride(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and "stride" in node.id.lower()


def _is_arange(source: TritonSource, node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and source.language_name(node) == "arange"


def _is_constant_name(node: ast.AST) -> bool:
    """A block size, by the custom of writing compile-time constants in capitals."""
    return isinstance(node, ast.Name) and node.id.isupper() and len(node.id) > 1


def _advances(source: TritonSource) -> Iterator[ast.AugAssign]:
    for node in source.in_kernels():
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name):
            text = ast.unparse(node.value)
            if "stride" in text or "BLOCK" in text or node.target.id.endswith(("ptr", "ptrs", "pointer", "tile")):
                yield node


def _atomic_additions(source: TritonSource) -> Iterator[ast.Call]:
    for call in source.language_calls("atomic_add"):
        used = not isinstance(source.module.parents.get(call), ast.Expr)
        if len(call.args) == 2 and not used and {item.arg for item in call.keywords} <= {"mask"}:
            yield call


def _sibling(call: ast.Call, name: str) -> str:
    """`tl.atomic_add` → `tl.store`, under whichever name the candidate imported the language."""
    return f"{ast.unparse(call.func.value)}.{name}" if isinstance(call.func, ast.Attribute) else f"tl.{name}"
