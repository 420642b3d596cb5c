"""Predictors that are no language model: what the world model must beat, and what it must not hide behind.

All stand behind one small protocol, as does `prediction.CheckpointWorldModel`. Measuring them is
`assets.world_model.fidelity`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from resources.execution.outcome import Outcome
from resources.world_model.boosting import BoostingSettings, Forest, fit_forest
from resources.world_model.features import cheap_checks, features, features_of
from resources.world_model.hint import Hint
from resources.world_model.model import Query, TurnExample
from resources.world_model.neighbours import nearest

Shares = Mapping[Outcome, float]


class Predictor(Protocol):
    """`name` is the row's name in the fidelity table."""

    @property
    def name(self) -> str: ...

    def probabilities(self, queries: Sequence[Query]) -> Sequence[Shares]:
        """For each query, shares that sum to one; a label that is absent has none."""
        ...


@dataclass(frozen=True)
class LabelFrequencies:
    """The labels' shares by domain: its likeliest label is the majority."""

    by_domain: Mapping[str, Shares]
    name: str = "majority label"

    def probabilities(self, queries: Sequence[Query]) -> Sequence[Shares]:
        return [self.by_domain[query.domain.name] for query in queries]


@dataclass(frozen=True)
class NearestExecuted:
    """The outcome of the most similar executed candidate, as surely as the two are similar."""

    fallback: LabelFrequencies
    name: str = "nearest executed candidate"

    def probabilities(self, queries: Sequence[Query]) -> Sequence[Shares]:
        return [self.one(query) for query in queries]

    def one(self, query: Query) -> Shares:
        found = nearest(query.candidate.code, query.executed)
        if found is None:
            return self.fallback.probabilities([query])[0]
        return {found.observation.outcome: 1.0}


@dataclass(frozen=True)
class ParserDiagnostics:
    """A compilation error where the domain's parser reports an error, else the majority of the rest.

    `checks` names, by domain, the cheap check that says so; a domain without one takes its frequencies.
    """

    checks: Mapping[str, str]
    clean: LabelFrequencies
    fallback: LabelFrequencies
    name: str = "parser diagnostics"

    def probabilities(self, queries: Sequence[Query]) -> Sequence[Shares]:
        return [self.one(query) for query in queries]

    def one(self, query: Query) -> Shares:
        check = self.checks.get(query.domain.name)
        if check is None:
            return self.fallback.probabilities([query])[0]
        if cheap_checks(query).get(check, 0.0) > 0:
            return {Outcome.COMPILATION_ERROR: 1.0}
        return self.clean.probabilities([query])[0]


@dataclass(frozen=True)
class Boosting:
    """Gradient boosting: the hint by itself. `without_checks` says that it saw the difference only."""

    forests: Mapping[str, Forest]
    without_checks: bool = False

    @property
    def name(self) -> str:
        return "gradient boosting, difference only" if self.without_checks else "gradient boosting"

    def probabilities(self, queries: Sequence[Query]) -> Sequence[Shares]:
        found = []
        for query in queries:
            forest = self.forests[query.domain.name]
            shares = forest.probabilities([features(query)])[0]
            found.append(dict(zip(forest.labels, map(float, shares), strict=True)))
        return found


def fit_frequencies(examples: Sequence[TurnExample]) -> LabelFrequencies:
    counts: dict[str, Counter[Outcome]] = {}
    for example in examples:
        counts.setdefault(example.query.domain.name, Counter())[example.observation.outcome] += 1
    return LabelFrequencies(
        {
            domain: {outcome: count / counter.total() for outcome, count in counter.most_common()}
            for domain, counter in counts.items()
        }
    )


def fit_parser(examples: Sequence[TurnExample]) -> ParserDiagnostics:
    """Finds each domain's check: the one whose being positive agrees best with COMPILATION_ERROR."""
    overall = fit_frequencies(examples)
    rest = [example for example in examples if example.observation.outcome is not Outcome.COMPILATION_ERROR]
    checks: dict[str, str] = {}
    for domain in overall.by_domain:
        own = [example for example in examples if example.query.domain.name == domain]
        fails = [example.observation.outcome is Outcome.COMPILATION_ERROR for example in own]
        best = best_check([cheap_checks(example.query) for example in own], fails)
        if best is not None and any(item.query.domain.name == domain for item in rest):
            checks[domain] = best
    return ParserDiagnostics(checks, fit_frequencies(rest), overall)


def best_check(rows: Sequence[Mapping[str, float]], fails: Sequence[bool]) -> str | None:
    """The check that agrees with `fails` more often than never failing does; first by name of equals."""
    names = sorted({name for row in rows for name in row})
    agreement = {
        name: sum((row.get(name, 0.0) > 0) is fail for row, fail in zip(rows, fails, strict=True)) for name in names
    }
    best = max(names, key=lambda name: agreement[name], default=None)
    return best if best is not None and agreement[best] > fails.count(False) else None


def fit_boosting(
    examples: Sequence[TurnExample], settings: BoostingSettings, *, without_checks: bool = False
) -> Boosting:
    """One forest for each domain. Without checks only features of the difference and of sizes are seen."""
    forests = {}
    for domain in sorted({example.query.domain.name for example in examples}):
        own = [example for example in examples if example.query.domain.name == domain]
        rows = features_of([example.query for example in own])
        if without_checks:
            rows = [{name: value for name, value in row.items() if not name.startswith("check.")} for row in rows]
        forests[domain] = fit_forest(rows, [example.observation.outcome for example in own], settings)
    return Boosting(forests, without_checks)


def fit_baselines(
    examples: Sequence[TurnExample], settings: BoostingSettings | None = None, hint: Hint | None = None
) -> list[Predictor]:
    """All of them, weakest first. A `hint` that was fitted on the same examples saves its refit."""
    settings = settings or BoostingSettings()
    frequencies = fit_frequencies(examples)
    return [
        frequencies,
        NearestExecuted(frequencies),
        fit_parser(examples),
        fit_boosting(examples, settings, without_checks=True),
        Boosting(hint.forests) if hint else fit_boosting(examples, settings),
    ]
