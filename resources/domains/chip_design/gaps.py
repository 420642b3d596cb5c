"""Gaps: what Icarus runs and Yosys 0.23 cannot read or keep, so that no verdict can be given. Each is named.

A candidate in a gap has no outcome: an EnvironmentGap is raised where Yosys refuses it. What the candidate is to blame
for is `judging`. Where the reference is in a gap itself, its candidates are judged without netlist and none is raised.
"""

import re
from collections.abc import Mapping

from resources.domains.chip_design.reference import ReferenceProfile
from resources.domains.chip_design.stages.simulate import NetlistRun
from resources.domains.chip_design.stages.synthesis_report import DRIVERS, SynthesisReport
from resources.domains.chip_design.syntax import inout_names, is_token, kind_of, parse, walk
from resources.domains.toolkit.judging import judge_tool
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.reader.apart import apart

_CONSTRUCTS: Mapping[str, str] = {
    "PackageImportDeclaration": "Yosys reads no `import` of a package; write package::name instead",
    "UdpDeclaration": "Yosys reads no primitive (UDP); write its table as an assignment or a case",
}
_DIRECTIVES = frozenset(
    (
        *("begin_keywords", "end_keywords", "unconnected_drive", "nounconnected_drive", "uselib"),
        *("delay_mode_distributed", "delay_mode_path", "delay_mode_unit", "delay_mode_zero"),
        *("default_decay_time", "default_trireg_strength"),
        *("suppress_faults", "nosuppress_faults", "enable_portfaults", "disable_portfaults"),
    )
)
"""Icarus takes them and Yosys does not. Other names behind a backquote are macros, and the candidate's to define."""
_UNKNOWN_DIRECTIVE = re.compile(rb"Unimplemented compiler directive or undefined macro `(\w+)")


def raise_for_synthesis(
    bundle: EnvironmentBundle, code: str, report: SynthesisReport, profile: ReferenceProfile, *, read: bool
) -> None:
    """Raises EnvironmentGap where a SYNTHESIS_ERROR is not the candidate's. `read` says that Yosys read it all."""
    reason = "" if read else _unread(report.log) or construct(code)
    if reason:
        raise EnvironmentGap(reason)
    if not read or set(report.findings) - profile.allowed_findings == {DRIVERS}:
        raise_for_inouts(bundle)


def raise_for_netlist(bundle: EnvironmentBundle, netlist: NetlistRun) -> None:
    """Raises EnvironmentGap where a netlist's failure under the bench says nothing of its source."""
    if not compiled(netlist):
        said = netlist.log.decode("utf-8", "replace").strip().splitlines() or [netlist.linked.ended.value]
        raise EnvironmentGap(f"Icarus does not compile the netlist that Yosys wrote: {said[0][:200]}")
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
def construct(code: str) -> str:
    """Which construct of a candidate that was not rejected Yosys cannot read; "" where there is none."""
    kinds = {kind_of(item) for item in walk(parse(code)) if not is_token(item)}
    return next((reason for kind, reason in _CONSTRUCTS.items() if kind in kinds), "")


def _unread(complaint: bytes) -> str:
    found = _UNKNOWN_DIRECTIVE.search(complaint)
    name = found[1].decode() if found else ""
    return f"Yosys knows no directive `{name}; leave it out" if name in _DIRECTIVES else ""
