"""What Dagster shows of an audit: figures, plots and drawings as metadata. The page is written by `asset`."""

from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg

from assets.audits import figures, plots
from assets.audits.audit import Audit
from assets.audits.drift import Drift
from assets.bundles.reading import certified_bundles
from assets.markdown import markdown
from assets.pictures import markdown_image
from assets.renderings import MOST_PORTRAITS, Rendering, Subject, contact_sheet, draw_renderings
from assets.viewer_link import viewer_link
from resources.domains.registry import get_domain
from resources.storage.lake import Lake

_SHOWN_IN_METADATA = 2
"""Comparisons; the report has more of them."""


def metadata(
    audit: Audit,
    nights: Sequence[Mapping[str, Any]],
    drift: Drift | None,
    report: str,
    renderings: Mapping[str, Rendering],
) -> dict[str, Any]:
    """`nights` are the domain's rows of `audit_reports`, this audit's last."""
    row, cost = nights[-1], audit.cost
    return {
        "report": dg.MetadataValue.path(report),
        "look at the disagreements": viewer_link(
            {"domain": row["domain"], "checkpoint": row["checkpoint"], "disagreeing": "1"}
        ),
        "outcome accuracy in words": str(figures.outcome_accuracy(audit.verdicts)),
        "trajectory agreement in words": str(audit.agreement),
        **_plotted(row),
        "drift": str(drift or "no earlier audit to compare with"),
        "sample": f"{len(audit.turns)} of {audit.population} simulated turns, in {len(audit.strata)} strata",
        "not judged": audit.gaps,
        "left out of the agreement": dg.MetadataValue.json(dict(audit.left_out)),
        "trajectories without a simulated turn": audit.untouched,
        "true texts": true_texts(row),
        "false PASS": str(figures.false_pass(audit.verdicts)),
        "calibration error": row["calibration_error"],
        "gate": "open" if row["passed_gate"] else "shut",
        "corrections": row["corrections"],
        "cost": f"{cost.executions} executions, {cost.cached} of them cached, {cost.tool_seconds:.1f} s of tools",
        **_plots(audit, nights),
        **_sheet(renderings),
    }


def _plotted(row: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers that Dagster plots by domain. What nothing was there to judge for has none: 0 would be a verdict."""
    shares = {
        "turns": ("outcome_accuracy", "outcome_low", "minimum_accuracy"),
        "trajectories": ("trajectory_agreement", "agreement_low", "minimum_agreement"),
    }
    shown = [name for count, names in shares.items() if row[count] for name in names]
    counts = {f"{count} judged": row[count] for count in shares}
    return counts | {name.replace("_", " "): float(row[name]) for name in shown}


def true_texts(row: Mapping[str, Any]) -> str:
    """How much of what simulated failures say is true, for people."""
    if not row.get("texts"):
        return "nothing was said but labels"
    said = f"{row['texts_true']:.1%} of {row['texts']}, at least {row['texts_true_low']:.1%}"
    return f"{said}; minimum {row['minimum_texts_true']:.1%}"


def _plots(audit: Audit, nights: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    verdicts = audit.verdicts
    if not verdicts:
        return {}
    drawn = {
        "confusion": (plots.confusion_matrix(figures.confusion(verdicts)), "real against predicted"),
        "reliability": (plots.reliability(figures.calibration(verdicts)), "confidence against accuracy"),
        "trend": (plots.trend(nights), "the last nights"),
    }
    return {name: markdown(markdown_image(*entry)) for name, entry in drawn.items()}


def draw_mistakes(store: Lake, domain: str, audit: Audit) -> dict[str, Rendering]:
    """Reference, candidate and difference of the worst mistakes, by turn id, where the domain has pictures."""
    bundles = {bundle.hash: bundle for bundle in certified_bundles(store, domain)}
    subjects = [
        Subject(turn.turn_id, turn.title, bundles[turn.trajectory.bundle_hash], turn.turn.candidate)
        for turn in audit.worst[:MOST_PORTRAITS]
    ]
    return {rendering.key: rendering for rendering in draw_renderings(get_domain(domain), subjects)}


def _sheet(renderings: Mapping[str, Rendering]) -> dict[str, Any]:
    compared = [rendering for rendering in renderings.values() if len(rendering.pictures) > 1][:_SHOWN_IN_METADATA]
    if not compared:
        return {}
    return {"disagreements": markdown(markdown_image(contact_sheet(compared), "disagreements"))}
