"""A domain's executed turns, as choosing the next ones needs them. What is made of them is `round_plan`."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any, TypeVar

from assets.scenarios.hit_rates import NO_KIND, PastTurn
from assets.scenarios.proposals import Pair
from resources.execution.outcome import Outcome

Key = TypeVar("Key")


@dataclass(frozen=True)
class Turns:
    """The domain's executed turns: what they came to, and which candidates they tried."""

    past: Sequence[PastTurn] = ()
    known: frozenset[Pair] = frozenset()

    def with_rows(self, rows: Iterable[Mapping[str, Any]]) -> "Turns":
        """These and those given, rows of `execution_turns` or `scenario_log`; none whose candidate is known here."""
        new_rows = [row for row in rows if Pair(row["bundle_hash"], row["candidate_hash"]) not in self.known]
        past = [PastTurn(tuple(row["fault_kinds"] or ()), Outcome(row["outcome"]), row["seconds"]) for row in new_rows]
        pairs = {Pair(row["bundle_hash"], row["candidate_hash"]) for row in new_rows}
        return Turns((*self.past, *past), self.known | pairs)

    @cached_property
    def counts(self) -> Counter[Outcome]:
        return Counter(turn.outcome for turn in self.past)

    @cached_property
    def mean_seconds(self) -> dict[Outcome, float]:
        """What turns with a label took, by label."""
        return _means((turn.outcome, turn.seconds) for turn in self.past)

    @cached_property
    def mean_seconds_of_kinds(self) -> dict[tuple[str, Outcome], float]:
        """What turns of one kind of fault or none with a label took, by kind and label."""
        single = (turn for turn in self.past if len(turn.kinds) <= 1)
        return _means((("".join(turn.kinds) or NO_KIND, turn.outcome), turn.seconds) for turn in single)


def _means(timed: Iterable[tuple[Key, float]]) -> dict[Key, float]:
    taken: defaultdict[Key, list[float]] = defaultdict(list)
    for key, seconds in timed:
        taken[key].append(seconds)
    return {key: fmean(seconds) for key, seconds in taken.items()}
