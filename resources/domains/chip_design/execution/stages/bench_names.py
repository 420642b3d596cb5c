"""Which names of a bench a suffix hides, and where in its text each stands.

Every name that the bench declares is hidden, so that nothing in a candidate can resolve to it. What stays is what the
bench says of the candidate: its module, its ports and parameters, and names inside its instances.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from resources.domains.chip_design.language.syntax import Parsed, is_token, kind_of, parse, walk_tokens

_METHODS = frozenset(("size", "len", "num", "name", "first", "last", "next", "prev", "delete"))
"""Of enumerations, texts and queues: not the bench's own, even where it has such a name."""
_DECLARATORS = {"Declarator", "SpecparamDeclarator", "InstanceName"}
_NAMED = {"NamedBlockClause", "TypedefDeclaration", "ClassDeclaration", "PropertyDeclaration", "SequenceDeclaration"}
_HEADED = {"ModuleDeclaration", "PackageDeclaration", "InterfaceDeclaration", "ProgramDeclaration"}
_LISTS = {"GenvarDeclaration", "ImplicitNonAnsiPort"}
_PROBE = "_0hidden0"


@dataclass(frozen=True)
class CutNames:
    """`parts` of each file, joined by a suffix, are the file; `reachable` are the bench's names that got none."""

    parts: tuple[tuple[str, tuple[str, ...]], ...]
    reachable: frozenset[str]


def cut_names(
    files: Sequence[tuple[str, str]],
    trees: Mapping[str, Parsed],
    modules: set[str],
    instances: list[Any],
    ports: frozenset[str],
) -> CutNames:
    """`instances` are the bench's instantiations of the candidate, `ports` the names of its ports.

    Where the suffix cannot be given everywhere alike (a header that is included, a name that a macro pastes), only what
    an inner module finds by climbing gets it: names of scopes.
    """
    nodes = [item for tree in trees.values() for item in tree.items if not is_token(item)]
    hidden = modules | _declared_names(nodes)
    if any(kind_of(item) == "WildcardPortConnection" and _belongs_to(item, instances) for item in nodes):
        hidden -= ports
    cut = _cut_all(files, trees, hidden, instances)
    if cut is None:
        cut = _cut_all(files, trees, modules | _scope_names(nodes), instances, checked=False)
    assert cut is not None
    return cut


def instances_of(nodes: list[Any], candidate: str) -> list[Any]:
    """The bench's instantiations of the candidate's module."""
    return [node for node in nodes if kind_of(node) == "HierarchyInstantiation" and node.type.valueText == candidate]


def with_named_ports(text: str, candidate: str) -> str:
    """The bench with `.clk` written as `.clk(clk)` where it makes the candidate: the two get different names."""
    tree = parse(text)
    instances = instances_of([item for item in tree.items if not is_token(item)], candidate)
    data = text.encode()
    for node in reversed(tree.items):
        if not is_token(node) and kind_of(node) == "NamedPortConnection" and _belongs_to(node, instances):
            start, raw = tree.sources.getFullyOriginalLoc(node.name.location).offset, node.name.rawText.encode()
            is_short = node.openParen is None or not node.openParen.rawText
            if is_short and data[start : start + len(raw)] == raw:
                data = data[: start + len(raw)] + b"(" + raw + b" )" + data[start + len(raw) :]
    return data.decode()


def _declared_names(nodes: list[Any]) -> set[str]:
    names = _scope_names(nodes)
    for node in nodes:
        kind = kind_of(node)
        if kind in _DECLARATORS:
            names.add(node.name.valueText)
        elif kind in _LISTS:
            names.update(_identifiers(node))
        elif kind == "LoopGenerate":
            names.add(node.identifier.valueText)
        elif kind == "ForeachLoopList":
            names.update(name for item in node.loopVariables for name in _identifiers(item))
    return names


def _scope_names(nodes: list[Any]) -> set[str]:
    """Names of scopes, which an inner module finds by climbing, and what stands outside modules, which all find."""
    names: set[str] = set()
    for node in nodes:
        kind = kind_of(node)
        if kind == "HierarchicalInstance" and node.decl is not None:
            names.add(node.decl.name.valueText)
        elif kind in _NAMED:
            names.add(node.name.valueText)
        elif kind in ("FunctionPrototype", "NamedLabel"):
            names.add(str(node.name.getLastToken().valueText) if not is_token(node.name) else node.name.valueText)
        elif kind in _HEADED:
            names.add(node.header.name.valueText)
    return names


