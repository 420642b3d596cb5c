"""The experiment as a picture: accuracy on the fixed set after each round, and what the audits found. No figures are
computed here."""

from collections.abc import Sequence

from assets.pictures import ACCENT, axes, svg
from assets.world_model.fidelity import Figure
from orchestration.learning.rounds import Round

COLOURS = {"turn": ACCENT, "seed": "#5a7d3a", "fault": "#7a4a9c", "generator": "#a08020", "audit": "#b3541e"}
APART = 0.08
"""Rounds between the marks of two parts, so that their intervals do not cover each other."""
MARGIN = 0.05

Point = tuple[int, float, float, float]
"""Round, value and the ends of its interval."""


def learning_picture(rounds: Sequence[Round], figures: Sequence[tuple[str, Figure]], domain: str) -> str:
    """Accuracy of each round's champion by part and of its audit, with 95 % intervals; of one domain, or "all"."""
    figure, plot = axes(5.6, 3.8)
    drawn = {name: points for name in COLOURS if (points := points_of(name, rounds, figures, domain))}
    for place, (name, points) in enumerate(drawn.items()):
        shift = APART * (place - (len(drawn) - 1) / 2)
        values = [value for _, value, _, _ in points]
        plot.errorbar(
            [number + shift for number, *_ in points],
            values,
            # An interval's end may miss the value by a rounding error.
            yerr=[
                [max(0.0, value - low) for _, value, low, _ in points],
                [max(0.0, high - value) for _, value, _, high in points],
            ],
            fmt="s--" if name == "audit" else "o-",
            color=COLOURS[name], markersize=4, linewidth=1.2, elinewidth=0.9, capsize=2,
            label=name if name == "audit" else f"by {name}",
        )  # fmt: skip
    lowest = min((low for points in drawn.values() for _, _, low, _ in points), default=MARGIN)
    numbers = [one.number for one in rounds]
    plot.set(
        xticks=numbers, ylim=(max(0.0, lowest - MARGIN), 1.01), xlabel="round", ylabel="outcome accuracy", title=domain
    )
    if drawn:
        plot.legend(fontsize=7, frameon=False, ncols=2, loc="lower right")
    return svg(figure)


def points_of(
    name: str, rounds: Sequence[Round], figures: Sequence[tuple[str, Figure]], domain: str
) -> Sequence[Point]:
    """Of a part of the fixed set, or of the audits; rounds without a figure are left out."""
    if name == "audit":
        audits = [(one.number, one.audits[domain]) for one in rounds if domain in one.audits]
        return [(number, audit.outcome_accuracy, audit.outcome_low, audit.outcome_high) for number, audit in audits]
    accuracies = {
        champion: row
        for champion, row in figures
        if (row.domain, row.split, row.metric) == (domain, name, "accuracy") and row.value is not None
    }
    rows = [(one.number, accuracies[one.champion]) for one in rounds if one.champion in accuracies]
    return [
        (number, row.value, row.low, row.high)
        for number, row in rows
        if row.value is not None and row.low is not None and row.high is not None
    ]
