"""Triton faults of launches and of what the host hands to them: grids, block sizes, warps, arguments, outputs."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from resources.domains.gpu_kernels.faults.ordinary.categories import LAUNCH, MEMORY
from resources.domains.gpu_kernels.language.triton_source import TritonSource, joined, keyword_named
from resources.domains.toolkit.rules import Place, rule


@rule(LAUNCH, "The grid is rounded down.")
def grid_rounded_down(source: TritonSource) -> Iterator[Place]:
    for call in source.host_calls("triton.cdiv"):
        if len(call.args) == 2:
            left, right = (source.text(item) for item in call.args)
            yield source.place(call, source.replace(call, f"({left}) // ({right})"))


@rule(LAUNCH, "The grid has one program too few.")
def grid_one_too_small(source: TritonSource) -> Iterator[Place]:
    for launch in source.launches:
        for element in launch.grid:
            if not isinstance(element, ast.Lambda | ast.Name | ast.Constant):
                yield source.place(launch.call, source.replace(element, f"{source.text(element)} - 1"))


@rule(LAUNCH, "The grid has one program too many, and nothing masks it.")
def grid_one_too_large(source: TritonSource) -> Iterator[Place]:
    for launch in source.launches:
        for element in launch.grid:
            # A rounded-up element has a mask behind it, for which one more program changes nothing.
            if isinstance(element, ast.Name | ast.Subscript | ast.Attribute):
                yield source.place(launch.call, source.replace(element, f"{source.text(element)} + 1"))


@rule(LAUNCH, "Two axes of the grid are exchanged.")
def grid_axes_exchanged(source: TritonSource) -> Iterator[Place]:
    for launch in source.launches:
        for left, right in pairwise(launch.grid):
            a, b = source.text(left), source.text(right)
            yield source.place(launch.call, source.replace(left, b), source.replace(right, a))


@rule(LAUNCH, "The tiles of a matrix product need more shared memory than the target has.")
def tile_too_large(source: TritonSource) -> Iterator[Place]:
    if any(True for _ in source.language_calls("dot")):
        for literal in source.block_literals():
            yield source.place(literal, source.replace(literal, str(int(source.text(literal), 0) * 8)))


@rule(LAUNCH, "A launch asks for more stages of the pipeline than shared memory holds.")
def too_many_stages(source: TritonSource) -> Iterator[Place]:
    if not any(True for _ in source.language_calls("dot")):
        return
    for launch in source.launches:
        yield _with_option(source, launch.call, "num_stages", "24")


@rule(LAUNCH, "A launch asks for more warps than a block can have.")
def too_many_warps(source: TritonSource) -> Iterator[Place]:
    for launch in source.launches:
        yield _with_option(source, launch.call, "num_warps", "64")


@rule(LAUNCH, "Two neighbouring arguments of a launch are exchanged.")
def launch_arguments_exchanged(source: TritonSource) -> Iterator[Place]:
    for launch in source.launches:
        plain = [item for item in launch.call.args if not isinstance(item, ast.Starred)]
        for left, right in pairwise(plain):
            a, b = source.text(left), source.text(right)
            if a != b:
                yield source.place(launch.call, source.replace(left, b), source.replace(right, a))


@rule(MEMORY, "A stride is taken of the wrong dimension.")
def stride_of_other_dimension(source: TritonSource) -> Iterator[Place]:
    for node in source.in_hosts():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "stride":
            yield from _other_dimension(source, node.args[0] if node.args else None)


@rule(MEMORY, "A size is taken of the wrong dimension.")
def size_of_other_dimension(source: TritonSource) -> Iterator[Place]:
    for node in source.in_hosts():
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            yield from _other_dimension(source, node.slice)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "size":
            yield from _other_dimension(source, node.args[0] if node.args else None)


@rule(MEMORY, "The sizes of a shape are given to the wrong names.")
def shape_unpacked_in_wrong_order(source: TritonSource) -> Iterator[Place]:
    for node in source.in_hosts():
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            if not source.text(node.value).endswith(".shape"):
                continue
            for left, right in pairwise(node.targets[0].elts):
                a, b = source.text(left), source.text(right)
                yield source.place(node, source.replace(left, b), source.replace(right, a))


def _other_dimension(source: TritonSource, index: ast.expr | None) -> Iterator[Place]:
    text = source.text(index) if index is not None else ""
    other = {"0": "1", "1": "0", "2": "1", "3": "2", "-1": "-2", "-2": "-1"}.get(text)
    if index is not None and other:
        yield source.place(index, source.replace(index, other))


def _with_option(source: TritonSource, call: ast.Call, name: str, value: str) -> Place:
    """The launch with a compile option set or added."""
    given = keyword_named(call, name)
    if given is not None:
        return source.place(call, source.replace(given.value, value))
    end = source.end(call) - 1
    return source.place(call, source.change(end, end, joined(source, call, f"{name}={value}")))
