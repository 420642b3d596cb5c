"""The asset `audit_reports`, and the external assets that it feeds: `audited_turns` and `correction_log`.

The loop is cut in time: corrections are upstream of the next round's `execution_turns`. What is shown of an audit is
`run_metadata`.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg

from assets.amplification.asset import amplified_trajectories
from assets.amplification.simulated_turns import simulated_trajectories, simulated_turns
from assets.audits import figures, plots
from assets.audits.audit import Audit
from assets.audits.drift import Drift, drift
from assets.audits.reruns import AuditPlan, Means, run_audit
from assets.audits.rows import audit_row, audited_row, correction_row
from assets.audits.run_metadata import draw_mistakes, metadata
from assets.bundles.reading import certified_bundles
from assets.execution import ExecutionResource
from assets.generation.mixture import Mixture
from assets.generation.resource import GenerationResource
from assets.home_resource import HomeResource
from assets.materialize import committed, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.profile_resource import ProfileResource
from assets.renderings import Rendering, data_address, image_address
from assets.report_page import page_templates
from assets.stages import Stage, Work, work
from assets.trust.audit_history import add_rows, audits
from assets.trust.audit_tables import AUDIT_REPORTS, AUDITED_TURNS, CORRECTION_LOG
from assets.viewer_address import how_to_start, list_path, report_link, trajectory_path
from assets.world_model.checkpoints import champion_id
from resources.domains.registry import get_domain
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema


def _fed(schema: TableSchema, stage: Stage) -> dg.AssetSpec:
    return dg.AssetSpec(
        schema.name,
        partitions_def=DOMAIN_PARTITIONS,
        group_name=stage.value,
        kinds={"parquet"},
        owners=["team:data-engine"],
        tags=work(Work.FED),
        description=schema.description,
        metadata=definition_metadata(schema, written_by=AUDIT_REPORTS.name),
    )


correction_log = _fed(CORRECTION_LOG, Stage.REAL_EXECUTION)
audited_turns = _fed(AUDITED_TURNS, Stage.AMPLIFICATION)


@dg.asset(
    deps=[amplified_trajectories],
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.AMPLIFICATION.value,
    kinds={"python", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.EXECUTES),
    metadata=definition_metadata(AUDIT_REPORTS),
    pool="execution",
    code_version="2",
)
def audit_reports(
    context: dg.AssetExecutionContext,
    lake: LakeResource,
    execution: ExecutionResource,
    home: HomeResource,
    profile: ProfileResource,
    generation: GenerationResource,
) -> dg.MaterializeResult[Any]:
    """Simulated turns and trajectories re-run for real: accuracy, agreement, drift, corrections, a report."""
    store, domain, dials, now = lake.lake(), context.partition_key, profile.get(), datetime.now(UTC)
    checkpoint = champion_id(store)
    plan = AuditPlan(
        dials.audit_turns,
        dials.audit_trajectories,
        context.run.tags.get("audit/night", f"{now:%Y-%m-%d}"),
        dials.max_corrections,
    )
    mixture = generation.known(get_domain(domain), home.get())
    audit = _audit(store, checkpoint, execution, mixture, plan)
    before = audits(store, domain)
    changed = drift(figures.outcome_accuracy(audit.verdicts), before)
    audit_id = f"{domain}-{now:%Y%m%dT%H%M%S}-{checkpoint[:8]}"
    report = home.get().reports / f"{audit_id}.html"
    identity = {"audit_id": audit_id, "domain": domain, "checkpoint": checkpoint, "created_at": now}
    judged = audit_row(audit, get_domain(domain), dials, changed)
    row = identity | judged | {"report_path": str(report.relative_to(home.get().root))}
    renderings = draw_mistakes(store, domain, audit)
    nights = [*before, row]
    write_report(report, render_report(audit, row, renderings, nights=nights, drift=changed))
    commit = add_rows(store, AUDIT_REPORTS, domain, [row])
    _feed(
        context,
        store,
        AUDITED_TURNS,
        audit_id,
        [audited_row(turn, get_domain(domain), identity) for turn in audit.turns],
    )
    _feed(context, store, CORRECTION_LOG, audit_id, [correction_row(turn, audit_id, now) for turn in audit.wrong])
    return committed(store, AUDIT_REPORTS, commit, metadata(audit, nights, changed, str(report), renderings))


def _audit(store: Lake, checkpoint: str, execution: ExecutionResource, mixture: Mixture, plan: AuditPlan) -> Audit:
    domain = mixture.domain
    bundles = {bundle.hash: bundle for bundle in certified_bundles(store, domain.name)}
    amplified = simulated_trajectories(store, domain.name, checkpoint)
    population = simulated_turns(amplified, bundles)

    with execution.pool(domain.name) as pool:
        means = Means(domain, bundles, mixture.by_name(), pool)
        return asyncio.run(run_audit(means, amplified, population, plan))


def _feed(
    context: dg.AssetExecutionContext,
    store: Lake,
    schema: TableSchema,
    audit_id: str,
    rows: Sequence[Mapping[str, Any]],
) -> None:
    """Append to an external asset's table; also no rows, so that the table exists once a domain was audited."""
    commit = add_rows(store, schema, context.partition_key, rows)
    context.log_event(
        dg.AssetMaterialization(
            schema.name,
            partition=context.partition_key,
            metadata={"added": len(rows), "dagster/row_count": commit.rows, "audit": audit_id},
            tags={"dagster/data_version": commit.data_version},
        )
    )


WORST = 10


def render_report(
    audit: Audit,
    row: Mapping[str, Any],
    renderings: Mapping[str, Rendering],
    *,
    nights: Sequence[Mapping[str, Any]] = (),
    drift: Drift | None = None,
) -> str:
    """HTML with all pictures inline. `row` is the audit's row in `audit_reports`, `renderings` are by turn id,
    `nights` the domain's rows of `audit_reports` with this audit's last; () leaves the trend out."""
    environment = page_templates(Path(__file__).parent / "templates")
    verdicts = audit.verdicts
    return environment.get_template("report.html.j2").render(
        row=row,
        audit=audit,
        nights=list(nights)[-plots.NIGHTS_SHOWN :],
        drift=drift,
        trend=plots.trend(nights) if nights else "",
        accuracy=figures.outcome_accuracy(verdicts),
        agreement=audit.agreement,
        left_out=audit.left_out,
        false_pass=figures.false_pass(verdicts),
        recalls=figures.recall(verdicts),
        confusion=plots.confusion_matrix(figures.confusion(verdicts)) if verdicts else "",
        reliability=plots.reliability(figures.calibration(verdicts)) if verdicts else "",
        worst=audit.worst[:WORST],
        renderings=renderings,
        faulty_lines=lambda turn: {fault.line for fault in turn.turn.faults},
        image_address=image_address,
        data_address=data_address,
        report_link=report_link,
        trajectory_path=trajectory_path,
        list_path=list_path,
        start_viewer=how_to_start(),
        percent=lambda value: f"{value:.1%}",
        points=lambda value: f"{100 * value:+.1f}",
    )


def write_report(path: Path, html: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".tmp")
    temporary.write_text(html, encoding="utf-8")
    temporary.replace(path)
