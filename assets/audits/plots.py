"""Pictures of an audit as inline SVG: confusion matrix and reliability diagram. No figures are computed here."""

import base64
import io
from typing import Any

from assets.audits.figures import CalibrationBin
from resources.execution.outcome import Outcome

INK, ACCENT = "#1b2733", "#2563a8"


def markdown_image(svg: str, title: str) -> str:
    """The picture inside Markdown, as Dagster shows metadata."""
    return f"![{title}](data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()})"


def _svg(figure: Any) -> str:
    """The figure as an <svg> element, with the same bytes for the same figure."""
    import matplotlib as mpl
    from matplotlib import pyplot

    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "icwm", "svg.fonttype": "none"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None}, bbox_inches="tight")
    pyplot.close(figure)
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def _axes(width: float, height: float) -> tuple[Any, Any]:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(width, height))
    return figure, axes


def confusion_matrix(counts: dict[tuple[Outcome, Outcome], int]) -> str:
    """Rows are real labels, columns predicted ones; shading is the share of the row."""
    labels = [label for label in Outcome if any(label in pair for pair in counts)]
    matrix = [[counts.get((real, predicted), 0) for predicted in labels] for real in labels]
    shares = [[cell / max(sum(row), 1) for cell in row] for row in matrix]
    figure, axes = _axes(1.6 + 0.95 * len(labels), 1.0 + 0.62 * len(labels))
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for row, cells in enumerate(matrix):
        for column, count in enumerate(cells):
            if count:
                colour = "white" if shares[row][column] > 0.55 else INK
                axes.text(column, row, str(count), ha="center", va="center", color=colour, fontsize=9)
    names = [label.value.replace("_", "\n") for label in labels]
    axes.set_xticks(range(len(labels)), names, fontsize=7)
    axes.set_yticks(range(len(labels)), names, fontsize=7)
    axes.set_xlabel("predicted")
    axes.set_ylabel("real")
    return _svg(figure)


def reliability(bins: list[CalibrationBin]) -> str:
    """How often the model is right against how sure it says it is; a dot's area is its number of turns."""
    figure, axes = _axes(4.2, 3.6)
    axes.plot([0, 1], [0, 1], color="#9aa5b1", linewidth=1, linestyle="--")
    total = sum(entry.count for entry in bins) or 1
    confidence = [entry.mean_confidence for entry in bins]
    accuracy = [entry.accuracy for entry in bins]
    axes.plot(confidence, accuracy, color=ACCENT, linewidth=1)
    axes.scatter(confidence, accuracy, s=[20 + 400 * entry.count / total for entry in bins], color=ACCENT, alpha=0.8)
    axes.set(xlim=(0, 1.02), ylim=(-0.02, 1.05), xlabel="confidence", ylabel="share right")
    return _svg(figure)
