"""One round's picks: from the turns so far and a budget to what is executed. Nothing is executed here.

A world model that never saw a label expects it nowhere, and so would never see it. A kind that aims at the label is
trusted until its own turns speak; from then on they do.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from assets.progress import ProgressReporter
from assets.scenarios.acquisition import WORTHWHILE, Arm, Expected, Pick, offers, random_picks, wanted_picks
from assets.scenarios.biased_sampling import biased, promises
from assets.scenarios.exploitation import exploited
from assets.scenarios.hit_rates import NO_KIND, PastTurn, by_history, by_model
from assets.scenarios.label_quotas import needed, quotas, random_draws, rare_labels
from assets.scenarios.proposals import Pair, Proposal, proposals, rewritten
from assets.scenarios.turn_history import Turns
from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.world_model.model import WorldModel

PER_EXECUTION = 8
"""Candidates that are predicted for each that is executed, but for those whose kind can be counted on."""
LEANING_SHARE = 1 / 2
"""Of these, those that lean towards a rare label, where the turns so far tell what leads to one."""
PER_PASS = 2
"""Candidates without a fault beside them, for each execution, where PASS is rare: nearly all of them pass."""
NOTHING = "nothing: no label is rare, this round was made before, or its budget is spent"


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
    drawn_before: int = 0,
) -> Plan:
    """The same for the same salt, turns and model. Random draws come first, so that nothing expected decides them, and
    then the candidates that take the least time for a hit. `drawn_before` counts the champion's random draws so far."""
    targets = domain.targeted_faults().targets
    rare = [label for label in rare_labels(turns.counts, domain.outcomes) if _in_reach(label, turns, targets)]
    if executions <= 0 or not rare:
        return Plan()
    executions = needed(turns.counts, rare, executions, drawn_before)
    at_random = random_draws(executions, drawn_before)
    shares = quotas(turns.counts, dict.fromkeys(rare, executions), executions - at_random)
    lacking = {label: count for label, count in shares.items() if not label.passed}
    sure = exploited(domain, bundles, turns.past, lacking, targets, turns.known, salt)
    counted = Counter(pick.wanted for pick in sure if pick.wanted)
    known = turns.known | {pick.proposal.pair for pick in sure}
    candidates, drawn = _candidates(domain, bundles, turns, known, executions - len(sure), at_random, rare, salt)
    taken = {pick.proposal.pair for pick in drawn}
    rest = [item for item in candidates if item.pair not in taken]
    expected = _expected(domain, rest, turns, model)
    targeted = targeted_at(rare, rest, turns.past, targets)
    left = executions - len(drawn) - len(sure)
    wanted = quotas(turns.counts + counted, offers(expected, rare, targeted), left)
    chosen = [*sure, *wanted_picks(expected, wanted, by_model=model is not None, targeted=targeted)]
    basis = f"world model {model.checkpoint_id[:12]}" if model else "no champion for this domain: fault kinds' history"
    counts = {label.value: count + counted[label] for label, count in wanted.items()}
    return Plan((*drawn, *quickest_first(chosen, turns)), len(candidates) + len(sure), counts, basis)


def _in_reach(label: Outcome, turns: Turns, targets: Mapping[str, Outcome]) -> bool:
    """Nobody can expect a label that never occurred anywhere, unless something aims at it."""
    return turns.counts[label] > 0 or label.passed or label in targets.values()


def _candidates(
    domain: Domain,
    bundles: Sequence[EnvironmentBundle],
    turns: Turns,
    known: Collection[Pair],
    executions: int,
    at_random: int,
    rare: Sequence[Outcome],
    salt: str,
) -> tuple[list[Proposal], list[Pick]]:
    """What the other executions are chosen from, and those of it that are drawn at random, from what does not lean."""
    failures = [label for label in rare if not label.passed]
    promised = promises(turns.past, failures, domain.targeted_faults().targets)
    total = PER_EXECUTION * executions
    leant = round(LEANING_SHARE * total) if promised else 0
    proposed = proposals(domain, bundles, total - leant, known, salt)
    drawn = random_picks(proposed, at_random, salt)
    proposed += biased(domain, bundles, leant, promised, {*known, *(item.pair for item in proposed)}, salt)
    if len(failures) < len(rare):
        beside = {*known, *(item.pair for item in proposed)}
        proposed += rewritten(domain, bundles, PER_PASS * executions, beside, salt)
    return proposed, drawn


def quickest_first(picks: Sequence[Pick], turns: Turns) -> list[Pick]:
    """By the time that a hit is expected to take, that of turns with the wanted label for what is expected of the pick:
    of the first kind's own turns, where there are none of all kinds', where there are none of all labels'. A kind that
    nobody tried comes first, so that the next round knows its time."""
    taken, by_kind = turns.mean_seconds, turns.mean_seconds_of_kinds
    tried = {kind for kind, _ in by_kind}
    usual = fmean(turn.seconds for turn in turns.past)

    def cost(pick: Pick) -> float:
        if pick.wanted is None or pick.expectation is None:
            return usual
        first = pick.proposal.kinds[0] if pick.proposal.kinds else NO_KIND
        if first not in tried and pick.arm is Arm.TARGETED:
            return 0.0
        seconds = by_kind.get((first, pick.wanted), taken.get(pick.wanted, usual))
        return seconds / max(WORTHWHILE, pick.expectation.of(pick.wanted))

    return sorted(picks, key=cost)


def _expected(domain: Domain, items: Sequence[Proposal], turns: Turns, model: WorldModel | None) -> list[Expected]:
    if model is None:
        expectations = by_history(items, turns.past)
    else:
        progress = ProgressReporter("failure_scenarios", domain.name, len(items), "predictions")
        expectations = by_model(domain, model, items, progress.advance)
    return [Expected(item, expectation) for item, expectation in zip(items, expectations, strict=True)]


def targeted_at(
    labels: Iterable[Outcome], proposals: Sequence[Proposal], past: Iterable[PastTurn], targets: Mapping[str, Outcome]
) -> dict[Outcome, list[Expected]]:
    """For each label the candidates with a kind that aims at it, with what their kinds' turns make of them; those
    that are not worth an execution are left out."""
    by_label: dict[Outcome, list[Expected]] = {label: [] for label in labels}
    aiming = [item for item in proposals if any(kind in targets for kind in item.kinds)]
    for item, expectation in zip(aiming, by_history(aiming, past, targets), strict=True):
        for label in {targets[kind] for kind in item.kinds if kind in targets} & by_label.keys():
            if expectation.of(label) >= WORTHWHILE:
                by_label[label].append(Expected(item, expectation))
    return by_label
