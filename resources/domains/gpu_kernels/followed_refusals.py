"""What Triton's compiler, or its interpreter, would say of the place in a kernel where following it ends.

What is said there is `followed_messages`.
"""

import ast
from collections.abc import Sequence

from resources.domains.gpu_kernels.faults.triton_source import TritonSource
from resources.domains.gpu_kernels.followed_messages import Message, message_of
from resources.domains.gpu_kernels.foresight_kernels import place_in
from resources.domains.gpu_kernels.interpretation.sights import Level, Sight


def compiler_words(file: str, source: TritonSource, sight: Sight, why: str) -> str:
    """The whole log; "" where it is not known, or where a function that the kernel calls is at fault."""
    inside = [level for level in sight.levels if level.in_kernel and level.node is not None]
    kernel = next((item for item in source.kernels if inside and item.name == inside[-1].function), None)
    said = message_of(inside[-1], sight.carried, why) if len(inside) == 1 else None
    node = _blamed(source, inside[-1].node, why) if said is not None else None
    if said is None or kernel is None or not isinstance(node, ast.expr | ast.stmt):
        return ""
    host = traced(file, [level for level in sight.levels if not level.in_kernel])
    place = f"{file}:{node.lineno}: in kernel\nCompilationError: {place_in(source, kernel, node)}\n"
    return host + place + _raised_there(source, node, said)


def _raised_there(source: TritonSource, node: ast.AST, said: Message) -> str:
    """Functions of Triton's that are kernels themselves name the error behind their own place; built-in ones give its
    words alone; anything else shows it as Python writes it."""
    if said.is_bare:
        return f"{said.text}\n" if said.text else ""
    name = source.language_name(node) if isinstance(node, ast.Call) else None
    if name in _KERNELS:
        return f"{said.error}: {said.text}\n"
    return f"{said.text}\n" if name is not None else f"{said.error}({said.text!r})\n"


_KERNELS = frozenset(
    "max min sum argmax argmin cumsum cumprod zeros zeros_like cdiv sigmoid softmax sort flip ravel xor_sum".split()
)


def _blamed(source: TritonSource, node: ast.AST | None, why: str) -> ast.AST | None:
    """Of a loop's range and of what it carries, the loop."""
    is_range = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
    if why != "a variable that changes its type in a loop" and not is_range:
        return node
    while node is not None and not isinstance(node, ast.For | ast.While):
        node = source.module.parents.get(node)
    return node


def interpreter_words(sight: Sight, why: str) -> str:
    """The last line alone."""
    if why == "a constant of bfloat16":
        return "AttributeError: 'InterpreterBuilder' object has no attribute 'get_bf16'"
    if why not in ("an empty range", "shapes that do not fit", "an axis out of range"):
        return ""
    said = message_of(sight.levels[-1], sight.carried, why)
    return f"{said.error}: {said.text}" if said is not None else ""


def traced(file: str, levels: Sequence[Level]) -> str:
    """The frames in the candidate's file, each line once."""
    lines = [f"{file}:{line}: in {item.function}\n" for item in levels[1:] if (line := getattr(item.node, "lineno", 0))]
    return "".join(dict.fromkeys(lines))
