"""What a script's text may not contain: an allow list over its syntax tree.

A text that does not parse is not rejected: Python says it better in the next stage. The list keeps scripts honest and
logs readable; it is not what protects the verdict, which no script's process can reach.
"""

import ast
import builtins
import importlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.cad_modeling.language import vocabulary as words
from resources.domains.cad_modeling.language.source import parse_script
from resources.domains.cad_modeling.language.workplane_interface import MEMBERS
from resources.domains.domain import Finding
from resources.domains.toolkit.recording import death_found
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.reader.apart import apart

MAXIMUM_BYTES = 1 << 18
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_FIELD = re.compile(r"\{([^{}:!]*)")
_STEP = re.compile(r"\.\s*(\w+)")
_PLAIN = (b"utf-8", b"utf8", b"ascii", b"us-ascii")
_HIDDEN_BUILTINS = frozenset(dir(builtins)) - words.BUILTINS
_WITHIN = frozenset({"cadquery.selectors", "cadquery.func", "collections.abc"})
"""Modules inside others that have rules of their own."""
_PURE = words.PURE_NAMES.keys() | {"typing"}
_FORBIDDEN_NODES: Mapping[type[ast.AST], str] = {
    ast.AsyncFunctionDef: "async function",
    ast.Await: "await",
    ast.AsyncFor: "async for",
    ast.AsyncWith: "async with",
    ast.With: "with statement",
}


def refused(bundle: EnvironmentBundle, candidate: Candidate) -> list[Finding]:
    """What the reject stage finds in a candidate; the same for all bundles."""
    return reject(candidate.code)


@apart(died=death_found)
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
    source = parse_script(code, MAXIMUM_BYTES)
    nodes = () if source is None else source.walked
    script = _script(nodes)
    findings = {Finding(what, getattr(node, "lineno", 1)) for node in nodes for what in _node(node, script)}
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.what)))


@dataclass(frozen=True)
class _Script:
    """What a node's own text does not say: the names of modules, names that come with an import of everything, names
    that the script binds, names that are only ever classes of its own or objects of them, texts that names stand for,
    names with an underscore that are its own, and by identity the nodes before a dot, a method's first parameter
    wherever it stands in the method, and the names `type`, `globals` and `locals` where they only ask.
    """

    cadquery: frozenset[str]
    math: frozenset[str]
    selectors: frozenset[str]
    pure: Mapping[str, str]
    brought: frozenset[str]
    bound: frozenset[str]
    own: frozenset[str]
    texts: Mapping[str, str]
    owners: frozenset[int]
    firsts: frozenset[int]
    private: frozenset[str]
    asking: frozenset[int]

    def is_own(self, owner: ast.expr) -> bool:
        """Whether it names a class of the script's, or an object of one."""
        return isinstance(owner, ast.Name) and (id(owner) in self.firsts or owner.id in self.own)


def _script(nodes: Sequence[ast.AST]) -> _Script:
    stored = Counter(node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load))
    arguments = {node.arg for node in nodes if isinstance(node, ast.arg)}
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    whole = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"}
    aliases = {name: module for node in nodes for name, module in _modules(node)}
    bindings = Counter(name for node in nodes for name in _bound(node))
    classes = _classes(nodes, bindings) - (MEMBERS if whole & {"cadquery", "cadquery.func"} else frozenset())
    firsts = frozenset(id(name) for node in nodes for name in _firsts(node))
    return _Script(
        cadquery=_called(aliases, "cadquery"),
        math=_called(aliases, "math") | _called(aliases, "cadquery.func"),
        selectors=_called(aliases, "cadquery.selectors") | ({"selectors"} if "cadquery" in whole else set()),
        pure={name: module for name, module in aliases.items() if module in _PURE},
        brought=frozenset().union(*(words.BROUGHT_NAMES.get(module or "", frozenset()) for module in whole)),
        bound=frozenset(stored) | arguments | defined,
        own=classes | _made(nodes, classes, bindings),
        texts={name: text for name, text in _texts(nodes) if stored[name] == 1 and name not in arguments | defined},
        owners=frozenset(id(node.value) for node in nodes if isinstance(node, ast.Attribute)),
        firsts=firsts,
        private=_private(nodes, firsts, classes),
        asking=frozenset(id(name) for node in nodes for name in _asking(node)),
    )


