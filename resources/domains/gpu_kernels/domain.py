"""The GPU domain: what its folder offers to the rest. Heavy parts are imported when they are used.

The stages of an execution stand in `backend`, `triton` and `cuda`, forgeries in `cheats`.
"""

import re
from collections.abc import Mapping, Sequence

from resources.domains.aimed_faults import AimedFaults
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
    Outcome.PASS: "it compiles for the target, runs in bounds and without races, and every case agrees",
    Outcome.COMPILATION_ERROR: "Python or nvcc cannot read it, or Triton cannot compile a kernel",
    Outcome.LINK_ERROR: "it compiles and lacks the entry that the task names, or has it with other parameters",
    Outcome.FUNCTIONAL_MISMATCH: "a case's outputs differ in shape, dtype or value, or an input was changed",
    Outcome.RUNTIME_ERROR: "an exception or signal of its own, a data race, a barrier that not all threads reach",
    Outcome.MEMORY_FAULT: "an access out of bounds, or more shared memory, threads or registers than the target has",
    Outcome.RESOURCE_EXCEEDED: "the sandbox's memory, output or process limit was hit",
    Outcome.TIMEOUT: "compiling or running hit the time limit",
    Outcome.REJECTED: "a forbidden construct, arithmetic outside the kernels, or a kernel that decides nothing",
}


class GpuKernels:
    """See the Domain protocol."""

    name = "gpu_kernels"
    title = "GPU kernels (Triton, CUDA C++)"
    language = "python"
    outcomes = OUTCOMES

    @property
    def output_template(self) -> OutputTemplate:
        """The compilers' figures come before a log's diagnostic, and are numbers anyway."""
        from resources.domains.gpu_kernels.kept_log import kept_log

        return OutputTemplate(
            diagnostic_lines=6,
            diagnostic_chars=300,
            numbers=("registers", "shared_bytes", "spilled_bytes", "threads", "launches", "max_abs_err"),
            passed_over=re.compile(r"compile: sm_|ptxas info|\s+\d+ bytes stack frame"),
            shortened=kept_log,
        )

    @property
    def tools(self) -> Sequence[ToolRequirement]:
        from resources.domains.gpu_kernels.toolchain import TOOLS

        return TOOLS

    @property
    def importers(self) -> Sequence[Importer]:
        from resources.domains.gpu_kernels.importers import IMPORTERS

        return IMPORTERS

    def builtin_seeds(self) -> Sequence[TaskSeed]:
        from resources.domains.gpu_kernels.seeds.library import builtin_seeds

        return builtin_seeds()

    def backend(self, sandbox: Sandbox) -> Backend:
        from resources.domains.gpu_kernels.backend import GpuBackend

        return GpuBackend(sandbox)

    def fault_injector(self) -> FaultInjector:
        from resources.domains.gpu_kernels.faults.injector import GpuFaultInjector

        return GpuFaultInjector()

    def aimed_faults(self) -> AimedFaults:
        from resources.domains.gpu_kernels.aimed_faults import aimed_faults

        return aimed_faults()

    def empty_candidate(self, bundle: EnvironmentBundle) -> Candidate:
        from resources.domains.gpu_kernels.cheats import empty_candidate

        return empty_candidate(bundle)

    def cheats(self, bundle: EnvironmentBundle) -> Sequence[Cheat]:
        from resources.domains.gpu_kernels.cheats import cheats

        return cheats(bundle)

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        from resources.domains.gpu_kernels.instructions.router import instructions

        return instructions(bundle)

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        from resources.domains.gpu_kernels.diagnostics import diagnostics

        return diagnostics(observation)

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        from resources.domains.gpu_kernels.cheap_checks import cheap_checks

        return cheap_checks(bundle, candidate)

    def refused(self, bundle: EnvironmentBundle, candidate: Candidate) -> Sequence[Finding]:
        """See `Refuses`."""
        from resources.domains.gpu_kernels.reject.candidate import findings

        return findings(bundle, candidate)

    def foreseen(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        """See `Foresees`: what is rejected, and what Python and Triton say of a program that certainly fails."""
        from resources.domains.gpu_kernels.foresight import foreseen

        return foreseen(bundle, candidate)

    def followed(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        """See `Follows`: how a case ends that the candidate is followed over, and where."""
        from resources.domains.gpu_kernels.followed_words import followed

        return followed(bundle, candidate)


DOMAIN = GpuKernels()
