"""Hit rates with their intervals, and how they are shown. Counts what stands in `scenario_log`, decides nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from assets.pictures import ACCENT, axes, svg
from assets.scenarios.acquisition import Arm
from assets.shares import share
from resources.execution.outcome import Outcome

Row = dict[str, Any]


def rates(domain: str, log: Sequence[Row], counts: Mapping[Outcome, int]) -> list[Row]:
    """A row of `failure_scenarios` for each label and arm of the log."""
    total, drawn = max(1, sum(counts.values())), [row for row in log if row["arm"] == Arm.RANDOM]
    groups = sorted({(row["wanted_outcome"], row["arm"]) for row in log if row["arm"] != Arm.RANDOM})
    return [
        {
            "domain": domain,
            "wanted_outcome": label,
            "arm": arm,
            "share_of_turns": counts.get(Outcome(label), 0) / total,
            **_rate("hit", [row["hit"] for row in log if (row["wanted_outcome"], row["arm"]) == (label, arm)]),
            **_rate("random", [row["outcome"] == label for row in drawn]),
        }
        for label, arm in groups
    ]


def _rate(name: str, hits: Sequence[bool]) -> Row:
    rate = share(sum(hits), len(hits))
    counted = ("random_executed", "random_hits") if name == "random" else ("executed", "hits")
    return {
        counted[0]: rate.total,
        counted[1]: rate.count,
        f"{name}_rate": rate.value,
        f"{name}_low": rate.low,
        f"{name}_high": rate.high,
    }


def table(rows: Sequence[Row]) -> str:
    """As Markdown, a line for each label and arm."""
    head = "| label | chosen by | share of turns | came true | at random |\n|---|---|---|---|---|\n"
    return head + "\n".join(
        f"| {row['wanted_outcome']} | {row['arm']} | {row['share_of_turns']:.1%} "
        f"| {row['hits']} of {row['executed']} [{row['hit_low']:.0%}, {row['hit_high']:.0%}] "
        f"| {row['random_hits']} of {row['random_executed']} [{row['random_low']:.0%}, {row['random_high']:.0%}] |"
        for row in rows
    )


def picture(rows: Sequence[Row]) -> str:
    """Bars of the hit rates with their intervals, beside those of candidates drawn at random."""
    figure, plot = axes(6.0, 0.6 + 0.45 * len(rows))
    places = range(len(rows))
    for prefix, shift, colour in (("hit", 0.2, ACCENT), ("random", -0.2, "#a0aec0")):
        values = [row[f"{prefix}_rate"] for row in rows]
        low = [max(0.0, row[f"{prefix}_rate"] - row[f"{prefix}_low"]) for row in rows]
        high = [max(0.0, row[f"{prefix}_high"] - row[f"{prefix}_rate"]) for row in rows]
        label = "wanted" if prefix == "hit" else "at random"
        plot.barh([place + shift for place in places], values, 0.36, xerr=[low, high], color=colour, label=label)
    plot.set_yticks(list(places), [f"{row['wanted_outcome']} ({row['arm']})" for row in rows], fontsize=7)
    plot.set_xlim(0, 1)
    plot.set_xlabel("share that came true, 95 % Wilson interval", fontsize=7)
    plot.legend(fontsize=7, frameon=False)
    return svg(figure)
