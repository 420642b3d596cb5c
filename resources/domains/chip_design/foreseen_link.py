"""Failures of linking a candidate with its bench that the headers decide, in Icarus's words: a missing top or port."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from resources.domains.chip_design.elaboration import Elaborated, elaborate
from resources.domains.chip_design.printed_expression import parts
from resources.domains.chip_design.stages.bench import VerilogBench
from resources.domains.chip_design.syntax import code_name, is_token, kind_of, module_nodes, parse, walk
from resources.execution.bundle import EnvironmentBundle


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


def foreseen_link(bundle: EnvironmentBundle, bench: VerilogBench | None, elaborated: Elaborated) -> str:
    """The log; "" where the headers do not decide."""
    top = bundle.settings.get("top", "")
    module = module_nodes(elaborated.parsed).get(top)
    if bench is None:
        return "" if module is not None else _no_root(top)
    found = _instances(top, tuple((source.name, bundle.files[source.name]) for source in bench.sources))
    if module is None:
        return _no_module(top, found)
    ports = _ports(elaborated, top)
    return _no_ports(found, ports) or _other_sizes(
        top, found, ports, _reference_ports(bundle.reference, top), elaborated
    )


def _no_root(top: str) -> str:
    return (
        f'error: Unable to find the root module "{top}" in the Verilog source.\n'
        f"     : Perhaps ``-s {top}'' is incorrect?\n1 error(s) during elaboration.\n"
    )


def _no_module(top: str, found: tuple[_Instance, ...]) -> str:
    if not found:
        return ""
    lines = [f"{instance.place}: error: Unknown module type: {top}" for instance in found]
    lines += [f"{len(found) + 1} error(s) during elaboration.", "*** These modules were missing:"]
    return "".join(f"{line}\n" for line in (*lines, f"        {top} referenced {len(found)} times.", "***"))


def _no_ports(found: tuple[_Instance, ...], ports: Mapping[str, _Port]) -> str:
    lines = [
        f"{instance.place}: error: port ``{port}'' is not a port of {instance.name}."
        for instance in found
        for port in instance.ports
        if port not in ports
    ]
    return "".join(f"{line}\n" for line in (*lines, f"{len(lines)} error(s) during elaboration.")) if lines else ""


def _other_sizes(
    top: str,
    found: tuple[_Instance, ...],
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
        for instance in found
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
    found = []
    for name, text in files:
        parsed = parse(text)
        for node in walk(parsed):
            if not is_token(node) and kind_of(node) == "HierarchyInstantiation" and node.type.valueText == top:
                found += [_instance(name, parsed.sources, item) for item in parts(node.instances)]
    return tuple(found)


def _instance(file: str, sources: Any, node: Any) -> _Instance:
    line = sources.getLineNumber(node.getFirstToken().location)
    named = [item.name.valueText for item in parts(node.connections) if kind_of(item) == "NamedPortConnection"]
    return _Instance(f"{file}:{line}", node.decl.name.valueText, tuple(named))
