"""How good a predictor is, as rows of `icwm_fidelity`: one figure a row, with its interval and support.

Pure logic over records: who predicted, and how, is not known here. Nothing is rounded.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from resources.domains.domain import Diagnostic, Domain
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.calibration import calibration_error
from resources.world_model.model import TurnExample
from resources.world_model.rendering import RenderSettings, digest
from resources.world_model.templates import template_of

Array = NDArray[Any]
SELECTIVE = 0.97
"""The accuracy that accepted turns shall have."""
STEP = 5
"""Per cent of coverage between two points of the risk-coverage curve."""
RESAMPLES = 400


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


@dataclass(frozen=True)
class Measured:
    """One prediction beside what was real. `match` is None where no diagnostic was predicted, `trust` and
    `trusted` where the predictor says no more than probabilities."""

    domain: str
    real: Outcome
    probabilities: Mapping[Outcome, float]
    match: "DiagnosticMatch | None" = None
    trust: float | None = None
    trusted: bool | None = None

    @property
    def predicted(self) -> Outcome:
        """The likeliest label; the first by name of equals."""
        return min(self.probabilities, key=lambda outcome: (-self.probabilities[outcome], outcome.value))

    @property
    def right(self) -> bool:
        return self.predicted is self.real

    @property
    def confidence(self) -> float:
        return self.probabilities[self.predicted]

    @property
    def sureness(self) -> float:
        """What the turns are ranked by when only the surest are accepted."""
        return self.confidence if self.trust is None else self.trust


Statistic = Callable[[Sequence[Measured], Array], Array]
"""Turns and how often each was drawn, (resamples, turns), to one figure for each resample."""


@dataclass(frozen=True)
class DiagnosticMatch:
    """`exact`: the log's first lines, as the template keeps them, are equal. `located`: so are category
    and line of the first diagnostic that the domain reads in the real log, None where it reads none."""

    exact: bool
    located: bool | None


def measure(
    examples: Sequence[TurnExample],
    probabilities: Sequence[Mapping[Outcome, float]],
    observations: Sequence[Observation] | None = None,
) -> list[Measured]:
    """`observations` are predicted ones, in order, from a predictor that writes diagnostics."""
    written: Sequence[Observation | None] = observations or [None] * len(examples)
    return [
        Measured(
            example.query.domain.name,
            example.observation.outcome,
            shares,
            None if seen is None else diagnostic_match(example.query.domain, example.observation, seen),
        )
        for example, shares, seen in zip(examples, probabilities, written, strict=True)
    ]


def diagnostic_match(domain: Domain, real: Observation, predicted: Observation) -> DiagnosticMatch:
    kept = digest(real, template_of(domain), RenderSettings())
    first = first_diagnostic(domain, kept)
    found = first_diagnostic(domain, predicted)
    located = None if first is None else found is not None and places(first) == places(found)
    return DiagnosticMatch(kept.log == predicted.log, located)


def first_diagnostic(domain: Domain, observation: Observation) -> Diagnostic | None:
    return next(iter(domain.diagnostics(observation)), None)


def places(diagnostic: Diagnostic) -> tuple[str, int]:
    return diagnostic.category, diagnostic.line


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
        found = list(hits)
        if not found:
            return Figure(self.domain, self.split, self.predictor, label, metric, None, None, None, 0)
        low, high = wilson(sum(found), len(found))
        value = sum(found) / len(found)
        return Figure(self.domain, self.split, self.predictor, label, metric, value, low, high, len(found))

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
        found = self.plain(metric, float(statistic(self.items, np.ones((1, len(self.items))))[0]))
        return replace(found, low=low, high=high)

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


def balanced_accuracy(items: Sequence[Measured], weights: Array) -> Array:
    """The mean of the recalls of the labels that occur."""
    right = np.array([item.right for item in items])
    real = np.array([item.real.value for item in items])
    totals = np.stack([weights[:, real == label].sum(axis=1) for label in sorted(set(real))])
    rights = np.stack([weights[:, (real == label) & right].sum(axis=1) for label in sorted(set(real))])
    recalls = rights / np.maximum(totals, 1)
    return np.asarray(recalls.sum(axis=0) / np.maximum((totals > 0).sum(axis=0), 1))


def selective_coverage(items: Sequence[Measured], weights: Array) -> Array:
    """The largest share of turns, surest first, of which 97 % are right."""
    sure, wrong = np.array([item.sureness for item in items]), np.array([not item.right for item in items])
    order = np.argsort(-sure, kind="stable")
    drawn, sure = weights[:, order], sure[order]
    count, errors = drawn.cumsum(axis=1), (drawn * wrong[order]).cumsum(axis=1)
    # Turns that are equally sure are accepted together.
    last = np.append(sure[1:] != sure[:-1], True)
    enough = last & (errors <= (1 - SELECTIVE) * count + 1e-9)
    return np.asarray(np.where(enough, count, 0).max(axis=1) / weights.sum(axis=1))


class Interval(NamedTuple):
    """Bounds of a share at 95 % confidence."""

    low: float
    high: float


def wilson(hits: int, count: int) -> Interval:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(hits, count, alpha=0.05, method="wilson")
    return Interval(float(low), float(high))


def bootstrap(items: Sequence[Measured], statistic: Statistic) -> Interval:
    """Percentiles of the statistic over turns drawn again; the same draws each time."""
    count = len(items)
    weights = np.random.default_rng(0).multinomial(count, np.full(count, 1 / count), RESAMPLES)
    low, high = np.percentile(statistic(items, weights), [2.5, 97.5])
    return Interval(float(low), float(high))


TABLE = {
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced",
    "false_pass": "false PASS",
    "calibration_error": "ECE",
    "coverage_at_97": "coverage at 97 %",
    "trusted": "trusted",
    "trusted_accuracy": "its accuracy",
    "diagnostic_exact": "diagnostic",
    "diagnostic_located": "class and line",
}


def figures_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Markdown: one line for each split and predictor, shares with their intervals."""
    found = {(row["split"], row["predictor"], row["metric"]): row for row in rows if not row["label"]}
    lines = dict.fromkeys((split, predictor) for split, predictor, _ in found)
    head = ["split", "predictor", "turns", *TABLE.values()]
    body = [
        [
            split,
            predictor,
            str(found[split, predictor, "accuracy"]["support"]),
            *(cell(found.get((split, predictor, name))) for name in TABLE),
        ]
        for split, predictor in lines
        if (split, predictor, "accuracy") in found
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *body])


def cell(row: Mapping[str, Any] | None) -> str:
    if row is None or row["value"] is None:
        return "–"
    return f"{row['value']:.3f}" + ("" if row["low"] is None else f" ({row['low']:.2f}–{row['high']:.2f})")
