"""What Triton's compiler is bound to say of one kernel: a name or member that does not exist, a block size that is no
constant. How it says it, with the kernel's lines, is here too; which launch comes to it is `foresight_triton`.
"""

import ast

from resources.domains.gpu_kernels.faults.triton_source import TritonSource
from resources.domains.gpu_kernels.language_interface import MEMBERS
from resources.domains.gpu_kernels.python_order import bound_at_module, executed

_LINES_SHOWN = 12
_LANGUAGE = "triton.language."
_NO_CONSTANT = "arange's arguments must be of type tl.constexpr"


def compiler_error(source: TritonSource, kernel: ast.FunctionDef, file: str) -> str | None:
    """The log from the kernel's line on; None where nothing is certain."""
    known = bound_at_module(source.module)
    constants = {item.arg for item in kernel.args.args if _is_constant(item)}
    variables = {item.arg for item in kernel.args.args} - constants
    for node in executed(kernel.body):
        said = _said(source, node, known, variables)
        if said and isinstance(node, ast.expr):
            return f"{file}:{node.lineno}: in kernel\nCompilationError: {place_in(source, kernel, node)}\n{said}\n"
    return None


def _is_constant(parameter: ast.arg) -> bool:
    return parameter.annotation is not None and "constexpr" in ast.unparse(parameter.annotation)


def _said(source: TritonSource, node: ast.AST, known: frozenset[str], variables: set[str]) -> str | None:
    module = source.module
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        bound = node.id in known or module.is_local(node, node.id)
        return None if bound else repr(NameError(f"{node.id} is not defined"))
    if isinstance(node, ast.Attribute) and module.dotted(node.value) == "triton.language" and node.attr not in MEMBERS:
        return repr(AttributeError(f"module 'triton.language' has no attribute '{node.attr}'"))
    if isinstance(node, ast.Call) and source.language_name(node) == "arange":
        plain = [item.id for item in node.args if isinstance(item, ast.Name)]
        return _NO_CONSTANT if variables & set(plain) else None
    return None


def place_in(source: TritonSource, kernel: ast.FunctionDef, node: ast.expr | ast.stmt) -> str:
    """As Triton counts: from the kernel's `def`, with the last lines up to the node and a caret below it."""
    line = node.lineno - kernel.lineno + 1
    lines = source.code.split("\n")[kernel.lineno - 1 : node.lineno][-_LINES_SHOWN:]
    return "\n".join([f"at {line}:{node.col_offset}:", *lines, " " * node.col_offset + "^"])
