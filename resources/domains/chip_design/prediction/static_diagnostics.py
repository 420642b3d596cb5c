"""Failures of a candidate that its text alone decides, as the backend would report them, in the tools' words.

The order of the stages stands here, with syntax errors and what links; errors of names are `name_diagnostics`. None is
said of what may pass, and none of latches, loops and mismatches: those a parse does not show.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from resources.domains.chip_design.execution.rejection import reject
from resources.domains.chip_design.execution.stages.bench import VerilogBench, read_bench
from resources.domains.chip_design.language.syntax import (
    Elaborated,
    Parsed,
    code_name,
    elaborate,
    is_token,
    kind_of,
    may_be_elaborated,
    module_nodes,
    parse,
)
from resources.domains.chip_design.prediction.driver_diagnostics import conflicting_drivers
from resources.domains.chip_design.prediction.icarus_elaboration import parts
from resources.domains.chip_design.prediction.name_diagnostics import ModuleErrors
from resources.domains.toolkit.recording import report
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

_BETWEEN = re.compile(
    rb"(?:\s|//[^\n]*|/\*.*?\*/|`(?:endif|else)\b|`default_nettype\s+\w+|`timescale[^\n]*)*", re.DOTALL
)
_ABOUT_SYNTAX = re.compile(
    r"Expected\w+|ImplicitNotAllowed|WireDataType|UnexpectedEndDelim|DeclarationsAtStart|Bad\w+Digit|NotAllowedInCU"
)
_TYPED = {"NetPortHeader", "VariablePortHeader", "NetDeclaration"}
_PORT_LIST_ENDS = re.compile(rb",(?>\s|//[^\n]*+|/\*.*?\*/)*+[,)]", re.DOTALL)
"""Nothing of a comment is given back: a bracket inside one ends no list."""


def syntax_diagnostic(parsed: Parsed, code: str, file: str) -> str:
    """The log's first line, and what follows where nothing is left to go on with.

    "" where the text parses, or where Icarus may read it otherwise.
    """
    if "`define" in code or not code.isascii():
        return ""
    data = code.encode()
    errors = [item for item in parsed.diagnostics if item.isError()]
    separator = _separator(parsed, data, file)
    if separator is not None:
        return separator if len(errors) <= 1 else ""
    places = [_next_token(data, item.location.offset) for item in errors[:1]]
    places += [item.location.offset for item in errors if code_name(item) == "NotAllowedInCU"]
    places += [item.location.offset for item in parsed.diagnostics if code_name(item) == "NonStandardGenBlock"]
    places += _refused_by_icarus(parsed, data)
    if not places or (errors and not _ABOUT_SYNTAX.fullmatch(code_name(errors[0]))):
        return ""
    if data[min(places) :].startswith(b";") and _in_header(data, min(places)):
        return ""
    ended = data[min(places) :].strip() in (b"", b"endmodule")
    return f"{file}:{_line(data, min(places))}: syntax error\n" + ("I give up.\n" if ended else "")


def _separator(parsed: Parsed, data: bytes, file: str) -> str | None:
    """A comma too many, or a semicolon, between the ports of a header: Icarus names it."""
    for node in parsed.items:
        if not is_token(node) and kind_of(node) == "AnsiPortList":
            start, end = node.sourceRange.start.offset, node.sourceRange.end.offset
            match = _PORT_LIST_ENDS.search(data[:end], start)
            if match:
                return f"{file}:{_line(data, match.start())}: error: Superfluous comma in port declaration list.\n"
    return None


def _refused_by_icarus(parsed: Parsed, data: bytes) -> Iterator[int]:
    """Where pyslang reads on and Icarus does not: the offsets of the tokens that Icarus cannot shift."""
    types_known = b"typedef" in data or b"::" in data
    before = ""
    for node in parsed.items:
        kind = kind_of(node)
        if is_token(node):
            if before == "Comma" and kind == "Semicolon":
                yield int(node.location.offset)
            before = kind
        elif kind == "EmptyMember" or (kind == "ImplicitAnsiPort" and _lacks_direction(node)):
            yield int(node.getFirstToken().location.offset)
        elif kind == "ElementSelect" and node.selector is None:
            yield int(node.getLastToken().location.offset)
        elif kind == "NamedType" and not types_known and kind_of(node.parent) in _TYPED:
            yield _next_token(data, node.sourceRange.end.offset)


def _lacks_direction(port: Any) -> bool:
    direction = getattr(port.header, "direction", None)
    return (direction is None or not direction.rawText) and bool(str(port.header).strip())


def _in_header(data: bytes, offset: int) -> bool:
    """Whether a semicolon stands between a header's ports: Icarus takes it for a comma, says so, and reads on."""
    header = data[data.rfind(b"module", 0, offset) : offset]
    return b";" not in header and header.count(b"(") > header.count(b")")


