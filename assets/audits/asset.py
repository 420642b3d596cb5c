"""The asset `audit_reports`, and `correction_log`, the external asset that it feeds.

The loop is cut in time: corrections are upstream of the next round's `execution_turns`.
"""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import dagster as dg

from assets.amplification.asset import amplified_trajectories
from assets.audits import figures, plots
from assets.audits.audit import Audit, AuditedTurn, AuditPlan, run_audit
from assets.audits.report import render_report, write_report
from assets.audits.schema import AUDIT_REPORTS, CORRECTION_LOG
from assets.bundles.reading import certified_bundles
from assets.execution import ExecutionResource
from assets.generation import GenerationResource
from assets.home import HomeResource
from assets.materialize import committed, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.pictures import markdown_image
from assets.portraits import MOST_PORTRAITS, Portrait, Sitter, contact_sheet, draw_portraits
from assets.profile import Profile, ProfileResource
from assets.trajectories.mixture import Mixture
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, trajectory_from_row
from assets.world_model.checkpoints import champion_id
from resources.domains.registry import get_domain
from resources.generation.trajectory import Trajectory
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake
from resources.world_model.calibration import calibration_error

_SHOWN_IN_METADATA = 2
"""Comparisons; the report has more of them."""

CORRECTION_LOG_KEY = dg.AssetKey(CORRECTION_LOG.name)

correction_log = dg.AssetSpec(
    CORRECTION_LOG_KEY,
    partitions_def=DOMAIN_PARTITIONS,
    group_name="audits",
    kinds={"parquet"},
    owners=["team:data-engine"],
    description=CORRECTION_LOG.description,
    metadata=definition_metadata(CORRECTION_LOG),
)


@dg.asset(
    deps=[amplified_trajectories],
    partitions_def=DOMAIN_PARTITIONS,
    group_name="audits",
    kinds={"python", "parquet"},
    owners=["team:data-engine"],
    metadata=definition_metadata(AUDIT_REPORTS),
    pool="execution",
    code_version="1",
)
def audit_reports(
    context: dg.AssetExecutionContext,
    lake: LakeResource,
    execution: ExecutionResource,
    home: HomeResource,
    profile: ProfileResource,
    generation: GenerationResource,
) -> dg.MaterializeResult[Any]:
    """Simulated turns and trajectories re-run for real: accuracy, agreement, corrections, a report."""
    store, domain, dials, now = lake.lake(), context.partition_key, profile.get(), datetime.now(UTC)
    checkpoint = champion_id(store)
    night = context.run.tags.get("audit/night", f"{now:%Y-%m-%d}")
    audit = _audit(
        store,
        domain,
        checkpoint,
        execution,
        generation.known(get_domain(domain), home.get()),
        AuditPlan(dials.audit_turns, dials.audit_trajectories, night, dials.max_corrections),
    )
    audit_id = f"{domain}-{now:%Y%m%dT%H%M%S}-{checkpoint[:8]}"
    report = home.get().reports / f"{audit_id}.html"
    row = _row(audit, audit_id, domain, checkpoint, now, dials, str(report.relative_to(home.get().root)))
    portraits = _portraits(store, domain, audit)
    write_report(report, render_report(audit, row, portraits))
    commit = store.append(AUDIT_REPORTS, domain, AUDIT_REPORTS.from_rows([row]))
    _log_corrections(context, store, domain, audit, audit_id, now)
    return committed(store, AUDIT_REPORTS, commit, _metadata(audit, row, str(report)) | _sheet(portraits))


def _audit(
    store: Lake, domain: str, checkpoint: str, execution: ExecutionResource, mixture: Mixture, plan: AuditPlan
) -> Audit:
    bundles = {bundle.hash: bundle for bundle in certified_bundles(store, domain)}
    amplified = simulated_trajectories(store, domain, checkpoint)

    with execution.pool(domain) as pool:
        return asyncio.run(run_audit(mixture.domain, amplified, bundles, mixture.by_name(), pool, plan))


def simulated_trajectories(store: Lake, domain: str, checkpoint: str) -> list[Trajectory]:
    """What this checkpoint answered; earlier checkpoints' trajectories were audited in their time."""
    rows = store.arrow(AMPLIFIED_TRAJECTORIES.name, [domain]).to_pylist()
    return [trajectory_from_row(row) for row in rows if row["checkpoint"] == checkpoint]


