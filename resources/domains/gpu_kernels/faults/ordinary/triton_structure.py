"""Triton faults that the compiler or the call refuses: names, compile-time constants, operands, signatures."""

import ast
import builtins
from collections.abc import Iterator

from resources.domains.gpu_kernels.faults.ordinary.categories import STRUCTURE
from resources.domains.gpu_kernels.language.triton_source import TritonSource, joined, keyword_named
from resources.domains.toolkit.rules import Place, rule

_NO_SUCH_FUNCTION = {
    "arange": "iota", "zeros": "zero", "full": "fill", "dot": "matmul", "where": "select", "exp": "exponential",
    "sqrt": "square_root", "sum": "reduce_sum", "max": "amax", "min": "amin", "maximum": "max_of", "load": "read",
    "store": "write", "program_id": "block_id", "cdiv": "ceil_div", "log": "ln", "trans": "transpose_2d",
    "atomic_add": "atomic_plus", "sigmoid": "logistic", "abs": "absolute", "rsqrt": "inverse_sqrt",
}  # fmt: skip
_WRONG_KEYWORD = {"axis": "dim", "other": "default", "mask": "masks", "dtype": "type"}


@rule(STRUCTURE, "A name in a kernel is not defined anywhere.")
def undefined_name(source: TritonSource) -> Iterator[Place]:
    known = {node.id for node in source.module.nodes if isinstance(node, ast.Name)}
    for node in source.in_kernels():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in source.module.aliases:
            wrong = node.id[:-1] if len(node.id) > 3 else f"{node.id}_value"
            if wrong not in known and not hasattr(builtins, wrong) and not hasattr(builtins, node.id):
                yield source.place(node, source.replace(node, wrong))


@rule(STRUCTURE, "A function is called that triton.language does not have.")
def unknown_language_function(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls(*_NO_SUCH_FUNCTION):
        if isinstance(call.func, ast.Attribute):
            end = source.end(call.func)
            wrong = _NO_SUCH_FUNCTION[call.func.attr]
            yield source.place(call, source.change(end - len(call.func.attr), end, wrong))


@rule(STRUCTURE, "A keyword argument has a name that the function does not know.")
def unknown_keyword(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.Call) and source.language_name(node):
            for item in node.keywords:
                if item.arg in _WRONG_KEYWORD:
                    start = source.start(item)
                    change = source.change(start, start + len(item.arg), _WRONG_KEYWORD[item.arg])
                    yield source.place(node, change)


@rule(STRUCTURE, "A block size is no compile-time constant.")
def constexpr_missing(source: TritonSource) -> Iterator[Place]:
    for kernel in source.kernels:
        for parameter in (*kernel.args.args, *kernel.args.kwonlyargs):
            if parameter.annotation is not None and source.text(parameter.annotation).endswith("constexpr"):
                end = source.start(parameter) + len(parameter.arg)
                yield source.place(kernel, source.change(end, source.end(parameter.annotation), ""))


@rule(STRUCTURE, "A function that is launched is no kernel: its decorator is missing.")
def jit_decorator_missing(source: TritonSource) -> Iterator[Place]:
    for kernel in source.kernels:
        for decorator in kernel.decorator_list:
            if source.module.dotted(decorator) == "triton.jit":
                start = source.code.rfind("@", 0, source.start(decorator))
                end = source.code.find("\n", source.end(decorator)) + 1
                yield source.place(kernel, source.change(start, end, ""))


@rule(STRUCTURE, "An import that the kernels need is missing.")
def import_missing(source: TritonSource) -> Iterator[Place]:
    for node in source.module.tree.body:
        if isinstance(node, ast.Import) and len(node.names) == 1:
            end = source.code.find("\n", source.end(node)) + 1
            if end:
                yield source.place(node, source.change(source.start(node), end, ""))


@rule(STRUCTURE, "A tensor decides a Python condition.")
def condition_on_tensor(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("where"):
        if len(call.args) == 3 and not call.keywords:
            condition, chosen, other = (source.text(item) for item in call.args)
            yield source.place(call, source.replace(call, f"(({chosen}) if ({condition}) else ({other}))"))


@rule(STRUCTURE, "A block size is no power of two.")
def block_not_power_of_two(source: TritonSource) -> Iterator[Place]:
    for call in source.host_calls("triton.next_power_of_2"):
        if len(call.args) == 1:
            yield source.place(call, source.replace(call, f"({source.text(call.args[0])} + 1)"))
    for literal in source.block_literals():
        if int(source.text(literal), 0) >= 16:
            yield source.place(literal, source.replace(literal, str(int(source.text(literal), 0) * 3 // 4 + 1)))


@rule(STRUCTURE, "The operands of a matrix product have different types.")
def dot_operand_types(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("dot"):
        for operand in call.args[:2]:
            yield source.place(operand, source.replace(operand, f"({source.text(operand)}).to(tl.float64)"))


@rule(STRUCTURE, "An operand that has to be transposed is not.")
def transpose_missing(source: TritonSource) -> Iterator[Place]:
    for call in source.language_calls("trans", "permute"):
        if call.args:
            yield source.place(call, source.replace(call, f"({source.text(call.args[0])})"))
    for node in source.in_kernels():
        if isinstance(node, ast.Attribute) and node.attr == "T":
            yield source.place(node, source.keep(node, node.value))


@rule(STRUCTURE, "A row of values is broadcast where a column is meant, or the other way round.")
def broadcast_axis(source: TritonSource) -> Iterator[Place]:
    for node in source.in_kernels():
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
            text = source.text(node.slice)
            swapped = {":, None": "None, :", "None, :": ":, None"}.get(text)
            if swapped:
                yield source.place(node, source.replace(node.slice, swapped))


@rule(STRUCTURE, "A launch leaves out an argument.")
def launch_argument_missing(source: TritonSource) -> Iterator[Place]:
    for launch in source.launches:
        required = [item for item in launch.call.keywords if item.arg and item.arg not in ("num_warps", "num_stages")]
        given: list[ast.expr | ast.keyword] = [*launch.call.args, *required]
        for argument in given:
            if not isinstance(argument, ast.Starred):
                yield source.place(launch.call, *source.without_arguments(launch.call, [argument]))


@rule(STRUCTURE, "A launch names a parameter that the kernel does not have.")
def launch_keyword_unknown(source: TritonSource) -> Iterator[Place]:
    for launch in source.launches:
        for item in launch.call.keywords:
            if item.arg and item.arg not in ("num_warps", "num_stages"):
                start = source.start(item)
                change = source.change(start, start + len(item.arg), f"{item.arg}_SIZE")
                yield source.place(launch.call, change)


@rule(STRUCTURE, "A block is larger than a Triton tensor may be.")
def block_beyond_maximum(source: TritonSource) -> Iterator[Place]:
    for literal in source.block_literals():
        yield source.place(literal, source.replace(literal, str(1 << 21)))


@rule(STRUCTURE, "The number of warps is no power of two.")
def warps_not_power_of_two(source: TritonSource) -> Iterator[Place]:
    for launch in source.launches:
        given = keyword_named(launch.call, "num_warps")
        if given is not None:
            yield source.place(launch.call, source.replace(given.value, "6"))
        else:
            end = source.end(launch.call) - 1
            yield source.place(launch.call, source.change(end, end, joined(source, launch.call, "num_warps=6")))
