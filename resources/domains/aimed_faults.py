"""Faults that aim at a label: a domain some of whose labels no ordinary fault leads to offers kinds that do.

Optional, as an artist is. They are kept apart from a domain's `fault_injector`, since trajectories, mutants and what is
held out are drawn from that one: a kind more in it would change them all. Whether a kind hits is for the tools to say;
who reads the aims is `assets.scenarios`.
"""

from collections.abc import Mapping
from typing import Protocol

from resources.domains.faults import FaultInjector
from resources.execution.outcome import Outcome


class AimedFaults(FaultInjector, Protocol):
    """An injector whose kinds are all faults, with names that no ordinary kind of the domain has."""

    @property
    def aims(self) -> Mapping[str, Outcome]:
        """For each kind, by name, the label that it is meant to lead to."""
        ...
