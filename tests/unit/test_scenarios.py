"""Failure scenarios: what is wanted, who is chosen, how hits are counted; no tool and no model of weights runs."""

from collections import Counter
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from assets.scenarios.acquisition import Arm, Expected, Pick, offers, random_picks, wanted_picks
from assets.scenarios.biased_sampling import biased, promises
from assets.scenarios.execution import Round, _row, row_from_journal
from assets.scenarios.hit_rates import Expectation, PastTurn, by_history
from assets.scenarios.label_balance import balance
from assets.scenarios.label_quotas import least_share, needed, quotas, random_draws, rare_labels
from assets.scenarios.proposals import Proposal, proposals, rewritten
from assets.scenarios.rate_table import picture, rates, table
from assets.scenarios.round_plan import NOTHING, plan_round, quickest_first
from assets.scenarios.schema import FAILURE_SCENARIOS, SCENARIO_LOG
from assets.scenarios.turn_history import Turns
from resources.domains.registry import get_domain, load_domains
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

PASS, MISMATCH, TIMEOUT, LINK = Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH, Outcome.TIMEOUT, Outcome.LINK_ERROR
COUNTS = st.dictionaries(st.sampled_from(list(Outcome)), st.integers(0, 500))
BUNDLES = [bundle_from_seed(seed) for seed in get_domain("chip_design").builtin_seeds()[:4]]


@given(COUNTS, st.integers(1, 400), st.integers(0, 600))
def test_quotas_stay_within_the_budget_and_go_to_rare_labels(
    counts: dict[Outcome, int], executions: int, offered: int
) -> None:
    rare = rare_labels(counts, list(Outcome))
    given_out = quotas(counts, dict.fromkeys(rare, offered), executions)
    total = sum(counts.values())
    assert sum(given_out.values()) <= executions
    assert all(count <= offered for count in given_out.values())
    assert all(count >= 0 for count in given_out.values())
    below = {label for label in Outcome if counts.get(label, 0) < least_share(label) * total}
    assert set(given_out) == below


@given(COUNTS, st.integers(1, 4000))
@example({PASS: 1}, 8)
@example({PASS: 1, **dict.fromkeys(list(Outcome)[1:], 0)}, 60)
def test_no_more_is_executed_than_brings_the_rare_labels_to_their_shares(
    counts: dict[Outcome, int], executions: int
) -> None:
    rare, total = rare_labels(counts, list(Outcome)), sum(counts.values())
    found = needed(counts, rare, executions)
    assert 0 <= found <= executions
    if 0 < found < executions:
        given_out = quotas(counts, dict.fromkeys(rare, executions), found - random_draws(found))
        after = {label: counts.get(label, 0) + given_out[label] for label in rare}
        assert all(after[label] >= least_share(label) * (total + sum(given_out.values())) for label in rare)


def test_a_domain_with_too_few_passes_wants_them_in_other_words() -> None:
    domain = get_domain("chip_design")
    found = rewritten(domain, BUNDLES, 40, (), "round")
    assert len({item.pair for item in found}) == len(found) >= 20
    assert all(not item.kinds and item.candidate.code != item.bundle.reference for item in found)
    assert found == rewritten(domain, BUNDLES, 40, (), "round")
    past = [*[PastTurn((), PASS)] * 20, *[PastTurn(("b",), label) for label in domain.outcomes for _ in range(16)]]
    plan = plan_round(domain, BUNDLES, Turns(past), None, 60, "round")
    assert "PASS" in plan.wanted
    assert any(pick.wanted is PASS and not pick.proposal.kinds for pick in plan.picks)


def test_what_is_lacking_is_what_reaches_five_per_cent() -> None:
    counts = {PASS: 500, MISMATCH: 480, TIMEOUT: 20}
    assert quotas(counts, {TIMEOUT: 500}, 200) == {TIMEOUT: 40}
    assert quotas(counts, {TIMEOUT: 500, LINK: 500}, 60) == {TIMEOUT: 23, LINK: 37}


def test_what_a_label_has_no_candidates_for_goes_to_the_others() -> None:
    counts = {PASS: 500, MISMATCH: 480, TIMEOUT: 20}
    assert quotas(counts, {TIMEOUT: 500, LINK: 3}, 40) == {TIMEOUT: 32, LINK: 3}
    assert quotas(counts, {TIMEOUT: 500, LINK: 0}, 32) == {TIMEOUT: 32, LINK: 0}


def test_an_offer_is_a_candidate_worth_an_execution() -> None:
    sure, doubtful, hopeless = (
        Expected(proposal(number), Expectation({TIMEOUT: share, PASS: 1 - share}))
        for number, share in enumerate((0.9, 0.06, 0.01))
    )
    assert offers([sure, doubtful, hopeless], [TIMEOUT, LINK]) == {TIMEOUT: 2, LINK: 0}


