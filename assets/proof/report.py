"""The report: tables in Markdown and a picture. No figure is computed here."""

from collections.abc import Mapping, Sequence

from assets.pictures import ACCENT, axes, svg
from assets.proof.figures import ALL, ArmFigure, Difference, Judged

COLOURS = (ACCENT, "#5a7d3a", "#b3541e", "#7a4a9c", "#a08020", "#3f7f8c", "#888888", "#c05080", "#2f5f4f")
FIX = "Fix % at one turn"


def share_table(figures: Sequence[ArmFigure], metric: str) -> str:
    """Arms by part."""
    own = [one for one in figures if one.figure.metric == metric]
    arms, parts = list(dict.fromkeys(one.arm for one in own)), list(dict.fromkeys(one.part for one in own))
    cells = {(one.arm, one.part): _share(one) for one in own}
    counts = {one.part: f"{one.part}<br>{one.figure.tasks} tasks, {one.figure.samples} prompts" for one in own}
    lines = [["arm", *(counts[part] for part in parts)]]
    lines += [[f"`{arm}`", *(cells.get((arm, part), "–") for part in parts)] for arm in arms]
    return _table(lines)


def seed_table(figures: Sequence[ArmFigure], metric: str) -> str:
    own = [one for one in figures if one.figure.metric == metric and one.part == ALL]
    most = max((len(one.by_seed) for one in own), default=0)
    lines = [["arm", *(f"seed {place}" for place in range(most))]]
    for one in own:
        told = [f"{100 * share:.1f}" for share in one.by_seed]
        lines.append([f"`{one.arm}`", *told, *["–"] * (most - len(told))])
    return _table(lines)


def difference_table(found: Sequence[Difference], metric: str) -> str:
    """Points, with intervals; bold where the interval leaves out zero. "" where no two arms were judged."""
    own = [one for one in found if one.metric == metric]
    if not own:
        return ""
    parts = list(dict.fromkeys(one.part for one in own))
    pairs = list(dict.fromkeys((one.arm, one.other) for one in own))
    cells = {(one.arm, one.other, one.part): _points(one) for one in own}
    lines = [["difference", *parts]]
    lines += [[f"`{arm}` − `{other}`", *(cells.get((arm, other, part), "–") for part in parts)] for arm, other in pairs]
    return _table(lines)


def training_table(cards: Sequence[Mapping[str, object]]) -> str:
    """What went through each model, by arm, and the loss at its end."""
    by_arm: dict[str, list[Mapping[str, object]]] = {}
    for card in cards:
        if card.get("losses"):
            by_arm.setdefault(str(card["arm"]), []).append(card)
    lines = [["arm", "models", "examples", "passes", "tokens", "of them learned", "loss, first and last tenth"]]
    for arm, own in by_arm.items():
        first = own[0]
        losses = list(first["losses"])  # type: ignore[call-overload]
        tenth = max(1, len(losses) // 10)
        ends = [sum(part) / len(part) for part in (losses[:tenth], losses[-tenth:])]
        lines.append(
            [f"`{arm}`", str(len(own)), str(first["sequences"]), str(first["passes"]), f"{first['tokens']:,}",
             f"{first['learned tokens']:,}", f"{ends[0]:.2f}, {ends[1]:.3f}"]
        )  # fmt: skip
    return _table(lines)


def picture(figures: Sequence[ArmFigure], judged: Judged, metric: str = FIX) -> str:
    """Shares of each arm by domain, with intervals."""
    own = [one for one in figures if one.figure.metric == metric]
    domains = sorted({one.domain for one in judged.prompts.values()})
    parts = [ALL, *domains]
    figure, plot = axes(7.5, 3.8)
    width = 0.8 / max(1, len(judged.arms))
    for place, arm in enumerate(judged.arms):
        found = {one.part: one.figure for one in own if one.arm == arm}
        drawn = [(number, found[part]) for number, part in enumerate(parts) if part in found]
        plot.bar(
            [number + width * (place - (len(judged.arms) - 1) / 2) for number, _ in drawn],
            [100 * (one.value or 0) for _, one in drawn],
            width=width * 0.9,
            color=COLOURS[place % len(COLOURS)],
            label=arm,
            yerr=[
                [100 * max(0.0, (one.value or 0) - (one.low or 0)) for _, one in drawn],
                [100 * max(0.0, (one.high or 0) - (one.value or 0)) for _, one in drawn],
            ],
            error_kw={"elinewidth": 0.8, "capsize": 1.5},
        )
    plot.set(ylabel=metric, ylim=(0, None))
    plot.set_xticks(range(len(parts)), [part.replace("_", "\n") for part in parts], fontsize=8)
    plot.legend(fontsize=7, frameon=False, ncols=1, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return svg(figure)


def _share(one: ArmFigure) -> str:
    told = one.figure
    if told.value is None or told.low is None or told.high is None:
        return "–"
    return f"{100 * told.value:.1f} [{100 * told.low:.0f}, {100 * told.high:.0f}]"


def _points(one: Difference) -> str:
    text = f"{100 * one.value:+.1f} [{100 * one.low:+.0f}, {100 * one.high:+.0f}]"
    return f"**{text}**" if one.low > 0 or one.high < 0 else text


def _table(lines: Sequence[Sequence[str]]) -> str:
    head, *rows = lines
    ruled = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in ruled)
