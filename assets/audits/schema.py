"""The tables `audit_reports` (one row an audit) and `correction_log` (one row a wrong prediction)."""

import pyarrow as pa

from resources.storage.schema import TableSchema

AUDIT_REPORTS = TableSchema(
    "audit_reports",
    pa.schema(
        [
            pa.field("audit_id", pa.string(), nullable=False),
            pa.field("domain", pa.string(), nullable=False),
            pa.field("checkpoint", pa.string(), nullable=False),
            pa.field("created_at", pa.timestamp("us", tz="UTC"), nullable=False),
            pa.field("turns", pa.int32(), nullable=False),
            pa.field("outcome_accuracy", pa.float64(), nullable=False),
            pa.field("outcome_low", pa.float64(), nullable=False),
            pa.field("outcome_high", pa.float64(), nullable=False),
            pa.field("balanced_accuracy", pa.float64(), nullable=False),
            pa.field("false_pass_rate", pa.float64()),
            pa.field("calibration_error", pa.float64(), nullable=False),
            pa.field("trajectories", pa.int32(), nullable=False),
            pa.field("trajectory_agreement", pa.float64(), nullable=False),
            pa.field("agreement_low", pa.float64(), nullable=False),
            pa.field("agreement_high", pa.float64(), nullable=False),
            pa.field("minimum_accuracy", pa.float64(), nullable=False),
            pa.field("minimum_agreement", pa.float64(), nullable=False),
            pa.field("passed_gate", pa.bool_(), nullable=False),
            pa.field("corrections", pa.int32(), nullable=False),
            pa.field("report_path", pa.string(), nullable=False),
        ]
    ),
    ("audit_id",),
    "Nightly audits: simulated turns and trajectories re-run with real tools",
    {
        "outcome_accuracy": "share of turns whose predicted label is the real one",
        "outcome_low": "lower end of the 95 % Wilson interval",
        "outcome_high": "upper end of the 95 % Wilson interval",
        "false_pass_rate": "share of turns predicted PASS that really fail; null where none was predicted",
        "calibration_error": "expected calibration error over ten bins of confidence",
        "trajectory_agreement": "share of trajectories with the same final pass or fail under real tools",
        "passed_gate": "both figures reach their minimum; while not, the domain is not amplified",
        "report_path": "HTML report, relative to the home folder",
    },
)

CORRECTION_LOG = TableSchema(
    "correction_log",
    pa.schema(
        [
            pa.field("turn_id", pa.string(), nullable=False),
            pa.field("domain", pa.string(), nullable=False),
            pa.field("seed_id", pa.string(), nullable=False),
            pa.field("bundle_hash", pa.string(), nullable=False),
            pa.field("candidate_hash", pa.string(), nullable=False),
            pa.field("code", pa.string(), nullable=False),
            pa.field("predicted_outcome", pa.string(), nullable=False),
            pa.field("confidence", pa.float64()),
            pa.field("outcome", pa.string(), nullable=False),
            pa.field("stage", pa.string(), nullable=False),
            pa.field("log", pa.binary(), nullable=False),
            pa.field("log_truncated", pa.bool_(), nullable=False),
            pa.field("metrics", pa.map_(pa.string(), pa.float64())),
            pa.field("toolchain", pa.string(), nullable=False),
            pa.field("checkpoint", pa.string(), nullable=False),
            pa.field("audit_id", pa.string(), nullable=False),
            pa.field("created_at", pa.timestamp("us", tz="UTC"), nullable=False),
        ]
    ),
    ("turn_id", "audit_id"),
    "Wrong predictions with what really happened; append-only, read by the next training",
    {"predicted_outcome": "the ICWM's label", "outcome": "the real label"},
)
