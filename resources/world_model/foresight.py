"""Foreseen failures: what a tool is bound to say of a candidate, read off its text by a domain's exact checks.

The hybrid world model shows one in place of a decoded diagnostic where its label agrees. The label itself is the
model's and the hint's: they have seen the same checks. What a domain can foresee is its own `foresight`.
"""

from typing import Protocol, runtime_checkable

from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.model import Query
from resources.world_model.rendering import RenderSettings, digest
from resources.world_model.templates import template_of


@runtime_checkable
class Foresees(Protocol):
    """A domain whose exact checks know a tool's words."""

    def foreseen(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        """The failure that the text alone decides, as the backend reports it: outcome, stage, the log's first lines.

        None where the text leaves it open. No tool is run; it takes milliseconds and raises nothing, whatever the text.
        """
        ...


def foreseen(query: Query, label: Outcome) -> Observation | None:
    """What is foreseen of a candidate for which `label` is predicted, as a target keeps it; None for another label."""
    if not isinstance(query.domain, Foresees):
        return None
    found = query.domain.foreseen(query.bundle, query.candidate)
    if found is None or found.outcome is not label:
        return None
    return digest(found, template_of(query.domain), RenderSettings())
