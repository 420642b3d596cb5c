"""What needs neither tool nor language model: the features of queries, and what their domains foresee of them.

What a hint makes of the features is `hint`, what one feature is `features`, what foreseeing means `domain_diagnostics`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from resources.execution.observation import Observation
from resources.world_model.domain_diagnostics import foreseen
from resources.world_model.features import bundle_by_bundle, features
from resources.world_model.model import Query


@dataclass(frozen=True)
class Seen:
    """In the order of the queries."""

    rows: Sequence[dict[str, float]]
    foreseen: Sequence[Observation | None]


def seen(queries: Sequence[Query]) -> Seen:
    """Both of one candidate after each other: domains keep the last few texts that they parsed, and all features before
    all that is foreseen would parse each text twice."""
    rows: list[dict[str, float]] = [{}] * len(queries)
    known: list[Observation | None] = [None] * len(queries)
    for place in bundle_by_bundle(queries):
        rows[place], known[place] = features(queries[place]), foreseen(queries[place])
    return Seen(rows, known)