def _next_token(data: bytes, offset: int) -> int:
    """The token that a diagnostic at `offset` is about: where something is missing, the next one."""
    between = _BETWEEN.match(data, offset)
    return between.end() if between else offset


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1


class _Instance(NamedTuple):
    """The bench's instance of the top: where it stands, its name, and the ports it connects by name."""

    place: str
    name: str
    ports: tuple[str, ...]


class _Port(NamedTuple):
    """One port: "In", "Out" or "InOut", and its size."""

    direction: str
    bits: int


_WARNED_OF = re.compile(r"OOB|OutOfRange|OutOfBounds|BadRange|IndexValue|RangeSelect|PortWidth")


def link_diagnostic(bundle: EnvironmentBundle, bench: VerilogBench | None, elaborated: Elaborated) -> str:
    """The log; "" where the headers do not decide."""
    top = bundle.settings.get("top", "")
    module = module_nodes(elaborated.parsed).get(top)
    if bench is None:
        return "" if module is not None else _no_root(top)
    instances = _instances(top, tuple((source.name, bundle.files[source.name]) for source in bench.sources))
    if module is None:
        return _no_module(top, instances)
    ports = _ports(elaborated, top)
    return _no_ports(instances, ports) or _other_sizes(
        top, instances, ports, _reference_ports(bundle.reference, top), elaborated
    )


def _no_root(top: str) -> str:
    return (
        f'error: Unable to find the root module "{top}" in the Verilog source.\n'
        f"     : Perhaps ``-s {top}'' is incorrect?\n1 error(s) during elaboration.\n"
    )


def _no_module(top: str, instances: tuple[_Instance, ...]) -> str:
    if not instances:
        return ""
    lines = [f"{instance.place}: error: Unknown module type: {top}" for instance in instances]
    lines += [f"{len(instances) + 1} error(s) during elaboration.", "*** These modules were missing:"]
    return "".join(f"{line}\n" for line in (*lines, f"        {top} referenced {len(instances)} times.", "***"))


def _no_ports(instances: tuple[_Instance, ...], ports: Mapping[str, _Port]) -> str:
    lines = [
        f"{instance.place}: error: port ``{port}'' is not a port of {instance.name}."
        for instance in instances
        for port in instance.ports
        if port not in ports
    ]
    return "".join(f"{line}\n" for line in (*lines, f"{len(lines)} error(s) during elaboration.")) if lines else ""


def _other_sizes(
    top: str,
    instances: tuple[_Instance, ...],
    ports: Mapping[str, _Port],
    expected: Mapping[str, _Port],
    elaborated: Elaborated,
) -> str:
    """Ports of another size than the reference's, which fits the bench; "" where the tools before would warn, too."""
    if any(_WARNED_OF.search(code_name(item)) for item in elaborated.diagnostics):
        return ""
    if any(port.direction != expected[name].direction for name, port in ports.items() if name in expected):
        return ""
    return "".join(
        f"{instance.place}: warning: Port {number} ({name}) of {top} expects {port.bits} bits, got {want.bits}.\n"
        f"{instance.place}:        : {_remedy(port, want)}\n"
        for instance in instances
        for number, (name, port) in enumerate(ports.items(), 1)
        if (want := expected.get(name, port)).bits != port.bits and name in instance.ports
    )


def _remedy(port: _Port, want: _Port) -> str:
    """What Icarus does about a port of another size than its expression."""
    if port.bits > want.bits:
        return f"Padding {port.bits - want.bits} high bits of the port."
    verb = "Pruning" if port.direction == "In" else "Padding"
    return f"{verb} {want.bits - port.bits} high bits of the expression."