@pytest.mark.parametrize("name", sorted(load_domains()))
def test_proposals_come_from_both_families_are_new_and_the_same_again(name: str) -> None:
    domain = get_domain(name)
    bundles = [bundle_from_seed(seed) for seed in domain.builtin_seeds()[:3]]
    found = proposals(domain, bundles, 48, (), "round")
    assert {item.proposer for item in found} == {"fault-injection", "text_edits"}
    assert len({item.pair for item in found}) == len(found)
    assert all(item.candidate.code != item.bundle.reference and item.kinds for item in found)
    assert found == proposals(domain, bundles, 48, (), "round")
    known = {item.pair for item in found[::2]}
    assert not known & {item.pair for item in proposals(domain, bundles, 48, known, "round")}


@pytest.mark.parametrize("name", sorted(load_domains()))
def test_what_leans_has_a_kind_that_led_there_and_is_new(name: str) -> None:
    domain = get_domain(name)
    bundles = [bundle_from_seed(seed) for seed in domain.builtin_seeds()[:3]]
    kinds = {kind for item in proposals(domain, bundles, 60, (), "past") for kind in item.kinds}
    leads, other = sorted(kind for kind in kinds if not kind.startswith("text_"))[:2]
    past = [PastTurn((leads,), TIMEOUT)] * 6 + [PastTurn((other,), MISMATCH)] * 194
    promised = promises(past, [TIMEOUT, LINK])
    assert set(promised) == {TIMEOUT}
    assert set(promised[TIMEOUT]) == {leads}
    found = biased(domain, bundles, 30, promised, (), "round")
    assert found
    assert all(leads in item.kinds and item.candidate.code != item.bundle.reference for item in found)
    assert len({item.pair for item in found}) == len(found)
    assert found == biased(domain, bundles, 30, promised, (), "round")
    known = {item.pair for item in found[::2]}
    assert not known & {item.pair for item in biased(domain, bundles, 30, promised, known, "round")}


def test_nothing_leans_where_no_kind_promises_anything() -> None:
    even = [PastTurn(("a",), TIMEOUT), PastTurn(("a",), PASS), PastTurn(("b",), TIMEOUT), PastTurn(("b",), PASS)] * 50
    assert promises(even, [TIMEOUT]) == promises([], [TIMEOUT]) == {}
    assert biased(get_domain("chip_design"), BUNDLES, 30, {}, (), "round") == []


def proposal(number: int, bundle: EnvironmentBundle = BUNDLES[0], kind: str = "k") -> Proposal:
    return Proposal(bundle, Candidate(f"module m{number};"), (kind,), "fault-injection")


def sure_of(item: Proposal, label: Outcome, share: float = 1.0) -> Pick:
    return Pick(item, Arm.TARGETED, label, Expectation({label: share}))


def test_the_most_probable_of_the_wanted_label_are_taken_and_spread() -> None:
    sure = [
        Expected(proposal(i, BUNDLES[i % 2], f"k{i % 2}"), Expectation({TIMEOUT: 0.92, PASS: 0.08})) for i in range(6)
    ]
    unsure = [Expected(proposal(10 + i), Expectation({TIMEOUT: 0.55, PASS: 0.45})) for i in range(3)]
    other = [Expected(proposal(20 + i), Expectation({TIMEOUT: 0.3, PASS: 0.7})) for i in range(5)]
    hopeless = [Expected(proposal(30 + i), Expectation({TIMEOUT: 0.01, PASS: 0.99})) for i in range(5)]
    pool = [*hopeless, *other, *unsure, *sure]
    picks = wanted_picks(pool, {TIMEOUT: 4}, by_model=True)
    assert Counter(pick.proposal.bundle.hash for pick in picks) == {BUNDLES[0].hash: 2, BUNDLES[1].hash: 2}
    picks = wanted_picks(pool, {TIMEOUT: 20}, by_model=True)
    assert Counter(pick.arm for pick in picks) == {Arm.PREDICTED: 9, Arm.LIKELIEST: 5}
    assert len({pick.proposal.pair for pick in picks}) == len(picks)


def test_novelty_breaks_a_tie() -> None:
    known, unknown = (Expected(proposal(i), Expectation({TIMEOUT: 0.9, PASS: 0.1}, i / 2)) for i in (0, 1))
    (pick,) = wanted_picks([known, unknown], {TIMEOUT: 1}, by_model=True)
    assert pick.proposal == unknown.proposal


def test_history_prefers_kinds_that_led_there() -> None:
    past = [*[PastTurn(("hangs",), TIMEOUT)] * 8, *[PastTurn(("slips",), MISMATCH)] * 40, *[PastTurn((), PASS)] * 40]
    items = [proposal(0, kind="slips"), proposal(1, kind="hangs"), proposal(2, kind="unheard")]
    expectations = by_history(items, past)
    assert all(sum(found.shares.values()) == pytest.approx(1) for found in expectations)
    expected = [Expected(item, found) for item, found in zip(items, expectations, strict=True)]
    picks = wanted_picks(expected, {TIMEOUT: 1}, by_model=False)
    assert [(pick.proposal.kinds, pick.arm) for pick in picks] == [(("hangs",), Arm.HISTORY)]


