"""Choosing candidates whose kind aims at a label: trusted while nobody tried it, believed by its turns afterwards."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from assets.scenarios.acquisition import WORTHWHILE, Arm, Expected, offers, wanted_picks
from assets.scenarios.biased_sampling import biased, promises
from assets.scenarios.hit_rates import Expectation, PastTurn, rates_by_kind
from assets.scenarios.proposals import Proposal
from assets.scenarios.round_plan import Plan, plan_round, targeted_at
from assets.scenarios.turn_history import Turns
from resources.domains.registry import get_domain
from resources.domains.targeted_faults import NoTargetedFaults
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.model import Prediction, Query

PASS, MISMATCH, REJECTED, TRAPPED = Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH, Outcome.REJECTED, Outcome.RUNTIME_ERROR
DOMAIN = get_domain("code_optimization")
BUNDLES = [bundle_from_seed(seed) for seed in DOMAIN.builtin_seeds()[:4]]
TARGETS = {"reaches": REJECTED, "hangs": TRAPPED}
PAST = [*[PastTurn(("slips",), MISMATCH)] * 60, *[PastTurn((), PASS)] * 60]
SHARES = st.floats(0, 1)


class Unknowing:
    """A world model that knows no label but PASS and FUNCTIONAL_MISMATCH."""

    checkpoint_id = "unknowing-checkpoint"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [Prediction(Observation(MISMATCH, "test"), 0.7, {MISMATCH: 0.7, PASS: 0.3}) for _ in queries]


def proposal(number: int, *kinds: str) -> Proposal:
    return Proposal(BUNDLES[number % len(BUNDLES)], Candidate(f"# {number}"), kinds, "fault-injection")


def targeted(turns: Sequence[PastTurn], *proposals: Proposal) -> dict[Outcome, list[Expected]]:
    return targeted_at([REJECTED, TRAPPED], proposals, turns, TARGETS)


def test_a_kind_that_nobody_tried_is_trusted_at_its_own_label_alone() -> None:
    found = targeted(PAST, proposal(0, "reaches"), proposal(1, "slips"))
    assert [item.proposal.kinds for item in found[REJECTED]] == [("reaches",)]
    assert found[TRAPPED] == []
    assert found[REJECTED][0].expectation.of(REJECTED) == pytest.approx(0.5)


def test_an_ordinary_edit_beside_it_halves_what_is_expected() -> None:
    alone, beside = targeted(PAST, proposal(0, "reaches"), proposal(1, "reaches", "slips"))[REJECTED]
    assert beside.expectation.of(REJECTED) == pytest.approx(alone.expectation.of(REJECTED) / 2)


def test_a_kind_that_misses_twenty_times_is_given_up_and_one_that_hits_is_believed() -> None:
    missed = [*PAST, *[PastTurn(("reaches",), MISMATCH)] * 20]
    assert targeted(missed[:-2], proposal(0, "reaches"))[REJECTED]
    assert not targeted(missed, proposal(0, "reaches"))[REJECTED]
    hit = [*PAST, *[PastTurn(("reaches",), REJECTED)] * 20]
    assert targeted(hit, proposal(0, "reaches"))[REJECTED][0].expectation.of(REJECTED) > 0.9


@given(st.lists(st.booleans(), max_size=60))
def test_a_kinds_rate_lies_between_its_prior_and_what_its_turns_say(hits: list[bool]) -> None:
    turns = [*PAST, *(PastTurn(("reaches",), REJECTED if hit else PASS) for hit in hits)]
    shares = rates_by_kind(turns, TARGETS).kinds["reaches"]
    assert sum(shares.values()) == pytest.approx(1)
    said, prior = sum(hits) / max(1, len(hits)), 0.5 + 0.5 * sum(hits) / len(turns)
    assert min(said, prior) - 1e-9 <= shares[REJECTED] <= max(said, prior) + 1e-9


def test_a_label_that_never_occurred_is_promised_by_what_aims_at_it_and_by_nothing_else() -> None:
    assert promises(PAST, [REJECTED], TARGETS) == {REJECTED: {"reaches": 0.5}}
    assert promises(PAST, [REJECTED]) == {}
    assert promises([*PAST, *[PastTurn(("reaches",), MISMATCH)] * 20], [REJECTED], TARGETS) == {}


POOL = st.lists(st.tuples(st.sampled_from(["reaches", "hangs", "slips"]), SHARES, SHARES), min_size=1, max_size=25)


@given(POOL, st.dictionaries(st.sampled_from([REJECTED, TRAPPED]), st.integers(0, 12)), st.booleans())
def test_quotas_are_kept_and_no_candidate_is_taken_twice(
    pool: list[tuple[str, float, float]], quotas: dict[Outcome, int], model: bool
) -> None:
    items = [
        Expected(proposal(number, kind), Expectation({REJECTED: first / 2, TRAPPED: second / 2, PASS: 0.4}))
        for number, (kind, first, second) in enumerate(pool)
    ]
    aiming = targeted(PAST, *(item.proposal for item in items))
    offered = offers(items, quotas, aiming)
    picks = wanted_picks(items, quotas, by_model=model, targeted=aiming)
    assert picks == wanted_picks(items, quotas, by_model=model, targeted=aiming)
    assert len({pick.proposal.pair for pick in picks}) == len(picks)
    taken = Counter(pick.wanted for pick in picks)
    assert all(taken[label] <= min(quota, offered[label]) for label, quota in quotas.items())
    for pick in picks:
        assert pick.wanted
        assert pick.expectation
        assert pick.expectation.of(pick.wanted) >= WORTHWHILE
        assert pick.arm is not Arm.TARGETED or TARGETS[pick.proposal.kinds[0]] is pick.wanted


def test_what_a_model_expects_goes_first_and_what_aims_takes_what_is_left() -> None:
    sure = [Expected(proposal(i, "slips"), Expectation({REJECTED: 0.9, PASS: 0.1})) for i in range(2)]
    blind = [Expected(proposal(10 + i, "reaches"), Expectation({REJECTED: 0.0, PASS: 1.0})) for i in range(6)]
    aiming = targeted(PAST, *(item.proposal for item in blind))
    assert offers([*sure, *blind], [REJECTED], aiming) == {REJECTED: 8}
    picks = wanted_picks([*blind, *sure], {REJECTED: 5}, by_model=True, targeted=aiming)
    assert Counter(pick.arm for pick in picks) == {Arm.PREDICTED: 2, Arm.TARGETED: 3}
    assert len({pick.proposal.bundle.hash for pick in picks}) == len(BUNDLES)


def planned(model: Unknowing | None, past: Sequence[PastTurn] = PAST) -> Plan:
    return plan_round(DOMAIN, BUNDLES, Turns(past), model, 60, "round")


@pytest.mark.parametrize("model", [Unknowing(), None])
def test_a_round_tries_labels_that_nothing_led_to_yet(model: Unknowing | None) -> None:
    plan, targets = planned(model), DOMAIN.targeted_faults().targets
    assert plan == planned(model)
    assert len({pick.proposal.pair for pick in plan.picks}) == len(plan.picks) <= 60
    tried = [pick for pick in plan.picks if pick.arm is Arm.TARGETED]
    assert {pick.wanted for pick in tried} == set(targets.values())
    assert all(pick.wanted in {targets.get(kind) for kind in pick.proposal.kinds} for pick in tried)
    assert not any(set(pick.proposal.kinds) & set(targets) for pick in plan.picks if pick.arm is Arm.RANDOM)


def test_kinds_that_missed_are_tried_no_more() -> None:
    targets = DOMAIN.targeted_faults().targets
    missed = [PastTurn((kind,), MISMATCH) for kind in targets for _ in range(20)]
    picks = planned(Unknowing(), [*PAST, *missed]).picks
    assert all(pick.arm is Arm.RANDOM or pick.wanted is PASS for pick in picks)


def test_a_domain_that_aims_at_nothing_is_as_before() -> None:
    """A domain offers targeted faults or does not; nothing asks for its name."""

    class Plain:
        def __init__(self) -> None:
            self.name, self.fault_injector = DOMAIN.name, DOMAIN.fault_injector
            self.targeted_faults = NoTargetedFaults

    promised = {TRAPPED: {"missing_return": 1.0}}
    assert biased(Plain(), BUNDLES, 20, promised, (), "r") == biased(DOMAIN, BUNDLES, 20, promised, (), "r")  # type: ignore[arg-type]
