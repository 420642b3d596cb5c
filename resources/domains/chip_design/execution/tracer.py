"""VerilogTracer: the waveform of a candidate's top module under the bundle's bench. What a dump says is
`stages.waveform`; nothing of the bench is in it."""

from resources.domains.chip_design.execution.rejection import reject
from resources.domains.chip_design.execution.stages.bench import read_bench
from resources.domains.chip_design.execution.stages.cocotb_bench import CocotbRuns
from resources.domains.chip_design.execution.stages.simulate import VerilogRuns
from resources.domains.chip_design.execution.stages.waveform import (
    WAVEFORM,
    Waveform,
    dumping,
    first_difference,
    output_names,
    read_waveform,
)
from resources.domains.traces import ExecutionTrace, around
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox


class VerilogTracer:
    """See the Tracer protocol. Each trace runs the candidate and, beside it, the reference."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    def trace(self, bundle: EnvironmentBundle, candidate: Candidate) -> ExecutionTrace | None:
        """Signals of the top module, ports and its own; `differs_at` is where an output first differs."""
        bench = read_bench(bundle) if bundle.settings["bench"] == "verilog" else None
        if reject(candidate.code, *bench.names) if bench else reject(candidate.code):
            return None
        runs = VerilogRuns(self._sandbox, bench, bundle) if bench else CocotbRuns(self._sandbox, bundle)
        own = _waveform(runs, bundle, candidate.code)
        if own is None or not own.events:
            return None
        expected = _waveform(runs, bundle, bundle.reference)
        outputs = output_names(bundle.reference, bundle.settings["top"])
        comparable = expected is not None and expected.unit == own.unit
        differs_at = first_difference(own.events, expected.events, outputs) if expected and comparable else None
        return around("waveform", own.unit, own.events, differs_at)


def _waveform(runs: VerilogRuns | CocotbRuns, bundle: EnvironmentBundle, code: str) -> Waveform | None:
    """None where nothing ran."""
    text = dumping(code, bundle.settings["top"])
    dump = runs.collected(text.encode(), WAVEFORM) if text is not None else None
    return None if dump is None else read_waveform(dump)


def tracer(sandbox: Sandbox) -> VerilogTracer:
    return VerilogTracer(sandbox)
