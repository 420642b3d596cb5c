"""What audits teach about trust: where they show that a checkpoint keeps less than was asked, a higher threshold.

Reads the lake and raises nothing by itself: amplification asks here. Thresholds from calibration turns are
`resources.world_model.verdicts`; whether a domain is amplified at all is `gate`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assets.shares import weighted_share
from assets.trust.audit_tables import AUDITED_TURNS
from resources.execution.bundle import source_of_seed
from resources.execution.outcome import Outcome
from resources.storage.lake import Lake
from resources.world_model.calibration import MIN_EXAMPLES
from resources.world_model.checkpoint import calibration_line
from resources.world_model.trust import Limits, TrustFigures, fit_threshold, trust
from resources.world_model.verdicts import fit_trust, group, load_verdicts, trust_in

Row = Mapping[str, Any]
Array = NDArray[Any]


@dataclass(frozen=True)
class ThresholdOverride:
    """A source's threshold after `audit_id`, which showed that the one `before` keeps less than was asked. `figures`
    are of the audited turns that the threshold was fitted on, weighted."""

    figures: TrustFigures
    before: float
    audit_id: str

    def __str__(self) -> str:
        figures = self.figures
        return (
            f"raised from {self.before:.3f} by audit {self.audit_id}: {figures.accepted} of {figures.examples} audited "
            f"turns, {figures.accuracy:.1%} right, {figures.false_pass:.1%} false PASSes"
        )


def threshold_overrides(lake: Lake, domain: str, checkpoint: Path, limits: Limits) -> dict[str, ThresholdOverride]:
    """By source of tasks, for a checkpoint's folder; sources whose threshold no audit spoke against are left out."""
    if lake.manifest(AUDITED_TURNS.name, domain) is None:
        return {}
    trusts = fit_trust(load_verdicts(checkpoint), limits)["hybrid"]
    line = calibration_line(checkpoint)
    rows = [row for row in lake.arrow(AUDITED_TURNS.name, [domain]).to_pylist() if row["checkpoint"] in line]
    by_source: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: (row["created_at"], row["audit_id"])):
        by_source.setdefault(source_of_seed(row["seed_id"]), []).append(row)
    fitted_before = {source: trust_in(trusts, domain, source).threshold for source in by_source}
    overrides = {source: override_for(own, fitted_before[source], limits) for source, own in by_source.items()}
    return {source: override for source, override in overrides.items() if override}


def by_group(found: Mapping[str, ThresholdOverride], domain: str) -> dict[str, float]:
    """As `CheckpointWorldModel` takes them."""
    return {group(domain, source): each.figures.threshold for source, each in found.items()}


def override_for(rows: Sequence[Row], threshold: float, limits: Limits) -> ThresholdOverride | None:
    """What one source's audited turns, oldest audit first, make of `threshold`; None where it stands."""
    last: ThresholdOverride | None = None
    known: list[Row] = []
    for audit_id, night in groupby(rows, key=lambda row: str(row["audit_id"])):
        known += night
        present = last.figures.threshold if last else threshold
        if breaks(known, present, limits):
            figures = fitted(known, limits)
            last = ThresholdOverride(figures, present, audit_id) if figures.threshold > present else last
    return last


def breaks(rows: Sequence[Row], threshold: float, limits: Limits) -> bool:
    """Whether what is trusted from there is, at 95 %, right less often or more often a false PASS than asked."""
    trusted = [row for row, own in zip(rows, trust_of(rows), strict=True) if own >= threshold]
    weights = list(weights_of(trusted))
    right, bad = weighted_share(rights(trusted), weights), weighted_share(false_passes(trusted), weights)
    enough = right.effective >= MIN_EXAMPLES
    return enough and (right.high < limits.accuracy or bad.low > limits.false_pass)


def fitted(rows: Sequence[Row], limits: Limits) -> TrustFigures:
    return fit_threshold(trust_of(rows), np.array(rights(rows)), np.array(false_passes(rows)), limits, weights_of(rows))


def weights_of(rows: Sequence[Row]) -> Array:
    """(turns,): audits of equal size weigh alike, however many turns each stood for."""
    sizes, counts = Counter[str](), Counter[str]()
    for row in rows:
        sizes[row["audit_id"]] += row["weight"]
        counts[row["audit_id"]] += 1
    return np.array([row["weight"] * counts[row["audit_id"]] / sizes[row["audit_id"]] for row in rows])


def trust_of(rows: Sequence[Row]) -> Array:
    """(turns,): as the prediction had it. A turn without a novelty is taken for a familiar one."""
    return trust(np.array([row["confidence"] for row in rows]), np.array([row["novelty"] or 0.0 for row in rows]))


def rights(rows: Sequence[Row]) -> list[bool]:
    return [row["outcome"] == row["predicted_outcome"] for row in rows]


def false_passes(rows: Sequence[Row]) -> list[bool]:
    return [row["outcome"] != row["predicted_outcome"] == Outcome.PASS.value for row in rows]
