"""Simulate with a Verilog bench: one sandbox job that links bench and candidate and runs them, and runs the netlist.

The netlist runs first: nothing that a candidate's source may do to files is done by then. What counts as a pass is
`verdict` and `judging`; cocotb benches are `cocotb_bench`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from resources.domains.chip_design.log_text import normalise
from resources.domains.chip_design.stages.analyse import DIRECTIVES, INTERNAL_LOG_BYTES
from resources.domains.chip_design.stages.bench import Disguise, VerilogBench, fresh_disguise
from resources.domains.chip_design.stages.netlist import NETLIST
from resources.domains.chip_design.stages.verdict import Verdict, read_verdict
from resources.execution.bundle import EnvironmentBundle, Limits
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step, StepResult

_SIMULATION = "simulation.vvp"
_NETLIST = "netlist_"


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

    `port_sizes` says that the compiler padded or cut a port of the candidate's top; `netlist` is None where none was
    given.
    """

    linked: StepResult
    run: StepResult
    link_log: bytes
    run_log: bytes
    verdict: Verdict
    port_sizes: bool
    netlist: NetlistRun | None = None


@dataclass(frozen=True)
class VerilogRuns:
    """A bundle's Verilog bench, and where its candidates run."""

    sandbox: Sandbox
    bench: VerilogBench
    bundle: EnvironmentBundle

    def simulate(self, code: bytes, netlist: str | None) -> Simulation:
        """Links bench and candidate and runs them; before that, the same with the netlist if there is one.

        The bench is compiled first, so that no macro or directive of the candidate reaches it.
        """
        disguise, bench, file = fresh_disguise(), self.bench, self.bundle.candidate_file
        order = [*(source.name for source in bench.sources), DIRECTIVES, file]
        link = Step("link", ("iverilog", "-g2012", "-s", bench.top + disguise.suffix, "-o", _SIMULATION, *order))
        tried = _NetlistJob.of(bench, netlist) if netlist is not None else None
        steps = [link, *(tried.steps if tried else ()), Step("simulate", ("vvp", "-n", _SIMULATION), always=True)]
        files = bench.files(disguise) | (dict(tried.files) if tried else {}) | {file: code}
        results = self._run(tuple(steps), files)
        linked, run = results[0], results[-1]
        link_log = _without_repeats(read_verdict(normalise(linked.log), disguise).text)
        read = read_verdict(normalise(run.log), disguise)
        top = re.escape(self.bundle.settings["top"].encode())
        sizes = re.search(rb"Port \d+ \([^)\n]*\) of " + top + rb" expects \d+ bits, got", link_log)
        shown = tried.shown(results[1:-1]) if tried else None
        return Simulation(linked, run, link_log, read.text, read.verdict, sizes is not None, shown)

    def run_netlists(self, netlists: Sequence[str]) -> list[NetlistRun]:
        """The bench on each netlist, in one job."""
        jobs = [_NetlistJob.of(self.bench, netlist, f"variant{index}_") for index, netlist in enumerate(netlists)]
        files: dict[str, bytes] = {}
        for job in jobs:
            files |= job.files
        results = self._run(tuple(step for job in jobs for step in job.steps), files)
        return [job.shown(pair) for job, pair in zip(jobs, in_pairs(results), strict=True)]

    def _run(self, steps: tuple[Step, ...], files: Mapping[str, bytes]) -> tuple[StepResult, ...]:
        names = {source.name for source in self.bench.sources}
        others = {name: text.encode() for name, text in self.bundle.files.items() if name not in names}
        directives = {DIRECTIVES: self.bench.surroundings.directives}
        everything = {**others, **directives, **files}
        return self.sandbox.run(SandboxJob(steps, everything, limits=roomy(self.bundle.limits))).steps


@dataclass(frozen=True)
class _NetlistJob:
    """One netlist under the bench, with a disguise of its own: no run knows what another reports by."""

    disguise: Disguise
    steps: tuple[Step, ...]
    files: Mapping[str, bytes]

    @classmethod
    def of(cls, bench: VerilogBench, netlist: str, prefix: str = _NETLIST) -> "_NetlistJob":
        disguise = fresh_disguise()
        order = [*(prefix + source.name for source in bench.sources), DIRECTIVES, prefix + NETLIST]
        program, always = f"{prefix}.vvp", prefix != _NETLIST
        link = ("iverilog", "-g2012", "-s", bench.top + disguise.suffix, "-o", program, *order)
        steps = (Step("netlist link", link, always), Step("netlist", ("vvp", "-n", program), always))
        return cls(disguise, steps, bench.files(disguise, prefix) | {prefix + NETLIST: netlist.encode()})

    def shown(self, results: Sequence[StepResult]) -> NetlistRun:
        linked, run = results
        read = read_verdict(normalise(linked.log + run.log), self.disguise)
        return NetlistRun(linked, run, read.text, read.verdict)


def in_pairs(results: Sequence[StepResult]) -> list[Sequence[StepResult]]:
    """Of netlists that were linked and run one after the other."""
    return [results[place : place + 2] for place in range(0, len(results), 2)]


def roomy(limits: Limits) -> Limits:
    """With room for logs to be read whole; observations keep less."""
    return replace(limits, log_bytes=max(limits.log_bytes, INTERNAL_LOG_BYTES))


def _without_repeats(log: bytes) -> bytes:
    """iverilog says each port warning twice."""
    return b"".join(dict.fromkeys(log.splitlines(keepends=True)))
