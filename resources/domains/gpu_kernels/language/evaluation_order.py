"""The nodes of Python text in the order in which it is evaluated, and the names that nothing binds.

Nothing is executed: only what every run goes through is passed. Static diagnostics are made from it.
"""

import ast
import builtins
from collections.abc import Callable, Iterator, Sequence

from resources.domains.gpu_kernels.language.python_names import PythonModule

_MODULE_NAMES = frozenset({"__name__", "__file__", "__doc__"})
_CHOICES = ast.Lambda | ast.IfExp | ast.BoolOp
Definition = ast.FunctionDef | ast.ClassDef


def executed(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """Nodes of a body, parts before wholes. What a condition guards is left out, and so is what follows a return."""
    for node in body:
        if isinstance(node, ast.If | ast.While):
            yield from evaluated(node.test)
        elif isinstance(node, ast.For):
            yield from evaluated(node.iter)
            yield from executed(node.body)
        elif isinstance(node, ast.With):
            for item in node.items:
                yield from evaluated(item.context_expr)
            yield from executed(node.body)
        elif isinstance(node, ast.FunctionDef):
            yield from _defined(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr | ast.Return | ast.Assert):
            yield from _evaluated_statement(node)
            if isinstance(node, ast.Return):
                return
        elif not isinstance(node, ast.Import | ast.ImportFrom | ast.Pass):
            return


def _evaluated_statement(node: ast.stmt) -> Iterator[ast.AST]:
    """The value first, then what it is assigned to; a local annotation is not evaluated."""
    value, targets = getattr(node, "value", None), getattr(node, "targets", None) or [getattr(node, "target", None)]
    for part in (value, getattr(node, "test", None), *targets):
        if part is not None:
            yield from evaluated(part)


def _defined(node: ast.FunctionDef) -> Iterator[ast.AST]:
    arguments = node.args
    parts = [*node.decorator_list, *arguments.defaults, *(item for item in arguments.kw_defaults if item)]
    parameters = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
    parts += [item.annotation for item in parameters if item is not None and item.annotation is not None]
    for part in [*parts, *([node.returns] if node.returns else [])]:
        yield from evaluated(part)


def evaluated(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Lambda):
        return
    parts = list(ast.iter_child_nodes(node))
    for part in parts[:1] if isinstance(node, _CHOICES) else parts:
        yield from evaluated(part)
    yield node


def bound_at_module(module: PythonModule) -> frozenset[str]:
    """Names that the module's own statements bind, wherever in it."""
    bound = set(dir(builtins)) | _MODULE_NAMES | set(module.aliases)
    for node in module.nodes:
        if isinstance(node, Definition | ast.ExceptHandler):
            bound.add(node.name or "")
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and not _in_function(module, node):
            bound.add(node.id)
    return frozenset(bound | _comprehended(module))


def _comprehended(module: PythonModule) -> set[str]:
    """Names that some comprehension binds."""
    targets = (node.target for node in module.nodes if isinstance(node, ast.comprehension))
    return {item.id for target in targets for item in ast.walk(target) if isinstance(item, ast.Name)}


def _in_function(module: PythonModule, node: ast.AST) -> bool:
    above = module.parents.get(node)
    while above is not None and not isinstance(above, ast.FunctionDef | ast.Lambda):
        above = module.parents.get(above)
    return above is not None


def first_failure(module: PythonModule, said: Callable[[ast.AST], str]) -> tuple[int, str] | None:
    """The line over which the import ends, and what Python says: a statement of the module reads a name before any has
    bound it, or evaluates a node of which `said` has something to say."""
    known = set(dir(builtins)) | _MODULE_NAMES | _comprehended(module)
    for statement in module.tree.body:
        if not isinstance(statement, ast.ClassDef | ast.If | ast.Try | ast.With | ast.For | ast.While):
            for node in executed([statement]):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in known:
                    return node.lineno, f"NameError: name '{node.id}' is not defined"
                if isinstance(node, ast.expr) and (text := said(node)):
                    return node.lineno, text
        known |= _bound_by(statement)
    return None


def _bound_by(statement: ast.stmt) -> set[str]:
    """Names that a statement may bind, its parts included."""
    names: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, Definition):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
    return names
