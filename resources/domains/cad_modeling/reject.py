"""What a script's text may not contain: an allow list over its syntax tree.

A text that does not parse is not rejected: Python says it better in the next stage. The list keeps scripts honest and
logs readable; it is not what protects the verdict, which no script's process can reach.
"""

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from resources.domains.cad_modeling import vocabulary as words
from resources.domains.toolkit.python_errors import compiled
from resources.domains.toolkit.recording import Finding

MAXIMUM_BYTES = 1 << 18
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_PLAIN = (b"utf-8", b"utf8", b"ascii", b"us-ascii")
_HIDDEN_BUILTINS = frozenset(dir(builtins)) - words.BUILTINS
_FORBIDDEN_NODES: Mapping[type[ast.AST], str] = {
    ast.AsyncFunctionDef: "async function",
    ast.Await: "await",
    ast.AsyncFor: "async for",
    ast.AsyncWith: "async with",
    ast.With: "with statement",
    ast.Yield: "yield",
    ast.YieldFrom: "yield from",
    ast.Global: "global statement",
    ast.Nonlocal: "nonlocal statement",
}


def reject(code: str) -> list[Finding]:
    """Forbidden constructs in the order of their lines; empty where there are none or the text does not parse."""
    return list(_findings(code))


@lru_cache(maxsize=64)
def _findings(code: str) -> tuple[Finding, ...]:
    try:
        raw = code.encode()
    except UnicodeEncodeError:
        return (Finding("text that is not UTF-8", 1),)
    if len(raw) > MAXIMUM_BYTES:
        return (Finding(f"a script of more than {MAXIMUM_BYTES} bytes", 1),)
    for line in raw.splitlines()[:2]:
        match = _COOKIE.match(line)
        if match and match[1].lower().replace(b"_", b"-") not in _PLAIN:
            return (Finding(f"source encoding {match[1].decode()}", 1),)
    nodes = compiled(raw).nodes
    aliases = _aliases(nodes)
    found = {Finding(what, getattr(node, "lineno", 1)) for node in nodes for what in _node(node, aliases)}
    return tuple(sorted(found, key=lambda finding: (finding.line, finding.what)))


def _aliases(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """The names under which the script knows cadquery."""
    imports = (node for node in nodes if isinstance(node, ast.Import))
    names = {item.asname or item.name for node in imports for item in node.names if item.name == "cadquery"}
    return frozenset(names)


def _node(node: ast.AST, aliases: frozenset[str]) -> Iterator[str]:
    if type(node) in _FORBIDDEN_NODES:
        yield _FORBIDDEN_NODES[type(node)]
    if isinstance(node, ast.Import):
        yield from (f"import of {item.name}" for item in node.names if item.name not in words.MODULES)
    elif isinstance(node, ast.ImportFrom):
        yield from _import_from(node)
    elif isinstance(node, ast.Attribute):
        yield from _attribute(node, aliases)
    elif isinstance(node, ast.Name):
        yield from _name(node, aliases)
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        if node.name.startswith("__") and node.name not in words.SPECIAL_METHODS:
            yield f"definition of {node.name}"
    elif isinstance(node, ast.arg | ast.keyword) and (node.arg or "").startswith("__"):
        yield f"the name {node.arg}"


def _import_from(node: ast.ImportFrom) -> Iterator[str]:
    module = node.module or "."
    if module not in words.SUBMODULES or node.level:
        yield f"import from {module}"
        return
    for item in node.names:
        whole = item.name == "*" and module == "cadquery"
        if whole or item.name.startswith("_") or item.name in words.FORBIDDEN_MEMBERS:
            yield f"import of {item.name} from {module}"


def _attribute(node: ast.Attribute, aliases: frozenset[str]) -> Iterator[str]:
    name = node.attr
    if (name.startswith("_") and name not in words.SPECIAL_METHODS) or name in words.FORBIDDEN_ATTRIBUTES:
        yield f"attribute {name}"
    owner = node.value
    if isinstance(owner, ast.Name) and owner.id in aliases and name in words.FORBIDDEN_MEMBERS:
        yield f"cadquery.{name}"
    if isinstance(owner, ast.Attribute) and owner.attr == "selectors" and not name.endswith("Selector"):
        yield f"cadquery.selectors.{name}"
    if isinstance(node.ctx, ast.Store | ast.Del) and not (isinstance(owner, ast.Name) and owner.id == "self"):
        yield f"assignment to the attribute {name}"


def _name(node: ast.Name, aliases: frozenset[str]) -> Iterator[str]:
    name = node.id
    hidden = name in _HIDDEN_BUILTINS or name.startswith("__")
    if hidden and name not in words.SPECIAL_NAMES:
        yield f"the name {name}"
    elif not isinstance(node.ctx, ast.Load) and name in (aliases | {"self"}):
        yield f"assignment to the name {name}"
