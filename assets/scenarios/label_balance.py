"""Label balance of a domain's turns: what is aimed at, and what certainly misses it. The figures stand in the mart
`label_balance`; this is the verdict of the check."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assets.scenarios.label_quotas import FEWEST_PASSES, RARE
from assets.shares import Share, share
from resources.execution.outcome import Outcome

MOST_PASSES = 0.45
"""The largest share of PASS among a domain's turns that is aimed at: more teach little else, and fewer than the least
no PASS."""


@dataclass(frozen=True)
class Balance:
    """`rare` holds the failures that are below `RARE` with their whole 95 % interval, those never seen included."""

    passes: Share
    rare: Mapping[Outcome, Share]

    @property
    def passes_in_range(self) -> bool:
        """Whether the interval of PASS touches the range."""
        return self.passes.high >= FEWEST_PASSES and self.passes.low <= MOST_PASSES


def balance(counts: Mapping[Outcome, int], labels: Iterable[Outcome]) -> Balance:
    total = sum(counts.values())
    shares = {label: share(counts.get(label, 0), total) for label in labels}
    rare = {label: found for label, found in shares.items() if not label.passed and found.high < RARE}
    return Balance(shares[Outcome.PASS], rare)
