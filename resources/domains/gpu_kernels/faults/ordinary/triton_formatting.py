"""Equivalent rewrites of a Triton candidate's names, comments and statements."""

import ast
from collections import Counter
from collections.abc import Iterator

from resources.domains.faults import Change
from resources.domains.gpu_kernels.language.triton_source import TritonSource, keyword_named
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule


@rule(EQUIVALENT, "A local value of a kernel has another name.")
def local_renamed(source: TritonSource) -> Iterator[Place]:
    for kernel in source.kernels:
        names = [node for part in kernel.body for node in ast.walk(part) if isinstance(node, ast.Name)]
        parameters = {item.arg for item in ast.walk(kernel.args) if isinstance(item, ast.arg)}
        local = dict.fromkeys(
            node.id for node in names if isinstance(node.ctx, ast.Store) and node.id not in parameters
        )
        taken = {node.id for node in source.module.nodes if isinstance(node, ast.Name)} | parameters
        for name in local:
            if f"{name}_value" not in taken:
                changes = [source.replace(node, f"{name}_value") for node in names if node.id == name]
                yield source.place(kernel, *changes)


@rule(EQUIVALENT, "A kernel has another name.")
def kernel_renamed(source: TritonSource) -> Iterator[Place]:
    definitions = Counter(kernel.name for kernel in source.kernels)
    for kernel in source.kernels:
        new = f"{kernel.name.removesuffix('_kernel')}_program"
        if definitions[kernel.name] == 1 and new not in source.code and kernel.name not in source.module.aliases:
            yield source.place(kernel, *_renaming(source, kernel, new))


def _renaming(source: TritonSource, kernel: ast.FunctionDef, new: str) -> Iterator[Change]:
    start = source.code.index(kernel.name, source.offset(kernel.lineno, kernel.col_offset) + len("def "))
    yield source.change(start, start + len(kernel.name), new)
    for node in source.module.nodes:
        if isinstance(node, ast.Name) and node.id == kernel.name:
            yield source.replace(node, new)


@rule(EQUIVALENT, "A mask that is written in place gets a name.")
def mask_named(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("load", "store"):
        mask = keyword_named(call, "mask")
        statement = _statement(source, call)
        if mask is None or statement is None or not isinstance(mask.value, ast.Compare | ast.BinOp):
            continue
        if "in_bounds" not in source.code:
            yield source.place(
                call,
                _before(source, statement, f"in_bounds = {_one_line(source, mask.value)}"),
                source.replace(mask.value, "in_bounds"),
            )


@rule(EQUIVALENT, "A stored value gets a name before it is stored.")
def stored_value_named(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("store"):
        statement = _statement(source, call)
        if len(call.args) < 2 or statement is None or isinstance(call.args[1], ast.Name | ast.Constant):
            continue
        if "outcome" not in source.code:
            yield source.place(
                call,
                _before(source, statement, f"outcome = {_one_line(source, call.args[1])}"),
                source.replace(call.args[1], "outcome"),
            )


@rule(EQUIVALENT, "A comment is added.", is_noise=True)
def comment_added(source: TritonSource) -> Iterator[Place]:
    for kernel in source.kernels:
        for node in kernel.body:
            if _statement(source, node) is node and not isinstance(node, ast.Expr):
                names = sorted(
                    {
                        item.id
                        for item in ast.walk(node)
                        if isinstance(item, ast.Name) and item.id not in source.module.aliases
                    }
                )
                yield source.place(node, _before(source, node, f"# {', '.join(names[:3]) or 'step'}"))


@rule(EQUIVALENT, "A comment is removed.")
def comment_removed(source: TritonSource) -> Iterator[Place]:
    for token in source.tokens:
        if token.text.startswith("#"):
            begin = source.code.rfind("\n", 0, token.start) + 1
            alone = not source.code[begin : token.start].strip()
            start, end = (begin, token.end + 1) if alone and token.end < len(source.code) else (token.start, token.end)
            yield source.place(source.module.tree, source.change(start, end, ""))


@rule(EQUIVALENT, "A blank line separates two statements.")
def blank_line_added(source: TritonSource) -> Iterator[Place]:
    for kernel in source.kernels:
        for node in kernel.body[1:]:
            if _statement(source, node) is node:
                begin = source.start(node) - node.col_offset
                yield source.place(node, source.change(begin, begin, "\n"))


@rule(EQUIVALENT, "The annotation of a host function's parameter is left out.")
def annotation_dropped(source: TritonSource) -> Iterator[Place]:
    for host in source.hosts:
        for parameter in host.args.args:
            if parameter.annotation is not None:
                start = source.start(parameter) + len(parameter.arg)
                yield source.place(host, source.change(start, source.end(parameter.annotation), ""))


def _statement(source: TritonSource, node: ast.AST) -> ast.stmt | None:
    """The statement around a node that begins a line of its own; None for `a; b` and one-line blocks."""
    above: ast.AST | None = node
    while above is not None and not isinstance(above, ast.stmt):
        above = source.module.parents.get(above)
    if above is None or not isinstance(above, ast.stmt) or isinstance(above, ast.For | ast.While | ast.If | ast.With):
        return None
    begin = source.code.rfind("\n", 0, source.start(above)) + 1
    return above if not source.code[begin : source.start(above)].strip(" ") else None


def _before(source: TritonSource, statement: ast.stmt, text: str) -> Change:
    """Text on a line of its own before a statement."""
    begin = source.start(statement)
    return source.change(begin, begin, f"{text}\n{' ' * statement.col_offset}")


def _one_line(source: TritonSource, node: ast.expr) -> str:
    text = source.text(node)
    return text if "\n" not in text else ast.unparse(node)
