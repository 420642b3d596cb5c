"""From what a step did to an outcome: one function for each stage, None lets the candidate through; and the yardstick.

The yardstick is what a bundle's own reference shows. It is read from the reference's observation, so a reference that
is in the result cache is not run again.
"""

from dataclasses import dataclass

from resources.domains.chip_design.execution.stages.simulate import NetlistRun, Simulation, shortfall
from resources.domains.chip_design.execution.stages.synthesis_report import (
    DRIVERS,
    LATCH,
    LOOP,
    SYSTEM_FUNCTION,
    SynthesisReport,
)
from resources.domains.toolkit.judging import LIMITS, judge_tool, ran_out_of_memory
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

FINDING_METRICS = {
    LATCH: "latches",
    DRIVERS: "multiple_drivers",
    LOOP: "combinational_loops",
    SYSTEM_FUNCTION: "system_functions",
}
PORT_SIZES = "port_size_warnings"
SYNTHESISE = "synthesise"
NETLIST = "netlist"


@dataclass(frozen=True)
class ReferenceProfile:
    """`checks` is how many checks a passing candidate must reach at least.

    `synthesisable` is False where Yosys cannot read the reference at all: the stage is then skipped.
    `measurable` is False where numbers took too long for the reference: candidates then go without them too.
    `netlist` is False where the bench does not pass on the reference's own netlist: candidates' are then not asked for.
    """

    checks: int
    allowed_findings: frozenset[str]
    synthesisable: bool
    port_sizes: bool
    measurable: bool
    netlist: bool
    cells: float = 0.0

    def is_outweighed_by(self, cells: float | None) -> bool:
        """Whether a candidate is of another order of size; one that could not be measured, whose reference was, is."""
        if not self.measurable or self.cells <= 0:
            return False
        return cells is None or cells > max(_FEW_CELLS, _MANY_TIMES * self.cells)


_FEW_CELLS, _MANY_TIMES = 300, 10
LENIENT = ReferenceProfile(1, frozenset(FINDING_METRICS), True, True, True, True)
"""The yardstick for the reference itself: it is allowed whatever it shows, and must pass its bench."""


def profile_of(observation: Observation) -> ReferenceProfile:
    metrics = observation.metrics
    refused = any(stage.stage == SYNTHESISE and not stage.passed for stage in observation.stages)
    return ReferenceProfile(
        max(1, int(metrics.get("checks", 1))),
        frozenset(kind for kind, name in FINDING_METRICS.items() if metrics.get(name, 0)),
        not refused,
        metrics.get(PORT_SIZES, 0) > 0,
        "cells" in metrics,
        any(stage.stage == NETLIST and stage.passed for stage in observation.stages),
        metrics.get("cells", 0.0),
    )


def measured(report: SynthesisReport) -> dict[str, float]:
    """What synthesis counted, as an observation's metrics."""
    return {**report.numbers, **{FINDING_METRICS[kind]: float(count) for kind, count in report.findings.items()}}


def counted(simulation: Simulation) -> dict[str, float]:
    """What the bench counted, where it reported once, and whether ports were padded or cut, as metrics."""
    sizes = {PORT_SIZES: 1.0} if simulation.port_sizes else {}
    verdict = simulation.verdict
    return sizes | ({"checks": float(verdict.checks), "errors": float(verdict.errors)} if verdict.reports == 1 else {})


_UNKNOWN_TASK = b"is not defined by any module"


def judge_synthesis(step: StepResult, report: SynthesisReport) -> Outcome | None:
    """Yosys itself. Once the checks are done, running out of time over the numbers is no fault of the candidate."""
    if report.checked and step.ended in LIMITS:
        return None
    return judge_tool(step, Outcome.SYNTHESIS_ERROR)


def judge_findings(report: SynthesisReport, profile: ReferenceProfile) -> Outcome | None:
    """Latches, loops and multiple drivers, unless the reference shows the same kind."""
    return Outcome.SYNTHESIS_ERROR if set(report.findings) - profile.allowed_findings else None


def judge_link(simulation: Simulation, profile: ReferenceProfile) -> Outcome | None:
    """A port of another size is padded or cut with a warning only: an error here, unless the reference has it."""
    outcome = judge_tool(simulation.linked, Outcome.LINK_ERROR)
    if outcome is None and simulation.port_sizes and not profile.port_sizes:
        return Outcome.LINK_ERROR
    return outcome


def judge_netlist(netlist: NetlistRun, profile: ReferenceProfile) -> Outcome | None:
    """The netlist under the bench: what its source passes and it does not is a difference. What a limit means there is
    for `gaps` to say."""
    failed = netlist.run.ended is not Ended.EXITED or shortfall(netlist.verdict, profile.checks)
    return Outcome.SYNTHESIS_ERROR if failed else None


def judge_run(simulation: Simulation, profile: ReferenceProfile) -> Outcome | None:
    """The run itself. A bench may end by `$fatal` (exit code 1); only signals are the run's own errors."""
    run = simulation.run
    if run.ended in LIMITS:
        return LIMITS[run.ended]
    if run.log_truncated and simulation.verdict.reports == 0:
        return Outcome.RESOURCE_EXCEEDED
    if run.ended is not Ended.EXITED:
        return Outcome.RESOURCE_EXCEEDED if ran_out_of_memory(run) else Outcome.RUNTIME_ERROR
    if run.exit_code and _UNKNOWN_TASK in run.log:
        return Outcome.LINK_ERROR
    return Outcome.FUNCTIONAL_MISMATCH if shortfall(simulation.verdict, profile.checks) else None
