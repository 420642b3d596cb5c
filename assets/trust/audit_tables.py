"""The tables `audit_reports` (one row an audit), `audited_turns` (one row a turn that was run again) and
`correction_log` (one row a wrong prediction)."""

import pyarrow as pa

from assets.trajectories.execution_columns import CANDIDATE_FIELDS, OBSERVATION_FIELDS
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
            # Later than the columns above, and null in the rows of audits before them.
            pa.field("right", pa.int32()),
            pa.field("effective_turns", pa.float64()),
            pa.field("population", pa.int32()),
            pa.field("strata", pa.int32()),
            pa.field("amplified", pa.int32()),
            pa.field("drift", pa.float64()),
            pa.field("drift_low", pa.float64()),
            pa.field("drift_high", pa.float64()),
            pa.field("drift_p_value", pa.float64()),
            pa.field("drift_nights", pa.int32()),
            pa.field("executions", pa.int32()),
            pa.field("cached", pa.int32()),
            pa.field("tool_seconds", pa.float64()),
            pa.field("seconds", pa.float64()),
            pa.field("texts", pa.int32()),
            pa.field("texts_true", pa.float64()),
            pa.field("texts_true_low", pa.float64()),
            pa.field("minimum_texts_true", pa.float64()),
        ]
    ),
    ("audit_id",),
    "Nightly audits: simulated turns and trajectories re-run with real tools",
    {
        "turns": "simulated turns that were run again",
        "outcome_accuracy": "share of all simulated turns whose predicted label is the real one, estimated by strata",
        "outcome_low": "lower end of the 95 % Wilson interval at the effective size",
        "outcome_high": "upper end of the 95 % Wilson interval at the effective size",
        "balanced_accuracy": "mean over the real labels of the share predicted so",
        "false_pass_rate": "share of turns predicted PASS that really fail; null where none was predicted",
        "calibration_error": "expected calibration error over ten bins of confidence",
        "trajectories": "trajectories that were made again, by the same generator and seed, under real tools",
        "trajectory_agreement": "share of trajectories with the same final pass or fail under real tools",
        "agreement_low": "lower end of its 95 % Wilson interval",
        "agreement_high": "upper end of its 95 % Wilson interval",
        "minimum_accuracy": "the profile's, for `outcome_accuracy`",
        "minimum_agreement": "the profile's, for `trajectory_agreement`",
        "passed_gate": "both figures reach their minimum; while not, the domain is not amplified",
        "corrections": "wrong predictions that went to `correction_log`",
        "report_path": "HTML report, relative to the home folder",
        "right": "of the turns run again, those whose predicted label is the real one",
        "effective_turns": "how many equally weighted turns say as much as the sample (Kish)",
        "population": "simulated turns that the sample was drawn from",
        "strata": "strata by label, confidence and novelty that turns were judged in",
        "amplified": "trajectories of the checkpoint that the audit could look at; 0: it says nothing of the gate",
        "drift": "outcome accuracy minus that of the last nights together; null where there were none",
        "drift_low": "lower end of its 95 % interval, Newcombe's",
        "drift_high": "upper end of its 95 % interval, Newcombe's",
        "drift_p_value": "two-sided, Agresti and Caffo's test of two proportions",
        "drift_nights": "how many earlier audits it was compared with",
        "executions": "how often the tools were asked",
        "cached": "of these, how many answers came from the result cache",
        "tool_seconds": "what the executions took when they were first run, cached ones included",
        "seconds": "wall clock of the audit, reports left out",
        "texts": "failures with the right label of which the simulated observation says more than `unknown`",
        "texts_true": "of these, the share whose class, symbol, line and numbers are all the real log's",
        "texts_true_low": "lower end of its 95 % Wilson interval at the effective size",
        "minimum_texts_true": "share of true texts, by source of tasks, from which on the corpus may tell them",
    },
)

CORRECTION_LOG = TableSchema(
    "correction_log",
    pa.schema(
        [
            *CANDIDATE_FIELDS,
            pa.field("predicted_outcome", pa.string(), nullable=False),
            pa.field("confidence", pa.float64()),
            *OBSERVATION_FIELDS,
            pa.field("toolchain", pa.string(), nullable=False),
            pa.field("checkpoint", pa.string(), nullable=False),
            pa.field("audit_id", pa.string(), nullable=False),
            pa.field("created_at", pa.timestamp("us", tz="UTC"), nullable=False),
        ]
    ),
    ("turn_id", "audit_id"),
    "Wrong predictions with what really happened; append-only, read by the next training.",
    {"predicted_outcome": "the ICWM's label", "outcome": "the real label"},
)

AUDITED_TURNS = TableSchema(
    "audited_turns",
    pa.schema(
        [
            pa.field("audit_id", pa.string(), nullable=False),
            pa.field("turn_id", pa.string(), nullable=False),
            pa.field("domain", pa.string(), nullable=False),
            pa.field("checkpoint", pa.string(), nullable=False),
            pa.field("created_at", pa.timestamp("us", tz="UTC"), nullable=False),
            pa.field("seed_id", pa.string(), nullable=False),
            pa.field("bundle_hash", pa.string(), nullable=False),
            pa.field("candidate_hash", pa.string(), nullable=False),
            pa.field("generator", pa.string(), nullable=False),
            pa.field("predicted_outcome", pa.string(), nullable=False),
            pa.field("outcome", pa.string(), nullable=False),
            pa.field("confidence", pa.float64(), nullable=False),
            pa.field("novelty", pa.float64()),
            pa.field("stratum", pa.string(), nullable=False),
            pa.field("weight", pa.float64(), nullable=False),
            pa.field("seconds", pa.float64(), nullable=False),
            # Later than the columns above, and null in the rows of audits before it.
            pa.field("text_true", pa.bool_()),
        ]
    ),
    ("audit_id", "turn_id"),
    "Every simulated turn that an audit ran again: what was predicted and what is true; append-only.",
    {
        "predicted_outcome": "the ICWM's label",
        "outcome": "the real label",
        "novelty": "0 to 1: how unlike anything executed; null where the row is older than the column",
        "stratum": "label, confidence and novelty, as this audit's sample told them apart",
        "weight": "how many simulated turns this one stands for",
        "seconds": "of its execution, when it was first run",
        "text_true": "whether class, symbol, line and numbers of the simulated log are the real one's; null where the "
        "label is wrong, the turn passed, or the log leaves all of it open",
    },
)
