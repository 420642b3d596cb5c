"""The embedded-systems domain: what its folder offers to the rest. Heavy parts are imported when they are used.

The stages of an execution stand in `backend`, `stages` and `mcu`, forgeries in `cheats`.
"""

from collections.abc import Mapping, Sequence

from resources.domains.aimed_faults import AimedFaults
from resources.domains.domain import Cheat, Diagnostic, Finding, Instructions, ToolRequirement
from resources.domains.embedded_systems.toolchain import TOOLS
from resources.domains.faults import FaultInjector
from resources.domains.importing import Importer
from resources.domains.seed import TaskSeed
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox

OUTCOMES: Mapping[Outcome, str] = {
    Outcome.PASS: "it builds, keeps to the device's rules, meets no CPU fault, and every check of every scenario holds",
    Outcome.COMPILATION_ERROR: "arm-none-eabi-gcc refuses it, or gives a warning that counts as an error",
    Outcome.LINK_ERROR: "a symbol is missing or defined twice, or a memory region overflows",
    Outcome.MEMORY_FAULT: "an access outside flash and RAM, a write to the flash, or a stack overflow",
    Outcome.HARDWARE_FAULT: "a CPU fault: unaligned access, division by zero, undefined instruction, FPU off, "
    "a register that the device does not have",
    Outcome.PROTOCOL_VIOLATION: "a peripheral used against its rules: clock off, not configured, a flag never cleared",
    Outcome.RUNTIME_ERROR: "the program ended by itself: main returned, a reset, an interrupt without a handler",
    Outcome.FUNCTIONAL_MISMATCH: "a check failed: text, waveform, register, interrupt count, memory, device",
    Outcome.RESOURCE_EXCEEDED: "a tool hit the memory, output or process limit, or the program's output has no end",
    Outcome.TIMEOUT: "a tool hit the time limit, or the program waits for a flag that never comes",
    Outcome.REJECTED: "a construct that reaches files, the board's own symbols or sections, or a debugger",
}


class EmbeddedSystems:
    """See the Domain protocol."""

    name = "embedded_systems"
    title = "Embedded systems (bare-metal C for STM32F4)"
    language = "c"
    outcomes = OUTCOMES

    @property
    def tools(self) -> Sequence[ToolRequirement]:
        return TOOLS

    @property
    def importers(self) -> Sequence[Importer]:
        return ()

    def builtin_seeds(self) -> Sequence[TaskSeed]:
        from resources.domains.embedded_systems.seeds.library import builtin_seeds

        return builtin_seeds()

    def backend(self, sandbox: Sandbox) -> Backend:
        from resources.domains.embedded_systems.backend import FirmwareBackend

        return FirmwareBackend(sandbox)

    def fault_injector(self) -> FaultInjector:
        from resources.domains.embedded_systems.faults.injector import fault_injector

        return fault_injector()

    def aimed_faults(self) -> AimedFaults:
        from resources.domains.embedded_systems.aimed_faults import aimed_faults

        return aimed_faults()

    def empty_candidate(self, bundle: EnvironmentBundle) -> Candidate:
        from resources.domains.embedded_systems.cheats import empty_candidate

        return empty_candidate(bundle)

    def cheats(self, bundle: EnvironmentBundle) -> Sequence[Cheat]:
        from resources.domains.embedded_systems.cheats import cheats

        return cheats(bundle)

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        from resources.domains.embedded_systems.instructions.router import instructions

        return instructions(bundle)

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        from resources.domains.embedded_systems.diagnostics import diagnostics

        return diagnostics(observation)

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        from resources.domains.embedded_systems.cheap_checks import cheap_checks

        return cheap_checks(bundle, candidate)

    def refused(self, bundle: EnvironmentBundle, candidate: Candidate) -> Sequence[Finding]:
        """See `Refuses`."""
        from resources.domains.embedded_systems.stages.reject import reject

        return reject(candidate.code)

    def foreseen(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        from resources.domains.embedded_systems.foresight import foreseen

        return foreseen(bundle, candidate)

    def followed(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        from resources.domains.embedded_systems.followed_words import followed

        return followed(bundle, candidate)


DOMAIN = EmbeddedSystems()