def _identifiers(node: Any) -> list[str]:
    tokens = [node] if is_token(node) else walk_tokens(node)
    return [token.valueText for token in tokens if kind_of(token) == "Identifier"]


def _cut_all(
    files: Sequence[tuple[str, str]],
    trees: Mapping[str, Parsed],
    hidden: set[str],
    instances: list[Any],
    *,
    checked: bool = True,
) -> CutNames | None:
    """None where a `checked` cut does not give each hidden name its suffix."""
    parts: list[tuple[str, tuple[str, ...]]] = []
    reachable: set[str] = set()
    for name, text in files:
        spared = _spared(trees[name], instances)
        cut = _cut(text, trees[name], hidden, spared)
        if checked and not _is_consistent(trees[name], cut, hidden, spared):
            return None
        parts.append((name, cut))
        reachable.update(
            token.valueText
            for token in walk_tokens(trees[name].root)
            if kind_of(token) == "Identifier" and token.valueText not in hidden and token.location not in spared
        )
    return CutNames(tuple(parts), frozenset(reachable))


def _is_consistent(tree: Parsed, parts: tuple[str, ...], hidden: set[str], spared: set[Any]) -> bool:
    """Whether the suffixed text has the same tokens but for the suffix at each hidden name, and includes nothing."""
    if any(not is_token(item) and kind_of(item) == "IncludeDirective" for item in _directives(tree)):
        return False
    wanted = [
        token.rawText + (_PROBE if kind_of(token) == "Identifier" and _is_hidden(token, hidden, spared) else "")
        for token in walk_tokens(tree.root)
    ]
    return wanted == [token.rawText for token in walk_tokens(parse(_PROBE.join(parts)).root)]


def _directives(tree: Parsed) -> list[Any]:
    trivia = [trivia.syntax() for token in walk_tokens(tree.root) for trivia in token.trivia]
    return [item for item in trivia if item is not None]


def _is_hidden(token: Any, hidden: set[str], spared: set[Any]) -> bool:
    return token.valueText in hidden and token.location not in spared


def _cut(text: str, tree: Parsed, hidden: set[str], spared: set[Any]) -> tuple[str, ...]:
    """Cuts after each identifier that is to be hidden, inside macros too."""
    data = text.encode()
    ends: set[int] = set()
    for token in walk_tokens(tree.root):
        if kind_of(token) != "Identifier" or not _is_hidden(token, hidden, spared):
            continue
        start = tree.sources.getFullyOriginalLoc(token.location).offset
        end = start + len(token.rawText.encode())
        if data[start:end].decode(errors="replace") == token.rawText:
            ends.add(end)
    places = [0, *sorted(ends), len(data)]
    return tuple(data[a:b].decode() for a, b in pairwise(places))


def _spared(tree: Parsed, instances: list[Any]) -> set[Any]:
    """Where the tokens stand that name the candidate, its ports and parameters, or what is inside it.

    An instance may be called as its module is (`alu alu (…)`): then only the instance gets another name.
    """
    inside = {instance.decl.name.valueText for node in instances for instance in _each(node.instances)}
    spared: set[Any] = {node.type.location for node in instances}
    for node in tree.items:
        if is_token(node):
            continue
        if kind_of(node) in ("NamedPortConnection", "NamedParamAssignment") and _belongs_to(node, instances):
            spared.add(node.name.location)
        elif kind_of(node) == "ScopedName" and (node.parent is None or kind_of(node.parent) != "ScopedName"):
            names = [token for token in walk_tokens(node) if kind_of(token) == "Identifier"]
            below = next((i for i, token in enumerate(names) if token.valueText in inside), len(names))
            spared.update(token.location for token in names[below + 1 :])
            spared.update(token.location for token in names[1:] if token.valueText in _METHODS)
    return spared


def _each(separated: Any) -> list[Any]:
    return [item for item in separated if not is_token(item) and item.decl is not None]


def _belongs_to(node: Any, instances: list[Any]) -> bool:
    while node.parent is not None and kind_of(node) != "HierarchyInstantiation":
        node = node.parent
    return any(node.sourceRange == instance.sourceRange for instance in instances)
