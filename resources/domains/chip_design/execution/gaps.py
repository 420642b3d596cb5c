"""Gaps: what Icarus runs and Yosys 0.23 cannot read or keep, so that no verdict can be given. Each is named.

A candidate in a gap has no outcome: an EnvironmentGap is raised where Yosys refuses it. What the candidate is to blame
for is `judging`. Where the reference is in a gap itself, its candidates are judged without netlist and none is raised.
"""

import re
from collections.abc import Mapping
from typing import Any

from resources.domains.chip_design.execution.judging import ReferenceProfile
from resources.domains.chip_design.execution.stages.simulate import NetlistRun
from resources.domains.chip_design.execution.stages.synthesis_report import DRIVERS, SynthesisReport
from resources.domains.chip_design.language.interface import inout_names
from resources.domains.chip_design.language.syntax import (
    YOSYS_MACROS,
    Parsed,
    code_name,
    elaborate,
    is_token,
    kind_of,
    parse,
)
from resources.domains.toolkit.judging import LIMITS, judge_tool
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.reader.apart import apart

_CONSTRUCTS: Mapping[str, str] = {
    "PackageImportDeclaration": "Yosys reads no `import` of a package; write package::name instead",
    "UdpDeclaration": "Yosys reads no primitive (UDP); write its table as an assignment or a case",
}
_AT_THE_COMPLAINT: Mapping[str, str] = {
    "ActionBlock": "Yosys reads no `else` of an assertion; leave it out",
    "ReturnStatement": "Yosys reads no `return`; assign to the function's name instead",
    "ForeachLoopStatement": "Yosys reads no `foreach`; write a `for` loop",
    "DisableStatement": "Yosys reads no `disable`; put what follows into an `else`",
    "DoWhileStatement": "Yosys reads no `do`; write a `for` loop",
    "CastExpression": "Yosys reads no cast to a type's name; give a width instead",
    "VariableDimension": "Yosys reads one packed dimension; use one vector and slices of it",
}
"""Common where a syntax error has another reason, so that they count only where Yosys stopped."""
_DIRECTIVES = frozenset(
    (
        *("begin_keywords", "end_keywords", "unconnected_drive", "nounconnected_drive", "uselib"),
        *("delay_mode_distributed", "delay_mode_path", "delay_mode_unit", "delay_mode_zero"),
        *("default_decay_time", "default_trireg_strength"),
        *("suppress_faults", "nosuppress_faults", "enable_portfaults", "disable_portfaults"),
    )
)
"""Icarus takes them and Yosys does not. Other names behind a backquote are macros, and the candidate's to define."""
_SYNTAX_ERROR = re.compile(rb":(\d+): ERROR: syntax error")
_YOSYS_ENDED = b"ERROR: Assert `"
_TRI_STATE = b"limited support for tri-state logic"
_ICARUS_CANNOT = re.compile(
    rb"Assertion [^\n]* failed|sorry: [^\n]*|error: This assignment requires an explicit cast|[^\s:]+:\d+: syntax error"
)
"""The cast is demanded of a conditional expression whose sides have the type of an enumeration, too. Labels of
immediate assertions and tasks of the elaboration (`$error` in a generate block) are syntax errors to it."""
_OUT_OF_RANGE = re.compile(r"OOB|OutOfRange|OutOfBounds|BadRange|IndexValue|RangeSelect")
_METHOD = re.compile(rb"Can't resolve function name `\\\w+\.(first|last|next|prev|num|name)'")
_UNKNOWN_DIRECTIVE = re.compile(rb"Unimplemented compiler directive or undefined macro `(\w+)")


def raise_for_compilation(code: str, log: bytes) -> None:
    """Raises EnvironmentGap where Icarus says that it is to blame, and pyslang finds nothing wrong with the text."""
    said = _ICARUS_CANNOT.search(log)
    if said and _is_right(code):
        raise EnvironmentGap(f"Icarus cannot compile what is right: {said[0].decode('utf-8', 'replace')}")


@apart
def _is_right(code: str) -> bool:
    """A part of a signal that does not exist is only warned of, and Icarus may be sorry for it."""
    diagnostics = [*parse(code).diagnostics, *elaborate(code).diagnostics]
    return not any(item.isError() or _OUT_OF_RANGE.search(code_name(item)) for item in diagnostics)


