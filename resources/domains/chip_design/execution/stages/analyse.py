"""Analyse: one sandbox job of the tools that only read the candidate: iverilog on it alone, then Yosys.

Gives the compile and synthesise stages and the numbers. Whether a finding counts is decided in `backend`,
which knows what the bundle's reference shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from resources.domains.chip_design.execution.log_text import normalise
from resources.domains.chip_design.execution.stages.netlist import (
    NETLIST,
    PROCESSES,
    keep_words,
    write_netlist,
    write_processes,
)
from resources.domains.chip_design.execution.stages.program import conflicting_drivers
from resources.domains.chip_design.execution.stages.synthesis_report import (
    BIT_LEVEL_MARK,
    CHECKED_MARK,
    NO_BLACK_BOX,
    SynthesisReport,
    read_report,
)
from resources.execution.bundle import Limits
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step, StepResult

PROGRAM = "candidate.vvp"
REPORT = "report.txt"
COMPILER = (
    "/bin/sh",
    "-c",
    'iverilog "$@" || exit $?; while [ $# -gt 0 ]; do [ "$1" = -o ] && { test -s "$2"; exit; }; shift; done',
    "iverilog",
    "-g2012",
    "-pRECURSIVE_MOD_LIMIT=40",
)
"""Icarus's exit status is the number of errors, of which 256 look like none: there must be a program, too."""
WARNINGS = ("-Wall", "-Wno-timescale")
DIRECTIVES = "directives_before_candidate.v"
"""The file that is read before the candidate wherever Icarus reads it, so that it means the same each time."""
SYNTHESIS_CPU_S = 8
"""Most designs need 0.1 s, the slowest reference 2.7. Loops that never end unrolling meet the memory limit well before.
A shift by a variable over 1,024 bits needs 10; it goes without numbers."""
INTERNAL_LOG_BYTES = 1 << 20
"""Logs are read whole up to this, so that a verdict after a long log is found; observations keep less."""


@dataclass(frozen=True)
class Analysis:
    """What compiling and synthesising the candidate alone showed; `synthesised` is None where Yosys did not run.

    `program` is what iverilog made of it, for `stages.audit`; `netlist` what Yosys made of it and `processes` what
    it read, None where it came to none. Logs are normalised.
    """

    compiled: StepResult
    synthesised: StepResult | None
    program: bytes
    compile_log: bytes
    report: SynthesisReport = field(default_factory=SynthesisReport)
    netlist: bytes | None = None
    processes: bytes | None = None

    @property
    def numbers(self) -> Mapping[str, float]:
        return self.report.numbers


@dataclass(frozen=True)
class Surroundings:
    """What the bench gives to every candidate: `directives` in force before its text, and values of its parameters;
    `unit` is the nanoseconds that the bench's delays count in.

    Compiled alone, a candidate gets the same, or it would be another program than the one that is simulated.
    """

    directives: bytes
    parameters: Mapping[str, int] = field(default_factory=dict)
    unit: float = 1.0

    def of(self, names: Sequence[str]) -> "Surroundings":
        """For a candidate whose parameters have these names: the bench may give values by their places."""
        if all(name in names for name in self.parameters):
            return self
        return replace(self, parameters=dict(zip(names, self.parameters.values(), strict=False)))

    def overrides(self, top: str) -> tuple[str, ...]:
        """Icarus's arguments for the parameters of `top` as the root."""
        return tuple(f"-P{top}.{name}={value}" for name, value in self.parameters.items())

    def parameter_command(self, top: str) -> str:
        """Yosys's command for them; "" where there are none."""
        given = " ".join(f"-set {name} {value}" for name, value in self.parameters.items())
        return f"chparam {given} {top}" if given else ""


_LETS_LATCHES_STAND = "setattr -unset always_comb p:*"
"""Yosys ends with an error at a latch in `always_comb`, also at one for a task's argument that nothing reads. Without
the attribute it is told like one of `always @*`, and counts if it is left."""
_FLATTENS_WHOLE = "setattr -mod -unset keep_hierarchy; setattr -unset keep_hierarchy"
"""Attributes by which a module keeps out of flattening are the candidate's, and a loop could hide behind them."""


def yosys_script(file: str, top: str, parameters: str = "", *, measure: bool) -> str:
    """One process for checks, netlist and numbers. `parameters` is the command that sets them.

    Drivers and loops are looked for twice: on the word level, where signals have their names, and on bits of the
    flattened design, where a carry chain through slices of one vector is no loop and a loop through two modules is
    one. Both come before anything is optimised away, latches after it. `-nomap` keeps memories whole: mapping one to
    flip-flops can take minutes. `abc` is left out: it doubles the time (50 of 100 ms) and depth and cells compare
    well without it.
    """
    checks = (
        f"read_verilog -sv -noblackbox -nowb {file}",
        *([parameters] if parameters else []),
        f"hierarchy -check -top {top}",
        NO_BLACK_BOX,
        _FLATTENS_WHOLE,
        write_processes(),
        _LETS_LATCHES_STAND,
        f"tee -q -o {REPORT} proc",
        "check",
        keep_words(REPORT),
        f"log -stderr {BIT_LEVEL_MARK}",
        "flatten; simplemap",
        "check",
        write_netlist(),
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


def analyse(
    sandbox: Sandbox, file: str, code: bytes, top: str, limits: Limits, depth: Depth, surroundings: Surroundings
) -> Analysis:
    """Runs the job. `top` is "" where the candidate has no such module: it is then compiled without a root.

    Raises EnvironmentFailure for the sandbox's own failures.
    """
    root = ("-s", top, *surroundings.overrides(top)) if top else ()
    steps = [Step("compile", (*COMPILER, *WARNINGS, *root, "-o", PROGRAM, DIRECTIVES, file))]
    if depth.synthesise:
        script = yosys_script(file, top, surroundings.parameter_command(top), measure=depth.measure)
        steps.append(Step("synthesise", _yosys(script, limits)))
    job = SandboxJob(
        tuple(steps),
        {file: code, DIRECTIVES: surroundings.directives},
        collect=(PROGRAM, REPORT, NETLIST, PROCESSES) if depth.synthesise else (PROGRAM,),
        limits=replace(limits, log_bytes=max(limits.log_bytes, INTERNAL_LOG_BYTES)),
    )
    result = sandbox.run(job)
    compiled = result.steps[0]
    program, log = result.files.get(PROGRAM, b""), normalise(compiled.log)
    synthesised = result.steps[1] if depth.synthesise else None
    if synthesised is None or synthesised.ended is Ended.NOT_RUN:
        return Analysis(compiled, None, program, log)
    report = read_report(normalise(synthesised.log), result.files.get(REPORT, b""))
    report = report.with_drivers(conflicting_drivers(program))
    written = result.files.get(NETLIST), result.files.get(PROCESSES)
    return Analysis(compiled, synthesised, program, log, report, *written)
