"""Pictures of how deep reasoning goes: the paper's figure 6, by domain and turn. No figures beyond quantiles."""

from collections.abc import Mapping, Sequence
from statistics import quantiles
from typing import Any, NamedTuple

from assets.pictures import ACCENT, axes, svg

ORIGINAL = "#a0aec0"


class Spread(NamedTuple):
    """Quartiles of lengths in characters."""

    low: float
    median: float
    high: float


def spread(lengths: Sequence[int]) -> Spread:
    """Quartiles; one length is all three."""
    if len(lengths) < 2:
        return Spread(*(float(lengths[0]),) * 3)
    return Spread(*quantiles(lengths, n=4, method="inclusive"))


def depth_by_turn(rows: Sequence[Mapping[str, Any]]) -> str:
    """Median length at each turn, original and accepted hindsight, the band between the quartiles shaded."""
    figure, plot = axes(5.4, 3.2)
    series = {
        "original": (ORIGINAL, [(row["turn_index"], len(row["original"])) for row in rows]),
        "in hindsight": (ACCENT, [(row["turn_index"], row["characters"]) for row in rows if row["accepted"]]),
    }
    for name, (colour, lengths) in series.items():
        indices = sorted({index for index, _ in lengths})
        spreads = [spread([length for at, length in lengths if at == index]) for index in indices]
        plot.plot(indices, [each.median for each in spreads], color=colour, marker="o", markersize=3, label=name)
        plot.fill_between(
            indices, [each.low for each in spreads], [each.high for each in spreads], color=colour, alpha=0.25, lw=0
        )
    plot.set_xticks(sorted({row["turn_index"] for row in rows}))
    plot.set_xlabel("correction")
    plot.set_ylabel("characters of reasoning")
    plot.set_ylim(bottom=0)
    plot.legend(fontsize=7, frameon=False)
    return svg(figure)
