"""The table `hindsight_reasoning`: one corrected turn a row, refused texts too, with who wrote it and what it cost."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from resources.generation.generator import USAGE
from resources.storage.schema import TableSchema

USAGE_COLUMNS = {name: "generation_seconds" if name == "seconds" else name for name in USAGE}
"""The column of each measure, named as in `real_trajectories`."""
_REAL_NUMBERS = ("seconds", "cost")

HINDSIGHT_REASONING = TableSchema(
    "hindsight_reasoning",
    pa.schema(
        [
            pa.field("turn_id", pa.string(), nullable=False),
            pa.field("trajectory_id", pa.string(), nullable=False),
            pa.field("turn_index", pa.int32(), nullable=False),
            pa.field("domain", pa.string(), nullable=False),
            pa.field("seed_id", pa.string(), nullable=False),
            pa.field("bundle_hash", pa.string(), nullable=False),
            pa.field("generator", pa.string(), nullable=False),
            pa.field("writer", pa.string(), nullable=False),
            pa.field("writer_version", pa.string(), nullable=False),
            pa.field("prompt_version", pa.string(), nullable=False),
            pa.field("observed", pa.string()),
            pa.field("failed_outcome", pa.string(), nullable=False),
            pa.field("outcome", pa.string(), nullable=False),
            pa.field("original", pa.string(), nullable=False),
            pa.field("reasoning", pa.string(), nullable=False),
            pa.field("accepted", pa.bool_(), nullable=False),
            pa.field("reason", pa.string(), nullable=False),
            pa.field("characters", pa.int32(), nullable=False),
            pa.field("difficulty", pa.int32(), nullable=False),
            *(
                pa.field(column, pa.float64() if name in _REAL_NUMBERS else pa.int64())
                for name, column in USAGE_COLUMNS.items()
            ),
        ]
    ),
    ("turn_id",),
    "Reasoning of corrected turns, written once their trajectory had passed; the corpus takes what is accepted",
    {
        "turn_id": "trajectory and index of the corrected turn",
        "generator": "who wrote the trajectory",
        "writer": "who wrote this reasoning",
        "prompt_version": "state of the domain's prompts and instructions when it was written",
        "observed": "hash of the attempts and of what was said of them, without which the reasoning is asked for anew",
        "failed_outcome": "of the attempt that the turn corrects",
        "outcome": "of the turn itself",
        "original": "the reasoning with which the turn was written",
        "accepted": "whether the checks let the reasoning into the corpus",
        "characters": "length of the reasoning in hindsight",
        "reasoning": "in hindsight; empty where the writer gave none",
        "reason": "why it is not accepted; empty where it is",
        "difficulty": "characters of changed lines and log, and attempts so far: what length is measured against",
        **{column: USAGE[name] for name, column in USAGE_COLUMNS.items()},
    },
)


def usage_columns(usage: Mapping[str, float]) -> dict[str, Any]:
    """Null where the writer says nothing."""
    return {
        column: None if name not in usage else usage[name] if name in _REAL_NUMBERS else round(usage[name])
        for name, column in USAGE_COLUMNS.items()
    }
