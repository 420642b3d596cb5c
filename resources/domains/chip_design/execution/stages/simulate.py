"""Simulate with a Verilog bench: a sandbox job that links bench and candidate and runs them, and one for its netlists.

They have folders of their own, so that nothing a candidate's source does to files reaches the netlist's run. How the
bench reports stands here too; what counts as a pass is `judging`, cocotb benches are `cocotb_bench`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from resources.domains.chip_design.execution.log_text import normalise
from resources.domains.chip_design.execution.stages.analyse import COMPILER, DIRECTIVES, INTERNAL_LOG_BYTES
from resources.domains.chip_design.execution.stages.bench import VERDICT_MARK, Disguise, VerilogBench, fresh_disguise
from resources.domains.chip_design.execution.stages.bench_voice import attributed
from resources.domains.chip_design.execution.stages.netlist import NETLIST
from resources.execution.bundle import EnvironmentBundle, Limits
from resources.execution.sandbox.job import Sandbox, SandboxJob, SandboxResult, Step, StepResult


@dataclass(frozen=True)
class Verdict:
    """`reports` is how many verdict lines there were; counts are those of the only one, else 0."""

    reports: int
    checks: int = 0
    errors: int = 0


@dataclass(frozen=True)
class SimulationLog:
    """A simulation's log without verdict lines and disguise, and its verdict."""

    text: bytes
    verdict: Verdict


def read_verdict(log: bytes, disguise: Disguise) -> SimulationLog:
    """Takes verdict lines and the modules' suffix out of a log."""
    nonce = disguise.nonce.encode()
    pattern = re.compile(rb"^[^\n]*" + nonce + rb"[^\n]*(?:\n|\Z)", re.MULTILINE)
    lines = [match.group() for match in pattern.finditer(log)]
    text = pattern.sub(b"", log).replace(disguise.suffix.encode(), b"")
    counts = [match for line in lines for match in re.finditer(nonce + rb"\s+checks=\s*(\d+)\s+errors=\s*(\d+)", line)]
    if len(counts) != 1 or len(lines) != 1:
        return SimulationLog(text, Verdict(len(lines)))
    return SimulationLog(text, Verdict(1, int(counts[0].group(1)), int(counts[0].group(2))))


def read_run(log: bytes, disguise: Disguise) -> SimulationLog:
    """A run's log: what the bench did not print is marked as printed."""
    return read_verdict(attributed(log, disguise.begins.encode(), disguise.ends.encode()), disguise)


def shortfall(verdict: Verdict, expected_checks: int) -> str:
    """Why the bench did not accept, in one line; "" where it did."""
    if verdict.reports == 0:
        return f"the simulation ended before the bench reported ({VERDICT_MARK} missing)"
    if verdict.reports > 1:
        return f"the bench reported {verdict.reports} times"
    if verdict.errors:
        return f"{verdict.errors} of {verdict.checks} checks failed"
    if verdict.checks < expected_checks:
        return f"only {verdict.checks} of {expected_checks} checks were reached"
    return "" if verdict.checks > 0 else "the bench checked nothing"


_SIMULATION = "simulation.vvp"


@dataclass(frozen=True)
class NetlistRun:
    """What the bench showed on a netlist; its log is normalised and without disguise. `linked` is the compiler's step,
    without which there is no run."""

    linked: StepResult
    run: StepResult
    log: bytes
    verdict: Verdict


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


