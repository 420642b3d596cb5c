"""Pictures of trajectories: how outcomes change from turn to turn. No figures beyond counting."""

from collections import Counter
from typing import Any

from assets.pictures import axes, svg
from resources.execution.outcome import Outcome

COLOURS = {
    Outcome.PASS: "#2f855a",
    Outcome.FUNCTIONAL_MISMATCH: "#dd6b20",
    Outcome.COMPILATION_ERROR: "#c53030",
    Outcome.LINK_ERROR: "#b7791f",
    Outcome.SYNTHESIS_ERROR: "#805ad5",
    Outcome.TIMEOUT: "#4a5568",
    Outcome.RUNTIME_ERROR: "#97266d",
    Outcome.RESOURCE_EXCEEDED: "#718096",
    Outcome.REJECTED: "#1a202c",
}
OTHER = "#a0aec0"


def outcomes_by_turn(rows: list[dict[str, Any]]) -> str:
    """Stacked bars: turns of each index, coloured by outcome; "" where no trajectory has a turn."""
    counts = Counter((turn["index"], Outcome(turn["outcome"])) for row in rows for turn in row["turns"])
    indices = sorted({index for index, _ in counts})
    if not counts:
        return ""
    figure, plot = axes(5.4, 3.2)
    bottom = [0] * len(indices)
    for label in (label for label in Outcome if any(label is found for _, found in counts)):
        heights = [counts[index, label] for index in indices]
        plot.bar(indices, heights, bottom=bottom, color=COLOURS.get(label, OTHER), label=label.value)
        bottom = [low + height for low, height in zip(bottom, heights, strict=True)]
    plot.set_xticks(indices, ["first"] + [f"correction {index}" for index in indices[1:]], fontsize=7)
    plot.set_ylabel("turns")
    plot.legend(fontsize=7, frameon=False)
    return svg(figure)
