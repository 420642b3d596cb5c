"""Values that a candidate may not pass around: modules, launchers, and what `getattr` would turn into either.

Which names may be used at all is `triton`; here it is how they are used.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from resources.domains.gpu_kernels.language import triton_vocabulary as words
from resources.domains.gpu_kernels.language.python_names import PythonModule


@dataclass(frozen=True)
class Misuse:
    """One use that is forbidden, and its 1-based line."""

    what: str
    line: int


_MODULES = words.MODULES | words.MODULES_OF_REFERENCES | {"collections", "torch.cuda", "triton.language.math"}


def misused_values(module: PythonModule) -> Iterator[Misuse]:
    """Every misuse, in no particular order."""
    yield from _rebound(module)
    for chain, dotted in module.chains():
        above = module.parents.get(chain)
        if dotted in _MODULES and not isinstance(above, ast.alias) and not names_a_dtype(above, module):
            yield Misuse(f"module {dotted} as a value", chain.lineno)
        if dotted in ("dataclasses.dataclass", "functools.wraps") and not _decorates(chain, module):
            yield Misuse(f"{dotted} that is no decorator", chain.lineno)
    for node in module.nodes:
        if isinstance(node, ast.Name) and node.id == "getattr":
            yield from _getattr(node, module)
        elif isinstance(node, ast.Name) and node.id in module.kernel_names:
            yield from _kernel_value(node, module)
        elif isinstance(node, ast.Call) and _makes_class(node):
            yield Misuse("type() that makes a class", node.lineno)
    yield from _decorators(module)


def _decorates(chain: ast.expr, module: PythonModule) -> bool:
    """`@dataclass`, `@dataclass(…)` or `@wraps(f)` above a definition: elsewhere it would change what it is given."""
    above = module.parents.get(chain)
    outermost: ast.AST = chain
    if isinstance(above, ast.Call) and above.func is chain:
        if module.dotted(chain) == "dataclasses.dataclass" and above.args:
            return False
        outermost, above = above, module.parents.get(above)
    return isinstance(above, ast.ClassDef | ast.FunctionDef) and outermost in above.decorator_list


def _makes_class(call: ast.Call) -> bool:
    named = isinstance(call.func, ast.Name) and call.func.id == "type"
    return named and len(call.args) + len(call.keywords) > 1


def _decorators(module: PythonModule) -> Iterator[Misuse]:
    """A decorator of the candidate's own would be handed the launcher."""
    for kernel in module.kernels:
        for decorator in kernel.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if not module.dotted(called).startswith("triton."):
                yield Misuse(f"decorator of kernel {kernel.name} that is not Triton's", decorator.lineno)


def _rebound(module: PythonModule) -> Iterator[Misuse]:
    """torch, triton and what is imported from them keep their names."""
    guarded = {name for name, dotted in module.aliases.items() if dotted.partition(".")[0] in ("torch", "triton")}
    guarded |= {"torch", "triton", "tl"}
    for node in module.nodes:
        name = _bound_name(node)
        if name in guarded:
            yield Misuse(f"another meaning for {name}", getattr(node, "lineno", 1))
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _imported_twice(node, module)


def _bound_name(node: ast.AST) -> str:
    """The name that a node binds, imports aside; "" for a node that binds none."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            return name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
            return name
        case (
            ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name)
        ):
            return name
        case ast.MatchMapping(rest=str() as name):
            return name
    return ""


def _imported_twice(node: ast.Import | ast.ImportFrom, module: PythonModule) -> Iterator[Misuse]:
    for item in node.names:
        if isinstance(node, ast.ImportFrom):
            name, dotted = item.asname or item.name, f"{node.module}.{item.name}"
        else:
            root = item.name.partition(".")[0]
            name, dotted = item.asname or root, item.name if item.asname else root
        if module.aliases.get(name, dotted) != dotted:
            yield Misuse(f"another meaning for {name}", node.lineno)


def names_a_dtype(call: ast.AST | None, module: PythonModule) -> bool:
    """`torch.empty(…, dtype=getattr(torch, NAME))`: torch takes a dtype there or raises, whatever the name."""
    if not isinstance(call, ast.Call) or call.keywords or len(call.args) != 2 or module.dotted(call.args[0]) != "torch":
        return False
    keyword = module.parents.get(call)
    maker = module.parents.get(keyword) if isinstance(keyword, ast.keyword) and keyword.arg == "dtype" else None
    named = isinstance(call.func, ast.Name) and call.func.id == "getattr"
    return named and isinstance(maker, ast.Call) and module.dotted(maker.func).startswith("torch.")


def _getattr(node: ast.Name, module: PythonModule) -> Iterator[Misuse]:
    call = module.parents.get(node)
    if not isinstance(call, ast.Call) or call.func is not node:
        yield Misuse("getattr as a value", node.lineno)
        return
    if names_a_dtype(call, module):
        return
    owner, wanted = (*call.args, None, None)[:2]
    if not (isinstance(wanted, ast.Constant) and isinstance(wanted.value, str)) or wanted.value.startswith("_"):
        yield Misuse("getattr of a name that is computed or private", node.lineno)
    if owner is None or isinstance(owner, ast.Starred) or module.dotted(owner):
        yield Misuse("getattr on a module", node.lineno)
    elif isinstance(owner, ast.Name) and owner.id in module.kernel_names:
        yield Misuse(f"an attribute of kernel {owner.id}", node.lineno)


def _kernel_value(node: ast.Name, module: PythonModule) -> Iterator[Misuse]:
    """On the host a kernel is launched; its attributes, and it as an argument, lead to the launcher's insides."""
    above = module.parents.get(node)
    if node in module.in_kernels:
        return
    if isinstance(above, ast.Attribute):
        yield Misuse(f"an attribute of kernel {node.id}", node.lineno)
    elif isinstance(above, ast.Call) and above.func is not node and not module.dotted(above.func).startswith("triton."):
        yield Misuse(f"kernel {node.id} as an argument", node.lineno)
