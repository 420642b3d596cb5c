"""What a simulation says beside the learned part: what ran was built, and a PASS is believed as recorded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.registry import load_domains
from resources.execution.outcome import Outcome
from resources.world_model.simulated_evidence import RECORDED, ForetoldPasses, Simulated, believed, built, simulated

SHARES = {Outcome.PASS: 0.96, Outcome.FUNCTIONAL_MISMATCH: 0.03, Outcome.COMPILATION_ERROR: 0.01}


def test_a_row_tells_how_its_simulation_ended() -> None:
    whole = {"check.simulated_same": 1.0, "check.simulated_share": 1.0}
    assert simulated({}) == Simulated(is_same=False, is_partial=False)
    assert simulated(whole) == Simulated(is_same=True, is_partial=False)
    assert simulated(whole | {"check.not_looked_at": 2.0}) == Simulated(is_same=True, is_partial=True)
    assert not simulated(whole | {"check.simulated_share": 0.5}).is_same
    assert simulated({"check.simulated_unknown": 1.0}).is_partial


def test_what_ran_as_expected_is_no_error_of_compilation() -> None:
    learned = {Outcome.PASS: 0.3, Outcome.TIMEOUT: 0.1, Outcome.COMPILATION_ERROR: 0.6}
    assert built(learned) == pytest.approx({Outcome.PASS: 0.75, Outcome.TIMEOUT: 0.25, Outcome.COMPILATION_ERROR: 0.0})
    only = {Outcome.PASS: 0.0, Outcome.COMPILATION_ERROR: 1.0}
    assert built(only) == only


def test_what_always_came_true_is_believed_and_what_was_a_coin_is_not() -> None:
    assert ForetoldPasses(1000, 1000, 0.97).belief == 1.0
    assert ForetoldPasses(40, 20, 0.97).belief == 0.0
    assert ForetoldPasses(48, 39, 0.9).belief == pytest.approx(0.75)


@pytest.mark.parametrize("domain", sorted(RECORDED))
def test_the_recorded_answers_are_foretold_as_surely_as_they_passed(domain: str) -> None:
    recorded = RECORDED[domain]
    shares = {Outcome.PASS: recorded.confidence, Outcome.FUNCTIONAL_MISMATCH: 1 - recorded.confidence}
    assert believed(shares, domain)[Outcome.PASS] == pytest.approx(recorded.true / recorded.foretold, abs=0.03)
    assert domain in load_domains()


def test_another_domain_is_believed_as_it_is() -> None:
    assert believed(SHARES, "one's own") == SHARES


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0), st.sampled_from(sorted(RECORDED)))
def test_the_likeliest_label_and_the_order_stay(one: float, other: float, domain: str) -> None:
    def shares(passing: float) -> dict[Outcome, float]:
        return {Outcome.PASS: passing, Outcome.TIMEOUT: (1 - passing) / 3, Outcome.RUNTIME_ERROR: 2 * (1 - passing) / 3}

    shown = [believed(shares(passing), domain) for passing in (one, other)]
    for before, after in zip((one, other), shown, strict=True):
        assert sum(after.values()) == pytest.approx(1.0)
        assert (after[Outcome.PASS] > 0.5) == (before > 0.5)
    assert (shown[0][Outcome.PASS] - shown[1][Outcome.PASS]) * (one - other) >= 0
