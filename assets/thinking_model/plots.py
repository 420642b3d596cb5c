"""The loss of a training as a picture. No figures are computed here."""

from collections.abc import Mapping, Sequence
from typing import Any

from assets.pictures import ACCENT, axes, svg

HELD_OUT = "#b3541e"


def loss_curve(curves: Sequence[Mapping[str, Any]]) -> str:
    """By step, on what is learned and on the validation split."""
    figure, plot = axes(5.6, 3.4)
    for name, colour, label in (("loss", ACCENT, "learned"), ("eval_loss", HELD_OUT, "validation split")):
        points = [(entry["step"], entry[name]) for entry in curves if name in entry]
        if points:
            plot.plot(*zip(*points, strict=True), color=colour, marker="o", markersize=2.5, linewidth=1.2, label=label)
    plot.set(xlabel="step", ylabel="loss")
    if plot.get_legend_handles_labels()[0]:
        plot.legend(fontsize=7, frameon=False)
    return svg(figure)
