"""The audit gate: whether a domain may be amplified with a checkpoint. Read from the lake, so it holds across runs.

A Dagster check stops downstream only inside one run; the stage that amplifies asks here again.
"""

from dataclasses import dataclass

import polars as pl

from assets.audits.schema import AUDIT_REPORTS
from resources.storage.lake import Lake


@dataclass(frozen=True)
class GateState:
    """`reason` says which audit shut the gate and by how much."""

    is_open: bool
    reason: str = ""


def gate_state(lake: Lake, domain: str, checkpoint: str) -> GateState:
    """Shut while the last audit of this checkpoint in this domain failed. A new checkpoint starts open:
    it earns its own audit, and nothing unverified enters the corpus before that."""
    if lake.manifest(AUDIT_REPORTS.name, domain) is None:
        return GateState(True)
    audits = lake.read(AUDIT_REPORTS.name, domain).filter(pl.col("checkpoint") == checkpoint).sort("created_at")
    if audits.is_empty() or audits["passed_gate"][-1]:
        return GateState(True)
    last = audits.row(-1, named=True)
    return GateState(
        False,
        f"audit {last['audit_id']} of checkpoint {checkpoint}: outcome accuracy {last['outcome_accuracy']:.1%} "
        f"(minimum {last['minimum_accuracy']:.1%}), trajectory agreement {last['trajectory_agreement']:.1%} "
        f"(minimum {last['minimum_agreement']:.1%}); retrain, then amplify again",
    )