@dataclass(frozen=True)
class VerilogRuns:
    """A bundle's Verilog bench, and where its candidates run."""

    sandbox: Sandbox
    bench: VerilogBench
    bundle: EnvironmentBundle

    def simulate(self, code: bytes) -> Simulation:
        """Links bench and candidate and runs them.

        The bench is compiled first, so that no macro or directive of the candidate reaches it.
        """
        disguise = fresh_disguise()
        linked, run = self._run(self._steps(disguise), self._files(disguise, code)).steps
        link_log = _without_repeats(read_verdict(normalise(linked.log), disguise).text)
        read = read_run(normalise(run.log), disguise)
        top = re.escape(self.bundle.settings["top"].encode())
        sizes = re.search(rb"Port \d+ \([^)\n]*\) of " + top + rb" expects \d+ bits, got", link_log)
        return Simulation(linked, run, link_log, read.text, read.verdict, sizes is not None)

    def collected(self, code: bytes, file: str) -> bytes | None:
        """What a run of the candidate leaves in `file`; None where it leaves nothing."""
        disguise = fresh_disguise()
        return self._run(self._steps(disguise), self._files(disguise, code), (file,)).files.get(file)

    def _steps(self, disguise: Disguise) -> tuple[Step, ...]:
        order = [*(source.name for source in self.bench.sources), DIRECTIVES, self.bundle.candidate_file]
        link = Step("link", (*COMPILER, "-s", self.bench.top + disguise.suffix, "-o", _SIMULATION, *order))
        return link, Step("simulate", ("vvp", "-n", _SIMULATION))

    def _files(self, disguise: Disguise, code: bytes) -> dict[str, bytes]:
        return self.bench.files(disguise) | {self.bundle.candidate_file: code}

    def run_netlists(self, netlists: Sequence[str]) -> list[NetlistRun]:
        """The bench on each netlist, in one job."""
        jobs = [_NetlistJob.of(self.bench, netlist, f"netlist{index}_") for index, netlist in enumerate(netlists)]
        files: dict[str, bytes] = {}
        for job in jobs:
            files |= job.files
        results = self._run(tuple(step for job in jobs for step in job.steps), files).steps
        return [job.shown(pair) for job, pair in zip(jobs, in_pairs(results), strict=True)]

    def _run(self, steps: tuple[Step, ...], files: Mapping[str, bytes], collect: tuple[str, ...] = ()) -> SandboxResult:
        names = {source.name for source in self.bench.sources}
        others = {name: text.encode() for name, text in self.bundle.files.items() if name not in names}
        directives = {DIRECTIVES: self.bench.surroundings.directives}
        everything = {**others, **directives, **files}
        job = SandboxJob(steps, everything, collect=collect, limits=roomy(self.bundle.limits))
        return self.sandbox.run(job)


@dataclass(frozen=True)
class _NetlistJob:
    """One netlist under the bench, with a disguise of its own: no run knows what another reports by."""

    disguise: Disguise
    steps: tuple[Step, ...]
    files: Mapping[str, bytes]

    @classmethod
    def of(cls, bench: VerilogBench, netlist: str, prefix: str) -> "_NetlistJob":
        disguise = fresh_disguise()
        order = [*(prefix + source.name for source in bench.sources), DIRECTIVES, prefix + NETLIST]
        program = f"{prefix}.vvp"
        link = (*COMPILER, "-s", bench.top + disguise.suffix, "-o", program, *order)
        steps = (Step("netlist link", link, always=True), Step("netlist", ("vvp", "-n", program), always=True))
        return cls(disguise, steps, bench.files(disguise, prefix) | {prefix + NETLIST: netlist.encode()})

    def shown(self, results: Sequence[StepResult]) -> NetlistRun:
        linked, run = results
        read = read_run(normalise(run.log), self.disguise)
        link_log = read_verdict(normalise(linked.log), self.disguise).text
        return NetlistRun(linked, run, link_log + read.text, read.verdict)


def in_pairs(results: Sequence[StepResult]) -> list[Sequence[StepResult]]:
    """Of netlists that were linked and run one after the other."""
    return [results[place : place + 2] for place in range(0, len(results), 2)]


def roomy(limits: Limits) -> Limits:
    """With room for logs to be read whole; observations keep less."""
    return replace(limits, log_bytes=max(limits.log_bytes, INTERNAL_LOG_BYTES))


def _without_repeats(log: bytes) -> bytes:
    """iverilog says each port warning twice."""
    return b"".join(dict.fromkeys(log.splitlines(keepends=True)))
