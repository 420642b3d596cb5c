"""The CAD-modelling domain: what its folder offers to the rest. Heavy parts are imported when they are used.

The stages of an execution stand in `backend`, forgeries in `cheats`.
"""

from collections.abc import Mapping, Sequence

from resources.domains.aimed_faults import AimedFaults
from resources.domains.cad_modeling.toolchain import TOOLS
from resources.domains.domain import Cheat, Diagnostic, Finding, Instructions, ToolRequirement
from resources.domains.faults import FaultInjector
from resources.domains.importing import Importer
from resources.domains.pictures import Artist
from resources.domains.seed import TaskSeed
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox

OUTCOMES: Mapping[Outcome, str] = {
    Outcome.PASS: "one good solid (or as many as asked), which agrees with the expected part where it stands",
    Outcome.COMPILATION_ERROR: "Python does not compile the script, or an import fails",
    Outcome.RUNTIME_ERROR: "the script or OCCT raises an exception, or the script leaves no `result`",
    Outcome.GEOMETRY_ERROR: "the result fails a gate: type, number of solids, volume, BRepCheck, edges, overlap",
    Outcome.FUNCTIONAL_MISMATCH: "a good solid that differs: overlap, sizes, centre, voids, genus, surfaces, wall",
    Outcome.MEMORY_FAULT: "OCCT ended by a segmentation fault while it made or checked the shape",
    Outcome.RESOURCE_EXCEEDED: "the script hit the memory, output or process limit, or its shape is too large",
    Outcome.TIMEOUT: "the script, or OCCT inside it, hit the time limit",
    Outcome.REJECTED: "the script imports, reaches or assigns what no part needs",
}


class CadModeling:
    """See the Domain protocol."""

    name = "cad_modeling"
    title = "CAD modelling (CadQuery)"
    language = "python"
    outcomes = OUTCOMES

    @property
    def tools(self) -> Sequence[ToolRequirement]:
        return TOOLS

    @property
    def importers(self) -> Sequence[Importer]:
        from resources.domains.cad_modeling.importers import IMPORTERS

        return tuple(IMPORTERS)

    def builtin_seeds(self) -> Sequence[TaskSeed]:
        from resources.domains.cad_modeling.seeds.library import builtin_seeds

        return builtin_seeds()

    def backend(self, sandbox: Sandbox) -> Backend:
        from resources.domains.cad_modeling.backend import CadBackend

        return CadBackend(sandbox)

    def artist(self, sandbox: Sandbox) -> Artist:
        """See `OffersPictures`: parts are to be looked at."""
        from resources.domains.cad_modeling.pictures import CadArtist

        return CadArtist(sandbox)

    def fault_injector(self) -> FaultInjector:
        from resources.domains.cad_modeling.faults.injector import fault_injector

        return fault_injector()

    def aimed_faults(self) -> AimedFaults:
        from resources.domains.cad_modeling.aimed_faults import aimed_faults

        return aimed_faults()

    def empty_candidate(self, bundle: EnvironmentBundle) -> Candidate:
        from resources.domains.cad_modeling.cheats import empty_candidate

        return empty_candidate(bundle)

    def cheats(self, bundle: EnvironmentBundle) -> Sequence[Cheat]:
        from resources.domains.cad_modeling.cheats import cheats

        return cheats(bundle)

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        from resources.domains.cad_modeling.instructions.router import instructions

        return instructions(bundle)

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        from resources.domains.cad_modeling.diagnostics import diagnostics

        return diagnostics(observation)

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        from resources.domains.cad_modeling.cheap_checks import cheap_checks

        return cheap_checks(bundle, candidate)

    def refused(self, bundle: EnvironmentBundle, candidate: Candidate) -> Sequence[Finding]:
        """See `Refuses`."""
        from resources.domains.cad_modeling.reject import reject

        return reject(candidate.code)

    def foreseen(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        """See `Foresees`: what Python and CadQuery say of a script that certainly fails."""
        from resources.domains.cad_modeling.foresight import foreseen

        return foreseen(bundle, candidate)


DOMAIN = CadModeling()
