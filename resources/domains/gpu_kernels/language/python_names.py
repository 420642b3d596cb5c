"""Names of a Python module: what its imports bind, which functions are kernels, and dotted names resolved.

Reads syntax trees only. What is forbidden is `triton`; nothing here is imported or run.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True)
class PythonModule:
    """A parsed module. `nodes` are all nodes, breadth first, so that deep trees need no recursion."""

    tree: ast.Module

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        return tuple(ast.walk(self.tree))

    @cached_property
    def parents(self) -> Mapping[ast.AST, ast.AST]:
        return {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}

    @cached_property
    def aliases(self) -> Mapping[str, str]:
        """Name → the dotted name that an import binds to it. Of two imports of one name the last counts."""
        bound: dict[str, str] = {}
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for item in node.names:
                    bound[item.asname or item.name.partition(".")[0]] = (
                        item.name if item.asname else item.name.partition(".")[0]
                    )
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                bound |= {item.asname or item.name: f"{node.module}.{item.name}" for item in node.names}
        return bound

    @cached_property
    def functions(self) -> tuple[ast.FunctionDef, ...]:
        return tuple(node for node in self.nodes if isinstance(node, ast.FunctionDef))

    @cached_property
    def kernels(self) -> tuple[ast.FunctionDef, ...]:
        """Functions that a decorator makes Triton kernels, device functions included."""
        return tuple(node for node in self.functions if self._is_kernel(node))

    @cached_property
    def kernel_names(self) -> frozenset[str]:
        return frozenset(kernel.name for kernel in self.kernels)

    @cached_property
    def in_kernels(self) -> frozenset[ast.AST]:
        """Every node inside a kernel, its decorators aside: those run on the host."""
        bodies = (part for kernel in self.kernels for part in (kernel.args, *kernel.body))
        return frozenset(node for part in bodies for node in ast.walk(part))

    @cached_property
    def in_constructors(self) -> frozenset[ast.AST]:
        """Every node that runs while an object is constructed: of `__init__` and of the methods that it calls, without
        the functions defined there, which may run later."""
        inside: set[ast.AST] = set()
        for owner in self.nodes:
            if isinstance(owner, ast.ClassDef):
                methods = {item.name: item for item in owner.body if isinstance(item, ast.FunctionDef)}
                first = methods.get("__init__")
                called = _methods_called(first) - {"forward"} if first else set()
                for method in [first, *(methods[name] for name in called if name in methods)]:
                    inside |= {node for part in (method.body if method else ()) for node in _outside_functions(part)}
        return frozenset(inside)

    def is_local(self, node: ast.AST, name: str) -> bool:
        """Whether a function around `node` binds `name` as a parameter or by assignment, so that it is no builtin.

        Defaults, decorators and annotations are evaluated outside the function they belong to.
        """
        below, above = node, self.parents.get(node)
        while above is not None:
            inside = isinstance(above, ast.Lambda) and below is above.body
            inside |= isinstance(above, ast.FunctionDef | ast.AsyncFunctionDef) and below in above.body
            if inside and name in self._locals[above]:
                return True
            below, above = above, self.parents.get(above)
        return False

    @cached_property
    def _locals(self) -> Mapping[ast.AST, frozenset[str]]:
        """Function → the names it binds. What a comprehension binds stays in the comprehension."""
        bound: dict[ast.AST, set[str]] = {node: set() for node in self.nodes if isinstance(node, Function)}
        elsewhere: dict[ast.AST, set[str]] = {node: set() for node in bound}
        for node in self.nodes:
            if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)):
                owner = self._owner(node)
                if owner in bound:
                    bound[owner].add(node.arg if isinstance(node, ast.arg) else node.id)
            elif isinstance(node, ast.Global | ast.Nonlocal):
                owner = self._owner(node)
                if owner in elsewhere:
                    elsewhere[owner] |= set(node.names)
        return {node: frozenset(names - elsewhere[node]) for node, names in bound.items()}

    def _owner(self, node: ast.AST) -> ast.AST | None:
        """The innermost scope around a node: function, class or comprehension."""
        above = self.parents.get(node)
        while above is not None and not isinstance(above, Function | ast.ClassDef | Comprehension):
            above = self.parents.get(above)
        return above

    def _is_kernel(self, function: ast.FunctionDef) -> bool:
        decorators = (item.func if isinstance(item, ast.Call) else item for item in function.decorator_list)
        return any(self.dotted(item) in ("triton.jit", "triton.constexpr_function") for item in decorators)

    def dotted(self, node: ast.AST) -> str:
        """`tl.dot` → "triton.language.dot"; "" where the expression does not start at an imported name."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.aliases:
            return ""
        return ".".join([self.aliases[node.id], *reversed(parts)])

    def chains(self) -> Iterator[tuple[ast.expr, str]]:
        """The longest dotted expressions that start at an imported name, with what they resolve to."""
        for node in self.nodes:
            if isinstance(node, ast.Name | ast.Attribute) and not isinstance(self.parents.get(node), ast.Attribute):
                dotted = self.dotted(node)
                if dotted:
                    yield node, dotted


def _methods_called(function: ast.FunctionDef) -> set[str]:
    """The names of `self.name(…)`."""
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return {item.attr for item in calls if isinstance(item, ast.Attribute) and root_name(item) == "self"}


def _outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if not isinstance(here, Function):
            yield here
            waiting += ast.iter_child_nodes(here)


def root_name(node: ast.AST) -> str:
    """The name that an attribute or subscript chain starts at; "" where it starts at another expression."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
