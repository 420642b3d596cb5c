"""Registers that two processes drive, as Yosys says of them: its check comes before the bench is linked.

Only what every synthesis meets is said: processes of the root module itself, that wait for an edge and assign the whole
register, or the same bit of it, in plain sight.
"""

import re
from collections.abc import Iterator
from typing import Any

from resources.domains.chip_design.language.syntax import is_token, kind_of, plain
from resources.domains.chip_design.prediction.icarus_elaboration import ASSIGNMENTS, parts

_PROCESSES = {"AlwaysBlock", "AlwaysFFBlock"}
_EDGES = {"PosEdgeKeyword", "NegEdgeKeyword"}
_RANGE = re.compile(r"\[\s*(\d+)\s*:\s*(\d+)\s*\]")
_WHOLE = ""


def conflicting_drivers(module: Any, top: str) -> str:
    """The log's line of the first such register; "" where there is none for sure."""
    registers = dict(_registers(module))
    first: dict[str, dict[str, int]] = {}
    for number, process in enumerate(_clocked(module)):
        for name, bit in _targets(process):
            before = first.setdefault(name, {})
            rival = next((other for part, other in before.items() if _WHOLE in (part, bit) or part == bit), number)
            if rival != number and name in registers:
                return f"Warning: multiple conflicting drivers for {top}.\\{name}{_shown(registers[name], bit)}:\n"
            before.setdefault(bit, number)
    return ""


def _registers(module: Any) -> Iterator[tuple[str, str]]:
    """Variables that are vectors or bits, with their range as text; arrays have ports for several writers, and integers
    count loops."""
    for node in _nodes(module):
        if kind_of(node) == "DataDeclaration" and kind_of(node.type) in ("RegType", "LogicType", "BitType"):
            for declarator in parts(node.declarators):
                if not len(declarator.dimensions):
                    yield declarator.name.valueText, plain(node.type)
        elif kind_of(node) == "ImplicitAnsiPort" and kind_of(node.header) in ("VariablePortHeader", "NetPortHeader"):
            yield node.declarator.name.valueText, plain(node.header.dataType)


def _clocked(module: Any) -> Iterator[Any]:
    for member in module.members:
        if not is_token(member) and kind_of(member) in _PROCESSES:
            statement = member.statement
            if kind_of(statement) == "TimingControlStatement" and _waits_for_an_edge(statement.timingControl):
                yield statement.statement


def _waits_for_an_edge(control: Any) -> bool:
    kinds: list[str] = []
    control.visit(lambda item: kinds.append(kind_of(item)) if is_token(item) else None)
    return bool(_EDGES & set(kinds))


def _targets(process: Any) -> Iterator[tuple[str, str]]:
    """What a process assigns: a name, and a bit's number as text or the whole."""
    for node in _nodes(process):
        if kind_of(node) in ASSIGNMENTS:
            yield from _of(node.left)


def _of(left: Any) -> Iterator[tuple[str, str]]:
    kind = kind_of(left)
    if kind == "IdentifierName":
        yield left.identifier.valueText, _WHOLE
    elif kind == "IdentifierSelectName":
        selectors = list(left.selectors)
        bit = plain(selectors[0].selector) if selectors and selectors[0].selector is not None else "?"
        if len(selectors) == 1 and bit.isdigit():
            yield left.identifier.valueText, bit
    elif kind == "ConcatenationExpression":
        for part in parts(left.expressions):
            yield from _of(part)


def _shown(declared: str, bit: str) -> str:
    """Of a vector Yosys names the highest bit first; nothing where its range is no pair of numbers."""
    if bit != _WHOLE:
        return f" [{bit}]"
    match = _RANGE.search(declared)
    return f" [{max(map(int, match.groups()))}]" if match else ""


def _nodes(node: Any) -> Iterator[Any]:
    found: list[Any] = []
    node.visit(lambda item: None if is_token(item) else found.append(item))
    return iter(found)