def _ports(elaborated: Elaborated, top: str) -> dict[str, _Port]:
    """The ports of the elaborated top, in order."""
    for instance in elaborated.compilation.getRoot().topInstances:
        if instance.name == top:
            return {
                port.name: _Port(str(port.direction.name), int(port.type.bitWidth)) for port in instance.body.portList
            }
    return {}


@lru_cache(maxsize=256)
def _reference_ports(reference: str, top: str) -> Mapping[str, _Port]:
    return _ports(elaborate(reference), top)


@lru_cache(maxsize=256)
def _instances(top: str, files: tuple[tuple[str, str], ...]) -> tuple[_Instance, ...]:
    instances = []
    for name, text in files:
        parsed = parse(text)
        for node in parsed.items:
            if not is_token(node) and kind_of(node) == "HierarchyInstantiation" and node.type.valueText == top:
                instances += [_instance(name, parsed.sources, item) for item in parts(node.instances)]
    return tuple(instances)


def _instance(file: str, sources: Any, node: Any) -> _Instance:
    line = sources.getLineNumber(node.getFirstToken().location)
    named = [item.name.valueText for item in parts(node.connections) if kind_of(item) == "NamedPortConnection"]
    return _Instance(f"{file}:{line}", node.decl.name.valueText, tuple(named))


def static_diagnostic(bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    """See `resources.world_model.domain_diagnostics`."""
    try:
        return _diagnostic(bundle, candidate.code)
    except (RuntimeError, PermanentEnvironmentFailure):
        return None


def _diagnostic(bundle: EnvironmentBundle, code: str) -> Observation | None:
    bench = read_bench(bundle) if bundle.settings.get("bench") == "verilog" else None
    findings = reject(code, *bench.names) if bench else reject(code)
    if findings:
        return Observation(Outcome.REJECTED, "reject", report(findings, bundle.candidate_file))
    parsed = parse(code)
    log = syntax_diagnostic(parsed, code, bundle.candidate_file)
    if log or not _is_plain(parsed):
        return _failure(Outcome.COMPILATION_ERROR, "compile", log)
    elaborated = elaborate(code)
    errors = _root_errors(elaborated, bundle)
    if errors is None:
        return None
    log = errors.log()
    if log or errors.is_open:
        return _failure(Outcome.COMPILATION_ERROR, "compile", log)
    return _failure(Outcome.SYNTHESIS_ERROR, "synthesise", _conflict(elaborated, bundle)) or _failure(
        Outcome.LINK_ERROR, "link", link_diagnostic(bundle, bench, elaborated)
    )


def _conflict(elaborated: Elaborated, bundle: EnvironmentBundle) -> str:
    """Where the reference has none: Yosys may not be asked about a task whose reference it refuses."""
    top = bundle.settings.get("top", "")
    module = module_nodes(elaborated.parsed).get(top)
    log = conflicting_drivers(module, top) if module is not None else ""
    return "" if log and _reference_conflicts(bundle.reference, top) else log


@lru_cache(maxsize=256)
def _reference_conflicts(reference: str, top: str) -> bool:
    module = module_nodes(parse(reference)).get(top)
    return module is None or bool(conflicting_drivers(module, top))


def _failure(outcome: Outcome, stage: str, log: str) -> Observation | None:
    return Observation(outcome, stage, log.encode("utf-8", "replace")) if log else None


def _is_plain(parsed: Parsed) -> bool:
    """Whether the text parsed, and may be elaborated."""
    if any(item.isError() for item in parsed.diagnostics):
        return False
    instantiations = sum(kind_of(item) == "HierarchyInstantiation" for item in parsed.items)
    return may_be_elaborated(str(parsed.root), instantiations)


def _root_errors(elaborated: Elaborated, bundle: EnvironmentBundle) -> ModuleErrors | None:
    """Of the module that Icarus elaborates as the root: the top, or the only one."""
    modules = module_nodes(elaborated.parsed)
    only = next(iter(modules)) if len(modules) == 1 else ""
    module = modules.get(bundle.settings.get("top", "")) or modules.get(only)
    return ModuleErrors(elaborated, bundle.candidate_file, module) if module is not None else None
