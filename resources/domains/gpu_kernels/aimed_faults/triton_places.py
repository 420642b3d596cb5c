"""Where aimed faults of Triton candidates stand: in host functions that nothing else in the text calls."""

import ast
from collections.abc import Iterator

from resources.domains.gpu_kernels.faults.triton_source import TritonSource
from resources.domains.toolkit.rules import Place


def entries(source: TritonSource) -> Iterator[ast.FunctionDef]:
    """Host functions at module level that no other function calls: one of them is what the task asks for."""
    called = {
        node.func.id for node in source.module.nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    for host in source.hosts:
        if host.name not in called and host.col_offset == 0:
            yield host


def inserted(source: TritonSource, *texts: str) -> Iterator[Place]:
    """A place for each text before each statement of an entry, up to its first return."""
    for host in entries(source):
        for statement in host.body:
            start = source.start(statement)
            indent = source.code[source.code.rfind("\n", 0, start) + 1 : start]
            if not indent.strip():
                for text in texts:
                    written = "".join(f"{line}\n{indent}" for line in text.splitlines())
                    yield source.place(statement, source.change(start, start, written))
            if isinstance(statement, ast.Return):
                break


def tensors(source: TritonSource) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Each entry with the name of its first parameter that is a tensor."""
    for host in entries(source):
        names = [
            item.arg for item in host.args.args if item.annotation and source.text(item.annotation) == "torch.Tensor"
        ]
        if names:
            yield host, names[0]


def returned(source: TritonSource) -> Iterator[ast.Name]:
    """Names that entries return, alone or in a tuple."""
    for host in entries(source):
        for node in host.body:
            if isinstance(node, ast.Return) and node.value is not None:
                values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
                yield from (value for value in values if isinstance(value, ast.Name))
