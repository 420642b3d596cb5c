"""Kinds that can be counted on: their candidates take most of what a label lacks, and no model is asked about them."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from assets.scenarios.aiming import aims_of
from assets.scenarios.choosing import Arm
from assets.scenarios.counting_on import AIMING, GROWTH, LEADING, SHARE, counted_on, kinds_counted_on
from assets.scenarios.expecting import PastTurn
from assets.scenarios.planning import PER_EXECUTION, PER_PASS, plan_round
from assets.scenarios.turns import Turns
from resources.domains.registry import get_domain
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.model import Prediction, Query

PASS, MISMATCH, REJECTED, TRAPPED = Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH, Outcome.REJECTED, Outcome.RUNTIME_ERROR
DOMAIN = get_domain("code_optimization")
AIMS = aims_of(DOMAIN)
BUNDLES = [bundle_from_seed(seed) for seed in DOMAIN.builtin_seeds()[:4]]
ORDINARY = [*[PastTurn(("slips",), MISMATCH)] * 60, *[PastTurn((), PASS)] * 60]


def aiming_at(label: Outcome) -> list[str]:
    return sorted(kind for kind, aim in AIMS.items() if aim is label)


def tried(kind: str, outcome: Outcome, times: int) -> list[PastTurn]:
    return [PastTurn((kind,), outcome)] * times


class Noting:
    """A world model that knows PASS alone and notes what it is asked."""

    checkpoint_id = "noting-checkpoint"

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        self.asked |= {query.candidate.hash for query in queries}
        return [Prediction(Observation(PASS, "test"), 0.9, {PASS: 0.9, MISMATCH: 0.1}) for _ in queries]


def test_what_aims_is_counted_on_until_it_misses_and_grows_with_its_turns() -> None:
    aims = {"reaches": REJECTED}
    assert kinds_counted_on(ORDINARY, [REJECTED], aims) == {REJECTED: {"reaches": GROWTH}}
    hit = [*ORDINARY, *tried("reaches", REJECTED, 9)]
    assert kinds_counted_on(hit, [REJECTED], aims) == {REJECTED: {"reaches": GROWTH * 10}}
    assert kinds_counted_on([*ORDINARY, *tried("reaches", MISMATCH, 1)], [REJECTED], aims) == {}


def test_another_kind_is_counted_on_where_it_nearly_always_hits_and_the_solution_never() -> None:
    assert kinds_counted_on([*ORDINARY, *tried("falls", REJECTED, 2)], [REJECTED], {}) == {}
    hits = [*ORDINARY, *tried("falls", REJECTED, 40)]
    assert kinds_counted_on(hits, [REJECTED], {}) == {REJECTED: {"falls": GROWTH * 41}}
    assert kinds_counted_on([*hits, *tried("falls", MISMATCH, 10)], [REJECTED], {}) == {}
    rewrites = [PastTurn((), REJECTED)] * 300
    assert kinds_counted_on([*ORDINARY, *rewrites], [REJECTED], {}) == {}


@given(st.integers(0, 60), st.integers(0, 8))
def test_what_is_counted_on_without_aiming_came_true_nine_times_in_ten(hits: int, misses: int) -> None:
    turns = [*ORDINARY, *tried("falls", REJECTED, hits), *tried("falls", PASS, misses)]
    if "falls" in kinds_counted_on(turns, [REJECTED], {}).get(REJECTED, {}):
        assert hits > 1
        assert hits / (hits + misses) >= LEADING - 1e-9
    else:
        assert hits <= LEADING * (hits + misses) + 2


def test_three_quarters_of_what_is_lacking_spread_over_kinds_and_bundles() -> None:
    kinds = aiming_at(REJECTED)
    past = [*ORDINARY, *(turn for kind in kinds for turn in tried(kind, REJECTED, 20))]
    picks = counted_on(DOMAIN, BUNDLES, past, {REJECTED: 40}, AIMS, (), "round")
    assert picks == counted_on(DOMAIN, BUNDLES, past, {REJECTED: 40}, AIMS, (), "round")
    assert len({pick.proposal.pair for pick in picks}) == len(picks) == SHARE * 40
    assert all(pick.wanted is REJECTED and pick.arm is Arm.AIMED for pick in picks)
    assert all(pick.expectation and pick.expectation.of(REJECTED) >= AIMING for pick in picks)
    assert set(Counter(pick.proposal.kinds[0] for pick in picks)) == set(kinds)
    assert {pick.proposal.bundle.hash for pick in picks} == {bundle.hash for bundle in BUNDLES}
    known = {pick.proposal.pair for pick in picks}
    assert not known & {
        pick.proposal.pair for pick in counted_on(DOMAIN, BUNDLES, past, {REJECTED: 40}, AIMS, known, "r")
    }


def test_a_new_kind_gets_no_more_than_shows_what_it_does() -> None:
    old, *new = aiming_at(REJECTED)
    past = [*ORDINARY, *tried(old, REJECTED, 100)]
    given_out = Counter(
        pick.proposal.kinds[0] for pick in counted_on(DOMAIN, BUNDLES, past, {REJECTED: 400}, AIMS, (), "round")
    )
    assert 0 < max(given_out[kind] for kind in new) <= GROWTH < given_out[old]


def test_a_rewrite_is_never_counted_on() -> None:
    """A turn names its rewrites as well, and in a small home one of them may have failed nearly each time."""
    rewrites = [kind.name for kind in DOMAIN.fault_injector().kinds if not kind.is_fault]
    past = [*ORDINARY, *(turn for kind in rewrites for turn in tried(kind, TRAPPED, 40))]
    assert set(kinds_counted_on(past, [TRAPPED], {})[TRAPPED]) == set(rewrites)
    assert counted_on(DOMAIN, BUNDLES, past, {TRAPPED: 40}, {}, (), "round") == []


def test_no_model_is_asked_about_what_is_counted_on() -> None:
    every = [turn for kind, aim in AIMS.items() for turn in tried(kind, aim, 20)]
    common = {label: max(1, len(every) // 12) for label in DOMAIN.outcomes if label not in AIMS.values()}
    others = [PastTurn(("slips",), label) for label, count in common.items() for _ in range(20 * count)]
    others += [PastTurn((), PASS)] * len(others)
    model = Noting()
    plan = plan_round(DOMAIN, BUNDLES, Turns([*others, *every]), model, 120, "round")
    wanted = [pick for pick in plan.picks if pick.wanted]
    unasked = [pick for pick in wanted if pick.proposal.candidate.hash not in model.asked]
    assert len(plan.picks) <= 120
    assert sum(plan.wanted.values()) == len(wanted)
    assert len(unasked) > len(wanted) / 2
    assert all(pick.arm is Arm.AIMED for pick in unasked)
    assert len(model.asked) <= PER_EXECUTION * (120 - len(unasked)) + PER_PASS * 120
