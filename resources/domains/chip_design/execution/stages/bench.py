"""A bundle's Verilog bench, made ready once and disguised anew for each run.

Each name of the bench that Verilog would look up from inside a candidate (modules, instances, tasks, functions, blocks,
packages) gets a suffix, and `@VERDICT@` a nonce, that no candidate can know (docs/decisions.md). How the run is judged
is `stages.verdict`.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from resources.domains.chip_design.execution.stages.analyse import Surroundings
from resources.domains.chip_design.language.syntax import (
    Parsed,
    is_token,
    kind_of,
    module_nodes,
    parse,
    plain,
    walk_tokens,
)
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.reader.apart import apart

VERDICT_MARK = "@VERDICT@"
_METHODS = frozenset(("size", "len", "num", "name", "first", "last", "next", "prev", "delete"))
"""Of enumerations, texts and queues: not the bench's own, even where it has such a name."""


@dataclass(frozen=True)
class Disguise:
    """One run's secrets: the suffix of the bench's names, and what stands for the verdict mark."""

    suffix: str
    nonce: str


def fresh_disguise() -> Disguise:
    return Disguise(f"_{secrets.token_hex(12)}", secrets.token_hex(16))


@dataclass(frozen=True)
class BenchSource:
    """One bench file cut where a suffix goes: its parts, joined by the suffix, are the file."""

    name: str
    parts: tuple[str, ...]

    def disguised(self, disguise: Disguise) -> bytes:
        return disguise.suffix.join(self.parts).replace(VERDICT_MARK, disguise.nonce).encode()


@dataclass(frozen=True)
class VerilogBench:
    """A Verilog bench: its sources in compilation order, its top module, its identifiers, macros and modules.

    `surroundings` is what it gives to a candidate. `one_netlist` is False where it makes instances of the candidate
    with different parameters, which are different netlists.
    """

    sources: tuple[BenchSource, ...]
    top: str
    identifiers: frozenset[str]
    macros: tuple[str, ...]
    modules: tuple[str, ...]
    surroundings: Surroundings
    one_netlist: bool

    @property
    def names(self) -> tuple[Collection[str], Collection[str]]:
        """What a candidate may not name, and the macros that it may not define: for `rejection.reject`."""
        return self.identifiers, self.macros

    def files(self, disguise: Disguise, prefix: str = "") -> dict[str, bytes]:
        """The bench's files, each name behind `prefix`."""
        return {prefix + source.name: source.disguised(disguise) for source in self.sources}


def read_bench(bundle: EnvironmentBundle) -> VerilogBench:
    """A bundle's bench; parsed once (5 ms), since a bundle is executed many times.

    Raises PermanentEnvironmentFailure where the bundle is not as decisions.md says.
    """
    names = bundle.settings.get("bench_files", "").split()
    top = bundle.settings.get("bench_top", "")
    missing = [name for name in names if name not in bundle.files]
    if not names or not top or missing:
        raise PermanentEnvironmentFailure(
            f"{bundle.seed_id}: settings need `bench_top` and `bench_files`; not among the files: {missing or names}"
        )
    files = tuple((name, bundle.files[name]) for name in names)
    return _read(top, files, bundle.settings.get("top", ""), bundle.reference)


@lru_cache(maxsize=256)
@apart
def _read(top: str, files: tuple[tuple[str, str], ...], candidate: str, reference: str) -> VerilogBench:
    trees = {name: parse(text) for name, text in files}
    items = [item for tree in trees.values() for item in tree.items]
    tokens = [item for item in items if is_token(item)]
    nodes = [item for item in items if not is_token(item)]
    modules = {module for tree in trees.values() for module in module_nodes(tree)}
    instances = _instances(nodes, candidate)
    hidden = modules | _reachable_names(nodes)
    sources = tuple(_cut(name, text, trees[name], hidden, instances) for name, text in files)
    identifiers = frozenset(token.valueText for token in tokens if kind_of(token) == "Identifier")
    macros = _macros(tokens)
    values = _parameter_values(files, candidate, reference) if _overrides(nodes, instances) else ({},)
    one = len({tuple(value.items()) for value in values}) == 1
    surroundings = Surroundings(_directives(macros, _timescale(tokens)), values[0] if one else {})
    return VerilogBench(sources, top, identifiers, macros, tuple(sorted(modules)), surroundings, one)


