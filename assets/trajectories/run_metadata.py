"""What a campaign says of itself in Dagster: figures of its rows, and the failure of a step that could not go on."""

import statistics
from collections import Counter
from typing import Any

import dagster as dg

from assets.markdown import markdown, texts
from assets.pictures import axes, markdown_image, svg
from assets.trajectories.campaign import CampaignResult, Row
from assets.viewer_link import viewer_link
from resources.execution.outcome import Outcome


def summary(rows: list[Row], result: CampaignResult) -> dict[str, Any]:
    """Figures for the UI: turns, outcomes, share solved, generators and their cost, failures of either side."""
    turns = [turn for row in rows for turn in row["turns"]]
    outcomes = Counter(turn["outcome"] for turn in turns)
    picture = outcomes_by_turn(rows)
    shown = {"look at them": viewer_link({"domain": rows[0]["domain"]})} if rows else {}
    return {
        **shown,
        "made now": result.made,
        "turns": len(turns),
        "outcomes": dg.MetadataValue.json(dict(outcomes.most_common())),
        "solved share": statistics.fmean(row["passed"] for row in rows) if rows else 0.0,
        "corrections a trajectory": statistics.fmean(max(len(row["turns"]) - 1, 0) for row in rows) if rows else 0.0,
        "labels seen": len(outcomes),
        "passing turns share": outcomes["PASS"] / len(turns) if turns else 0.0,
        "outcomes by turn": markdown(markdown_image(picture, "outcomes by turn") if picture else "no turns"),
        "generators": dg.MetadataValue.json(dict(Counter(row["generator"] for row in rows).most_common())),
        **_cost(rows),
        "failures": texts(_failures(rows, result)),
    }


def _cost(rows: list[Row]) -> dict[str, Any]:
    """Sums over the rows that have them; nothing where no generator counts."""
    metadata = {}
    for name in ("prompt_tokens", "completion_tokens", "cost"):
        values = [row[name] for row in rows if row[name] is not None]
        if values:
            metadata[name.replace("_", " ")] = sum(values)
    return metadata


def _failures(rows: list[Row], result: CampaignResult) -> list[str]:
    gave_up = [f"{row['seed_id']}: {row['generator']} gave up: {row['failure']}" for row in rows if row["failure"]]
    return [*result.failures.values(), *gave_up]


def refuse_without_turns(rows: list[Row]) -> None:
    """Raises dg.Failure where no trajectory has a turn: nothing can be learned, and the reason stands here."""
    if rows and not any(row["turns"] for row in rows):
        reason, count = Counter(row["failure"] for row in rows).most_common(1)[0]
        raise dg.Failure(
            f"none of {len(rows)} trajectories has a turn. {count} of them: {reason}. They are kept, and not asked for "
            "again; another generator, or a home of its own for this one, gives new ones",
            allow_retries=False,
        )


def step_result(
    context: dg.AssetExecutionContext, made: dg.MaterializeResult[Any], result: CampaignResult
) -> dg.MaterializeResult[Any]:
    """`made`, unless a generator could not go on: then what was committed is recorded, and the step fails.

    Raises dg.Failure with the generator's own words, so that a person sees them; the next run of the partition
    makes what is left.
    """
    if not result.unavailable:
        return made
    tags = {"dagster/data_version": made.data_version.value} if made.data_version else None
    context.log_event(
        dg.AssetMaterialization(context.asset_key, partition=context.partition_key, metadata=made.metadata, tags=tags)
    )
    reasons = "; ".join(f"{name}: {reason}" for name, reason in result.unavailable.items())
    raise dg.Failure(
        f"{result.left} trajectories are left, the {result.made} made now are kept. {reasons}. "
        "Materialise the partition again to go on",
        metadata={"left": result.left, "made now": result.made},
        allow_retries=False,
    )


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