def _row(
    audit: Audit, audit_id: str, domain: str, checkpoint: str, now: datetime, dials: Profile, report: str
) -> dict[str, Any]:
    verdicts = audit.verdicts
    accuracy, agreement = figures.outcome_accuracy(verdicts), audit.agreement
    passing = figures.false_pass(verdicts)
    confidence, right = [verdict.confidence for verdict in verdicts], [verdict.right for verdict in verdicts]
    return {
        "audit_id": audit_id,
        "domain": domain,
        "checkpoint": checkpoint,
        "created_at": now,
        "turns": accuracy.total,
        "outcome_accuracy": accuracy.value,
        "outcome_low": accuracy.low,
        "outcome_high": accuracy.high,
        "balanced_accuracy": figures.balanced_accuracy(verdicts),
        "false_pass_rate": passing.value if passing.total else None,
        "calibration_error": calibration_error(confidence, right) if verdicts else 0.0,
        "trajectories": agreement.total,
        "trajectory_agreement": agreement.value,
        "agreement_low": agreement.low,
        "agreement_high": agreement.high,
        "minimum_accuracy": dials.audit_minimum_accuracy,
        "minimum_agreement": dials.audit_minimum_agreement,
        # Where every turn went to the tool, nothing was simulated that could be wrong.
        "passed_gate": (accuracy.value >= dials.audit_minimum_accuracy or not accuracy.total)
        and (agreement.value >= dials.audit_minimum_agreement or _unasked(audit)),
        "corrections": len(audit.wrong),
        "report_path": report,
    }


def _unasked(audit: Audit) -> bool:
    """No trajectory could be made again: that says nothing against the checkpoint, so its turns decide alone."""
    return not audit.trajectories and bool(audit.left_out)


def _log_corrections(
    context: dg.AssetExecutionContext, store: Lake, domain: str, audit: Audit, audit_id: str, now: datetime
) -> None:
    """Append the wrong predictions; always, so that the table exists once a domain was audited."""
    rows = [_correction(turn, audit_id, now) for turn in audit.wrong]
    commit = store.append(CORRECTION_LOG, domain, CORRECTION_LOG.from_rows(rows))
    context.log_event(
        dg.AssetMaterialization(
            CORRECTION_LOG_KEY,
            partition=domain,
            metadata={"added": len(rows), "dagster/row_count": commit.rows, "audit": audit_id},
            tags={"dagster/data_version": commit.data_version},
        )
    )


def _correction(entry: AuditedTurn, audit_id: str, now: datetime) -> dict[str, Any]:
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
        "outcome": real.outcome.value,
        "stage": real.stage,
        "log": real.log,
        "log_truncated": real.log_truncated,
        "metrics": sorted(real.metrics.items()),
        "toolchain": real.toolchain,
        "checkpoint": trajectory.checkpoint,
        "audit_id": audit_id,
        "created_at": now,
    }


def _metadata(audit: Audit, row: dict[str, Any], report: str) -> dict[str, Any]:
    return {
        "report": dg.MetadataValue.path(report),
        "outcome accuracy": str(figures.outcome_accuracy(audit.verdicts)),
        "trajectory agreement": str(audit.agreement),
        "not judged": audit.gaps,
        "left out of the agreement": dg.MetadataValue.json(dict(audit.left_out)),
        "false PASS": str(figures.false_pass(audit.verdicts)),
        "calibration error": row["calibration_error"],
        "gate": "open" if row["passed_gate"] else "shut",
        "corrections": row["corrections"],
        **_pictures(audit),
    }


def _pictures(audit: Audit) -> dict[str, Any]:
    verdicts = audit.verdicts
    if not verdicts:
        return {}
    confusion = plots.confusion_matrix(figures.confusion(verdicts))
    reliability = plots.reliability(figures.calibration(verdicts))
    return {
        "confusion": dg.MetadataValue.md(markdown_image(confusion, "real against predicted")),
        "reliability": dg.MetadataValue.md(markdown_image(reliability, "confidence against accuracy")),
    }


def _portraits(store: Lake, domain: str, audit: Audit) -> dict[str, Portrait]:
    """Reference, candidate and difference of the worst mistakes, by turn id, where the domain has pictures."""
    bundles = {bundle.hash: bundle for bundle in certified_bundles(store, domain)}
    sitters = [
        Sitter(turn.turn_id, turn.title, bundles[turn.trajectory.bundle_hash], turn.turn.candidate)
        for turn in audit.worst[:MOST_PORTRAITS]
    ]
    return {portrait.key: portrait for portrait in draw_portraits(get_domain(domain), sitters)}


def _sheet(portraits: Mapping[str, Portrait]) -> dict[str, Any]:
    compared = [portrait for portrait in portraits.values() if len(portrait.pictures) > 1][:_SHOWN_IN_METADATA]
    if not compared:
        return {}
    return {"disagreements": dg.MetadataValue.md(markdown_image(contact_sheet(compared), "disagreements"))}
