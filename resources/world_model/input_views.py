"""What needs neither tool nor language model: the features of queries, and their static diagnostics.

What a hint makes of the features is `hint`, what one feature is `features`, what a static diagnostic is
`domain_diagnostics`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from resources.execution.observation import Observation
from resources.world_model.domain_diagnostics import static_diagnostic
from resources.world_model.features import bundle_by_bundle, features
from resources.world_model.model import Query


@dataclass(frozen=True)
class InputViews:
    """In the order of the queries."""

    rows: Sequence[dict[str, float]]
    diagnostics: Sequence[Observation | None]


def input_views(queries: Sequence[Query]) -> InputViews:
    """Both of one candidate after each other: domains keep the last few texts that they parsed, and all features before
    all diagnostics would parse each text twice."""
    rows: list[dict[str, float]] = [{}] * len(queries)
    known: list[Observation | None] = [None] * len(queries)
    for place in bundle_by_bundle(queries):
        rows[place], known[place] = features(queries[place]), static_diagnostic(queries[place])
    return InputViews(rows, known)
