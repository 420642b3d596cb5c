"""A bundle's Verilog bench, made ready once and disguised anew for each run.

Each name that the bench declares gets a suffix, and `@VERDICT@` a nonce, that no candidate can know
(docs/decisions.md): no name of a candidate resolves in the bench, and a candidate may call its own things as it likes.
How a run is judged is `stages.simulate`.
"""

import math
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from resources.domains.chip_design.execution.stages.analyse import Surroundings
from resources.domains.chip_design.execution.stages.bench_names import cut_names, instances_of, with_named_ports
from resources.domains.chip_design.execution.stages.bench_voice import BEGINS, ENDS, voiced
from resources.domains.chip_design.language.delays import DEFAULT_UNIT, NANOSECONDS
from resources.domains.chip_design.language.interface import interface_of
from resources.domains.chip_design.language.syntax import is_token, kind_of, module_nodes, parse, plain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.reader.apart import apart

VERDICT_MARK = "@VERDICT@"
_TIME = re.compile(r"(10{0,2}) *([munpf]?s)")


@dataclass(frozen=True)
class Disguise:
    """One run's secrets: the suffix of the bench's names, what stands for the verdict mark, and what its prints begin
    and end with."""

    suffix: str
    nonce: str
    begins: str
    ends: str

    def shown(self, text: str) -> str:
        """A bench's text with this run's secrets for its marks."""
        marks = {VERDICT_MARK: self.nonce, BEGINS: self.begins, ENDS: self.ends}
        for mark, secret in marks.items():
            text = text.replace(mark, secret)
        return text


def fresh_disguise() -> Disguise:
    mark = secrets.token_hex(8)
    return Disguise(f"_{secrets.token_hex(12)}", secrets.token_hex(16), f"<{mark}:", f":{mark}>")


@dataclass(frozen=True)
class BenchSource:
    """One bench file cut where a suffix goes: its parts, joined by the suffix, are the file."""

    name: str
    parts: tuple[str, ...]

    def disguised(self, disguise: Disguise) -> bytes:
        return disguise.shown(disguise.suffix.join(self.parts)).encode()


@dataclass(frozen=True)
class VerilogBench:
    """A Verilog bench: its sources in compilation order, its top module, macros and modules.

    `reachable` are names that it could not hide: implicit nets, and what `.*` connects. `surroundings` is what it gives
    to a candidate. `one_netlist` is False where it makes instances of the candidate with different parameters, which
    are different netlists.
    """

    sources: tuple[BenchSource, ...]
    top: str
    reachable: frozenset[str]
    macros: tuple[str, ...]
    modules: tuple[str, ...]
    surroundings: Surroundings
    one_netlist: bool

    @property
    def names(self) -> tuple[Collection[str], Collection[str]]:
        """What names of a candidate must not resolve to, and macros that it may not define: for `rejection.reject`."""
        return self.reachable, self.macros

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
    files = tuple((name, with_named_ports(voiced(text), candidate)) for name, text in files)
    trees = {name: parse(text) for name, text in files}
    items = [item for tree in trees.values() for item in tree.items]
    tokens = [item for item in items if is_token(item)]
    nodes = [item for item in items if not is_token(item)]
    instances = instances_of(nodes, candidate)
    modules = {module for tree in trees.values() for module in module_nodes(tree)}
    ports = tuple(port.name for port in interface.ports) if (interface := interface_of(reference, candidate)) else ()
    cut = cut_names(files, trees, modules, instances, frozenset(ports))
    macros = _macros(tokens)
    values = _parameter_values(files, candidate, reference) if _overrides(nodes, instances) else ({},)
    one = len({tuple(value.items()) for value in values}) == 1
    directives = _directives(macros, _timescale(tokens))
    surroundings = Surroundings(directives, values[0] if one else {}, _unit(tokens, nodes))
    sources = tuple(BenchSource(name, parts) for name, parts in cut.parts)
    return VerilogBench(sources, top, cut.reachable, macros, tuple(sorted(modules)), surroundings, one)


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


def _unit(tokens: list[Any], nodes: list[Any]) -> float:
    """Nanoseconds of the coarsest time unit that the bench sets; infinite where one is no time."""
    times = [directive.timeUnit for directive in _trivia(tokens, "TimeScaleDirective")]
    declared = (node for node in nodes if kind_of(node) == "TimeUnitsDeclaration")
    times += [node.time for node in declared if node.keyword.rawText == "timeunit"]
    read = [_TIME.fullmatch(time.rawText) for time in times]
    return max((int(match[1]) * NANOSECONDS[match[2]] if match else math.inf for match in read), default=DEFAULT_UNIT)


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
