"""What a domain knows of a failure in its tool's words: read off the text, or seen by simulating it.

The hybrid world model takes a static diagnostic for nearly certain. What is simulated speaks through the cheap checks
and has no other say about the label. Either is shown in place of a decoded diagnostic, where the label agrees.
"""

from collections.abc import Mapping

from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.model import Query
from resources.world_model.rendering import RenderSettings, digest

RELIABILITY = 0.98
"""The weight of a static diagnostic: all of 150 outside the home by which they were written came true, which promises
no more than this; built-in tasks all the same, so one's own may do worse (docs/world-model/concepts.md)."""


def static_diagnostic(query: Query) -> Observation | None:
    """The failure that a candidate's text decides, as a target keeps it."""
    return _as_target(query, query.domain.static_diagnostic(query.bundle, query.candidate))


def simulated_failure(query: Query) -> Observation | None:
    """The failure in which a candidate's simulation ends, as a target keeps it."""
    return _as_target(query, query.domain.simulated_failure(query.bundle, query.candidate))


def _as_target(query: Query, observation: Observation | None) -> Observation | None:
    return None if observation is None else digest(observation, query.domain.output_template, RenderSettings())


def informed(shares: Mapping[Outcome, float], diagnostic: Observation | None) -> dict[Outcome, float]:
    """Probabilities of the labels, given a static diagnostic."""
    if diagnostic is None:
        return dict(shares)
    left = {outcome: (1 - RELIABILITY) * share for outcome, share in shares.items()}
    return left | {diagnostic.outcome: left.get(diagnostic.outcome, 0.0) + RELIABILITY}
