"""What a failed audit asks for, and how often. Decided from the lake alone; who launches it is a sensor.

Corrections first, of every failing domain, since one model serves all; then one training; then, where another
checkpoint answers, one audit of it in each of those domains. An audit that passes ends it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from assets.trust.audit_history import telling_audits
from assets.trust.audit_tables import CORRECTION_LOG
from assets.trust.gate import Gate, gate_state, missed
from assets.world_model.examples import EXECUTION_TURNS
from resources.storage.lake import Lake

RETRAININGS_IN_A_ROW = 3
"""Failed audits of a domain, one after the other, that each ask for a training; then a person has to look."""


@dataclass(frozen=True)
class FailedAudit:
    """The last audit of `checkpoint` in `domain`; `attempt` counts failed audits since one passed, this included.

    `corrected` is whether its corrections are among the turns that the next training reads.
    """

    domain: str
    audit_id: str
    attempt: int
    corrected: bool
    reason: str

    @property
    def exhausted(self) -> bool:
        return self.attempt > RETRAININGS_IN_A_ROW


def failed_audits(store: Lake, domains: Sequence[str], checkpoint: str) -> list[FailedAudit]:
    """Of the domains whose gate is shut for this checkpoint, in their order."""
    shut = [domain for domain in domains if gate_state(store, domain, checkpoint).gate is Gate.SHUT]
    return [_failed(store, domain, checkpoint) for domain in shut]


def on_probation(store: Lake, domains: Sequence[str], checkpoint: str) -> list[str]:
    """Domains that wait for this checkpoint's first audit to be open again."""
    return [domain for domain in domains if gate_state(store, domain, checkpoint).gate is Gate.PROBATION]


def _failed(store: Lake, domain: str, checkpoint: str) -> FailedAudit:
    audits = telling_audits(store, domain)
    streak = list(takewhile(lambda row: not row["passed_gate"], reversed(audits)))
    last = next(row for row in reversed(audits) if row["checkpoint"] == checkpoint)
    return FailedAudit(domain, last["audit_id"], len(streak), _corrected(store, domain, last), missed(last))


def _corrected(store: Lake, domain: str, audit: dict[str, Any]) -> bool:
    if not audit["corrections"]:
        return True
    turns, log = store.manifest(EXECUTION_TURNS, domain), store.manifest(CORRECTION_LOG.name, domain)
    read = turns.inputs.get(f"{CORRECTION_LOG.name}/{domain}") if turns else None
    return log is not None and read == log.data_version