def _asking(node: ast.AST) -> Iterator[ast.Name]:
    """`type` of one thing, and `globals()` or `locals()` right of `in`: neither hands anything on but a class."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type":
        if len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred):
            yield node.func
    elif isinstance(node, ast.Compare) and isinstance(node.left, ast.Constant) and len(node.ops) == 1:
        tables = [call.func for call in node.comparators if isinstance(call, ast.Call) and not call.args]
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            yield from (name for name in tables if isinstance(name, ast.Name) and name.id in ("globals", "locals"))


def _firsts(node: ast.AST) -> Iterator[ast.Name]:
    """Where the methods of a class name the object or class they belong to, as long as they bind that name once."""
    for method in node.body if isinstance(node, ast.ClassDef) else ():
        if isinstance(method, ast.FunctionDef) and "staticmethod" not in _decorators(method):
            for first in [*method.args.posonlyargs, *method.args.args][:1]:
                parts = list(_parts(method, first.arg))
                if [name for part in parts for name in _bound(part)].count(first.arg) == 1:
                    yield from (part for part in parts if isinstance(part, ast.Name) and part.id == first.arg)


def _parts(node: ast.AST, name: str) -> Iterator[ast.AST]:
    """All nodes below, without functions that have a parameter of this name."""
    waiting = list(ast.iter_child_nodes(node))
    while waiting:
        part = waiting.pop()
        own = part.args if isinstance(part, ast.FunctionDef | ast.Lambda) else None
        if own is None or all(item.arg != name for item in ast.walk(own) if isinstance(item, ast.arg)):
            yield part
            waiting.extend(ast.iter_child_nodes(part))


def _decorators(method: ast.FunctionDef) -> set[str]:
    return {item.id for item in method.decorator_list if isinstance(item, ast.Name)}


def _classes(nodes: Sequence[ast.AST], bindings: Mapping[str, int]) -> frozenset[str]:
    """Names of the script's own classes that stand for nothing else."""
    names = (node.name for node in nodes if isinstance(node, ast.ClassDef))
    return frozenset(name for name in names if bindings[name] == 1)


def _made(nodes: Sequence[ast.AST], classes: frozenset[str], bindings: Mapping[str, int]) -> frozenset[str]:
    """Names that are bound by calls of the script's own classes, and by nothing else."""
    calls = Counter(
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name)
        if node.value.func.id in classes
        for target in node.targets
        if isinstance(target, ast.Name)
    )
    return frozenset(name for name, times in calls.items() if bindings[name] == times)


