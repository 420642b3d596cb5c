"""VerilogBackend: runs the stages in order and names the outcome by the first that fails.

What a stage does stands in `stages`, how its end is read in `judging`.
"""

from functools import cached_property

from resources.domains.chip_design.bench import VerilogBench, read_bench
from resources.domains.chip_design.judging import judge_findings, judge_link, judge_run, judge_synthesis
from resources.domains.chip_design.reference import LENIENT, ReferenceProfile, counted, measured, profile_of
from resources.domains.chip_design.stages.analyse import Analysis, Depth, analyse
from resources.domains.chip_design.stages.cocotb_bench import simulate_cocotb
from resources.domains.chip_design.stages.reject import audit, module_names, reject
from resources.domains.chip_design.stages.simulate import Simulation, simulate
from resources.domains.chip_design.stages.verdict import shortfall
from resources.domains.chip_design.toolchain import read_toolchain
from resources.domains.toolkit.judging import judge_tool
from resources.domains.toolkit.recording import Recording
from resources.domains.toolkit.references import ReferenceMemory
from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.cache import ResultCache
from resources.execution.errors import PermanentEnvironmentFailure
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
        """The stages in order; each returns True to go on."""
        record = Recording(bundle, self.toolchain().fingerprint)
        bench = read_bench(bundle) if bundle.settings["bench"] == "verilog" else None
        if self._reject(record, candidate, bench) and self._analyse(record, candidate, profile):
            self._simulate(record, candidate, bench, profile)
        return record.observation()

    def _reject(self, record: Recording, candidate: Candidate, bench: VerilogBench | None) -> bool:
        names = (bench.identifiers, bench.macros) if bench else ((), ())
        with record.timed() as seconds:
            findings = reject(candidate.code, *names)
        return record.rejected("reject", findings, seconds())

    def _analyse(self, record: Recording, candidate: Candidate, profile: ReferenceProfile) -> bool:
        bundle = record.bundle
        top = bundle.settings["top"]
        known = top in module_names(candidate.code)
        analysis = analyse(
            self._sandbox,
            bundle.candidate_file,
            candidate.code.encode(),
            top if known else "",
            bundle.limits,
            Depth(known and profile.synthesisable, profile.measurable),
        )
        record.add(analysis.compile_log)
        outcome = judge_tool(analysis.compiled, Outcome.COMPILATION_ERROR)
        if not record.stage("compile", outcome, analysis.compiled):
            return False
        if not record.rejected("reject", audit(analysis.program), 0.0, again=True):
            return False
        return self._synthesis(record, analysis, profile)

    def _synthesis(self, record: Recording, analysis: Analysis, profile: ReferenceProfile) -> bool:
        """A reference that Yosys refuses is written down as such, and goes on to its bench."""
        if analysis.synthesised is None:
            return True
        refused = judge_synthesis(analysis.synthesised, analysis.report)
        if refused is not None and profile is LENIENT:
            record.skipped("synthesise", analysis.synthesised.seconds)
            return True
        record.add(analysis.report.log)
        record.measure(measured(analysis.report))
        outcome = refused or judge_findings(analysis.report, profile)
        return record.stage("synthesise", outcome, analysis.synthesised)

    def _simulate(
        self, record: Recording, candidate: Candidate, bench: VerilogBench | None, profile: ReferenceProfile
    ) -> None:
        simulation = self._run_bench(record.bundle, candidate, bench)
        record.add(simulation.link_log)
        record.measure(counted(simulation))
        if not record.stage("link", judge_link(simulation, profile), simulation.linked):
            return
        record.add(simulation.run_log)
        outcome = judge_run(simulation, profile)
        if outcome is Outcome.FUNCTIONAL_MISMATCH:
            record.add(f"verdict: {shortfall(simulation.verdict, profile.checks)}\n".encode())
        record.stage("simulate", outcome, simulation.run)

    def _run_bench(self, bundle: EnvironmentBundle, candidate: Candidate, bench: VerilogBench | None) -> Simulation:
        code = candidate.code.encode()
        if bench is None:
            return simulate_cocotb(self._sandbox, bundle, code, bundle.limits)
        names = {source.name for source in bench.sources}
        others = {name: text for name, text in bundle.files.items() if name not in names}
        top = bundle.settings["top"]
        return simulate(self._sandbox, bench, others, bundle.candidate_file, code, top, bundle.limits)
