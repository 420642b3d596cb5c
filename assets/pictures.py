"""Pictures as SVG text: what every stage's plots share. Which picture shows what is the stage's."""

import base64
import io
from typing import Any

INK, ACCENT = "#1b2733", "#2563a8"


def axes(width: float, height: float) -> tuple[Any, Any]:
    """A matplotlib figure and its axes, inches wide and high, drawn without a display."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(width, height))
    return figure, axes


def svg(figure: Any) -> str:
    """The figure as an <svg> element, with the same bytes for the same figure; closes it."""
    import matplotlib as mpl
    from matplotlib import pyplot

    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "icwm", "svg.fonttype": "none"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None}, bbox_inches="tight")
    pyplot.close(figure)
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def markdown_image(picture: str, title: str) -> str:
    """The picture inside Markdown, as Dagster shows metadata."""
    return f"![{title}](data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()})"