def _private(nodes: Sequence[ast.AST], firsts: frozenset[int], classes: frozenset[str]) -> frozenset[str]:
    """Names with one underscore that the script's classes give to themselves or to their objects, without those that
    other classes have and those that would be forbidden without it. They reach nothing on any object."""
    parts = [part for node in nodes if isinstance(node, ast.ClassDef) for part in node.body]
    stores = (node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    owners = ((node.attr, node.value) for node in stores if isinstance(node.value, ast.Name))
    names = {name for name, owner in owners if id(owner) in firsts or owner.id in classes}
    names |= {name for part in parts for item in (part, *ast.iter_child_nodes(part)) for name in _bound(item)}
    private = {name for name in names if name.startswith("_") and not _is_forbidden(name[1:])}
    return frozenset(private - _taken() if private else ())


@lru_cache(maxsize=1)
def _taken() -> frozenset[str]:
    """What classes that scripts can reach have with an underscore: `ForwardRef._evaluate` is `eval`."""
    modules = [importlib.import_module(name) for name in _PURE]
    classes = [thing for module in modules for thing in vars(module).values() if isinstance(thing, type)]
    return frozenset(words.INNER_ATTRIBUTES).union(name for thing in classes for name in dir(thing) if name[0] == "_")


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that a node itself binds, as often as it does."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name is not None:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest is not None:
        yield node.rest


def _modules(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that an import binds to modules, each with its module: `import a.b` binds `a`."""
    if isinstance(node, ast.Import):
        for item in node.names:
            yield (item.asname, item.name) if item.asname else (item.name.partition(".")[0],) * 2
    elif isinstance(node, ast.ImportFrom) and not node.level:
        within = ((item, f"{node.module}.{item.name}") for item in node.names)
        yield from ((item.asname or item.name, module) for item, module in within if module in _WITHIN)


def _called(aliases: Mapping[str, str], module: str) -> frozenset[str]:
    """The names under which the script knows a module."""
    return frozenset(name for name, known in aliases.items() if known == module)


def _texts(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from ((item.id, node.value.value) for item in node.targets if isinstance(item, ast.Name))


def _node(node: ast.AST, script: _Script) -> Iterator[str]:
    if type(node) in _FORBIDDEN_NODES:
        yield _FORBIDDEN_NODES[type(node)]
    if isinstance(node, ast.Import):
        allowed = words.MODULES | _PURE | _WITHIN
        yield from (f"import of {item.name}" for item in node.names if item.name not in allowed)
    elif isinstance(node, ast.ImportFrom):
        yield from _import_from(node)
    elif isinstance(node, ast.Attribute):
        yield from _attribute(node, script)
    elif isinstance(node, ast.Name):
        yield from _name(node, script)
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        if node.name.startswith("__") and node.name not in words.DEFINABLE_METHODS:
            yield f"definition of {node.name}"
    elif isinstance(node, ast.MatchClass):
        yield from (f"attribute {name}" for name in node.kwd_attrs if _is_forbidden(name))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in words.FORBIDDEN_OPTIONS:
        yield f"the option {node.value}"
    else:
        yield from _written_names(node)


def _written_names(node: ast.AST) -> Iterator[str]:
    """Names that stand in a node as plain texts."""
    names: list[str | None] = []
    if isinstance(node, ast.arg | ast.keyword):
        names = [node.arg]
    elif isinstance(node, ast.Global | ast.Nonlocal):
        names = list(node.names)
    elif isinstance(node, ast.MatchAs | ast.MatchStar | ast.ExceptHandler):
        names = [node.name]
    elif isinstance(node, ast.MatchMapping):
        names = [node.rest]
    for name in names:
        if name is not None and name.startswith("__"):
            yield f"the name {name}"
        elif isinstance(node, ast.keyword) and name in words.FORBIDDEN_OPTIONS:
            yield f"the option {name}"


def _import_from(node: ast.ImportFrom) -> Iterator[str]:
    module = node.module or "."
    if module in words.WHOLE_MODULES and not node.level and [item.name for item in node.names] == ["*"]:
        return
    if module in words.PURE_NAMES and not node.level:
        unknown = (item.name for item in node.names if f"{module}.{item.name}" not in _WITHIN)
        yield from (f"import of {name} from {module}" for name in unknown if not _is_pure(module, name))
        return
    if module not in words.SUBMODULES | words.INNER_NAMES.keys() or node.level:
        yield f"import from {module}"
        return
    for item in node.names:
        if not _may_be_imported(module, item.name):
            yield f"import of {item.name} from {module}"


def _may_be_imported(module: str, name: str) -> bool:
    """No module, and nothing private: `cadquery.selectors` and `typing` have modules among their names."""
    if name == "*":
        return module in words.BROUGHT_NAMES
    if module in words.INNER_NAMES:
        return name in words.INNER_NAMES[module]
    if module == "cadquery.selectors":
        return name.endswith("Selector")
    if module == "typing":
        return _is_pure(module, name)
    return not name.startswith("_") and name not in words.FORBIDDEN_MEMBERS


def _is_pure(module: str, name: str) -> bool:
    """Whether a name of one of Python's modules reaches neither files nor modules."""
    if module == "typing":
        return name[:1].isupper() or name in words.TYPING_FUNCTIONS
    return name in words.PURE_NAMES[module]


def _is_forbidden(attribute: str) -> bool:
    if attribute in words.SPECIAL_METHODS:
        return False
    return attribute.startswith(words.FORBIDDEN_BEGINNINGS) or attribute in words.FORBIDDEN_ATTRIBUTES


def _attribute(node: ast.Attribute, script: _Script) -> Iterator[str]:
    name, owner = node.attr, node.value
    if _is_forbidden(name) and name not in script.private:
        yield f"attribute {name}"
    of_cadquery = isinstance(owner, ast.Name) and owner.id in script.cadquery
    module = _pure_module(owner, script)
    if module is not None and not _is_pure(module, name):
        if f"{module}.{name}" not in _WITHIN:
            yield f"{module}.{name}"
        elif id(node) not in script.owners:
            yield f"{module}.{name} as a value"
    if of_cadquery and name in words.FORBIDDEN_MEMBERS:
        yield f"cadquery.{name}"
    if of_cadquery and name in ("selectors", "func") and id(node) not in script.owners:
        yield f"cadquery.{name} as a value"
    selectors = isinstance(owner, ast.Attribute) and owner.attr == "selectors"
    if (selectors or (isinstance(owner, ast.Name) and owner.id in script.selectors)) and not name.endswith("Selector"):
        yield f"cadquery.selectors.{name}"
    written = isinstance(node.ctx, ast.Store | ast.Del)
    if written and not script.is_own(owner) and name not in words.PLAIN_ATTRIBUTES:
        yield f"assignment to the attribute {name}"
    if name in ("format", "format_map"):
        yield from _format(owner, script)


def _pure_module(owner: ast.expr, script: _Script) -> str | None:
    """Which of Python's modules stands before a dot, `collections.abc` too."""
    if isinstance(owner, ast.Name):
        return script.pure.get(owner.id)
    if isinstance(owner, ast.Attribute) and isinstance(owner.value, ast.Name):
        within = f"{script.pure.get(owner.value.id)}.{owner.attr}"
        return within if within in _PURE else None
    return None


def _format(owner: ast.expr, script: _Script) -> Iterator[str]:
    """The fields of a template are attributes and items too, so it must be a text that can be read here."""
    text = owner.value if isinstance(owner, ast.Constant) else None
    if isinstance(owner, ast.Name):
        text = script.texts.get(owner.id)
    if not isinstance(text, str):
        yield "format of a text that is not written out"
        return
    yield from (f"attribute {name} in a format" for name in _walked(text) if _is_forbidden(name))


def _walked(template: str) -> Iterator[str]:
    """The attributes that a template's fields name, those in the fields of format specifications too."""
    for field in _FIELD.findall(template):
        yield from _STEP.findall(field)


def _name(node: ast.Name, script: _Script) -> Iterator[str]:
    name = node.id
    hidden = name in _HIDDEN_BUILTINS or name.startswith("__")
    modules = script.cadquery | script.math | script.selectors | script.pure.keys()
    if id(node) in script.asking:
        return
    unseen = name in words.ADDRESS_BUILTINS - script.bound or name in script.brought
    if (hidden and name not in words.SPECIAL_NAMES) or unseen:
        yield f"the name {name}"
    elif not isinstance(node.ctx, ast.Load) and name in modules | {"self"}:
        yield f"assignment to the name {name}"
    elif name in modules and id(node) not in script.owners:
        yield f"the module {name} as a value"
