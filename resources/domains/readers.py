"""A domain whose members that read text do it in a reader: what the registry hands out.

Text is a candidate's, a task's or a log. A death becomes what the rest can use: no features but one, nothing foreseen
unless the reject stage says so, no edits, no diagnostics. Where the text is the task's, ReaderDied says that the bundle
is broken. What a backend reads while it executes is `apart` at the functions of its reject stage.
"""

import importlib
import inspect
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, cast

from resources.domains.aimed_faults import AimedFaults
from resources.domains.domain import Cheat, Diagnostic, Domain, Instructions, Refuses
from resources.domains.faults import Edit, FaultInjector, FaultKind
from resources.domains.toolkit.recording import report
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.reader.apart import apart
from resources.execution.reader.contract import ReaderDied

_READS_OPTIONALLY = ("foreseen", "followed", "aimed_faults")
_OFFERED = ("artist", "output_template", "refused")
DIED = "reader_died"
"""The one feature of a text on which the reader dies."""


def read_apart(domain: Domain) -> Domain:
    """The domain, with what reads text in a reader. What it offers beyond the protocol, it offers still."""
    offered: dict[str, Any] = {name: _own(name) for name in _OFFERED if hasattr(domain, name)}
    offered |= {name: getattr(_Optional, name) for name in _READS_OPTIONALLY if hasattr(domain, name)}
    return cast(Domain, type(type(domain).__name__, (_ReadApart,), offered)(domain))


def _own(name: str) -> property:
    return property(lambda self: getattr(self._domain, name))


@apart(died=lambda *_: {DIED: 1.0})
def cheap_checks(module: str, bundle: EnvironmentBundle, candidate: Candidate) -> dict[str, float]:
    return dict(_domain(module).cheap_checks(bundle, candidate))


@apart(died=lambda *_: ())
def diagnostics(module: str, observation: Observation) -> tuple[Diagnostic, ...]:
    return tuple(_domain(module).diagnostics(observation))


@apart
def empty_candidate(module: str, bundle: EnvironmentBundle) -> Candidate:
    found: Candidate = _domain(module).empty_candidate(bundle)
    return found


@apart
def cheats(module: str, bundle: EnvironmentBundle) -> tuple[Cheat, ...]:
    return tuple(_domain(module).cheats(bundle))


@apart
def instructions(module: str, bundle: EnvironmentBundle) -> Instructions:
    found: Instructions = _domain(module).instructions(bundle)
    return found


@apart
def foreseen(module: str, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    found: Observation | None = _domain(module).foreseen(bundle, candidate)
    return found


@apart(died=lambda *_: None)
def followed(module: str, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    found: Observation | None = _domain(module).followed(bundle, candidate)
    return found


@apart(died=lambda *_: ())
def edits(module: str, injector: str, code: str) -> tuple[Edit, ...]:
    """`injector` is the member of the domain that gives it."""
    return tuple(_injector(module, injector).edits(code))


@cache
def _domain(module: str) -> Any:
    return importlib.import_module(module).DOMAIN


@cache
def _injector(module: str, name: str) -> FaultInjector:
    found: FaultInjector = getattr(_domain(module), name)()
    return found


class InjectorApart:
    """An injector whose edits are found in a reader; its kinds are the program's own and need none."""

    def __init__(self, injector: FaultInjector, module: str, member: str) -> None:
        self.direct = injector
        # A trajectory asks for the edits of the same text once a turn.
        self._edits = lru_cache(maxsize=64)(lambda code: edits(module, member, code))

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


def folder_of(domain: Domain) -> Path:
    """The domain's own folder, also of one that is read apart."""
    own = domain._domain if isinstance(domain, _ReadApart) else domain
    return Path(inspect.getfile(type(own))).parent


class _ReadApart:
    """What every domain offers. Members that read nothing are the domain's own."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._module = type(domain).__module__

    def __getattr__(self, name: str) -> Any:
        return getattr(self._domain, name)

    def fault_injector(self) -> FaultInjector:
        return self._kept_injector

    @cached_property
    def _kept_injector(self) -> FaultInjector:
        return InjectorApart(self._domain.fault_injector(), self._module, "fault_injector")

    def empty_candidate(self, bundle: EnvironmentBundle) -> Candidate:
        return empty_candidate(self._module, bundle)

    def cheats(self, bundle: EnvironmentBundle) -> Sequence[Cheat]:
        return cheats(self._module, bundle)

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        return instructions(self._module, bundle)

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        return diagnostics(self._module, observation)

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        return cheap_checks(self._module, bundle, candidate)


class _Optional(_ReadApart):
    """What only some domains offer: taken over one by one."""

    def foreseen(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        try:
            return foreseen(self._module, bundle, candidate)
        except ReaderDied:
            findings = self._domain.refused(bundle, candidate) if isinstance(self._domain, Refuses) else ()
            log = report(findings, bundle.candidate_file)
            return Observation(Outcome.REJECTED, "reject", log) if findings else None

    def followed(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        return followed(self._module, bundle, candidate)

    def aimed_faults(self) -> AimedFaults:
        injector: AimedFaults = self._domain.aimed_faults()  # type: ignore[attr-defined]
        return cast(AimedFaults, InjectorApart(injector, self._module, "aimed_faults"))
