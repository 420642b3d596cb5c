"""NetlistFingerprinter: a design's gates after Yosys has optimised them, without names, and how they respond.

What the gates are read into is `gate_graph`. Reset, clock and memory become gates and flip-flops of one bit.
"""

from dataclasses import replace
from functools import cached_property

from resources.domains.chip_design.execution.gate_graph import fingerprint_of
from resources.domains.chip_design.execution.rejection import reject
from resources.domains.chip_design.execution.toolchain import YOSYS
from resources.domains.fingerprints import NO_FINGERPRINT, Fingerprint
from resources.domains.toolkit.tools import tool_version
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step

FORM_VERSION = "1"
FILE, GATES = "design.sv", "gates.json"
CPU_S = 8
MOST_BYTES = 32 << 20
_SCRIPT = "; ".join(
    (
        f"read_verilog -sv -noblackbox -nowb {FILE}",
        "{hierarchy}",
        "setattr -mod -unset keep_hierarchy; setattr -unset keep_hierarchy; setattr -unset keep",
        "proc; flatten; opt -full; memory -nomap; memory_map; opt -full",
        "async2sync; techmap; opt; dffunmap; simplemap; aigmap; opt_expr; opt_merge; opt_clean -purge",
        f"write_json {GATES}",
    )
)


class NetlistFingerprinter:
    """See the Fingerprinter protocol."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    @cached_property
    def version(self) -> str:
        return f"{FORM_VERSION}, {tool_version(YOSYS)}"

    def fingerprint(self, bundle: EnvironmentBundle, candidate: Candidate) -> Fingerprint:
        """See the Fingerprinter protocol. The top module is the task's, or the one that no other uses."""
        if reject(candidate.code):
            return NO_FINGERPRINT
        top = bundle.settings.get("top", "")
        named = f"module {top}" in " ".join(candidate.code.split())
        script = _SCRIPT.format(hierarchy=f"hierarchy -check -top {top}" if top and named else "hierarchy -auto-top")
        command = ("/bin/sh", "-c", f'ulimit -S -t {CPU_S}; exec yosys "$@"', "yosys", "-QT", "-q", "-p", script)
        job = SandboxJob(
            (Step("gates", command),),
            {FILE: candidate.code.encode("utf-8", "surrogatepass")},
            collect=(GATES,),
            collect_bytes=MOST_BYTES,
            limits=replace(bundle.limits, scratch_bytes=2 * MOST_BYTES),
        )
        result = self._sandbox.run(job)
        netlist = result.files.get(GATES)
        # Who is ended by the time limit while it writes leaves a part of the text.
        is_whole = result.steps[-1].ended is Ended.EXITED and result.steps[-1].exit_code == 0
        return fingerprint_of(netlist) if netlist is not None and is_whole else NO_FINGERPRINT


def fingerprinter(sandbox: Sandbox) -> NetlistFingerprinter:
    return NetlistFingerprinter(sandbox)
