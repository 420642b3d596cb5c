"""One round's picks: from the turns so far and a budget to what is executed. Nothing is executed here."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import Any

from assets.progress import ProgressReporter
from assets.scenarios.aiming import aimed_at, aims_of
from assets.scenarios.choosing import Expected, Pick, offers, random_picks, wanted_picks
from assets.scenarios.expecting import PastTurn, by_history, by_model
from assets.scenarios.leaning import leaning, promises
from assets.scenarios.proposing import Pair, Proposal, proposals, rewritten
from assets.scenarios.wanting import needed, quotas, random_draws, rare_labels
from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.world_model.model import WorldModel

PER_EXECUTION = 8
"""Candidates that are predicted for each that is executed."""
LEANING_SHARE = 1 / 2
"""Of these, those that lean towards a rare label, where the turns so far tell what leads to one."""
PER_PASS = 2
"""Candidates without a fault beside them, for each execution, where PASS is rare: nearly all of them pass."""
NOTHING = "nothing: no label is rare, this round was made before, or its budget is spent"


@dataclass(frozen=True)
class Turns:
    """The domain's executed turns: what they came to, and which candidates they tried."""

    past: Sequence[PastTurn] = ()
    known: frozenset[Pair] = frozenset()

    def with_rows(self, rows: Iterable[Mapping[str, Any]]) -> "Turns":
        """These and those given, rows of `execution_turns` or `scenario_log`; none whose candidate is known here."""
        found = [row for row in rows if Pair(row["bundle_hash"], row["candidate_hash"]) not in self.known]
        past = [PastTurn(tuple(row["fault_kinds"] or ()), Outcome(row["outcome"]), row["seconds"]) for row in found]
        pairs = {Pair(row["bundle_hash"], row["candidate_hash"]) for row in found}
        return Turns((*self.past, *past), self.known | pairs)

    @cached_property
    def counts(self) -> Counter[Outcome]:
        return Counter(turn.outcome for turn in self.past)

    @cached_property
    def mean_seconds(self) -> dict[Outcome, float]:
        """What turns with a label took, by label."""
        taken: defaultdict[Outcome, list[float]] = defaultdict(list)
        for turn in self.past:
            taken[turn.outcome].append(turn.seconds)
        return {label: fmean(seconds) for label, seconds in taken.items()}


@dataclass(frozen=True)
class Plan:
    """`wanted` is how many executions each rare label was given, `basis` says in words who proposed."""

    picks: tuple[Pick, ...] = ()
    proposals: int = 0
    wanted: dict[str, int] = field(default_factory=dict)
    basis: str = NOTHING


def plan_round(
    domain: Domain,
    bundles: Sequence[EnvironmentBundle],
    turns: Turns,
    model: WorldModel | None,
    executions: int,
    salt: str,
) -> Plan:
    """The same for the same salt, turns and model. Random draws come first, so that nothing expected decides them, and
    then the labels that take the least time."""
    rare = rare_labels(turns.counts, domain.outcomes)
    if executions <= 0 or not rare:
        return Plan()
    executions, aims = needed(turns.counts, rare, executions), aims_of(domain)
    failures = [label for label in rare if not label.passed]
    promised, total = promises(turns.past, failures, aims), PER_EXECUTION * executions
    leant = round(LEANING_SHARE * total) if promised else 0
    found = proposals(domain, bundles, total - leant, turns.known, salt)
    drawn = random_picks(found, random_draws(executions), salt)
    known = turns.known | {item.pair for item in found}
    found += leaning(domain, bundles, leant, promised, known, salt)
    if len(failures) < len(rare):
        known |= {item.pair for item in found}
        found += rewritten(domain, bundles, PER_PASS * executions, known, salt)
    taken = {pick.proposal.pair for pick in drawn}
    rest = [item for item in found if item.pair not in taken]
    expected = _expected(domain, rest, turns, model)
    aimed = aimed_at(rare, rest, turns.past, aims)
    wanted = quotas(turns.counts, offers(expected, rare, aimed), executions - len(drawn))
    chosen = wanted_picks(expected, wanted, by_model=model is not None, aimed=aimed)
    basis = f"world model {model.checkpoint_id[:12]}" if model else "no champion for this domain: fault kinds' history"
    counts = {label.value: count for label, count in wanted.items()}
    return Plan((*drawn, *quickest_first(chosen, turns)), len(found), counts, basis)


def quickest_first(picks: Sequence[Pick], turns: Turns) -> list[Pick]:
    """By the mean time of turns with the wanted label, where there are none by that of all; otherwise as they were."""
    taken = turns.mean_seconds
    usual = fmean(turn.seconds for turn in turns.past)
    return sorted(picks, key=lambda pick: taken.get(pick.wanted, usual) if pick.wanted else usual)


def _expected(domain: Domain, items: Sequence[Proposal], turns: Turns, model: WorldModel | None) -> list[Expected]:
    if model is None:
        expectations = by_history(items, turns.past)
    else:
        progress = ProgressReporter("failure_scenarios", domain.name, len(items), "predictions")
        expectations = by_model(domain, model, items, progress.advance)
    return [Expected(item, expectation) for item, expectation in zip(items, expectations, strict=True)]
