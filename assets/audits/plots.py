"""Pictures of an audit as inline SVG: confusion matrix and reliability diagram. No figures are computed here."""

from assets.audits.figures import CalibrationBin
from assets.pictures import ACCENT, INK, axes, svg
from resources.execution.outcome import Outcome


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


def reliability(bins: list[CalibrationBin]) -> str:
    """How often the model is right against how sure it says it is; a dot's area is its number of turns."""
    figure, plot = axes(4.2, 3.6)
    plot.plot([0, 1], [0, 1], color="#9aa5b1", linewidth=1, linestyle="--")
    total = sum(entry.count for entry in bins) or 1
    confidence = [entry.mean_confidence for entry in bins]
    accuracy = [entry.accuracy for entry in bins]
    plot.plot(confidence, accuracy, color=ACCENT, linewidth=1)
    plot.scatter(confidence, accuracy, s=[20 + 400 * entry.count / total for entry in bins], color=ACCENT, alpha=0.8)
    plot.set(xlim=(0, 1.02), ylim=(-0.02, 1.05), xlabel="confidence", ylabel="share right")
    return svg(figure)
