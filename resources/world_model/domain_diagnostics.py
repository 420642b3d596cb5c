"""What a domain knows of a failure in its tool's words: foreseen, read off the text, or followed, by interpreting it.

The hybrid world model takes what is foreseen for nearly certain. What is followed speaks through the cheap checks and
has no other say about the label. Either is shown in place of a decoded diagnostic, where the label agrees. What a
domain can foresee is its own `domain_diagnostics`, how it follows its own `interpretation`.
"""

from collections.abc import Mapping

from resources.domains.domain import Follows, Foresees
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.model import Query
from resources.world_model.rendering import RenderSettings, digest, template_of

RELIABILITY = 0.98
"""The weight of what is foreseen: all of 150 failures foreseen outside the home by which it was written came true,
which promises no more than this; built-in tasks all the same, so one's own may do worse
(docs/world-model/concepts.md)."""


def foreseen(query: Query) -> Observation | None:
    """What is foreseen of a candidate, as a target keeps it."""
    if not isinstance(query.domain, Foresees):
        return None
    found = query.domain.foreseen(query.bundle, query.candidate)
    return None if found is None else digest(found, template_of(query.domain), RenderSettings())


def followed(query: Query) -> Observation | None:
    """What following tells of a candidate's failure, as a target keeps it."""
    if not isinstance(query.domain, Follows):
        return None
    found = query.domain.followed(query.bundle, query.candidate)
    return None if found is None else digest(found, template_of(query.domain), RenderSettings())


def informed(shares: Mapping[Outcome, float], found: Observation | None) -> dict[Outcome, float]:
    """Probabilities of the labels, given what is foreseen."""
    if found is None:
        return dict(shares)
    left = {outcome: (1 - RELIABILITY) * share for outcome, share in shares.items()}
    return left | {found.outcome: left.get(found.outcome, 0.0) + RELIABILITY}
