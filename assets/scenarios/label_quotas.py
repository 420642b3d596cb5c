"""What is wanted: labels that are rare among a domain's executed turns, and how many executions each is worth."""

import math
from collections.abc import Iterable, Mapping

from resources.execution.outcome import Outcome

RARE = 0.05
"""A failure's share of its domain's turns below which more of it is wanted."""
FEWEST_PASSES = 0.25
"""The same for PASS: a dozen failures brought to their share leave too little of it."""
RANDOM_SHARE = 0.2
"""Of a round's executions, those that are drawn at random, so that a hit rate has something to stand against."""
MOST_RANDOM = 200
"""Of one champion's executions: more would only narrow an interval of three points on either side."""


def least_share(label: Outcome) -> float:
    return FEWEST_PASSES if label.passed else RARE


def rare_labels(counts: Mapping[Outcome, int], labels: Iterable[Outcome]) -> list[Outcome]:
    """Labels below their least share, those that never occurred included, the rarest first; none before the first
    turn."""
    total = sum(counts.values())
    if not total:
        return []
    rare = [label for label in labels if counts.get(label, 0) < least_share(label) * total]
    return sorted(rare, key=lambda label: (counts.get(label, 0), label.value))


def random_draws(executions: int, drawn: int = 0) -> int:
    """How many of a round's executions are drawn at random; `drawn` were in the champion's rounds before."""
    return min(max(0, MOST_RANDOM - drawn), math.ceil(RANDOM_SHARE * executions))


def needed(counts: Mapping[Outcome, int], rare: Iterable[Outcome], executions: int, drawn: int = 0) -> int:
    """Of at most so many executions, those after which the rare labels have their shares if each comes true, with the
    random ones among them: more would be predicted and chosen for nothing."""
    labels, total, hits = list(rare), sum(counts.values()), 0
    while hits < executions:
        lacking = sum(max(0, _least(label, total + hits) - counts.get(label, 0)) for label in labels)
        if lacking <= hits:
            break
        hits = lacking
    with_random = hits
    while with_random - random_draws(with_random, drawn) < hits:
        with_random += 1
    return min(executions, with_random)


def _least(label: Outcome, turns: int) -> int:
    """How many of so many turns give the label its share."""
    return math.ceil(least_share(label) * turns)


def quotas(counts: Mapping[Outcome, int], offered: Mapping[Outcome, int], executions: int) -> dict[Outcome, int]:
    """Executions for each rare label, `executions` at most in all: what it lacks, cut in proportion.

    A label lacks what would bring it to its least share of the turns once the round is over. `offered` is how many
    candidates are worth an execution for it: what one label has no use for is the others'.
    """
    total = sum(counts.values()) + executions
    lacking = {label: min(_least(label, total) - counts.get(label, 0), count) for label, count in offered.items()}
    total = sum(lacking.values())
    if total <= executions:
        return lacking
    quotas = {label: lack * executions // total for label, lack in lacking.items()}
    for label in sorted(lacking, key=lambda label: -(lacking[label] * executions % total))[
        : executions - sum(quotas.values())
    ]:
        quotas[label] += 1
    return quotas
