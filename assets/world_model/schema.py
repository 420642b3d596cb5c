"""The tables `icwm_checkpoint` (one row a training), `champion_log` (a decision), `icwm_fidelity` (a figure)."""

import pyarrow as pa

from resources.storage.schema import TableSchema

ICWM_CHECKPOINT = TableSchema(
    "icwm_checkpoint",
    pa.schema(
        [
            pa.field("checkpoint", pa.string(), nullable=False),
            pa.field("created_at", pa.timestamp("us", tz="UTC"), nullable=False),
            pa.field("data_hash", pa.string(), nullable=False),
            pa.field("settings", pa.string(), nullable=False),
            pa.field("turns", pa.int32(), nullable=False),
            pa.field("corrections", pa.int32(), nullable=False),
            pa.field("domains", pa.list_(pa.string()), nullable=False),
            pa.field("parameters", pa.int64(), nullable=False),
            pa.field("steps", pa.int32(), nullable=False),
            pa.field("seconds", pa.float64(), nullable=False),
            pa.field("path", pa.string(), nullable=False),
        ]
    ),
    ("checkpoint", "data_hash"),
    "World-model checkpoints in order of training; which of them answers stands in champion_log",
    {
        "checkpoint": "content hash of the folder",
        "data_hash": "hash over the turns it was trained on, their splits and the settings",
        "settings": "the training settings, as JSON",
        "turns": "training turns, corrections included",
        "corrections": "training turns that audits sent back",
        "domains": "the domains that it knows",
        "parameters": "how many weights the language model has",
        "steps": "optimiser steps that were taken",
        "seconds": "wall time of the training",
        "path": "folder in Hugging Face layout, relative to the home folder",
    },
)

ICWM_FIDELITY = TableSchema(
    "icwm_fidelity",
    pa.schema(
        [
            pa.field("checkpoint", pa.string(), nullable=False),
            pa.field("domain", pa.string(), nullable=False),
            pa.field("split", pa.string(), nullable=False),
            pa.field("predictor", pa.string(), nullable=False),
            pa.field("label", pa.string(), nullable=False),
            pa.field("metric", pa.string(), nullable=False),
            pa.field("value", pa.float64()),
            pa.field("low", pa.float64()),
            pa.field("high", pa.float64()),
            pa.field("support", pa.int32(), nullable=False),
        ]
    ),
    ("checkpoint", "domain", "split", "predictor", "label", "metric"),
    "How often the world model and its baselines are right, on turns and on seeds that training never saw",
    {
        "split": "turn: held-out turns of known seeds; seed: turns of held-out seeds",
        "label": "for recall: the label; empty for figures over all",
        "low": "lower end of the 95 % Wilson interval",
        "high": "upper end of the 95 % Wilson interval",
        "support": "how many turns the figure is over",
    },
)

_BY_DOMAIN = pa.struct(
    [
        ("domain", pa.string()),
        ("turns", pa.int32()),
        ("champion_accuracy", pa.float64()),
        ("challenger_accuracy", pa.float64()),
        ("champion_alone", pa.int32()),
        ("challenger_alone", pa.int32()),
        ("p_value", pa.float64()),
    ]
)

CHAMPION_LOG = TableSchema(
    "champion_log",
    pa.schema(
        [
            pa.field("decided_at", pa.timestamp("us", tz="UTC"), nullable=False),
            pa.field("decision", pa.string(), nullable=False),
            pa.field("champion", pa.string(), nullable=False),
            pa.field("challenger", pa.string(), nullable=False),
            pa.field("previous", pa.string(), nullable=False),
            pa.field("reason", pa.string(), nullable=False),
            pa.field("held_out", pa.string(), nullable=False),
            pa.field("turns", pa.int32(), nullable=False),
            pa.field("champion_accuracy", pa.float64()),
            pa.field("challenger_accuracy", pa.float64()),
            pa.field("p_value", pa.float64()),
            pa.field("by_domain", pa.list_(_BY_DOMAIN), nullable=False),
            pa.field("run_id", pa.string(), nullable=False),
        ]
    ),
    ("decided_at", "challenger"),
    "Which checkpoint answers, and why: one row a decision, the last one counts; append-only",
    {
        "decision": "first, promoted, refused, calibrated (the champion, on this home's turns) or rolled back",
        "champion": "the checkpoint that answers from this decision on",
        "challenger": "the checkpoint that was decided upon",
        "previous": "the checkpoint that answered before; empty for the first",
        "reason": "the decision in a sentence",
        "held_out": "hash over the compared turns, none of which either checkpoint was trained on",
        "p_value": "McNemar's exact one-sided test that the challenger is less accurate; null without a comparison",
    },
)
