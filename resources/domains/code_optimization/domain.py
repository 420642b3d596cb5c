"""The code-optimisation domain: what its folder offers to the rest. Heavy parts are imported when they are used.

The stages of an execution stand in `backend` and `stages`, forgeries in `cheats`.
"""

from collections.abc import Mapping, Sequence

from resources.domains.aimed_faults import AimedFaults
from resources.domains.code_optimization.toolchain import TOOLS
from resources.domains.domain import Cheat, Diagnostic, Finding, Instructions, ToolRequirement
from resources.domains.faults import FaultInjector
from resources.domains.importing import Importer
from resources.domains.seed import TaskSeed
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox

OUTCOMES: Mapping[Outcome, str] = {
    Outcome.PASS: "it assembles, links, and every test's output is right; the numbers say how fast it is",
    Outcome.COMPILATION_ERROR: "the assembler refuses the candidate (no such instruction, operand mismatch)",
    Outcome.LINK_ERROR: "a label or function is undefined or defined twice, or the entry function is not global",
    Outcome.FUNCTIONAL_MISMATCH: "a test prints something else, or the calling convention is broken",
    Outcome.RUNTIME_ERROR: "a run ended by SIGILL, SIGFPE, SIGABRT or SIGTRAP, or with another exit code",
    Outcome.MEMORY_FAULT: "a run ended by SIGSEGV or SIGBUS: wild address, misaligned vector, corrupted return",
    Outcome.RESOURCE_EXCEEDED: "a run hit the memory or output limit",
    Outcome.TIMEOUT: "a run or a tool hit the time limit",
    Outcome.REJECTED: "a construct that embeds files, calls the kernel, hides code, or runs beside the functions",
}


class CodeOptimization:
    """See the Domain protocol."""

    name = "code_optimization"
    title = "Code optimisation (x86-64 assembly)"
    language = "asm"
    outcomes = OUTCOMES

    @property
    def tools(self) -> Sequence[ToolRequirement]:
        return TOOLS

    @property
    def importers(self) -> Sequence[Importer]:
        from resources.domains.code_optimization.importers import IMPORTERS

        return tuple(IMPORTERS)

    def builtin_seeds(self) -> Sequence[TaskSeed]:
        from resources.domains.code_optimization.seeds.library import builtin_seeds

        return builtin_seeds()

    def backend(self, sandbox: Sandbox) -> Backend:
        from resources.domains.code_optimization.backend import AssemblyBackend

        return AssemblyBackend(sandbox)

    def fault_injector(self) -> FaultInjector:
        from resources.domains.code_optimization.faults import INJECTOR

        return INJECTOR

    def aimed_faults(self) -> AimedFaults:
        from resources.domains.code_optimization.aimed_faults import INJECTOR

        return INJECTOR

    def empty_candidate(self, bundle: EnvironmentBundle) -> Candidate:
        from resources.domains.code_optimization.cheats import empty_candidate

        return empty_candidate(bundle)

    def cheats(self, bundle: EnvironmentBundle) -> Sequence[Cheat]:
        from resources.domains.code_optimization.cheats import cheats

        return cheats(bundle)

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        from resources.domains.code_optimization.instructions.router import instructions

        return instructions(bundle)

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        from resources.domains.code_optimization.diagnostics import diagnostics

        return diagnostics(observation)

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        from resources.domains.code_optimization.cheap_checks import cheap_checks

        return cheap_checks(bundle, candidate)

    def refused(self, bundle: EnvironmentBundle, candidate: Candidate) -> Sequence[Finding]:
        """See `Refuses`."""
        from resources.domains.code_optimization.debug_information import without_debug_information
        from resources.domains.code_optimization.stages.reject import reject

        return reject(without_debug_information(candidate.code))

    def foreseen(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        from resources.domains.code_optimization.foresight import foreseen

        return foreseen(bundle, candidate)


DOMAIN = CodeOptimization()
