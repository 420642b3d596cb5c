"""Labels by evidence alone, for candidates that are unlike what the hint learned from: anybody's code.

The hint weighs the distance to the reference, which tells right from wrong among injected faults, and tells nothing of
other authors' code: far is not wrong. Here a forest for each domain weighs only what was found out about the candidate
itself: how its simulation beside the reference ended and how far it went, what parsers and exact checks found, and what
a static diagnostic says, which is a feature here and no certainty. It learns from all turns, and those of other authors
or with faults in their solutions count several times.
"""

import re
from collections.abc import Mapping, Sequence

from resources.execution.observation import Observation
from resources.world_model.boosting import BoostingSettings, fit_forest
from resources.world_model.hint import Hint, Rows
from resources.world_model.model import TurnExample

EVIDENCE_FILE = "icwm/evidence.safetensors"
FAR = 0.99
"""From this novelty on the evidence decides: of what the hint learned from, one in a hundred was as unlike the rest."""
SETTINGS = BoostingSettings(iterations=40, learning_rate=0.1, leaves=5, min_leaf=6, feature_share=0.6)
"""Small trees: other authors' turns are some hundreds, and a leaf of theirs has to hold for the next author."""
OTHERS_COUNT = 6
"""How many times a turn counts whose code began with another author and whose simulation came to a verdict. Where it
came to none, nothing but the authors' habit would be learned: those here are mostly right, a user's model seldom."""
_FOUND = re.compile(
    r"check\.(?:simulated|syntax|semantic_errors|undeclared|forbidden|ports_|links|assembles|entry_missing|reader_died|"
    r"followed_(?:differs|different|same|mismatch|first_difference|outputs|registers|memory|endless|unknown|recognised|"
    r"volume|verdict|trace_verdict|trace_raised|overlap|ended|hardware|violation|stuck|raised|trials|points|until)$)"
)
"""Features that say something of the candidate itself: sizes, counts and differences of texts are none, and figures
that only one kind of task has mislead in the next."""


def evidence_rows(rows: Rows, diagnostics: Sequence[Observation | None]) -> list[dict[str, float]]:
    """What of each query's features is evidence, and its static diagnostic's label."""
    return [
        {name: value for name, value in row.items() if _FOUND.match(name)}
        | ({} if said is None else {f"static.{said.outcome.value}": 1.0})
        for row, said in zip(rows, diagnostics, strict=True)
    ]


def fit_evidence(examples: Sequence[TurnExample], rows: Rows, settings: BoostingSettings = SETTINGS) -> Hint:
    """`rows` are `evidence_rows` of the examples, in their order. Domains without examples have no forest."""
    forests = {}
    for name in sorted({example.query.domain.name for example in examples}):
        places = [place for place, example in enumerate(examples) if example.query.domain.name == name]
        counted = [place for place in places for _ in range(_count(examples[place], rows[place]))]
        outcomes = [examples[place].observation.outcome for place in counted]
        forests[name] = fit_forest([rows[place] for place in counted], outcomes, settings)
    return Hint(forests)


def _count(example: TurnExample, row: Mapping[str, float]) -> int:
    return OTHERS_COUNT if example.is_others and not row.get("check.simulated_unknown") else 1