def test_a_round_without_a_champion_says_so_and_one_without_rare_labels_does_nothing() -> None:
    domain = get_domain("chip_design")
    past = [*[PastTurn(("a",), PASS)] * 60, *[PastTurn(("b",), MISMATCH)] * 60]
    plan = plan_round(domain, BUNDLES, Turns(past), None, 20, "round")
    assert plan.basis.startswith("no champion")
    assert Counter(pick.arm for pick in plan.picks)[Arm.RANDOM] == 4
    assert plan == plan_round(domain, BUNDLES, Turns(past), None, 20, "round")
    drawn = [pick.arm for pick in plan_round(domain, BUNDLES, Turns(past), None, 20, "round", 198).picks]
    assert Counter(drawn)[Arm.RANDOM] == 2
    assert plan_round(domain, BUNDLES, Turns(past), None, 0, "round").basis == NOTHING
    assert plan_round(domain, BUNDLES, Turns([]), None, 20, "round").basis == NOTHING


def test_labels_that_take_little_time_come_first_and_each_in_its_order() -> None:
    """LINK_ERROR never occurred: it is taken for a usual one, slower than a mismatch and quicker than TIMEOUT."""
    past = [*[PastTurn(("k",), PASS, 1.0)] * 8, PastTurn((), MISMATCH, 0.1), PastTurn((), TIMEOUT, 20.0)]
    labels = [TIMEOUT, LINK, MISMATCH, TIMEOUT, MISMATCH, LINK]
    picks = [sure_of(proposal(number), label) for number, label in enumerate(labels)]
    assert quickest_first(picks, Turns(past)) == [picks[place] for place in (2, 4, 1, 5, 0, 3)]


def test_time_is_that_of_the_kind_for_a_hit() -> None:
    quick, slow = [PastTurn(("quick",), TIMEOUT, 4.0)] * 4, [PastTurn(("slow",), TIMEOUT, 20.0)] * 4
    certain, doubtful = (
        sure_of(proposal(number, kind="quick"), TIMEOUT, share) for number, share in ((0, 0.9), (1, 0.1))
    )
    dear = sure_of(proposal(2, kind="slow"), TIMEOUT, 0.9)
    drawn, untried = Pick(proposal(3), Arm.RANDOM), sure_of(proposal(4, kind="new"), TIMEOUT, 0.5)
    turns = Turns([*quick, *slow, *[PastTurn((), PASS, 1.0)] * 92])
    assert quickest_first([doubtful, dear, certain, drawn, untried], turns) == [untried, drawn, certain, dear, doubtful]


def test_turns_that_wait_in_the_log_count_once() -> None:
    row = {"bundle_hash": "b", "candidate_hash": "c", "outcome": "PASS", "fault_kinds": None, "seconds": 0.5}
    turns = Turns().with_rows([row])
    assert turns.past == (PastTurn((), PASS, 0.5),)
    assert turns.with_rows([row, {**row, "candidate_hash": "d"}]).counts == {PASS: 2}


def test_rows_fit_their_tables_and_rates_stand_against_the_random_arm() -> None:
    this = Round("chip_design", "1", "c", "t")
    expected = Expectation({TIMEOUT: 0.8, PASS: 0.2}, 0.5)
    picks = [Pick(proposal(i), Arm.PREDICTED, TIMEOUT, expected) for i in range(4)]
    drawn = random_picks([proposal(10 + i) for i in range(9)], 5, "round")
    observed = [TIMEOUT, TIMEOUT, PASS, TIMEOUT, PASS, TIMEOUT, PASS, PASS, PASS]
    rows = [
        {**row_from_journal(_row(pick, this, Observation(label, "run"))), "created_at": datetime.now(UTC)}
        for pick, label in zip((*picks, *drawn), observed, strict=True)
    ]
    assert SCENARIO_LOG.check(SCENARIO_LOG.from_rows(rows)) == []
    (figures,) = rates("chip_design", rows, {TIMEOUT: 1, PASS: 99})
    assert FAILURE_SCENARIOS.check(FAILURE_SCENARIOS.from_rows([figures])) == []
    assert (figures["hits"], figures["executed"], figures["random_hits"], figures["random_executed"]) == (3, 4, 1, 5)
    assert figures["hit_low"] == pytest.approx(0.3006, abs=1e-3)
    assert "3 of 4" in table([figures])
    assert picture([figures]).startswith("<svg")


def test_balance_warns_only_of_what_is_certain() -> None:
    labels = [PASS, MISMATCH, TIMEOUT]
    assert balance({PASS: 9, MISMATCH: 21}, labels).rare == {}
    certain = balance({PASS: 300, MISMATCH: 690, TIMEOUT: 10}, labels)
    assert certain.passes_in_range
    assert set(certain.rare) == {TIMEOUT}
    assert not balance({PASS: 800, MISMATCH: 200}, labels).passes_in_range
