"""Targeted faults: kinds that are made to reach a label which no ordinary fault of the domain leads to.

They stand apart from a domain's `fault_injector`, since trajectories, mutants and what is held out are drawn from that
one: a kind more in it would change them all. Whether a kind hits is for the tools to say; `assets.scenarios` reads the
targets.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from resources.domains.faults import Edit, FaultInjector, FaultKind
from resources.execution.outcome import Outcome


class TargetedFaults(FaultInjector, Protocol):
    """An injector whose kinds are all faults, with names that no ordinary kind of the domain has."""

    @property
    def targets(self) -> Mapping[str, Outcome]:
        """For each kind, by name, the label that it is meant to lead to."""
        ...


class NoTargetedFaults:
    """Of a domain whose ordinary faults reach all its labels."""

    kinds: Sequence[FaultKind] = ()
    version = "none"
    targets: Mapping[str, Outcome] = {}

    def edits(self, code: str) -> Sequence[Edit]:
        return ()
