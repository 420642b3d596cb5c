"""A domain whose members that read text do it in a reader: what the registry hands out.

Text is a candidate's, a task's or a log. A death becomes what the rest can use: no features but one, nothing foreseen
unless the reject stage says so, no edits, no diagnostics. Where the text is the task's, ReaderDied says that the bundle
is broken. What a backend reads while it executes is `apart` at the functions of its reject stage.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, cast

from resources.domains.domain import Cheat, Diagnostic, Domain, Instructions
from resources.domains.faults import Edit, FaultInjector, FaultKind
from resources.domains.simulation import DifferentialResult, Simulator, reference_unsupported
from resources.domains.targeted_faults import TargetedFaults
from resources.domains.toolkit.recording import report
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.reader.apart import apart
from resources.execution.reader.contract import ReaderDied

DIED = "reader_died"
"""The one feature of a text on which the reader dies."""


@apart(died=lambda *_: {DIED: 1.0})
def cheap_checks(package: str, bundle: EnvironmentBundle, candidate: Candidate) -> dict[str, float]:
    return dict(_domain(package).cheap_checks(bundle, candidate))


@apart(died=lambda *_: ())
def diagnostics(package: str, observation: Observation) -> tuple[Diagnostic, ...]:
    return tuple(_domain(package).diagnostics(observation))


@apart
def empty_candidate(package: str, bundle: EnvironmentBundle) -> Candidate:
    return _domain(package).empty_candidate(bundle)


@apart
def cheats(package: str, bundle: EnvironmentBundle) -> tuple[Cheat, ...]:
    return tuple(_domain(package).cheats(bundle))


@apart
def instructions(package: str, bundle: EnvironmentBundle) -> Instructions:
    return _domain(package).instructions(bundle)


@apart
def static_diagnostic(package: str, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    return _domain(package).static_diagnostic(bundle, candidate)


@apart(died=lambda *_: None)
def simulated_failure(package: str, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    return _domain(package).simulated_failure(bundle, candidate)


@apart(died=lambda *_: reference_unsupported("the reader died"))
def compare(package: str, bundle: EnvironmentBundle, candidate: Candidate) -> DifferentialResult:
    simulator = _domain(package).simulator
    return reference_unsupported("no simulator") if simulator is None else simulator.compare(bundle, candidate)


@apart(died=lambda *_: ())
def ordinary_edits(package: str, code: str) -> tuple[Edit, ...]:
    return tuple(_domain(package).fault_injector().edits(code))


@apart(died=lambda *_: ())
def targeted_edits(package: str, code: str) -> tuple[Edit, ...]:
    return tuple(_domain(package).targeted_faults().edits(code))


@cache
def _domain(package: str) -> Domain:
    return cast(Domain, importlib.import_module(f"{package}.domain").DOMAIN)


class InjectorApart:
    """An injector whose edits are found in a reader; its kinds are the program's own and need none."""

    def __init__(self, injector: FaultInjector, edits: Callable[[str], tuple[Edit, ...]]) -> None:
        self.direct = injector
        # A trajectory asks for the edits of the same text once a turn.
        self._edits = lru_cache(maxsize=64)(edits)

    @cached_property
    def kinds(self) -> Sequence[FaultKind]:
        return self.direct.kinds

    @property
    def version(self) -> str:
        return self.direct.version

    def edits(self, code: str) -> Sequence[Edit]:
        return self._edits(code)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.direct, name)


@dataclass(frozen=True)
class SimulatorApart:
    """A simulator that simulates in a reader."""

    package: str

    def compare(self, bundle: EnvironmentBundle, candidate: Candidate) -> DifferentialResult:
        return compare(self.package, bundle, candidate)


def folder_of(domain: Domain) -> Path:
    """The domain's own folder."""
    return Path(str(importlib.import_module(domain.package).__file__)).parent


class DomainApart:
    """A domain whose members that read text ask a reader. The others are the domain's own."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._package = domain.package

    def __getattr__(self, name: str) -> Any:
        return getattr(self._domain, name)

    def fault_injector(self) -> FaultInjector:
        return self._injector

    @cached_property
    def _injector(self) -> FaultInjector:
        return InjectorApart(self._domain.fault_injector(), partial(ordinary_edits, self._package))

    def targeted_faults(self) -> TargetedFaults:
        return self._targeted

    @cached_property
    def _targeted(self) -> TargetedFaults:
        injector = InjectorApart(self._domain.targeted_faults(), partial(targeted_edits, self._package))
        return cast(TargetedFaults, injector)

    @property
    def simulator(self) -> Simulator | None:
        return None if self._domain.simulator is None else SimulatorApart(self._package)

    def empty_candidate(self, bundle: EnvironmentBundle) -> Candidate:
        return empty_candidate(self._package, bundle)

    def cheats(self, bundle: EnvironmentBundle) -> Sequence[Cheat]:
        return cheats(self._package, bundle)

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        return instructions(self._package, bundle)

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        return diagnostics(self._package, observation)

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        return cheap_checks(self._package, bundle, candidate)

    def static_diagnostic(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        try:
            return static_diagnostic(self._package, bundle, candidate)
        except ReaderDied:
            findings = self._domain.refused(bundle, candidate)
            log = report(findings, bundle.candidate_file)
            return Observation(Outcome.REJECTED, "reject", log) if findings else None

    def simulated_failure(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        return simulated_failure(self._package, bundle, candidate)


def read_apart(domain: Domain) -> Domain:
    """The domain, with what reads text in a reader."""
    return cast(Domain, DomainApart(domain))
