"""How good a predictor is, as rows of `icwm_fidelity`: one figure a row, with its interval and support.

Pure logic over records: who predicted, and how, is not known here. Nothing is rounded.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from resources.domains.domain import Diagnostic, Domain
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.calibration import calibration_error
from resources.world_model.model import TurnExample
from resources.world_model.rendering import RenderSettings, digest
from resources.world_model.templates import template_of


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
    """One prediction beside what was real. `match` is None where no diagnostic was predicted."""

    domain: str
    real: Outcome
    probabilities: Mapping[Outcome, float]
    match: "DiagnosticMatch | None" = None

    @property
    def predicted(self) -> Outcome:
        """The likeliest label; the first by name of equals."""
        return min(self.probabilities, key=lambda outcome: (-self.probabilities[outcome], outcome.value))

    @property
    def right(self) -> bool:
        return self.predicted is self.real


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
        return [*self.overall(), *self.by_label(), *self.confusion(), *self.diagnostic()]

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
        recalls = [self.recall(label) for label in self.labels()]
        confidence = [item.probabilities[item.predicted] for item in self.items]
        losses = [-math.log(max(item.probabilities.get(item.real, 0.0), 1e-6)) for item in self.items]
        return [
            self.share("accuracy", (item.right for item in self.items)),
            self.plain("balanced_accuracy", sum(recalls) / len(recalls)),
            self.share("false_pass", (not item.real.passed for item in self.items if item.predicted.passed)),
            self.share("missed_failure", (item.predicted.passed for item in self.items if not item.real.passed)),
            self.plain("calibration_error", calibration_error(confidence, [item.right for item in self.items])),
            self.plain("negative_log_likelihood", sum(losses) / len(losses)),
        ]

    def labels(self) -> list[Outcome]:
        return sorted({item.real for item in self.items}, key=lambda label: label.value)

    def recall(self, label: Outcome) -> float:
        rights = [item.right for item in self.items if item.real is label]
        return sum(rights) / len(rights)

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


class Interval(NamedTuple):
    """Bounds of a share at 95 % confidence."""

    low: float
    high: float


def wilson(hits: int, count: int) -> Interval:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(hits, count, alpha=0.05, method="wilson")
    return Interval(float(low), float(high))
