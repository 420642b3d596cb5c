"""Python in disguise, by its syntax tree. A text that is CUDA C++ is disguised as C."""

import ast
import functools
from collections.abc import Callable

from tests.disguises import cuda
from tests.disguises.words import another

_KEPT = frozenset(("result", "self", "forward", "__init__", "Model", "ModelNew", "show_object"))
_COMMUTES = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr)
_MIRRORED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq}


def _of_tree(change: Callable[[ast.Module], ast.Module]) -> Callable[[str], str]:
    @functools.wraps(change)
    def disguise(code: str) -> str:
        try:
            tree = ast.parse(code)
        except SyntaxError:
            return str(getattr(cuda, change.__name__)(code))
        return ast.unparse(ast.fix_missing_locations(change(tree))) + "\n"

    return disguise


@_of_tree
def renamed(tree: ast.Module) -> ast.Module:
    renaming = _Renamed(tree)
    return ast.Module([renaming.visit(node) for node in tree.body], [])


@_of_tree
def reformatted(tree: ast.Module) -> ast.Module:
    """Written anew from the tree: comments and the author's layout are gone."""
    return tree


@_of_tree
def reordered(tree: ast.Module) -> ast.Module:
    """Functions the other way round behind all else that runs before them, independent neighbours exchanged."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body = _exchanged(node.body)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    first = next((place for place, node in enumerate(tree.body) if isinstance(node, ast.FunctionDef)), 0)
    last = max((place for place, node in enumerate(tree.body) if isinstance(node, ast.FunctionDef)), default=0)
    between = [node for node in tree.body[first : last + 1] if not isinstance(node, ast.FunctionDef)]
    if any(not isinstance(node, ast.Import | ast.ImportFrom) for node in between):
        return ast.Module(_exchanged(tree.body), [])
    turned = [*tree.body[:first], *between, *reversed(functions), *tree.body[last + 1 :]]
    return ast.Module(_exchanged(turned if functions else tree.body), [])


@_of_tree
def restyled(tree: ast.Module) -> ast.Module:
    styling = _Restyled()
    return ast.Module([styling.visit(node) for node in tree.body], [])


def _exchanged(body: list[ast.stmt]) -> list[ast.stmt]:
    body = list(body)
    for place in range(len(body) - 1):
        one, other = body[place : place + 2]
        if _simple(one) and _simple(other) and not (_names(one) & _names(other)):
            body[place : place + 2] = [other, one]
    return body


def _simple(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets)


def _names(node: ast.stmt) -> set[str]:
    """Modules are shared by all."""
    names = {item.id for item in ast.walk(node) if isinstance(item, ast.Name)}
    return names - {"cq", "tl", "torch", "math", "triton", "np"}


class _Renamed(ast.NodeTransformer):
    def __init__(self, tree: ast.Module) -> None:
        nodes = list(ast.walk(tree))
        bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        bound |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        arguments = {node.arg for node in nodes if isinstance(node, ast.arg)}
        self._names = (bound | arguments) - _KEPT
        self._functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}

    def _new(self, name: str) -> str:
        return another(name) if name in self._names else name

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self._new(node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self._new(node.arg), node.annotation)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self._new(node.name)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self._new(node.name)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        owner = node.func.value if isinstance(node.func, ast.Subscript) else node.func
        if isinstance(owner, ast.Name) and owner.id in self._functions:
            for word in node.keywords:
                word.arg = self._new(word.arg) if word.arg else word.arg
        return self.generic_visit(node)


class _Restyled(ast.NodeTransformer):
    """Operands and comparisons turned, assignments written out, branches exchanged, values named."""

    def __init__(self) -> None:
        self._count = 0

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        numbers = not any(isinstance(side, ast.List | ast.Tuple | ast.JoinedStr) for side in (node.left, node.right))
        if isinstance(node.op, _COMMUTES) and numbers:
            node.left, node.right = node.right, node.left
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1 and type(node.ops[0]) in _MIRRORED:
            return ast.Compare(node.comparators[0], [_MIRRORED[type(node.ops[0])]()], [node.left])
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.target, ast.Name):
            read = ast.Name(node.target.id, ast.Load())
            return ast.Assign([node.target], ast.BinOp(read, node.op, node.value))
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        if node.orelse:
            return ast.If(ast.UnaryOp(ast.Not(), node.test), node.orelse, node.body)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        return ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.orelse, node.body)

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.AST]:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Call | ast.BinOp):
            return node
        self._count += 1
        name = f"value_{self._count}"
        return [ast.Assign([ast.Name(name, ast.Store())], node.value), ast.Return(ast.Name(name, ast.Load()))]
