"""The table `grounded_trajectories`: amplified trajectories with real observations, and what that took."""

import pyarrow as pa

from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES
from resources.storage.schema import TableSchema

GROUNDED_TRAJECTORIES = TableSchema(
    "grounded_trajectories",
    pa.schema(
        [
            *AMPLIFIED_TRAJECTORIES.arrow_schema,
            pa.field("executed_turns", pa.int32(), nullable=False),
            pa.field("kept_turns", pa.int32(), nullable=False),
            pa.field("wrong_labels", pa.int32(), nullable=False),
            pa.field("false_texts", pa.int32(), nullable=False),
            pa.field("dropped_turns", pa.int32(), nullable=False),
        ]
    ),
    ("trajectory_id",),
    "Amplified trajectories as the corpus may tell them: simulated turns executed unless audits bear their texts out",
    {
        **AMPLIFIED_TRAJECTORIES.columns,
        "turns": "every attempt, with the real observation where its simulated one may not be told",
        "executed_turns": "simulated turns that were executed here",
        "kept_turns": "simulated turns that are told as they were simulated, since audits bear the texts out",
        "wrong_labels": "executed turns whose simulated label was wrong",
        "false_texts": "executed turns whose label was right and whose simulated text said something false",
        "dropped_turns": "turns left out because they follow one whose simulation misled the generator",
    },
    group_rows=4_096,
)
