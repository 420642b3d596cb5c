"""Whether what a checkpoint's simulated observations say may be told in the corpus: audits of texts, not of labels."""

from dataclasses import dataclass

from assets.shares import Share, weighted_share
from assets.trust.audit_tables import AUDITED_TURNS
from resources.execution.bundle import source_of_seed
from resources.storage.lake import Lake

LEAST_TRUE, LEAST_LOW = 0.97, 0.95
"""Of audited texts with the right label: the share whose class, symbol, line and numbers are all the real log's, and
the lower end of its 95 % interval. Some 200 texts without a mistake, or 300 with three, are enough."""


@dataclass(frozen=True)
class AuditedTexts:
    """Of one checkpoint in one domain, by source of tasks: the share of true texts among those that say something."""

    by_source: dict[tuple[str, str], Share]

    def hold(self, checkpoint: str, source: str) -> bool:
        """False before there was an audit: what nobody looked at is not told."""
        true = self.by_source.get((checkpoint, source))
        return true is not None and true.value >= LEAST_TRUE and true.low > LEAST_LOW


def audited_texts(lake: Lake, domain: str) -> AuditedTexts:
    """Over all nights; a turn that was audited twice counts once."""
    if lake.manifest(AUDITED_TURNS.name, domain) is None:
        return AuditedTexts({})
    rows = {row["turn_id"]: row for row in lake.arrow(AUDITED_TURNS.name, [domain]).to_pylist()}
    groups: dict[tuple[str, str], list[tuple[bool, float]]] = {}
    for row in rows.values():
        if row.get("text_true") is not None:
            key = (row["checkpoint"], source_of_seed(row["seed_id"]))
            groups.setdefault(key, []).append((row["text_true"], row["weight"]))
    return AuditedTexts(
        {key: weighted_share([true for true, _ in own], [weight for _, weight in own]) for key, own in groups.items()}
    )
