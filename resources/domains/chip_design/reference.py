"""What a bundle's own reference shows: the yardstick for its candidates. Read from the reference's observation.

An observation is enough, so a reference that is in the result cache is not run again.
"""

from dataclasses import dataclass

from resources.domains.chip_design.stages.simulate import Simulation
from resources.domains.chip_design.stages.synthesis_report import DRIVERS, LATCH, LOOP, SynthesisReport
from resources.execution.observation import Observation

FINDING_METRICS = {LATCH: "latches", DRIVERS: "multiple_drivers", LOOP: "combinational_loops"}
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
    )


def measured(report: SynthesisReport) -> dict[str, float]:
    """What synthesis counted, as an observation's metrics."""
    return {**report.numbers, **{FINDING_METRICS[kind]: float(count) for kind, count in report.findings.items()}}


def counted(simulation: Simulation) -> dict[str, float]:
    """What the bench counted, where it reported once, and whether ports were padded or cut, as metrics."""
    sizes = {PORT_SIZES: 1.0} if simulation.port_sizes else {}
    verdict = simulation.verdict
    return sizes | ({"checks": float(verdict.checks), "errors": float(verdict.errors)} if verdict.reports == 1 else {})
