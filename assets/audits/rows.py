"""Rows of what an audit writes: `audit_reports`, `audited_turns`, `correction_log`. Their columns are `schema`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from assets.audits import figures
from assets.audits.audit import Audit, AuditedTurn
from assets.audits.drift import Drift
from assets.profile import Profile
from assets.trajectories.execution_columns import columns_from_observation
from assets.trust.texts import LEAST_TRUE
from resources.domains.domain import Domain


def audit_row(audit: Audit, domain: Domain, dials: Profile, changed: Drift | None) -> dict[str, Any]:
    """The figures of a row of `audit_reports`; which audit it is and where its report lies is the caller's."""
    verdicts, agreement, cost = audit.verdicts, audit.agreement, audit.cost
    accuracy, passing = figures.outcome_accuracy(verdicts), figures.false_pass(verdicts)
    texts = audit.true_texts(domain)
    return {
        "turns": accuracy.total,
        "right": accuracy.count,
        "outcome_accuracy": accuracy.value,
        "outcome_low": accuracy.low,
        "outcome_high": accuracy.high,
        "effective_turns": accuracy.effective,
        "population": audit.population,
        "strata": len(audit.strata),
        "balanced_accuracy": figures.balanced_accuracy(verdicts),
        "false_pass_rate": passing.value if passing.total else None,
        "calibration_error": figures.calibration_error(figures.calibration(verdicts)),
        "texts": texts.total,
        "texts_true": texts.value if texts.total else None,
        "texts_true_low": texts.low if texts.total else None,
        "minimum_texts_true": LEAST_TRUE,
        "trajectories": agreement.total,
        "trajectory_agreement": agreement.value,
        "agreement_low": agreement.low,
        "agreement_high": agreement.high,
        "amplified": audit.amplified,
        "minimum_accuracy": dials.audit_minimum_accuracy,
        "minimum_agreement": dials.audit_minimum_agreement,
        # What nobody could ask says nothing against the checkpoint: every turn went to the tool, or no trajectory
        # could be made again. Then the other figure decides alone.
        "passed_gate": (accuracy.value >= dials.audit_minimum_accuracy or not accuracy.total)
        and (agreement.value >= dials.audit_minimum_agreement or not agreement.total),
        "corrections": len(audit.wrong),
        "drift": changed.change if changed else None,
        "drift_low": changed.low if changed else None,
        "drift_high": changed.high if changed else None,
        "drift_p_value": changed.p_value if changed else None,
        "drift_nights": changed.nights if changed else 0,
        "executions": cost.executions,
        "cached": cost.cached,
        "tool_seconds": cost.tool_seconds,
        "seconds": cost.seconds,
    }


def audited_row(entry: AuditedTurn, domain: Domain, identity: Mapping[str, Any]) -> dict[str, Any]:
    verdict, trajectory, text = entry.verdict, entry.trajectory, entry.text(domain)
    return {
        **identity,
        "turn_id": entry.turn_id,
        "seed_id": trajectory.seed_id,
        "bundle_hash": trajectory.bundle_hash,
        "candidate_hash": entry.turn.candidate.hash,
        "generator": trajectory.generator,
        "predicted_outcome": verdict.predicted.value,
        "outcome": verdict.real.value,
        "confidence": verdict.confidence,
        "novelty": entry.turn.novelty,
        "stratum": entry.stratum,
        "weight": entry.weight,
        "seconds": entry.real.seconds,
        "text_true": text.is_true if text is not None and text.says_something else None,
    }


def correction_row(entry: AuditedTurn, audit_id: str, now: datetime) -> dict[str, Any]:
    real, trajectory = entry.real, entry.trajectory
    return {
        "turn_id": entry.turn_id,
        "domain": trajectory.domain,
        "seed_id": trajectory.seed_id,
        "bundle_hash": trajectory.bundle_hash,
        "candidate_hash": entry.turn.candidate.hash,
        "code": entry.turn.candidate.code,
        "predicted_outcome": entry.turn.observation.outcome.value,
        "confidence": entry.turn.confidence,
        **columns_from_observation(real),
        "toolchain": real.toolchain,
        "checkpoint": trajectory.checkpoint,
        "audit_id": audit_id,
        "created_at": now,
    }
