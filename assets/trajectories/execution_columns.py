"""An executed candidate as columns: what every table of single executions has, there and back.

What a table has beside them, and when it is written, is that table's own module.
"""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

CANDIDATE_FIELDS = (
    pa.field("turn_id", pa.string(), nullable=False),
    pa.field("domain", pa.string(), nullable=False),
    pa.field("seed_id", pa.string(), nullable=False),
    pa.field("bundle_hash", pa.string(), nullable=False),
    pa.field("candidate_hash", pa.string(), nullable=False),
    pa.field("code", pa.string(), nullable=False),
)
OBSERVATION_FIELDS = (
    pa.field("outcome", pa.string(), nullable=False),
    pa.field("stage", pa.string(), nullable=False),
    pa.field("log", pa.binary(), nullable=False),
    pa.field("log_truncated", pa.bool_(), nullable=False),
    pa.field("metrics", pa.map_(pa.string(), pa.float64())),
)


def columns_from_observation(observation: Observation) -> dict[str, Any]:
    """The columns of OBSERVATION_FIELDS; its seconds and toolchain are not among them."""
    return {
        "outcome": observation.outcome.value,
        "stage": observation.stage,
        "log": observation.log,
        "log_truncated": observation.log_truncated,
        "metrics": sorted(observation.metrics.items()),
    }


def observation_from_columns(row: Mapping[str, Any], toolchain: str) -> Observation:
    """An observation from a table's columns; which stages ran is not kept there."""
    return Observation(
        outcome=Outcome(row["outcome"]),
        stage=row["stage"],
        log=row["log"] or b"",
        log_truncated=bool(row["log_truncated"]),
        metrics=dict(row["metrics"] or ()),
        toolchain=toolchain,
        seconds=row.get("seconds") or 0.0,
    )
