"""What a Triton candidate's text may not contain: an allow list over its syntax tree.

A text that does not parse is not rejected: the import stage says so better. That holds only because this parser
is the one that imports the candidate: same bytes, same Python, and no more room on the stack there than here.
"""

import ast
import builtins
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from resources.domains.domain import Finding
from resources.domains.gpu_kernels.execution.rejection.permissions import USUAL, Allowed, name_allowed
from resources.domains.gpu_kernels.execution.rejection.python_values import misused_values, names_a_dtype
from resources.domains.gpu_kernels.language import triton_vocabulary as words
from resources.domains.gpu_kernels.language.python_names import PythonModule, root_name
from resources.domains.toolkit.python_syntax import parse_python

MAXIMUM_BYTES = 1 << 20
_STACK_BYTES = 64 << 20
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_DUNDER = re.compile(r"__\w+__|\b(?:gi|cr|ag|tb)_frame\b|\bf_(?:back|globals|locals|builtins|code)\b")
_FORBIDDEN_BUILTINS = frozenset(dir(builtins)) - words.BUILTINS - words.DUNDER_NAMES


def reject(code: str, profile: Allowed = USUAL) -> list[Finding]:
    """Forbidden constructs in the order of their lines; empty where there are none or the text does not parse."""
    try:
        raw = code.encode()
    except UnicodeEncodeError:
        return [Finding("text that is not UTF-8", 1)]
    if len(raw) > MAXIMUM_BYTES:
        return [Finding(f"a source of more than {MAXIMUM_BYTES} bytes", 1)]
    if foreign := _encoding(raw):
        return [Finding(f"source encoding {foreign}", 1)]
    try:
        tree = parsed(raw)
    except NestsTooDeeply:
        return [Finding("a source that nests too deeply", 1)]
    if tree is None:
        return []
    return sorted(set(_findings(PythonModule(tree), profile)), key=lambda finding: (finding.line, finding.what))


def _encoding(raw: bytes) -> str:
    """The encoding that the first two lines ask for, where it is not UTF-8: the importer would obey it."""
    for line in raw.splitlines()[:2]:
        match = _COOKIE.match(line)
        if match and match[1].lower().replace(b"_", b"-") not in (b"utf-8", b"utf8", b"ascii", b"us-ascii"):
            return match[1].decode()
    return ""


class NestsTooDeeply(Exception):
    """The text cannot be judged, so it is not let through."""


@lru_cache(maxsize=4)
def parsed(raw: bytes) -> ast.Module | None:
    """None where Python refuses the text. Raises NestsTooDeeply.

    CPython lets a tree nest as deeply as the caller's stack leaves room for. A thread of its own has an empty
    stack, so what is too deep here is too deep for any importer.
    """
    trees: list[ast.Module] = []
    refused: list[bool] = []

    def parse() -> None:
        try:
            trees.append(parse_python(raw))
        except (SyntaxError, ValueError):
            refused.append(True)
        except (RecursionError, MemoryError, SystemError):
            return

    before = threading.stack_size(_STACK_BYTES)
    thread = threading.Thread(target=parse, name="parse candidate")
    thread.start()
    threading.stack_size(before)
    thread.join()
    if not trees and not refused:
        raise NestsTooDeeply
    return trees[0] if trees else None


def _findings(module: PythonModule, profile: Allowed) -> Iterator[Finding]:
    constructing = replace(profile, compute=profile.compute or profile.constructs)
    constructors = module.in_constructors if profile.constructs else frozenset()
    for node in module.nodes:
        line, here = getattr(node, "lineno", 1), constructing if node in constructors else profile
        yield from (Finding(what, line) for what in _node(node, module, here))
    for chain, dotted in module.chains():
        allowed = constructing if chain in constructors else profile
        if not name_allowed(dotted, allowed) and not names_a_dtype(module.parents.get(chain), module):
            yield Finding(dotted, chain.lineno)
    yield from (Finding(misuse.what, misuse.line) for misuse in misused_values(module))


