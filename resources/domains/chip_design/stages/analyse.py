"""Analyse: one sandbox job of the tools that only read the candidate: iverilog on it alone, then Yosys.

Gives the compile and synthesise stages and the numbers. Whether a finding counts is decided in `backend`,
which knows what the bundle's reference shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from resources.domains.chip_design.log_text import normalise
from resources.domains.chip_design.stages.synthesis_report import (
    BIT_LEVEL_MARK,
    CHECKED_MARK,
    SynthesisReport,
    read_report,
)
from resources.execution.bundle import Limits
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step, StepResult

PROGRAM = "candidate.vvp"
REPORT = "report.txt"
COMPILER = ("iverilog", "-g2012", "-Wall")
SYNTHESIS_CPU_S = 3
"""Most designs need 0.1 s. A shift by a variable over 1,024 bits needs 10; it goes without numbers."""
INTERNAL_LOG_BYTES = 1 << 20
"""Logs are read whole up to this, so that a verdict after a long log is found; observations keep less."""


@dataclass(frozen=True)
class Analysis:
    """What compiling and synthesising the candidate alone showed; `synthesised` is None where Yosys did not run.

    `program` is what iverilog made of it, for `reject.audit`. Logs are normalised.
    """

    compiled: StepResult
    synthesised: StepResult | None
    program: bytes
    compile_log: bytes
    report: SynthesisReport = field(default_factory=SynthesisReport)

    @property
    def numbers(self) -> Mapping[str, float]:
        return self.report.numbers


def yosys_script(file: str, top: str, *, measure: bool) -> str:
    """One process for checks and numbers.

    Drivers and loops are looked for twice: on the word level, where signals have their names, and on bits of the
    flattened design, where a carry chain through slices of one vector is no loop and a loop through two modules is
    one. Both come before anything is optimised away. `-nomap` keeps memories whole: mapping one to flip-flops can
    take minutes. `abc` is left out: it doubles the time (50 of 100 ms) and depth and cells compare well without it.
    """
    checks = (
        f"read_verilog -sv {file}",
        f"hierarchy -check -top {top}",
        f"tee -q -o {REPORT} proc",
        "check",
        f"log -stderr {BIT_LEVEL_MARK}",
        "flatten; simplemap",
        "check",
        f"log -stderr {CHECKED_MARK}",
    )
    numbers = (
        "opt_clean; memory -nomap; opt -fast; techmap; opt -fast",
        f"tee -q -a {REPORT} stat -json",
        f"tee -q -a {REPORT} stat -tech cmos",
        f"tee -q -a {REPORT} ltp -noff",
    )
    return "; ".join((*checks, *numbers) if measure else checks)


def _yosys(script: str, limits: Limits) -> tuple[str, ...]:
    """Under a limit of its own in CPU seconds, which do not depend on the machine's load."""
    seconds = min(SYNTHESIS_CPU_S, limits.cpu_s)
    return ("/bin/sh", "-c", f'ulimit -S -t {seconds}; exec yosys "$@"', "yosys", "-QT", "-q", "-p", script)


@dataclass(frozen=True)
class Depth:
    """How far a candidate is analysed: with Yosys at all, and with its numbers."""

    synthesise: bool
    measure: bool


def analyse(sandbox: Sandbox, file: str, code: bytes, top: str, limits: Limits, depth: Depth) -> Analysis:
    """Runs the job. `top` is "" where the candidate has no such module: it is then compiled without a root.

    Raises EnvironmentFailure for the sandbox's own failures.
    """
    root = ("-s", top) if top else ()
    steps = [Step("compile", (*COMPILER, *root, "-o", PROGRAM, file))]
    if depth.synthesise:
        steps.append(Step("synthesise", _yosys(yosys_script(file, top, measure=depth.measure), limits)))
    job = SandboxJob(
        tuple(steps),
        {file: code},
        collect=(PROGRAM, REPORT) if depth.synthesise else (PROGRAM,),
        limits=replace(limits, log_bytes=max(limits.log_bytes, INTERNAL_LOG_BYTES)),
    )
    result = sandbox.run(job)
    compiled = result.steps[0]
    program, log = result.files.get(PROGRAM, b""), normalise(compiled.log)
    synthesised = result.steps[1] if depth.synthesise else None
    if synthesised is None or synthesised.ended is Ended.NOT_RUN:
        return Analysis(compiled, None, program, log)
    report = read_report(normalise(synthesised.log), result.files.get(REPORT, b""))
    return Analysis(compiled, synthesised, program, log, report)
