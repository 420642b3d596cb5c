"""Reject: constructs by which a candidate could end, read or overwrite the bench, or reach a file.

Decided on the syntax tree, for what each tool's preprocessor would see. A candidate with syntax errors is not
rejected for them: the compiler says so better. `stages.audit` looks a second time, at the compiled program.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.execution.stages.bench import read_bench
from resources.domains.chip_design.language.guard import forbidden_task, guard, include_line, place_line
from resources.domains.chip_design.language.syntax import (
    ICARUS_MACROS,
    YOSYS_MACROS,
    is_token,
    kind_of,
    module_nodes,
    parse,
    walk_tokens,
)
from resources.domains.domain import Finding
from resources.domains.toolkit.recording import death_found
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.reader.apart import apart

FORBIDDEN_NODES = {
    "ProceduralForceStatement": "force",
    "ProceduralReleaseStatement": "release",
    "BindDirective": "bind",
    "DPIImport": "DPI import",
    "DPIExport": "DPI export",
    "ConfigDeclaration": "config",
    "IncludeDirective": "`include",
    "LineDirective": "`line",
    "PragmaDirective": "`pragma",
    "RootScope": "$root",
    "UnitScope": "$unit",
}
_CALLED = ("SystemIdentifier", "Identifier")
"""An escaped identifier too: to Icarus and to Yosys, `\\$fopen ` is the system task."""
_DECLARATORS = {"Declarator", "InstanceName", "ParameterDeclaration"}
_SCOPES = {"ModuleDeclaration", "PackageDeclaration", "InterfaceDeclaration", "ProgramDeclaration"}


@dataclass
class _Scope:
    """What one module declares: names of values and instances, and labels of generate blocks."""

    names: set[str]
    generated: set[str]


@apart(died=death_found)
def reject(code: str, bench_names: Collection[str] = (), bench_macros: Collection[str] = ()) -> list[Finding]:
    """Forbidden constructs of a candidate in the order of their lines; empty where there are none.

    `bench_names` are the identifiers of the bench, `bench_macros` the macros it defines.
    """
    reason = guard(code)
    if reason:
        return [Finding(reason, max(1, include_line(code)))]
    if line := place_line(code):
        return [Finding("the name of its file or line", line)]
    views = [ICARUS_MACROS, YOSYS_MACROS] if re.search(r"`(ifn?def|elsif)\b", code) else [ICARUS_MACROS]
    try:
        findings = {finding for macros in views for finding in _findings(code, macros, bench_names, bench_macros)}
    except RuntimeError:
        return [Finding("the source nests too deeply", 1)]
    return sorted(findings, key=lambda finding: (finding.line, finding.what))


def refused(bundle: EnvironmentBundle, candidate: Candidate) -> list[Finding]:
    """What the reject stage finds in a candidate's text."""
    if bundle.settings.get("bench") != "verilog":
        return reject(candidate.code)
    return reject(candidate.code, *read_bench(bundle).names)


@apart
def module_names(code: str) -> set[str]:
    """The modules that a candidate which was not rejected defines, as iverilog sees it."""
    return set(module_nodes(parse(code)))


def _findings(
    code: str, macros: tuple[str, ...], names: Collection[str], defines: Collection[str]
) -> Iterator[Finding]:
    parsed = parse(code, macros)
    manager = parsed.sources
    scope = _Scope(set(), set())
    packages: set[str] = set()
    dotted: list[tuple[Any, _Scope]] = []
    for item in parsed.items:
        if is_token(item):
            yield from _token_findings(item, manager, defines)
            continue
        kind = kind_of(item)
        if kind in _SCOPES:
            scope = _Scope(set(), set())
        if kind == "PackageDeclaration":
            packages.add(item.header.name.valueText)
        if kind in FORBIDDEN_NODES:
            yield Finding(FORBIDDEN_NODES[kind], _line(item, manager))
        elif kind == "ScopedName" and (item.parent is None or kind_of(item.parent) != "ScopedName"):
            dotted.append((item, scope))
        else:
            _declare(item, kind, scope)
    for node, owner in dotted:
        root = _leftmost(node)
        if kind_of(node.separator) == "DoubleColon" and root in packages:
            continue
        if not _stays_inside(root, owner, names):
            hint = f" (the bench has a name {root}, too: call the block otherwise)" if root in owner.generated else ""
            yield Finding(f"hierarchical name {str(node).strip()}{hint}", _line(node, manager))


def _token_findings(token: Any, manager: Any, defines: Collection[str]) -> Iterator[Finding]:
    if kind_of(token) in _CALLED and forbidden_task(token.valueText):
        yield Finding(token.valueText, manager.getLineNumber(manager.getFullyOriginalLoc(token.location)))
    for trivia in token.trivia:
        directive = trivia.syntax()
        if directive is None:
            continue
        kind = kind_of(directive)
        if kind in FORBIDDEN_NODES:
            yield Finding(FORBIDDEN_NODES[kind], _line(directive, manager))
        elif kind in ("DefineDirective", "UndefDirective") and directive.name.valueText in defines:
            yield Finding(f"macro of the bench: {directive.name.valueText}", _line(directive, manager))


def _declare(item: Any, kind: str, scope: _Scope) -> None:
    if kind == "NamedBlockClause":
        generated = item.parent is not None and kind_of(item.parent) == "GenerateBlock"
        (scope.generated if generated else scope.names).add(item.name.valueText)
    elif kind in _DECLARATORS and hasattr(item, "name"):
        scope.names.add(item.name.valueText)
    elif kind in ("FunctionPrototype", "NamedLabel"):
        scope.names.add(str(item.name).strip())
    elif kind == "HierarchicalInstance" and item.decl is not None:
        scope.names.add(item.decl.name.valueText)
    elif kind == "LoopGenerate":
        scope.names.add(item.identifier.valueText)
    elif kind in ("ImplicitNonAnsiPort", "GenvarDeclaration"):
        scope.names.update(token.valueText for token in walk_tokens(item) if kind_of(token) == "Identifier")


def _leftmost(node: Any) -> str:
    return str(node.getFirstToken().valueText)


def _stays_inside(root: str, scope: _Scope, bench_names: Collection[str]) -> bool:
    """A name resolves inside when its module declares its root.

    A generate block may not exist in a run (`if (WIDTH == 8) begin : stats`), and then the name would be looked up
    in the bench: so its label must not be one of the bench's names.
    """
    return root in scope.names or (root in scope.generated and root not in bench_names)


def _line(node: Any, manager: Any) -> int:
    return int(manager.getLineNumber(manager.getFullyOriginalLoc(node.getFirstToken().location)))
