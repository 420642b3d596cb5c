"""Simulate with a Verilog bench: one sandbox job that links candidate and bench, then runs them.

What counts as a pass is `verdict` and `backend`; cocotb benches are `cocotb_bench`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from resources.domains.chip_design.bench import SEPARATOR_FILE, VerilogBench, fresh_disguise
from resources.domains.chip_design.log_text import normalise
from resources.domains.chip_design.stages.analyse import INTERNAL_LOG_BYTES
from resources.domains.chip_design.stages.verdict import Verdict, read_verdict
from resources.execution.bundle import Limits
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step, StepResult

_SIMULATION = "simulation.vvp"


@dataclass(frozen=True)
class Simulation:
    """What linking and running showed; logs are normalised and without disguise.

    `port_sizes` says that the compiler padded or cut a port of the candidate's top.
    """

    linked: StepResult
    run: StepResult
    link_log: bytes
    run_log: bytes
    verdict: Verdict
    port_sizes: bool


def simulate(
    sandbox: Sandbox, bench: VerilogBench, others: Mapping[str, str], file: str, code: bytes, top: str, limits: Limits
) -> Simulation:
    """Links bench and candidate and runs them. `others` are the bundle's further files (memory images).

    The bench is compiled first, so that no macro or directive of the candidate reaches it.
    """
    disguise = fresh_disguise()
    files = {name: text.encode() for name, text in others.items()} | bench.files(disguise)
    order = [source.name for source in bench.sources] + [SEPARATOR_FILE, file]
    job = SandboxJob(
        (
            Step("link", ("iverilog", "-g2012", "-s", bench.top + disguise.suffix, "-o", _SIMULATION, *order)),
            Step("simulate", ("vvp", "-n", _SIMULATION)),
        ),
        files | {file: code},
        limits=replace(limits, log_bytes=max(limits.log_bytes, INTERNAL_LOG_BYTES)),
    )
    linked, run = sandbox.run(job).steps
    link_log = _without_repeats(read_verdict(normalise(linked.log), disguise).text)
    read = read_verdict(normalise(run.log), disguise)
    sizes = re.search(rb"Port \d+ \([^)\n]*\) of " + re.escape(top.encode()) + rb" expects \d+ bits, got", link_log)
    return Simulation(linked, run, link_log, read.text, read.verdict, sizes is not None)


def _without_repeats(log: bytes) -> bytes:
    """iverilog says each port warning twice."""
    return b"".join(dict.fromkeys(log.splitlines(keepends=True)))
