"""The table `thinking_model`: one row for each training of the asset."""

import pyarrow as pa

from resources.storage.schema import TableSchema

THINKING_MODEL = TableSchema(
    "thinking_model",
    pa.schema(
        [
            pa.field("model", pa.string(), nullable=False),
            pa.field("created_at", pa.timestamp("us", tz="UTC"), nullable=False),
            pa.field("base", pa.string(), nullable=False),
            pa.field("data", pa.string(), nullable=False),
            pa.field("recipe", pa.string(), nullable=False),
            pa.field("rows", pa.int64(), nullable=False),
            pa.field("learned_tokens", pa.int64(), nullable=False),
            pa.field("steps", pa.int32(), nullable=False),
            pa.field("first_loss", pa.float64()),
            pa.field("last_loss", pa.float64()),
            pa.field("held_out_loss", pa.float64()),
            pa.field("weights", pa.string(), nullable=False),
            pa.field("path", pa.string(), nullable=False),
        ]
    ),
    ("model", "created_at"),
    "Models that were fine-tuned on the corpus, in order of training; the last one may write trajectories",
    {
        "model": "its name: hash over recipe, base, data and libraries",
        "created_at": "when it became the newest",
        "base": "hash over the base's weights, or its name at a hub",
        "data": "hash over the exported tokens",
        "recipe": "mix, order, mask and training settings, as JSON",
        "rows": "rows of the corpus that it was shown, repetitions included",
        "learned_tokens": "tokens that carry loss, in one pass",
        "steps": "optimiser steps that were taken",
        "first_loss": "mean over the first third of the steps; null where there was no step",
        "last_loss": "mean over the last third of the steps",
        "held_out_loss": "on the validation split, at last; null where that has no row",
        "weights": "hash over the weights",
        "path": "folder in Hugging Face layout, relative to the home folder",
    },
)
