"""The audit gate: whether a domain may be amplified with a checkpoint. Read from the lake, so it holds across runs.

A Dagster check stops downstream only inside one run; the stage that amplifies asks here again. What is asked for
when the gate shuts is `response`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from assets.trust.audit_history import telling_audits
from resources.storage.lake import Lake


class Gate(StrEnum):
    """OPEN: amplified without a limit. SHUT: not at all. PROBATION: as much as an audit needs, nothing of it
    trusted before that."""

    OPEN = "open"
    PROBATION = "on probation"
    SHUT = "shut"


@dataclass(frozen=True)
class GateState:
    """`reason` says which audit shut the gate and by how much; "" where it is open."""

    gate: Gate
    reason: str = ""

    @property
    def is_open(self) -> bool:
        return self.gate is Gate.OPEN

    def allowance(self, audited: int) -> int | None:
        """The most trajectories of this checkpoint, None for no limit; `audited` is what an audit's sample needs."""
        return {Gate.OPEN: None, Gate.PROBATION: audited, Gate.SHUT: 0}[self.gate]


def gate_state(lake: Lake, domain: str, checkpoint: str) -> GateState:
    """The last audit of this checkpoint in this domain decides. A checkpoint that was not audited here yet is on
    probation where the domain's last audit, of another one, failed; else it starts open."""
    audits = telling_audits(lake, domain)
    own = [row for row in audits if row["checkpoint"] == checkpoint]
    if own:
        return GateState(Gate.OPEN) if own[-1]["passed_gate"] else GateState(Gate.SHUT, f"{missed(own[-1])}; retrain")
    if audits and not audits[-1]["passed_gate"]:
        return GateState(Gate.PROBATION, f"{missed(audits[-1])}; checkpoint {checkpoint} was not audited yet")
    return GateState(Gate.OPEN)


def missed(row: dict[str, Any]) -> str:
    """Which audit fell below its thresholds, and by how much, for people."""
    return (
        f"audit {row['audit_id']} of checkpoint {row['checkpoint']}: outcome accuracy {row['outcome_accuracy']:.1%} "
        f"(minimum {row['minimum_accuracy']:.1%}), trajectory agreement {row['trajectory_agreement']:.1%} "
        f"(minimum {row['minimum_agreement']:.1%})"
    )
