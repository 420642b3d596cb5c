"""The experiment as a picture: accuracy on the fixed set after each round, and what the audits found. No figures are
computed here."""

from collections.abc import Sequence

from assets.pictures import ACCENT, axes, svg
from assets.world_model.fidelity import Figure
from orchestration.learning.rounds import Round

STYLES = {"turn": "-", "seed": "--", "fault": ":", "generator": "-."}
AUDITED = "#b3541e"


def learning_picture(rounds: Sequence[Round], figures: Sequence[tuple[str, Figure]], domain: str) -> str:
    """Accuracy of each round's champion by part, with its 95 % interval; of one domain, or "all"."""
    figure, plot = axes(5.6, 3.8)
    numbers = [one.number for one in rounds]
    for part, style in STYLES.items():
        found = {
            champion: row
            for champion, row in figures
            if (row.domain, row.split, row.metric) == (domain, part, "accuracy") and row.value is not None
        }
        if found:
            rows = [found[one.champion] for one in rounds]
            plot.plot(numbers, [row.value for row in rows], style, color=ACCENT, marker="o", label=f"by {part}")
            plot.fill_between(
                numbers, [row.low for row in rows], [row.high for row in rows], color=ACCENT, alpha=0.1, linewidth=0
            )
    audits = [(one.number, one.audits[domain]) for one in rounds if domain in one.audits]
    if audits:
        plot.errorbar(
            [number for number, _ in audits],
            [audit.outcome_accuracy for _, audit in audits],
            yerr=[
                [audit.outcome_accuracy - audit.outcome_low for _, audit in audits],
                [audit.outcome_high - audit.outcome_accuracy for _, audit in audits],
            ],
            fmt="s", color=AUDITED, capsize=3, label="audit",
        )  # fmt: skip
    plot.set(xticks=numbers, ylim=(0, 1.02), xlabel="round", ylabel="outcome accuracy", title=domain)
    plot.legend(fontsize=7, frameon=False)
    return svg(figure)
