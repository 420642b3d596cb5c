"""The audits of a domain so far, and drift of tonight's accuracy against the last of them. Reads the lake only.

What follows from them: `gate` (may it be amplified) and `response` (what is asked for next).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assets.audits.figures import Share
from assets.audits.schema import AUDIT_REPORTS
from resources.storage.lake import Commit, Lake

LAST_NIGHTS = 7
DRIFT_LEVEL = 0.01
"""With five domains and a one-sided warning, about one false alarm in forty nights."""


def audits(store: Lake, domain: str) -> list[dict[str, Any]]:
    """The rows of `audit_reports`, oldest first; columns that an earlier version of the table lacks are None."""
    if store.manifest(AUDIT_REPORTS.name, domain) is None:
        return []
    absent = dict.fromkeys(AUDIT_REPORTS.arrow_schema.names)
    rows = [absent | row for row in store.arrow(AUDIT_REPORTS.name, [domain]).to_pylist()]
    return sorted(rows, key=lambda row: (row["created_at"], row["audit_id"]))


def telling_audits(store: Lake, domain: str) -> list[dict[str, Any]]:
    """Those of checkpoints that had amplified something here: an audit of nothing says nothing of a checkpoint."""
    return [row for row in audits(store, domain) if row["amplified"] != 0]


def add_audit(store: Lake, domain: str, row: Mapping[str, Any]) -> Commit:
    """Append `row`. A partition of an earlier version of the table is rewritten as the present one, once."""
    manifest = store.manifest(AUDIT_REPORTS.name, domain)
    if manifest is None or manifest.schema == AUDIT_REPORTS.fingerprint:
        return store.append(AUDIT_REPORTS, domain, AUDIT_REPORTS.from_rows([row]))
    return store.rewrite(AUDIT_REPORTS, domain, lambda rows: AUDIT_REPORTS.from_rows([*rows, row]))


@dataclass(frozen=True)
class Drift:
    """Tonight's outcome accuracy against that of the last `nights` audits together, whichever checkpoint answered.

    `change` is tonight's minus theirs with its 95 % interval; `p_value` is two-sided.
    """

    nights: int
    before: float
    change: float
    low: float
    high: float
    p_value: float

    @property
    def worse(self) -> bool:
        return self.change < 0 and self.p_value < DRIFT_LEVEL

    def __str__(self) -> str:
        found = (
            f"{100 * self.change:+.1f} points [{100 * self.low:+.1f}, {100 * self.high:+.1f}], p = {self.p_value:.3f}"
        )
        return f"{found}, against {self.before:.1%} in the last {self.nights} audits"


def drift(accuracy: Share, before: Sequence[Mapping[str, Any]]) -> Drift | None:
    """Agresti and Caffo's test of two proportions, Newcombe's interval, at effective sizes; None where there is
    nothing to compare. `before` are rows of earlier audits, oldest first."""
    import numpy as np
    from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep

    last = [row for row in before if row["turns"]][-LAST_NIGHTS:]
    if not last or not accuracy.total:
        return None
    sizes = [row["effective_turns"] or row["turns"] for row in last]
    size, right = sum(sizes), sum(n * row["outcome_accuracy"] for n, row in zip(sizes, last, strict=True))
    pairs = (accuracy.value * accuracy.effective, accuracy.effective, right, size)
    # It works out an odds ratio beside, which nobody asked for and which a share of one has not.
    with np.errstate(divide="ignore", invalid="ignore"):
        found = test_proportions_2indep(*pairs, method="agresti-caffo", compare="diff")
    low, high = confint_proportions_2indep(*pairs, method="newcomb", compare="diff")
    before_value = right / size
    return Drift(len(last), before_value, accuracy.value - before_value, float(low), float(high), float(found.pvalue))
