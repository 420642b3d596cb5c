"""Triton faults of the host's tensors: outputs of the wrong type, shape or content, and what is returned."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from resources.domains.gpu_kernels.faults.ordinary.categories import LAUNCH, NUMERICS
from resources.domains.gpu_kernels.language.triton_source import TritonSource, keyword_named
from resources.domains.toolkit.rules import Place, rule

_ALLOCATIONS = tuple(f"torch.{name}" for name in ("empty", "zeros", "ones", "full", "empty_strided"))
_LIKES = tuple(f"torch.{name}" for name in ("empty_like", "zeros_like", "ones_like", "full_like"))
_OTHER_TYPE = {"float32": "float16", "float16": "float32", "bfloat16": "float32", "int32": "int64", "int64": "int32"}


@rule(NUMERICS, "A tensor that a kernel accumulates into is not cleared.")
def accumulator_not_cleared(source: TritonSource) -> Iterator[Place]:
    for call in source.host_calls("torch.zeros", "torch.zeros_like"):
        if isinstance(call.func, ast.Attribute):
            end = source.end(call.func)
            name = call.func.attr
            yield source.place(call, source.change(end - len(name), end, name.replace("zeros", "empty")))


@rule(NUMERICS, "The output has another type than the task asks for.")
def output_type(source: TritonSource) -> Iterator[Place]:
    for call in source.host_calls(*_ALLOCATIONS, *_LIKES):
        given = keyword_named(call, "dtype")
        if given is None:
            if source.module.dotted(call.func) in _LIKES:
                end = source.end(call) - 1
                yield source.place(call, source.change(end, end, ", dtype=torch.float64"))
            continue
        name = source.text(given.value)
        if name.startswith("torch."):
            other = _OTHER_TYPE.get(name.removeprefix("torch."), "float32")
            yield source.place(call, source.replace(given.value, f"torch.{other}"))
        elif name.endswith(".dtype"):
            yield source.place(call, source.replace(given.value, "torch.float64"))


@rule(LAUNCH, "The output has its dimensions in the wrong order.")
def output_shape(source: TritonSource) -> Iterator[Place]:
    for call in source.host_calls(*_ALLOCATIONS):
        sizes = call.args[0].elts if call.args and isinstance(call.args[0], ast.Tuple | ast.List) else []
        for left, right in pairwise(sizes):
            a, b = source.text(left), source.text(right)
            if a != b:
                yield source.place(call, source.replace(left, b), source.replace(right, a))


@rule(LAUNCH, "The output is allocated like the wrong tensor.")
def output_like_other_tensor(source: TritonSource) -> Iterator[Place]:
    for call in source.host_calls(*_LIKES):
        host = _host_of(source, call)
        if host is None or not call.args or not isinstance(call.args[0], ast.Name):
            continue
        for name in _tensors(host):
            if name != call.args[0].id:
                yield source.place(call, source.replace(call.args[0], name))


@rule(LAUNCH, "The host function returns its input instead of its output.")
def input_returned(source: TritonSource) -> Iterator[Place]:
    for host in source.hosts:
        tensors = _tensors(host)
        returned = [node.value for node in ast.walk(host) if isinstance(node, ast.Return)]
        for value in returned:
            if tensors and isinstance(value, ast.Name) and value.id != tensors[0]:
                yield source.place(value, source.replace(value, tensors[0]))


@rule(LAUNCH, "The host function returns nothing.")
def return_missing(source: TritonSource) -> Iterator[Place]:
    for host in source.hosts:
        last = host.body[-1]
        if isinstance(last, ast.Return) and last.value is not None and len(host.body) > 1:
            yield source.place(last, source.replace(last, "return None"))


@rule(LAUNCH, "The kernel is never launched.")
def launch_missing(source: TritonSource) -> Iterator[Place]:
    for launch in source.launches:
        statement = source.module.parents.get(launch.call)
        if isinstance(statement, ast.Expr):
            yield source.place(launch.call, source.replace(statement, "pass"))


@rule(LAUNCH, "A tensor that is not contiguous is handed to a kernel that takes it for contiguous.")
def contiguous_missing(source: TritonSource) -> Iterator[Place]:
    for node in source.in_hosts():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "contiguous":
            yield source.place(node, source.replace(node, source.text(node.func.value)))


def _host_of(source: TritonSource, node: ast.AST) -> ast.FunctionDef | None:
    above = source.module.parents.get(node)
    while above is not None and not isinstance(above, ast.FunctionDef):
        above = source.module.parents.get(above)
    return above if isinstance(above, ast.FunctionDef) else None


def _tensors(host: ast.FunctionDef) -> list[str]:
    """Parameters that are annotated as tensors."""
    given = (item for item in host.args.args if item.annotation is not None)
    return [item.arg for item in given if item.annotation is not None and "Tensor" in ast.unparse(item.annotation)]
