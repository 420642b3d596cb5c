"""Rows of `icwm_fidelity` as a table that is read in the asset's metadata."""

from collections.abc import Mapping, Sequence
from typing import Any

TABLE = {
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced",
    "false_pass": "false PASS",
    "calibration_error": "ECE",
    "coverage_at_97": "coverage at 97 %",
    "trusted": "trusted",
    "trusted_accuracy": "its accuracy",
    "diagnostic_exact": "diagnostic",
    "diagnostic_located": "class and line",
}

HYBRID = "world model, hybrid"
PLOTTED_SPLITS = ("turn", "seed", "fault", "generator")
PLOTTED = ("accuracy", "false_pass")


def figures_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Markdown: one line for each split and predictor, shares with their intervals."""
    figures = {(row["split"], row["predictor"], row["metric"]): row for row in rows if not row["label"]}
    lines = dict.fromkeys((split, predictor) for split, predictor, _ in figures)
    head = ["split", "predictor", "turns", *TABLE.values()]
    body = [
        [
            split,
            predictor,
            str(figures[split, predictor, "accuracy"]["support"]),
            *(cell(figures.get((split, predictor, name))) for name in TABLE),
        ]
        for split, predictor in lines
        if (split, predictor, "accuracy") in figures
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *body])


def cell(row: Mapping[str, Any] | None) -> str:
    if row is None or row["value"] is None:
        return "–"
    return f"{row['value']:.3f}" + ("" if row["low"] is None else f" ({row['low']:.2f}–{row['high']:.2f})")


def plotted(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Numbers that Dagster plots by domain: the hybrid's, on turns, tasks, faults and generators that it never saw."""
    figures = {(row["split"], row["metric"]): row["value"] for row in rows if _is_plotted(row)}
    wanted = {(split, metric): f"{TABLE[metric]}, new {split}s" for split in PLOTTED_SPLITS for metric in PLOTTED}
    return {name: float(figures[key]) for key, name in wanted.items() if figures.get(key) is not None}


def _is_plotted(row: Mapping[str, Any]) -> bool:
    return not row["label"] and row["predictor"] == HYBRID
