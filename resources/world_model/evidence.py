"""Labels by evidence alone, for candidates that are unlike what the hint learned from: anybody's code.

The hint weighs the distance to the reference, which tells right from wrong among injected faults, and tells nothing of
other authors' code: far is not wrong. Here a forest for each domain weighs only what was found out about the candidate
itself: how its simulation beside the reference ended and how far it went, what parsers and exact checks found, and what
a static diagnostic says, which is a feature here and no certainty. It learns from all turns, and those of other authors
or with faults in their solutions count several times.
"""

import re
from collections.abc import Sequence

from resources.execution.observation import Observation
from resources.world_model.boosting import BoostingSettings, fit_forest
from resources.world_model.hint import Hint, Rows
from resources.world_model.model import TurnExample

EVIDENCE_FILE = "icwm/evidence.safetensors"
FAR = 0.99
"""From this novelty on the evidence decides: of what the hint learned from, one in a hundred was as unlike the rest."""
SETTINGS = BoostingSettings(iterations=60, learning_rate=0.1, leaves=7, min_leaf=4, feature_share=0.4)
"""Small trees: other authors' turns are some hundreds, and a leaf of theirs has to hold for the next author."""
OTHERS_COUNT = 6
"""How many times a turn counts whose code began with another author."""

_FOUND = re.compile(
    r"check\.(?:followed(?!_trace_(?:come|gone|steps|numbers|texts|ratio|swapped|move))|simulated|syntax|semantic|"
    r"undeclared|unknown|unread|forbidden|argument_misfits|entry_missing|links|assembles|undefined|reader_died|"
    r"too_long|repeated_functions|ports_|driven_ports_)"
)
"""Features that say something of the candidate itself: sizes, counts and differences of texts are none."""


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
        counted = [place for place in places for _ in range(OTHERS_COUNT if examples[place].is_others else 1)]
        outcomes = [examples[place].observation.outcome for place in counted]
        forests[name] = fit_forest([rows[place] for place in counted], outcomes, settings)
    return Hint(forests)
