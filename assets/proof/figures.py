"""Figures of the experiment: shares by arm with intervals by task, and differences between arms on the same prompts.

A share is the mean over prompts, seeds averaged first. Intervals are at 95 %: the exam's own for a share, a bootstrap
over whole tasks, prompts and seeds with them, for a difference. A prompt counts where every model's answer to it was
judged; where the environment failed on one, it counts for nobody.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from assets.exam.figure import Figure, Part, figure
from assets.exam.sample import Fate
from assets.proof.prompts import FIRST, REPAIR, Asked
from assets.proof.verdicts import Verdict

RESAMPLES = 4000
ALL = "all"
Good = Callable[[Verdict], bool]


@dataclass(frozen=True)
class Metric:
    """A share of the answers to prompts of one kind."""

    name: str
    kind: str
    good: Good


METRICS = (
    Metric("Fix % at one turn", REPAIR, lambda one: one.passed),
    Metric("repairs that compile", REPAIR, lambda one: one.compiled),
    Metric("faulty program sent back", REPAIR, lambda one: one.unchanged),
    Metric("PASS of first attempts", FIRST, lambda one: one.passed),
    Metric("first attempts that compile", FIRST, lambda one: one.compiled),
)


@dataclass(frozen=True)
class ArmFigure:
    """A share of one arm in one part of the prompts (a domain, `all`, or a kind of novelty)."""

    arm: str
    part: str
    figure: Figure
    by_seed: tuple[float, ...]


@dataclass(frozen=True)
class Difference:
    """How much one arm is above another, in points of the share."""

    arm: str
    other: str
    part: str
    metric: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Judged:
    """Complete prompts, and by arm and seed the verdicts on them."""

    prompts: Mapping[str, Asked]
    verdicts: Mapping[tuple[str, int], Mapping[str, Verdict]]

    @property
    def arms(self) -> list[str]:
        return list(dict.fromkeys(arm for arm, _ in self.verdicts))

    def seeds(self, arm: str) -> list[int]:
        return sorted(seed for name, seed in self.verdicts if name == arm)

    def shares(self, arm: str, metric: Metric, of: Callable[[Asked], bool]) -> dict[str, float]:
        """By prompt, the mean over seeds."""
        seeds = self.seeds(arm)
        return {
            name: sum(metric.good(self.verdicts[arm, seed][name]) for seed in seeds) / len(seeds)
            for name, asked in self.prompts.items()
            if asked.kind == metric.kind and of(asked)
        }


def complete(asked: Iterable[Asked], verdicts: Iterable[Verdict]) -> Judged:
    """Prompts that every model was judged on."""
    by_model: dict[tuple[str, int], dict[str, Verdict]] = {}
    for one in verdicts:
        by_model.setdefault((one.arm, one.seed), {})[one.prompt_id] = one
    known = [set(own) for own in by_model.values()]
    broken = {name for own in by_model.values() for name, one in own.items() if one.fate == Fate.ENVIRONMENT.value}
    whole = set.intersection(*known) - broken if known else set()
    return Judged({one.prompt_id: one for one in asked if one.prompt_id in whole}, by_model)


def parts(judged: Judged) -> dict[str, Callable[[Asked], bool]]:
    """Domains, all, and what is new about a prompt."""
    domains = sorted({one.domain for one in judged.prompts.values()})
    by_domain = {name: (lambda one, name=name: one.domain == name) for name in domains}
    return {
        ALL: lambda one: True,
        **by_domain,
        "known family, known fault": lambda one: not one.new_family and not one.new_fault,
        "new family": lambda one: one.new_family,
        "new kind of fault": lambda one: one.new_fault,
    }


def arm_figures(judged: Judged) -> list[ArmFigure]:
    return [
        one
        for metric in METRICS
        for part, of in parts(judged).items()
        for arm in judged.arms
        if (one := _arm_figure(judged, metric, arm, part, of))
    ]


def _arm_figure(judged: Judged, metric: Metric, arm: str, part: str, of: Callable[[Asked], bool]) -> ArmFigure | None:
    shares = judged.shares(arm, metric, of)
    if not shares:
        return None
    tasks: dict[str, list[float]] = {}
    for name, share in shares.items():
        tasks.setdefault(judged.prompts[name].seed_id, []).append(share)
    told = figure(metric.name, {task: Part(sum(own), len(own)) for task, own in tasks.items()}, len(shares), part=part)
    return ArmFigure(arm, part, told, tuple(_of_seed(judged, arm, seed, metric, shares) for seed in judged.seeds(arm)))


def _of_seed(judged: Judged, arm: str, seed: int, metric: Metric, names: Iterable[str]) -> float:
    own = judged.verdicts[arm, seed]
    good = [metric.good(own[name]) for name in names]
    return sum(good) / len(good)


def differences(
    judged: Judged, pairs: Sequence[tuple[str, str]], metrics: Sequence[Metric] = METRICS
) -> list[Difference]:
    """Of arms that were judged, in each part."""
    known = set(judged.arms)
    return [
        found
        for arm, other in pairs
        if {arm, other} <= known
        for metric in metrics
        for part, of in parts(judged).items()
        if (found := _difference(judged, metric, arm, other, part, of))
    ]


def _difference(
    judged: Judged, metric: Metric, arm: str, other: str, part: str, of: Callable[[Asked], bool]
) -> Difference | None:
    """Tasks are drawn again, and within each model's seeds too, so that luck of training is in the interval."""
    import numpy as np

    names = [name for name, asked in judged.prompts.items() if asked.kind == metric.kind and of(asked)]
    if not names:
        return None
    tasks = sorted({judged.prompts[name].seed_id for name in names})
    place = np.array([tasks.index(judged.prompts[name].seed_id) for name in names])
    chance = np.random.default_rng(0)
    sums = []
    for which in (arm, other):
        good = np.array(
            [[metric.good(judged.verdicts[which, seed][name]) for name in names] for seed in judged.seeds(which)], float
        )
        drawn = chance.multinomial(len(good), np.full(len(good), 1 / len(good)), RESAMPLES) / len(good)
        by_task = np.stack([good[:, place == task].sum(axis=1) for task in range(len(tasks))])
        sums.append((by_task.mean(axis=1), by_task @ drawn.T))
    sizes = np.bincount(place, minlength=len(tasks))
    weights = chance.multinomial(len(tasks), np.full(len(tasks), 1 / len(tasks)), RESAMPLES)
    counts = weights @ sizes
    gaps = [np.einsum("rt,tr->r", weights, drawn) / counts for _, drawn in sums]
    low, high = np.percentile(gaps[0] - gaps[1], [2.5, 97.5])
    value = float((sums[0][0].sum() - sums[1][0].sum()) / len(names))
    return Difference(arm, other, part, metric.name, value, float(low), float(high))
