"""Power: how large a difference of Fix % the held-out repairs can show, reckoned before anything is trained.

Two arms answer the same prompts, which are alike within a task. With m repairs a task and an intraclass correlation r,
n prompts are worth n / (1 + (m - 1) r); the test is of two shares at 5 %, two-sided, normal.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from assets.proof.prompts import REPAIR, Asked

CORRELATION = 0.3
"""Of verdicts on repairs of one task: a guess, on the safe side for injected faults."""
LOW, HIGH = 0.02, 0.12
"""Fix % of an arm that learned nothing, and ten points more."""


@dataclass(frozen=True)
class PowerRow:
    """`worth` is how many independent prompts they count for, `power` the chance to see ten points, `seen` the least
    difference from `LOW` that is seen with a chance of 80 %."""

    domain: str
    tasks: int
    repairs: int
    worth: float
    power: float
    seen: float


def power_table(asked: Iterable[Asked]) -> list[PowerRow]:
    """By domain, and over all."""
    repairs = [one for one in asked if one.kind == REPAIR]
    domains = sorted({one.domain for one in repairs})
    own = [[one for one in repairs if one.domain == domain] for domain in domains]
    return [_row(name, part) for name, part in zip([*domains, "all"], [*own, repairs], strict=True) if part]


def _row(name: str, repairs: list[Asked]) -> PowerRow:
    tasks = len({one.seed_id for one in repairs})
    worth = len(repairs) / (1 + (len(repairs) / tasks - 1) * CORRELATION)
    steps = (LOW + step / 1000 for step in range(1, 981))
    seen = next((high - LOW for high in steps if power(LOW, high, worth) >= 0.8), 1.0)
    return PowerRow(name, tasks, len(repairs), round(worth, 1), round(power(LOW, HIGH, worth), 3), round(seen, 3))


def power(low: float, high: float, worth: float) -> float:
    """The chance that shares of `low` and `high` differ significantly in `worth` prompts each."""
    normal, middle = NormalDist(), (low + high) / 2
    spread = sqrt((low * (1 - low) + high * (1 - high)) / worth)
    bound = normal.inv_cdf(0.975) * sqrt(2 * middle * (1 - middle) / worth)
    return 1 - normal.cdf((bound - abs(high - low)) / spread)