def _node(node: ast.AST, module: PythonModule, profile: Allowed) -> Iterator[str]:
    match node:
        case ast.Import() | ast.ImportFrom():
            yield from _imports(node, profile)
        case ast.Name(id=name) if name.startswith("__") and name not in words.DUNDER_NAMES:
            yield name
        case ast.Name(id=name) if name in _FORBIDDEN_BUILTINS and not module.is_local(node, name):
            yield name
        case ast.Attribute():
            yield from _attribute(node, module, profile)
        case ast.Constant(value=str() as text) if not _is_docstring(node, module) and _DUNDER.search(text):
            if text not in words.DUNDER_NAMES | {"__main__"}:
                yield f"a string that names {_DUNDER.search(text)[0]}"  # type: ignore[index]
        case ast.MatchClass(kwd_attrs=names):
            yield from (f"attribute {name}" for name in names if not _attribute_allowed(name))
        case ast.AsyncFunctionDef() | ast.Await() | ast.AsyncFor() | ast.AsyncWith():
            yield "asynchronous code"
        case ast.FunctionDef(name=name) if name.startswith("__"):
            inside_class = isinstance(module.parents.get(node), ast.ClassDef)
            if not inside_class or (name.endswith("__") and name not in words.DUNDER_METHODS):
                yield f"definition of {name}"
        case ast.ClassDef():
            yield from _class(node, module)
        case ast.BinOp(op=ast.MatMult()) if node not in module.in_kernels and not _computes(profile):
            yield "@ in host code"


def _computes(profile: Allowed) -> bool:
    return profile.compute or "matmul" in profile.methods


def _imports(node: ast.Import | ast.ImportFrom, profile: Allowed) -> Iterator[str]:
    allowed = words.MODULES | words.TORCH_CLASSES | profile.modules
    if isinstance(node, ast.Import):
        yield from (f"import of {item.name}" for item in node.names if item.name not in allowed)
        return
    if node.level or not node.module:
        yield "relative import"
        return
    for item in node.names:
        whole = f"{node.module}.{item.name}"
        if item.name == "*" or not (whole in allowed or (node.module in allowed and name_allowed(whole, profile))):
            yield f"import of {whole}"


def _attribute(node: ast.Attribute, module: PythonModule, profile: Allowed) -> Iterator[str]:
    owner = root_name(node)
    private = node.attr.startswith("_") and not node.attr.startswith("__")
    if not _attribute_allowed(node.attr) or (private and owner not in ("self", "cls", "ctx")):
        yield f"attribute {node.attr}"
    if isinstance(node.ctx, ast.Store | ast.Del) and not _own_attribute(node, module):
        yield f"assignment to {ast.unparse(node)[:80]}"
    called = module.parents.get(node)
    if not (isinstance(called, ast.Call) and called.func is node) or node in module.in_kernels:
        return
    if node.attr in words.COMPUTING_METHODS - profile.methods and not profile.compute and not module.dotted(node):
        yield f".{node.attr}() in host code"


def _attribute_allowed(name: str) -> bool:
    dunder = name.startswith("__") and name not in words.DUNDER_ATTRIBUTES
    return not dunder and name not in words.FRAME_ATTRIBUTES | words.MODULE_ATTRIBUTES | words.TENSOR_ATTRIBUTES


def _own_attribute(node: ast.Attribute, module: PythonModule) -> bool:
    """`self.x = …` in a class; anything else changes an object that others use."""
    if root_name(node) not in ("self", "cls", "ctx") or not isinstance(node.value, ast.Name):
        return False
    above = module.parents.get(node)
    while above is not None and not isinstance(above, ast.ClassDef):
        above = module.parents.get(above)
    return above is not None and node.attr not in words.LAUNCHER_ATTRIBUTES


def _class(node: ast.ClassDef, module: PythonModule) -> Iterator[str]:
    if node.keywords:
        yield "metaclass"
    for base in node.bases:
        dotted = module.dotted(base)
        if dotted in ("torch.Tensor", "torch.nn.Parameter", "torch.nn.parameter.Parameter"):
            yield f"subclass of {dotted}"


def _is_docstring(node: ast.AST, module: PythonModule) -> bool:
    return isinstance(module.parents.get(node), ast.Expr)