def raise_for_synthesis(
    bundle: EnvironmentBundle, code: str, report: SynthesisReport, profile: ReferenceProfile, *, read: bool
) -> None:
    """Raises EnvironmentGap where a SYNTHESIS_ERROR is not the candidate's. `read` says that Yosys read it all."""
    reason = "" if read else _unread(report.log) or construct(code, _line_of_error(report.log))
    if reason:
        raise EnvironmentGap(reason)
    if _YOSYS_ENDED in report.log:
        raise EnvironmentGap("Yosys ends at an assertion of its own")
    driven_twice = set(report.findings) - profile.allowed_findings == {DRIVERS}
    if not read or driven_twice:
        raise_for_inouts(bundle)
    if driven_twice and _TRI_STATE in report.log:
        raise EnvironmentGap("Yosys counts the drivers of a tri-state net as if each drove it always")


def raise_for_netlist(bundle: EnvironmentBundle, netlist: NetlistRun) -> None:
    """Raises EnvironmentGap where a netlist's failure under the bench says nothing of its source.

    How much longer than its source a netlist runs is Yosys's doing, and where the limit is met the machine's.
    """
    if not compiled(netlist):
        said = netlist.log.decode("utf-8", "replace").strip().splitlines() or [netlist.linked.ended.value]
        raise EnvironmentGap(f"Icarus does not compile the netlist that Yosys wrote: {said[0][:200]}")
    if netlist.run.ended in LIMITS:
        raise EnvironmentGap(f"the bench ends on the source and not on the netlist: {netlist.run.ended.value}")
    raise_for_inouts(bundle)


def compiled(netlist: NetlistRun) -> bool:
    """Whether Icarus compiled it within the limits: a limit that only the netlist meets is Yosys's doing too."""
    return judge_tool(netlist.linked, Outcome.LINK_ERROR) is None


def raise_for_inouts(bundle: EnvironmentBundle) -> None:
    """Raises EnvironmentGap for a task with bidirectional ports: Yosys gives each wire one driver and one direction."""
    names = inout_names(bundle.settings["top"], bundle.reference)
    if names:
        raise EnvironmentGap(f"Yosys keeps bidirectional ports ({', '.join(names)}) only as a single assignment")


@apart
def construct(code: str, line: int) -> str:
    """Which construct of a candidate that was not rejected Yosys cannot read; "" where there is none.

    `line` is where Yosys met a syntax error, 0 where it met none.
    """
    parsed = parse(code, YOSYS_MACROS)
    nodes = [item for item in parsed.items if not is_token(item)]
    reasons = [_CONSTRUCTS.get(kind_of(node), "") for node in nodes]
    if line:
        suspects = [node for node in nodes if kind_of(node) in _AT_THE_COMPLAINT]
        reasons += [_unread_part(node) for node in suspects if _stands_at(node, line, parsed)]
    return next((reason for reason in reasons if reason), "")


def _unread_part(node: Any) -> str:
    """Why Yosys stops at this node; "" where it need not."""
    kind = kind_of(node)
    if kind == "ActionBlock" and node.elseClause is None:
        return ""
    if kind == "CastExpression" and kind_of(node.left) == "IntegerLiteralExpression":
        return ""
    if kind == "VariableDimension" and _dimensions(node.parent) < 2:
        return ""
    return _AT_THE_COMPLAINT[kind]


def _dimensions(data_type: Any) -> int:
    """Packed dimensions of a type; those of a declarator are others, and Yosys reads them."""
    packed = kind_of(data_type).endswith("Type")
    return sum(1 for item in data_type.dimensions if not is_token(item)) if packed else 0


def _stands_at(node: Any, line: int, parsed: Parsed) -> bool:
    manager = parsed.sources
    first, last = (
        manager.getLineNumber(manager.getFullyOriginalLoc(token.location))
        for token in (node.getFirstToken(), node.getLastToken())
    )
    return bool(first <= line <= last)


def _line_of_error(complaint: bytes) -> int:
    error = _SYNTAX_ERROR.search(complaint)
    return int(error[1]) if error else 0


def _unread(complaint: bytes) -> str:
    if method := _METHOD.search(complaint):
        return f"Yosys knows no method `{method[1].decode()}` of an enumeration; write the values"
    directive = _UNKNOWN_DIRECTIVE.search(complaint)
    name = directive[1].decode() if directive else ""
    return f"Yosys knows no directive `{name}; leave it out" if name in _DIRECTIVES else ""
