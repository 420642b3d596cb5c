"""Pictures of an audit as inline SVG: confusion matrix, reliability diagram, trend. No figures are computed here."""

from collections.abc import Mapping, Sequence
from typing import Any

from assets.audits.figures import CalibrationBin
from assets.pictures import ACCENT, INK, axes, svg
from resources.execution.outcome import Outcome

SECOND = "#b7791f"
NIGHTS_SHOWN = 14


def confusion_matrix(counts: dict[tuple[Outcome, Outcome], int]) -> str:
    """Rows are real labels, columns predicted ones; shading is the share of the row."""
    labels = [label for label in Outcome if any(label in pair for pair in counts)]
    matrix = [[counts.get((real, predicted), 0) for predicted in labels] for real in labels]
    shares = [[cell / max(sum(row), 1) for cell in row] for row in matrix]
    figure, plot = axes(1.6 + 0.95 * len(labels), 1.0 + 0.62 * len(labels))
    plot.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for row, cells in enumerate(matrix):
        for column, count in enumerate(cells):
            if count:
                colour = "white" if shares[row][column] > 0.55 else INK
                plot.text(column, row, str(count), ha="center", va="center", color=colour, fontsize=9)
    names = [label.value.replace("_", "\n") for label in labels]
    plot.set_xticks(range(len(labels)), names, fontsize=7)
    plot.set_yticks(range(len(labels)), names, fontsize=7)
    plot.set_xlabel("predicted")
    plot.set_ylabel("real")
    return svg(figure)


def reliability(bins: Sequence[CalibrationBin]) -> str:
    """How often the model is right against how sure it says it is; a dot's area is the share of turns it stands for."""
    figure, plot = axes(4.2, 3.6)
    plot.plot([0, 1], [0, 1], color="#9aa5b1", linewidth=1, linestyle="--")
    total = sum(entry.weight for entry in bins) or 1
    confidence = [entry.mean_confidence for entry in bins]
    accuracy = [entry.accuracy for entry in bins]
    plot.plot(confidence, accuracy, color=ACCENT, linewidth=1)
    plot.scatter(confidence, accuracy, s=[20 + 400 * entry.weight / total for entry in bins], color=ACCENT, alpha=0.8)
    plot.set(xlim=(0, 1.02), ylim=(-0.02, 1.05), xlabel="confidence", ylabel="share right")
    return svg(figure)


def trend(nights: Sequence[Mapping[str, Any]]) -> str:
    """Both figures of the last audits with their intervals and minima, oldest first; rows of `audit_reports`."""
    shown = list(nights)[-NIGHTS_SHOWN:]
    figure, plot = axes(6.4, 3.2)
    places = range(len(shown))
    for name, low, high, count, colour, label in (
        ("outcome_accuracy", "outcome_low", "outcome_high", "turns", ACCENT, "outcome accuracy"),
        ("trajectory_agreement", "agreement_low", "agreement_high", "trajectories", SECOND, "trajectory agreement"),
    ):
        measured = [place for place in places if shown[place][count]]
        values = [shown[place][name] for place in measured]
        below = [max(shown[place][name] - shown[place][low], 0.0) for place in measured]
        above = [max(shown[place][high] - shown[place][name], 0.0) for place in measured]
        shift = [place + (0.06 if colour is SECOND else -0.06) for place in measured]
        plot.errorbar(
            shift,
            values,
            yerr=[below, above],
            color=colour,
            marker="o",
            markersize=4,
            capsize=3,
            linewidth=1.2,
            label=label,
        )
    for name, colour in (("minimum_accuracy", ACCENT), ("minimum_agreement", SECOND)):
        plot.step(places, [row[name] for row in shown], where="mid", color=colour, linestyle=":", linewidth=1)
    plot.set(ylim=(-0.02, 1.05), xlim=(-0.5, len(shown) - 0.5), ylabel="share; dotted: minimum")
    names = [f"{row['created_at']:%m-%d %H:%M}\n{row['checkpoint'][:6]}" for row in shown]
    plot.set_xticks(list(places), names, fontsize=6.5)
    plot.legend(fontsize=8, frameon=False, loc="lower left")
    return svg(figure)
