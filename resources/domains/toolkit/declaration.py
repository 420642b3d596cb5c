"""DeclaredDomain: a domain whose parts stand where every domain keeps them, so that its `domain.py` is data.

The table of places is this class; `docs/adding-a-domain.md` repeats it for people. What is optional may be missing, and
then has the answer that says nothing. A part is imported when it is first asked for: none is needed to load the graph.
"""

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from resources.domains.domain import DECIDED_BY_TEXT, Cheat, Diagnostic, Finding, Instructions, ToolRequirement
from resources.domains.families import TaskFamily
from resources.domains.faults import FaultInjector
from resources.domains.fingerprints import Fingerprinter
from resources.domains.importing import Importer
from resources.domains.output_template import DEFAULT_TEMPLATE, OutputTemplate
from resources.domains.pictures import Artist
from resources.domains.proposals import ProposalForm
from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.scoring import PASS_ALONE, Scoring
from resources.domains.seed import TaskSeed
from resources.domains.simulation import Simulator
from resources.domains.targeted_faults import NoTargetedFaults, TargetedFaults
from resources.domains.toolkit.answer_folder import read_answers
from resources.domains.toolkit.conversation import read_conversations
from resources.domains.traces import Tracer
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.missing_package import is_foreign, missing_package
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox


@dataclass(frozen=True)
class DeclaredDomain:
    """Implements the Domain protocol for the folder that holds `module`, which is the `__name__` of a `domain.py`."""

    module: str
    title: str
    language: str
    outcomes: Mapping[Outcome, str]
    output_template: OutputTemplate = DEFAULT_TEMPLATE
    certain_diagnostics: frozenset[Outcome] = DECIDED_BY_TEXT
    stages: tuple[str, ...] = ()
    scoring: Scoring = PASS_ALONE

    @property
    def package(self) -> str:
        return self.module.rpartition(".")[0]

    @property
    def name(self) -> str:
        return self.package.rpartition(".")[2]

    @property
    def tools(self) -> Sequence[ToolRequirement]:
        return cast(Sequence[ToolRequirement], self._part("execution.toolchain.TOOLS"))

    @property
    def importers(self) -> Sequence[Importer]:
        return tuple(self._optional("tasks.importers.IMPORTERS") or ())

    def builtin_seeds(self) -> Sequence[TaskSeed]:
        return cast(Sequence[TaskSeed], self._part("tasks.library.builtin_seeds")())

    def builtin_seed(self, seed_id: str) -> TaskSeed | None:
        part = getattr(self._module("tasks.library"), "builtin_seed", None)
        if part is None:
            return next((seed for seed in self.builtin_seeds() if seed.seed_id == seed_id), None)
        return cast(TaskSeed | None, part(seed_id))

    def recorded_answers(self) -> Sequence[RecordedAnswer]:
        tasks = Path(str(importlib.import_module(self.package).__file__)).parent / "tasks"
        answers = read_answers(tasks / "answers", (seed.seed_id.partition("/")[2] for seed in self.builtin_seeds()))
        return (*answers, *read_conversations(tasks / "conversations"))

    @property
    def meanings(self) -> Mapping[str, str]:
        return cast(Mapping[str, str], self._optional("language.meanings.MEANINGS") or {})

    @property
    def families(self) -> Sequence[TaskFamily]:
        return tuple(self._optional("tasks.families.FAMILIES") or ())

    @property
    def costly_families(self) -> Sequence[TaskFamily]:
        return tuple(self._optional("tasks.costly.COSTLY_FAMILIES") or ())

    @property
    def proposal_form(self) -> ProposalForm | None:
        return cast(ProposalForm | None, self._optional("tasks.proposals.FORM"))

    def backend(self, sandbox: Sandbox) -> Backend:
        return cast(Backend, self._part("execution.backend.make_backend")(sandbox))

    def artist(self, sandbox: Sandbox) -> Artist | None:
        part = self._optional("execution.artist.artist")
        return None if part is None else cast(Artist, part(sandbox))

    def tracer(self, sandbox: Sandbox) -> Tracer | None:
        part = self._optional("execution.tracer.tracer")
        return None if part is None else cast(Tracer, part(sandbox))

    def fingerprinter(self, sandbox: Sandbox) -> Fingerprinter | None:
        part = self._optional("execution.fingerprint.fingerprinter")
        return None if part is None else cast(Fingerprinter, part(sandbox))

    @property
    def simulator(self) -> Simulator | None:
        return cast(Simulator | None, self._optional("prediction.simulator.SIMULATOR"))

    def fault_injector(self) -> FaultInjector:
        return cast(FaultInjector, self._part("faults.injector.fault_injector")())

    def targeted_faults(self) -> TargetedFaults:
        part = self._optional("faults.targeted.targeted_faults")
        return NoTargetedFaults() if part is None else cast(TargetedFaults, part())

    def empty_candidate(self, bundle: EnvironmentBundle) -> Candidate:
        return cast(Candidate, self._part("faults.cheats.empty_candidate")(bundle))

    def cheats(self, bundle: EnvironmentBundle) -> Sequence[Cheat]:
        return cast(Sequence[Cheat], self._part("faults.cheats.cheats")(bundle))

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        return cast(Instructions, self._part("instructions.router.instructions")(bundle))

    def refused(self, bundle: EnvironmentBundle, candidate: Candidate) -> Sequence[Finding]:
        part = self._optional("execution.rejection.refused")
        return () if part is None else cast(Sequence[Finding], part(bundle, candidate))

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        return cast(Sequence[Diagnostic], self._part("execution.diagnostics.diagnostics")(observation))

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        return cast(Mapping[str, float], self._part("prediction.cheap_checks.cheap_checks")(bundle, candidate))

    def static_diagnostic(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        part = self._optional("prediction.static_diagnostics.static_diagnostic")
        return None if part is None else cast(Observation | None, part(bundle, candidate))

    def simulated_failure(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        part = self._optional("prediction.diagnostic_templates.simulated_failure")
        return None if part is None else cast(Observation | None, part(bundle, candidate))

    def _part(self, path: str) -> Any:
        module, _, name = path.rpartition(".")
        return getattr(self._module(module), name)

    def _module(self, path: str) -> ModuleType:
        """Raises what `missing_package` says where a package is missing."""
        try:
            return importlib.import_module(f"{self.package}.{path}")
        except ModuleNotFoundError as error:
            if not is_foreign(error.name or "", self.package):
                raise
            raise missing_package(error) from error

    def _optional(self, path: str) -> Any:
        """None where the domain has no such module."""
        module = f"{self.package}.{path.rpartition('.')[0]}"
        try:
            spec = importlib.util.find_spec(module)
        except ModuleNotFoundError as error:
            if not module.startswith(str(error.name)):
                raise
            return None
        return None if spec is None else self._part(path)
