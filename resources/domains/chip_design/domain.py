"""The chip-design domain: what its folder offers to the rest. Heavy parts are imported when they are used.

The stages of an execution stand in `backend` and `stages`, forgeries in `cheats`.
"""

import re
from collections.abc import Mapping, Sequence

from resources.domains.aimed_faults import AimedFaults
from resources.domains.chip_design.toolchain import TOOLS
from resources.domains.domain import Cheat, Diagnostic, Finding, Instructions, ToolRequirement
from resources.domains.faults import FaultInjector
from resources.domains.importing import Importer
from resources.domains.output_template import OutputTemplate
from resources.domains.seed import TaskSeed
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox

OUTCOMES: Mapping[Outcome, str] = {
    Outcome.PASS: "it compiles, synthesises as cleanly as the reference, and the bench reached all checks, all good",
    Outcome.COMPILATION_ERROR: "Icarus Verilog does not compile the candidate alone (syntax, undeclared name)",
    Outcome.LINK_ERROR: "it does not elaborate under the bench: module or port missing, port of another size",
    Outcome.SYNTHESIS_ERROR: "Yosys refuses it, or finds a latch, loop or multiple drivers that the reference lacks",
    Outcome.FUNCTIONAL_MISMATCH: "a check of the bench failed, or the simulation ended before all were reached",
    Outcome.RUNTIME_ERROR: "the simulator ended by a signal while the candidate ran",
    Outcome.RESOURCE_EXCEEDED: "a tool or the simulation hit the memory, output or process limit",
    Outcome.TIMEOUT: "a tool or the simulation hit the time limit (zero-delay loop, endless unrolling)",
    Outcome.REJECTED: "a construct that ends or reads the bench, reaches files, or leaves the module",
}


class ChipDesign:
    """See the Domain protocol."""

    name = "chip_design"
    title = "Chip design (Verilog)"
    language = "verilog"
    outcomes = OUTCOMES

    @property
    def output_template(self) -> OutputTemplate:
        """Of a failed cocotb test, what it found and not how it came there: its progress and trace come first."""
        return OutputTemplate(
            passed_over=re.compile(
                r"(?:INFO|WARNING|ERROR) +cocotb|  Traceback \(| +File \"| {6}\S|  assert |   \+  | +[\^~]+$|  \*\* "
            )
        )

    @property
    def tools(self) -> Sequence[ToolRequirement]:
        return TOOLS

    @property
    def importers(self) -> Sequence[Importer]:
        from resources.domains.chip_design.importers import IMPORTERS

        return tuple(IMPORTERS)

    def builtin_seeds(self) -> Sequence[TaskSeed]:
        from resources.domains.chip_design.seeds.library import builtin_seeds

        return builtin_seeds()

    def backend(self, sandbox: Sandbox) -> Backend:
        from resources.domains.chip_design.backend import VerilogBackend

        return VerilogBackend(sandbox)

    def fault_injector(self) -> FaultInjector:
        from resources.domains.chip_design.faults.injector import VerilogFaultInjector

        return VerilogFaultInjector()

    def aimed_faults(self) -> AimedFaults:
        from resources.domains.chip_design.aimed_faults import aimed_faults

        return aimed_faults()

    def empty_candidate(self, bundle: EnvironmentBundle) -> Candidate:
        from resources.domains.chip_design.cheats import empty_candidate

        return empty_candidate(bundle)

    def cheats(self, bundle: EnvironmentBundle) -> Sequence[Cheat]:
        from resources.domains.chip_design.cheats import cheats

        return cheats(bundle)

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        from resources.domains.chip_design.instructions.router import instructions

        return instructions(bundle)

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        from resources.domains.chip_design.diagnostics import diagnostics

        return diagnostics(observation)

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        from resources.domains.chip_design.cheap_checks import cheap_checks

        return cheap_checks(bundle, candidate)

    def refused(self, bundle: EnvironmentBundle, candidate: Candidate) -> Sequence[Finding]:
        """See `Refuses`."""
        from resources.domains.chip_design.backend import refused

        return refused(bundle, candidate)

    def foreseen(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        from resources.domains.chip_design.foresight import foreseen

        return foreseen(bundle, candidate)


DOMAIN = ChipDesign()
