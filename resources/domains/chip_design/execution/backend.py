"""VerilogBackend: runs the stages in order and names the outcome by the first that fails.

What a stage does stands in `stages`, how its end is read in `judging`.
"""

from dataclasses import dataclass
from functools import cached_property

from resources.domains.chip_design.execution.gaps import (
    compiled,
    raise_for_compilation,
    raise_for_netlist,
    raise_for_synthesis,
)
from resources.domains.chip_design.execution.given import with_given
from resources.domains.chip_design.execution.judging import (
    LENIENT,
    NETLIST,
    SYNTHESISE,
    ReferenceProfile,
    counted,
    judge_findings,
    judge_link,
    judge_netlist,
    judge_run,
    judge_synthesis,
    measured,
    profile_of,
)
from resources.domains.chip_design.execution.rejection import module_names, reject
from resources.domains.chip_design.execution.stages.analyse import Analysis, Depth, Surroundings, analyse
from resources.domains.chip_design.execution.stages.bench import VerilogBench, read_bench
from resources.domains.chip_design.execution.stages.cocotb_bench import SURROUNDINGS, CocotbRuns
from resources.domains.chip_design.execution.stages.equivalence import Equivalence
from resources.domains.chip_design.execution.stages.exactness import exactness_of
from resources.domains.chip_design.execution.stages.netlist import (
    compilable,
    driven_inputs,
    grouped,
    powered_up,
    settled,
    with_parameters,
)
from resources.domains.chip_design.execution.stages.program import audit, driven_ports, root_parameters, time_unit
from resources.domains.chip_design.execution.stages.simulate import NetlistRun, VerilogRuns, shortfall
from resources.domains.chip_design.execution.toolchain import read_toolchain
from resources.domains.chip_design.language.delays import delays_of
from resources.domains.chip_design.language.interface import input_names, parameter_names
from resources.domains.toolkit.candidate_words import told
from resources.domains.toolkit.judging import LIMITS, judge_tool
from resources.domains.toolkit.recording import Recording
from resources.domains.toolkit.references import ReferenceMemory
from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.cache import ResultCache
from resources.execution.errors import EnvironmentGap, PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox


class VerilogBackend:
    """Verilog under iverilog, Yosys and a Verilog or cocotb bench. Thread-safe."""

    domain = "chip_design"

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._references = ReferenceMemory(self._observe_reference, profile_of, self.toolchain)

    @cached_property
    def _toolchain(self) -> Toolchain:
        return read_toolchain()

    def toolchain(self) -> Toolchain:
        """Raises ToolMissing with the package's name."""
        return self._toolchain

    def remember_references(self, cache: ResultCache) -> None:
        """From now on, references' observations are looked up in `cache` before they are run."""
        self._references.use_cache(cache)

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        """See the Backend protocol. The bundle's reference is run first, once, if it has not been yet."""
        if bundle.settings.get("bench") not in ("verilog", "cocotb") or not bundle.settings.get("top"):
            raise PermanentEnvironmentFailure(f"{bundle.seed_id}: settings need `top` and `bench` (verilog or cocotb)")
        if candidate == bundle.reference_candidate:
            return self._references.run(bundle)
        return self._observe(bundle, candidate, self._references.profile(bundle))

    def _observe_reference(self, bundle: EnvironmentBundle) -> Observation:
        return self._observe(bundle, bundle.reference_candidate, LENIENT)

    def _observe(self, bundle: EnvironmentBundle, candidate: Candidate, profile: ReferenceProfile) -> Observation:
        """The stages in order; each returns True, or what it found, to go on."""
        record = Recording(bundle, self.toolchain().fingerprint)
        candidate = with_given(bundle, candidate)
        bench = read_bench(bundle) if bundle.settings["bench"] == "verilog" else None
        if self._reject(record, candidate, bench):
            surroundings = bench.surroundings if bench else SURROUNDINGS
            analysis = self._analyse(record, candidate, profile, surroundings)
            if analysis is not None:
                runs = VerilogRuns(self._sandbox, bench, bundle) if bench else CocotbRuns(self._sandbox, bundle)
                wanted = profile.netlist and (bench is None or bench.one_netlist)
                _Judgement(record, candidate, profile, analysis, runs, wanted, surroundings.unit).judge()
        return record.observation()

    def _reject(self, record: Recording, candidate: Candidate, bench: VerilogBench | None) -> bool:
        with record.timed() as seconds:
            findings = reject(candidate.code, *bench.names) if bench else reject(candidate.code)
        return record.rejected("reject", findings, seconds())

    def _analyse(
        self, record: Recording, candidate: Candidate, profile: ReferenceProfile, surroundings: Surroundings
    ) -> Analysis | None:
        bundle = record.bundle
        top = bundle.settings["top"]
        known = top in module_names(candidate.code)
        if known and surroundings.parameters:
            surroundings = surroundings.of(parameter_names(candidate.code, top))
        analysis = analyse(
            self._sandbox,
            bundle.candidate_file,
            candidate.code.encode(),
            top if known else "",
            bundle.limits,
            Depth(known and profile.synthesisable, profile.measurable),
            surroundings,
        )
        record.add(told(analysis.compile_log))
        outcome = judge_tool(analysis.compiled, Outcome.COMPILATION_ERROR)
        if outcome is Outcome.COMPILATION_ERROR:
            raise_for_compilation(candidate.code, analysis.compile_log)
        if not record.stage("compile", outcome, analysis.compiled):
            return None
        if not record.rejected("reject", audit(analysis.program), 0.0, again=True):
            return None
        return analysis if self._synthesis(record, candidate, analysis, profile) else None

    def _synthesis(
        self, record: Recording, candidate: Candidate, analysis: Analysis, profile: ReferenceProfile
    ) -> bool:
        """A reference that Yosys refuses is written down as such, and goes on to its bench.

        Raises EnvironmentGap for what Yosys cannot judge and Icarus runs.
        """
        if analysis.synthesised is None:
            return True
        refused = judge_synthesis(analysis.synthesised, analysis.report)
        if refused is not None and profile is LENIENT:
            record.skipped(SYNTHESISE, analysis.synthesised.seconds)
            return True
        outcome = refused or judge_findings(analysis.report, profile)
        if outcome is Outcome.SYNTHESIS_ERROR:
            raise_for_synthesis(record.bundle, candidate.code, analysis.report, profile, read=refused is None)
        record.add(told(analysis.report.log))
        record.measure(measured(analysis.report))
        return record.stage(SYNTHESISE, outcome, analysis.synthesised)


