"""What is wanted: labels that are rare among a domain's executed turns, and how many executions each is worth."""

import math
from collections.abc import Iterable, Mapping

from resources.execution.outcome import Outcome

RARE = 0.05
"""A failure's share of its domain's turns below which more of it is wanted."""
RANDOM_SHARE = 0.2
"""Of a round's executions, those that are drawn at random, so that a hit rate has something to stand against."""
MOST_RANDOM = 200
"""More of them would only narrow an interval of three points on either side."""


def rare_labels(counts: Mapping[Outcome, int], labels: Iterable[Outcome]) -> list[Outcome]:
    """Failures below `RARE`, those that never occurred included, the rarest first; none before the first turn."""
    total = sum(counts.values())
    if not total:
        return []
    rare = [label for label in labels if not label.passed and counts.get(label, 0) < RARE * total]
    return sorted(rare, key=lambda label: (counts.get(label, 0), label.value))


def random_draws(executions: int) -> int:
    """How many of a round's executions are drawn at random."""
    return min(MOST_RANDOM, math.ceil(RANDOM_SHARE * executions))


def quotas(counts: Mapping[Outcome, int], offered: Mapping[Outcome, int], executions: int) -> dict[Outcome, int]:
    """Executions for each rare label, `executions` at most in all: what it lacks, cut in proportion.

    A label lacks what would bring it to `RARE` of the turns once the round is over. `offered` is how many candidates
    are worth an execution for it: what one label has no use for is the others'.
    """
    aim = math.ceil(RARE * (sum(counts.values()) + executions))
    lacking = {label: min(aim - counts.get(label, 0), count) for label, count in offered.items()}
    total = sum(lacking.values())
    if total <= executions:
        return lacking
    found = {label: lack * executions // total for label, lack in lacking.items()}
    for label in sorted(lacking, key=lambda label: -(lacking[label] * executions % total))[
        : executions - sum(found.values())
    ]:
        found[label] += 1
    return found
