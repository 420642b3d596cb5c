"""What a Triton bundle asks for: functions or a module class, read from its interface text, never run.

Also the reference with its kernels hollowed out: everything is allocated and launched, nothing is computed.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from resources.domains.toolkit.python_syntax import parse_python
from resources.execution.bundle import EnvironmentBundle

_ALLOCATIONS = {"empty": "zeros", "empty_like": "zeros_like"}


@dataclass(frozen=True)
class Entry:
    """One callable that the candidate must define. `arguments` are passed on by name, `tensors` are among them.

    `is_module` is true for a class whose forward takes the arguments.
    """

    name: str
    header: str
    arguments: tuple[str, ...]
    tensors: tuple[str, ...]
    is_module: bool = False

    @property
    def first(self) -> str:
        """The first tensor, else the first argument; "None" where there is none."""
        return (*self.tensors, *self.arguments, "None")[0]

    @property
    def call(self) -> str:
        return ", ".join(self.arguments)


def entries(bundle: EnvironmentBundle) -> tuple[Entry, ...]:
    """What the interface declares, the entry first. Raises ValueError where neither it nor the reference shows any."""
    wanted = bundle.settings.get("entry", "")
    for text in (bundle.interface, bundle.reference):
        declared = _declared(text, everything=text == bundle.interface)
        if declared and (not wanted or wanted in {entry.name for entry in declared}):
            return tuple(sorted(declared, key=lambda entry: entry.name != wanted))
    raise ValueError(f"{bundle.seed_id}: neither the interface nor the reference declares {wanted or 'a function'}")


def _declared(text: str, *, everything: bool) -> list[Entry]:
    """Functions and modules of a text. An interface may ask for kernels; of a reference, kernels are left out."""
    try:
        tree = parse_python(text)
    except (SyntaxError, ValueError, RecursionError):
        return []
    declared: list[Entry] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and (everything or not _is_kernel(node)):
            declared.append(_entry(node, node.name, is_module=False))
        elif isinstance(node, ast.ClassDef):
            forward = next(
                (item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "forward"), None
            )
            declared += [_entry(forward, node.name, is_module=True)] if forward else []
    return declared


def _is_kernel(function: ast.FunctionDef) -> bool:
    return any("triton" in ast.unparse(item) or ast.unparse(item) == "jit" for item in function.decorator_list)


def _entry(function: ast.FunctionDef, name: str, *, is_module: bool) -> Entry:
    given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    given = [item for item in given if item.arg != "self"]
    tensors = tuple(item.arg for item in given if item.annotation and "Tensor" in ast.unparse(item.annotation))
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    keywords = {item.arg for item in function.args.kwonlyargs}
    passed = tuple(f"{item.arg}={item.arg}" if item.arg in keywords else item.arg for item in given)
    header = f"def {function.name}({ast.unparse(function.args)}){returns}:"
    untyped = tuple(item.arg for item in given if item.annotation is None)
    return Entry(name, header, passed, tensors or untyped, is_module)


class _Hollow(ast.NodeTransformer):
    """Kernels do nothing; host functions allocate zeros where the reference leaves memory as it is."""

    def __init__(self, kernels: frozenset[str], allocations: Mapping[str, str]) -> None:
        self.kernels = kernels
        self.allocations = allocations

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name in self.kernels:
            node.body = [ast.Pass()]
            return node
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "torch":
            node.attr = self.allocations.get(node.attr, node.attr)
        return node


def hollow(reference: str, *, zeros: bool = True) -> str:
    """The reference without what its launched kernels do; "" where it has no kernel to hollow out.

    Device functions keep their bodies: a kernel without a body calls none.
    """
    try:
        tree = parse_python(reference)
    except (SyntaxError, ValueError, RecursionError):
        return ""
    launched = {
        node.func.value.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript) and isinstance(node.func.value, ast.Name)
    }
    kernels = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list} & launched
    if not kernels:
        return ""
    changed = _Hollow(frozenset(kernels), _ALLOCATIONS if zeros else {}).visit(tree)
    return ast.unparse(ast.fix_missing_locations(changed)) + "\n"
