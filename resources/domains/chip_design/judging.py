"""From what a step did to an outcome: one function for each stage. None lets the candidate through."""

from resources.domains.chip_design.reference import ReferenceProfile
from resources.domains.chip_design.stages.simulate import NetlistRun, Simulation
from resources.domains.chip_design.stages.synthesis_report import SynthesisReport
from resources.domains.chip_design.stages.verdict import shortfall
from resources.domains.toolkit.judging import LIMITS, judge_tool, ran_out_of_memory
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

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