@dataclass(frozen=True)
class _Judgement:
    """The bench's part of one execution: the source under the bench, and its netlist where `wanted`."""

    record: Recording
    candidate: Candidate
    profile: ReferenceProfile
    analysis: Analysis
    runs: VerilogRuns | CocotbRuns
    wanted: bool
    unit: float
    """Nanoseconds that the bench's delays count in."""

    def judge(self) -> None:
        """Writes the stages down. The netlist is run where the source has passed, since a wrong source has none to be
        compared with."""
        record, profile = self.record, self.profile
        netlist = self._netlist()
        simulation = self.runs.simulate(self.candidate.code.encode())
        record.add(told(simulation.link_log))
        record.measure(counted(simulation))
        if not record.stage("link", judge_link(simulation, profile), simulation.linked):
            return
        outcome = judge_run(simulation, profile)
        if outcome is None and not self._same_netlist(netlist):
            return
        record.add(simulation.run_log)
        if outcome is Outcome.FUNCTIONAL_MISMATCH:
            record.add(f"verdict: {shortfall(simulation.verdict, profile.checks)}\n".encode())
        elif outcome is None and netlist and (difference := self._difference(netlist)):
            outcome = Outcome.FUNCTIONAL_MISMATCH
            record.add(difference + b"verdict: the bench passed, and beside the reference outputs differ\n")
        record.stage("simulate", outcome, simulation.run)

    def _difference(self, netlist: str) -> bytes:
        """From the reference, where the task fixes every output; b"" where there is none, or none is looked for."""
        exact = exactness_of(self.record.bundle.settings)
        if exact is None or self._is_reference():
            return b""
        outweighs = self.profile.is_outweighed_by(self.analysis.report.numbers.get("cells"))
        comparison = Equivalence(self.runs.sandbox, self.record.bundle, exact, outweighs)
        processes = (self.analysis.processes or b"").decode("utf-8", "replace")
        return comparison.difference(netlist, self.candidate.code, processes, self.analysis.program)

    def _netlist(self) -> str | None:
        """The netlist as the bench meets it; None where there is none, or none is wanted."""
        text = self.analysis.netlist
        if text is None or not self.wanted:
            return None
        top = self.record.bundle.settings["top"]
        parameters = root_parameters(self.analysis.program, top)
        return compilable(with_parameters(grouped(text.decode("utf-8", "replace")), top, parameters))

    def _same_netlist(self, netlist: str | None) -> bool:
        """Whether the hardware does what its source does. Written down where it was asked.

        Raises EnvironmentGap where that cannot be told.
        """
        driven = driven_ports(self.analysis.program, self.record.bundle.settings["top"], self._inputs())
        driven += driven_inputs(netlist) if netlist else []
        if driven:
            return self._differs(f"the input {driven[0]} is driven inside the design", None)
        if not self.wanted:
            return True
        if not self._is_reference() and (delay := self._selective_delay()):
            return self._differs(f"only some inputs meet the delay {delay}", None)
        if netlist is None:
            if self._is_reference():
                return True
            raise EnvironmentGap("Yosys wrote no netlist, or a longer one than can be brought back")
        shown = self._best(netlist)
        outcome = judge_netlist(shown, self.profile)
        if outcome is None:
            return self.record.decided(NETLIST, None, shown.run.seconds)
        if self._is_reference():
            self.record.skipped(NETLIST, shown.run.seconds)
            return True
        raise_for_netlist(self.record.bundle, shown)
        words = shortfall(shown.verdict, self.profile.checks) or shown.run.ended.value
        return self._differs(f"on the netlist, {words}", shown)

    def _selective_delay(self) -> str:
        return delays_of(self.candidate.code, time_unit(self.analysis.program) / self.unit).selective

    def _best(self, netlist: str) -> NetlistRun:
        """The netlist's run, or another that passes: of registers that begin unknown, and of such as sample later."""
        (first,) = self.runs.run_netlists([powered_up(netlist)])
        if not compiled(first) or first.run.ended in LIMITS or judge_netlist(first, self.profile) is None:
            return first
        others = self.runs.run_netlists([netlist, settled(powered_up(netlist))])
        return next((other for other in others if judge_netlist(other, self.profile) is None), first)

    def _differs(self, words: str, shown: NetlistRun | None) -> bool:
        self.record.add(shown.log if shown else b"")
        self.record.add(f"simulation and synthesis differ: {words}\n".encode())
        return self.record.decided(NETLIST, Outcome.SYNTHESIS_ERROR, shown.run.seconds if shown else 0.0)

    def _is_reference(self) -> bool:
        return self.profile is LENIENT

    def _inputs(self) -> tuple[str, ...]:
        bundle = self.record.bundle
        return input_names(bundle.settings["top"], bundle.reference)


def make_backend(sandbox: Sandbox) -> VerilogBackend:
    return VerilogBackend(sandbox)
