"""Pictures of the figures of `icwm_fidelity` as SVG. No figures are computed here."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from assets.pictures import ACCENT, INK, axes, svg

COLOURS = {"world model, hybrid": ACCENT, "world model, pure": "#b3541e", "gradient boosting": "#5a7d3a"}
STYLES = {"turn": "-", "seed": "--", "fault": ":", "generator": "-."}
Rows = Sequence[Mapping[str, Any]]


def risk_coverage(rows: Rows) -> str:
    """The share wrong among the surest, by how many are accepted; "" where nothing was measured."""
    figure, plot = axes(5.6, 3.8)
    drawn = False
    for predictor, colour in COLOURS.items():
        for split, style in STYLES.items():
            points = sorted(
                (int(row["metric"].removeprefix("risk_at_")), row["value"])
                for row in rows
                if row["predictor"] == predictor and row["split"] == split and row["metric"].startswith("risk_at_")
            )
            kept = [(coverage / 100, risk) for coverage, risk in points if risk is not None]
            if kept:
                plot.plot(
                    *zip(*kept, strict=True), style, color=colour, linewidth=1.4, label=f"{predictor}, by {split}"
                )
                drawn = True
    if not drawn:
        return ""
    plot.axhline(0.03, color=INK, linewidth=0.8, alpha=0.5)
    plot.set(xlim=(0, 1.01), ylim=(0, None), xlabel="coverage", ylabel="share wrong")
    plot.legend(fontsize=7, frameon=False)
    return svg(figure)


def learning_curve(rows: Rows) -> str:
    """Accuracy by the number of turns learned from; "" where there were too few."""
    figure, plot = axes(4.6, 3.4)
    drawn = False
    for split, style in STYLES.items():
        points = sorted(
            (int(found[1]), row["value"], row["low"], row["high"])
            for row in rows
            if row["split"] == f"{split}, learning curve"
            and row["metric"] == "accuracy"
            and (found := re.search(r"(\d+) turns", row["predictor"]))
        )
        if points:
            turns, value, low, high = zip(*points, strict=True)
            plot.plot(turns, value, style, color=ACCENT, marker="o", markersize=3, label=f"by {split}")
            plot.fill_between(turns, low, high, color=ACCENT, alpha=0.12, linewidth=0)
            drawn = True
    if not drawn:
        return ""
    plot.set(xscale="log", xlabel="turns learned from (gradient boosting)", ylabel="accuracy")
    plot.legend(fontsize=7, frameon=False)
    return svg(figure)
