"""A bundle's Verilog bench, made ready once and disguised anew for each run.

Each module of the bench gets a suffix and `@VERDICT@` a nonce that no candidate can know (docs/decisions.md).
How the run is judged is `stages.verdict`.
"""

import secrets
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from resources.domains.chip_design.stages.reject import walk_tokens
from resources.domains.chip_design.syntax import Parsed, is_token, kind_of, module_nodes, parse, walk
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

VERDICT_MARK = "@VERDICT@"
SEPARATOR_FILE = "between_bench_and_candidate.v"
_NOT_MODULE_NAMES = {"NamedPortConnection", "NamedParamAssignment", "ImplicitAnsiPort", "ExplicitAnsiPort"}


@dataclass(frozen=True)
class Disguise:
    """One run's secrets: the suffix of the bench's modules, and what stands for the verdict mark."""

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
    """A Verilog bench: its sources in compilation order, its top module, its identifiers, macros and modules."""

    sources: tuple[BenchSource, ...]
    top: str
    identifiers: frozenset[str]
    macros: tuple[str, ...]
    modules: tuple[str, ...]

    def files(self, disguise: Disguise) -> dict[str, bytes]:
        """The bench, and a file that takes its macros back before the candidate is read."""
        separator = "".join(f"`undef {macro}\n" for macro in self.macros) + "`default_nettype wire\n"
        found = {source.name: source.disguised(disguise) for source in self.sources}
        return found | {SEPARATOR_FILE: separator.encode()}


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
    return _read(top, tuple((name, bundle.files[name]) for name in names))


@lru_cache(maxsize=256)
def _read(top: str, files: tuple[tuple[str, str], ...]) -> VerilogBench:
    trees = {name: parse(text) for name, text in files}
    modules = {module for tree in trees.values() for module in module_nodes(tree)}
    sources = tuple(_cut(name, text, trees[name], modules) for name, text in files)
    tokens = [token for tree in trees.values() for token in walk(tree) if is_token(token)]
    identifiers = frozenset(token.valueText for token in tokens if kind_of(token) == "Identifier")
    return VerilogBench(sources, top, identifiers, _macros(tokens), tuple(sorted(modules)))


def _macros(tokens: list[Any]) -> tuple[str, ...]:
    directives = [trivia.syntax() for token in tokens for trivia in token.trivia]
    defined = {item.name.valueText for item in directives if item is not None and kind_of(item) == "DefineDirective"}
    return tuple(sorted(defined))


def _cut(name: str, text: str, tree: Parsed, modules: set[str]) -> BenchSource:
    """Cuts after each identifier that names a module of the bench, inside macros too.

    The names of ports and parameters are the candidate's, so they stay, even where a module has the same name.
    """
    manager = tree.sources
    spared: set[int] = set()
    for node in walk(tree):
        if not is_token(node) and kind_of(node) in _NOT_MODULE_NAMES:
            named = node.name if hasattr(node, "name") else node.declarator.name
            spared.add(named.location.offset)
    data = text.encode()
    ends: set[int] = set()
    for token in walk_tokens(tree.root):
        if kind_of(token) != "Identifier" or token.valueText not in modules or token.location.offset in spared:
            continue
        start = manager.getFullyOriginalLoc(token.location).offset
        end = start + len(token.rawText.encode())
        if data[start:end].decode(errors="replace") == token.rawText:
            ends.add(end)
    places = [0, *sorted(ends), len(data)]
    return BenchSource(name, tuple(data[a:b].decode() for a, b in pairwise(places)))
