"""How good a predictor is, as rows of `icwm_fidelity`: one figure a row, with its interval and support.

Pure logic over records: who predicted, and how, is not known here. Nothing is rounded.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from assets.world_model.intervals import Statistic, balanced_accuracy, bootstrap, selective_coverage, wilson
from assets.world_model.judged_prediction import Measured
from resources.execution.outcome import Outcome
from resources.world_model.calibration import calibration_error

STEP = 5
"""Per cent of coverage between two points of the risk-coverage curve."""


@dataclass(frozen=True)
class Figure:
    """One figure. `label` is the real label for recall, support and confusion, "" for figures over all.

    `low` and `high` bound shares by the 95 % Wilson interval and are None for what is no share. `support`
    is the number of turns under the figure; `value` is None where that is 0.
    """

    domain: str
    split: str
    predictor: str
    label: str
    metric: str
    value: float | None
    low: float | None
    high: float | None
    support: int

    def row(self) -> dict[str, object]:
        return asdict(self)


def fidelity(measured: Sequence[Measured], *, split: str, predictor: str) -> list[Figure]:
    """All figures, for each domain and, where there are several, for "all" of them together."""
    domains = sorted({item.domain for item in measured})
    groups = {name: [item for item in measured if item.domain == name] for name in domains}
    if len(domains) > 1:
        groups["all"] = list(measured)
    return [
        figure
        for name, items in groups.items()
        for figure in Measurement(name, split, predictor, tuple(items)).figures()
    ]


@dataclass(frozen=True)
class Measurement:
    """The figures of one domain, split and predictor."""

    domain: str
    split: str
    predictor: str
    items: tuple[Measured, ...]

    def figures(self) -> list[Figure]:
        return [
            *self.overall(),
            *self.selective(),
            *self.by_label(),
            *self.confusion(),
            *self.diagnostic(),
        ]

    def plain(self, metric: str, value: float, label: str = "", support: int | None = None) -> Figure:
        count = len(self.items) if support is None else support
        return Figure(self.domain, self.split, self.predictor, label, metric, value, None, None, count)

    def share(self, metric: str, hits: Iterable[bool], label: str = "") -> Figure:
        shares = list(hits)
        if not shares:
            return Figure(self.domain, self.split, self.predictor, label, metric, None, None, None, 0)
        low, high = wilson(sum(shares), len(shares))
        value = sum(shares) / len(shares)
        return Figure(self.domain, self.split, self.predictor, label, metric, value, low, high, len(shares))

    def overall(self) -> list[Figure]:
        """Accuracy; the same averaged over labels; false PASS: how often a predicted PASS was none."""
        confidence = [item.confidence for item in self.items]
        losses = [-math.log(max(item.probabilities.get(item.real, 0.0), 1e-6)) for item in self.items]
        return [
            self.share("accuracy", (item.right for item in self.items)),
            self.resampled("balanced_accuracy", balanced_accuracy),
            self.share("false_pass", (not item.real.passed for item in self.items if item.predicted.passed)),
            self.share("missed_failure", (item.predicted.passed for item in self.items if not item.real.passed)),
            self.plain("calibration_error", calibration_error(confidence, [item.right for item in self.items])),
            self.plain("negative_log_likelihood", sum(losses) / len(losses)),
        ]

    def resampled(self, metric: str, statistic: Statistic) -> Figure:
        """A figure that is no share of the turns: its interval is bootstrapped."""
        low, high = bootstrap(self.items, statistic)
        figure = self.plain(metric, float(statistic(self.items, np.ones((1, len(self.items))))[0]))
        return replace(figure, low=low, high=high)

    def selective(self) -> list[Figure]:
        """What accepting only the surest turns gives, and, of the world model, what its own threshold gives."""
        ranked = sorted(self.items, key=lambda item: -item.sureness)
        risks = [
            self.share(f"risk_at_{percent:03}", (not item.right for item in ranked[: len(ranked) * percent // 100]))
            for percent in range(STEP, 101, STEP)
        ]
        trusted = [item for item in self.items if item.trusted]
        own = [
            self.share("trusted", (bool(item.trusted) for item in self.items)),
            self.share("trusted_accuracy", (item.right for item in trusted)),
            self.share("trusted_false_pass", (item.predicted.passed and not item.right for item in trusted)),
        ]
        known = any(item.trusted is not None for item in self.items)
        return [self.resampled("coverage_at_97", selective_coverage), *risks, *(own if known else ())]

    def labels(self) -> list[Outcome]:
        return sorted({item.real for item in self.items}, key=lambda label: label.value)

    def by_label(self) -> list[Figure]:
        """Recall of each label, and its share of the turns: the label balance."""
        return [
            figure
            for label in self.labels()
            for figure in (
                self.share("recall", (item.right for item in self.items if item.real is label), label.value),
                self.share("label_share", (item.real is label for item in self.items), label.value),
            )
        ]

    def confusion(self) -> list[Figure]:
        """Counts, real label in `label`, predicted one in the metric's name; zeros are left out."""
        counts = Counter((item.real.value, item.predicted.value) for item in self.items)
        return [self.plain(f"predicted_{said}", count, real) for (real, said), count in sorted(counts.items())]

    def diagnostic(self) -> list[Figure]:
        """Over turns that failed, since a pass has no diagnostic; none for a predictor of labels only."""
        matches = [item.match for item in self.items if item.match is not None and not item.real.passed]
        if not any(item.match for item in self.items):
            return []
        return [
            self.share("diagnostic_exact", (match.exact for match in matches)),
            self.share("diagnostic_located", (match.located for match in matches if match.located is not None)),
        ]