def _directives(macros: tuple[str, ...], timescale: str) -> bytes:
    """What stands between bench and candidate, and before a candidate that is compiled alone.

    Every directive of the bench is taken back but its `timescale, without which a delay of the candidate would be
    another: that one is given to both.
    """
    undefined = "".join(f"`undef {macro}\n" for macro in macros)
    return f"`resetall\n{undefined}{timescale}`default_nettype wire\n".encode()


def _trivia(tokens: list[Any], kind: str) -> list[Any]:
    directives = [trivia.syntax() for token in tokens for trivia in token.trivia]
    return [item for item in directives if item is not None and kind_of(item) == kind]


def _macros(tokens: list[Any]) -> tuple[str, ...]:
    return tuple(sorted({item.name.valueText for item in _trivia(tokens, "DefineDirective")}))


def _timescale(tokens: list[Any]) -> str:
    """The directive in force after the bench's last line; "" where there is none."""
    directives = _trivia(tokens, "TimeScaleDirective")
    return f"{plain(directives[-1])}\n" if directives else ""


def _instances(nodes: list[Any], candidate: str) -> list[Any]:
    """The bench's instantiations of the candidate's module."""
    return [node for node in nodes if kind_of(node) == "HierarchyInstantiation" and node.type.valueText == candidate]


def _reachable_names(nodes: list[Any]) -> set[str]:
    """Names of scopes, which an inner module finds by climbing, and what stands outside modules, which all find."""
    names: set[str] = set()
    for node in nodes:
        kind = kind_of(node)
        if kind == "HierarchicalInstance" and node.decl is not None:
            names.add(node.decl.name.valueText)
        elif kind in ("NamedBlockClause", "TypedefDeclaration"):
            names.add(node.name.valueText)
        elif kind in ("FunctionPrototype", "NamedLabel"):
            names.add(str(node.name.getLastToken().valueText) if not is_token(node.name) else node.name.valueText)
        elif kind in ("PackageDeclaration", "InterfaceDeclaration", "ProgramDeclaration"):
            names.add(node.header.name.valueText)
        elif kind == "ClassDeclaration":
            names.add(node.name.valueText)
    return names


def _overrides(nodes: list[Any], instances: list[Any]) -> bool:
    """Whether the bench may give parameters to the candidate."""
    return any(node.parameters is not None for node in instances) or any(kind_of(n) == "DefParam" for n in nodes)


def _parameter_values(files: tuple[tuple[str, str], ...], candidate: str, reference: str) -> tuple[dict[str, int], ...]:
    """The parameters of each instance of the candidate under the bench, as the reference elaborates there.

    None where one of them is no number.
    """
    from pyslang.ast import Compilation

    compilation = Compilation()
    parsed = parse("\n".join([*(text for _, text in files), reference]))
    compilation.addSyntaxTree(parsed.tree)
    bodies: list[Any] = []

    def visit(symbol: Any) -> None:
        if kind_of(symbol) == "Instance" and symbol.definition.name == candidate:
            bodies.append(symbol.body)

    compilation.getRoot().visit(visit)
    open_ones = [[item for item in body.parameters if not item.isLocalParam] for body in bodies]
    try:
        return tuple({item.name: _number(item.value) for item in items} for items in open_ones)
    except (ValueError, TypeError, AttributeError):
        return ()


def _number(value: Any) -> int:
    """Raises ValueError for what is no number, or has unknown bits."""
    return int(value.convertToInt().value)


def _cut(name: str, text: str, tree: Parsed, hidden: set[str], instances: list[Any]) -> BenchSource:
    """Cuts after each identifier that is to be hidden, inside macros too.

    What a bench says of the candidate stays: names of its ports and parameters, and names inside its instances.
    """
    manager = tree.sources
    spared = _spared(tree, instances)
    data = text.encode()
    ends: set[int] = set()
    for token in walk_tokens(tree.root):
        if kind_of(token) != "Identifier" or token.valueText not in hidden or token.location in spared:
            continue
        start = manager.getFullyOriginalLoc(token.location).offset
        end = start + len(token.rawText.encode())
        if data[start:end].decode(errors="replace") == token.rawText:
            ends.add(end)
    places = [0, *sorted(ends), len(data)]
    return BenchSource(name, tuple(data[a:b].decode() for a, b in pairwise(places)))


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
