"""The tables `scenario_log` (every candidate that was executed for a label's sake) and `failure_scenarios` (rates)."""

import pyarrow as pa

from assets.trajectories.execution_columns import CANDIDATE_FIELDS, OBSERVATION_FIELDS
from resources.storage.schema import TableSchema

SCENARIO_LOG = TableSchema(
    "scenario_log",
    pa.schema(
        [
            *CANDIDATE_FIELDS,
            pa.field("generator", pa.string(), nullable=False),
            pa.field("fault_kinds", pa.list_(pa.string()), nullable=False),
            pa.field("arm", pa.string(), nullable=False),
            pa.field("wanted_outcome", pa.string(), nullable=False),
            pa.field("predicted_outcome", pa.string(), nullable=False),
            pa.field("probability", pa.float64()),
            pa.field("novelty", pa.float64()),
            pa.field("hit", pa.bool_(), nullable=False),
            *OBSERVATION_FIELDS,
            pa.field("seconds", pa.float64(), nullable=False),
            pa.field("toolchain", pa.string(), nullable=False),
            pa.field("checkpoint", pa.string(), nullable=False),
            pa.field("round", pa.string(), nullable=False),
            pa.field("created_at", pa.timestamp("us", tz="UTC"), nullable=False),
        ]
    ),
    ("turn_id",),
    "Candidates executed for the sake of rare labels, hits and misses; append-only, read by the next execution_turns.",
    {
        "generator": "whose edits they are, with ` scenario` behind the name",
        "arm": "predicted, likeliest, history, targeted or random: how the candidate was chosen",
        "wanted_outcome": "the label it was executed for; empty in the random arm",
        "predicted_outcome": "the most probable label before the execution, by the world model, in the arms history "
        "and targeted by what the kinds led to; empty in the random arm",
        "probability": "of the wanted label, before the execution, by the same; null in the random arm",
        "hit": "the wanted label came true",
        "checkpoint": "the world model that predicted; empty where fault kinds' history did",
        "round": "hash of what the choice was made from: turns, checkpoint, toolchain",
    },
)

FAILURE_SCENARIOS = TableSchema(
    "failure_scenarios",
    pa.schema(
        [
            pa.field("domain", pa.string(), nullable=False),
            pa.field("wanted_outcome", pa.string(), nullable=False),
            pa.field("arm", pa.string(), nullable=False),
            pa.field("share_of_turns", pa.float64(), nullable=False),
            pa.field("executed", pa.int32(), nullable=False),
            pa.field("hits", pa.int32(), nullable=False),
            pa.field("hit_rate", pa.float64(), nullable=False),
            pa.field("hit_low", pa.float64(), nullable=False),
            pa.field("hit_high", pa.float64(), nullable=False),
            pa.field("random_executed", pa.int32(), nullable=False),
            pa.field("random_hits", pa.int32(), nullable=False),
            pa.field("random_rate", pa.float64(), nullable=False),
            pa.field("random_low", pa.float64(), nullable=False),
            pa.field("random_high", pa.float64(), nullable=False),
        ]
    ),
    ("domain", "wanted_outcome", "arm"),
    "How often a wanted label came true, against candidates of the same proposals drawn at random",
    {
        "wanted_outcome": "the label that candidates were executed for",
        "arm": "predicted, likeliest, history or targeted: how they were chosen",
        "share_of_turns": "the label's share of the domain's executed turns when this was written",
        "executed": "candidates of this arm for this label, over all rounds",
        "hits": "of these, those with the label",
        "hit_rate": "hits of executed",
        "hit_low": "lower end of the 95 % Wilson interval",
        "hit_high": "upper end of the 95 % Wilson interval",
        "random_executed": "the domain's candidates that were drawn at random, over all rounds",
        "random_hits": "of these, those with the label",
        "random_rate": "share of the random arm's candidates that show the label",
        "random_low": "lower end of its 95 % Wilson interval",
        "random_high": "upper end of its 95 % Wilson interval",
    },
)
