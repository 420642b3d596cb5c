"""The table `execution_traces`: what programs of the corpus did while they ran."""

import pyarrow as pa

from resources.storage.schema import TableSchema

EVENT = pa.struct([("at", pa.int64()), ("name", pa.string()), ("value", pa.string())])

EXECUTION_TRACES = TableSchema(
    "execution_traces",
    pa.schema(
        [
            pa.field("trace_id", pa.string(), nullable=False),
            pa.field("domain", pa.string(), nullable=False),
            pa.field("seed_id", pa.string(), nullable=False),
            pa.field("split", pa.string(), nullable=False),
            pa.field("licence", pa.string(), nullable=False),
            pa.field("bundle_hash", pa.string(), nullable=False),
            pa.field("candidate_hash", pa.string(), nullable=False),
            pa.field("toolchain", pa.string(), nullable=False),
            pa.field("turn_id", pa.string(), nullable=False),
            pa.field("code", pa.string(), nullable=False),
            pa.field("outcome", pa.string(), nullable=False),
            pa.field("log", pa.string(), nullable=False),
            pa.field("kind", pa.string(), nullable=False),
            pa.field("unit", pa.string(), nullable=False),
            pa.field("differs_at", pa.int64()),
            pa.field("events", pa.list_(EVENT), nullable=False),
            pa.field("left_out", pa.int64(), nullable=False),
        ]
    ),
    ("trace_id",),
    "What programs of the corpus did while real tools ran them: signals, registers, steps, errors by case",
    {
        "trace_id": "hash of bundle, candidate and toolchain",
        "split": "of the corpus' row that the program comes from",
        "licence": "SPDX expression over all that the program derives from",
        "turn_id": "a turn of the corpus that holds this program",
        "outcome": "what the backend said of it, and its log",
        "kind": "waveform, board activity, modelling steps, errors by case, executed instructions",
        "unit": "what `at` counts: 1ps, ns, line, case",
        "differs_at": "the first time at which it did something else than the reference; null where it never did, or "
        "where that cannot be compared",
        "events": "in the order of time: at a time, something took a value",
        "left_out": "events that were recorded and are not here",
    },
)
