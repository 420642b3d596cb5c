"""The audit report: one self-contained HTML page. Layout is the template's, figures are `figures`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assets.audits import figures, plots
from assets.audits.audit import Audit
from assets.audits.drift import Drift
from assets.renderings import Rendering, data_address, image_address
from assets.report_page import page_templates
from assets.viewer_address import how_to_start, list_path, report_link, trajectory_path

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
