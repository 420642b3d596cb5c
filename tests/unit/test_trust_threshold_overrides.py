"""Audits raise the threshold of trust where they show that it keeps less than was asked, and never lower it."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from assets.trust.threshold_overrides import ThresholdOverride, by_group, fitted, override_for, trust_of
from resources.world_model.trust import NEVER, Limits, TrustFigures

LIMITS = Limits(0.97, 0.01)
PASS, FAIL, OTHER = "PASS", "FUNCTIONAL_MISMATCH", "COMPILATION_ERROR"


def audited(count: int, confidence: float, *, right: bool = True, night: str = "n1", **changes: Any) -> list[Any]:
    said = FAIL if right else OTHER
    row = {"audit_id": night, "confidence": confidence, "novelty": 0.1, "weight": 1.0, "outcome": FAIL}
    return [row | {"predicted_outcome": said} | changes] * count


def test_a_night_that_kept_what_was_asked_changes_nothing() -> None:
    assert override_for([*audited(196, 0.99), *audited(4, 0.5, right=False)], 0.4, LIMITS) is None


def test_a_night_that_broke_the_limit_raises_the_threshold_above_its_mistakes() -> None:
    found = override_for([*audited(300, 0.99), *audited(60, 0.6, right=False)], 0.4, LIMITS)
    assert found is not None
    assert (found.before, found.audit_id, found.figures.threshold) == (0.4, "n1", 0.99)
    assert (found.figures.accepted, found.figures.examples, found.figures.accuracy) == (300, 360, 1.0)


def test_chance_alone_is_no_reason() -> None:
    """Fewer than asked are right, and as few as that come of a threshold that keeps what was asked."""
    assert override_for([*audited(95, 0.99), *audited(5, 0.6, right=False)], 0.4, LIMITS) is None
    assert override_for(audited(20, 0.6, right=False), 0.4, LIMITS) is None


def test_false_passes_count_by_themselves() -> None:
    wrong = audited(10, 0.6, right=False, predicted_outcome=PASS)
    loose = Limits(0.5, 0.01)
    found = override_for([*audited(390, 0.99), *wrong], 0.4, loose)
    assert found is not None
    assert found.figures.threshold == 0.99
    assert override_for([*audited(390, 0.99), *audited(10, 0.6, right=False)], 0.4, loose) is None


def test_a_turn_weighs_what_it_stands_for() -> None:
    mistakes = audited(60, 0.6, right=False, weight=0.01)
    assert override_for([*audited(300, 0.99), *mistakes], 0.4, LIMITS) is None


def test_what_is_broken_again_is_raised_again_from_where_it_stood() -> None:
    first = [*audited(300, 0.9), *audited(60, 0.6, right=False)]
    second = [*audited(300, 0.99, night="n2"), *audited(60, 0.92, right=False, night="n2")]
    found = override_for([*first, *second], 0.4, LIMITS)
    assert found is not None
    assert (found.before, found.audit_id, found.figures.threshold) == (0.9, "n2", 0.99)


def test_where_no_threshold_will_do_nothing_is_trusted() -> None:
    found = override_for(audited(100, 0.99, right=False), 0.4, LIMITS)
    assert found is not None
    assert found.figures.threshold == NEVER


turn = st.builds(
    lambda confidence, novelty, weight, said, real, night: {
        "audit_id": night,
        "confidence": confidence,
        "novelty": novelty,
        "weight": weight,
        "predicted_outcome": said,
        "outcome": real,
    },
    st.floats(0.01, 1),
    st.none() | st.floats(0, 1),
    st.floats(0.5, 50),
    st.sampled_from([PASS, FAIL]),
    st.sampled_from([PASS, FAIL]),
    st.just("n1"),
)


@given(st.lists(st.lists(turn, max_size=120), max_size=4), st.floats(0, 1))
def test_no_night_lowers_it_and_what_it_fits_keeps_the_limits(
    nights: list[list[dict[str, Any]]], before: float
) -> None:
    rows = [row | {"audit_id": f"n{number}"} for number, night in enumerate(nights) for row in night]
    found = override_for(rows, before, LIMITS)
    if found is not None:
        assert found.figures.threshold > found.before >= before
        assert found.figures.threshold == NEVER or found.figures.accuracy >= LIMITS.accuracy - 1e-9


def test_a_turn_without_a_novelty_is_taken_for_a_familiar_one() -> None:
    rows = [*audited(1, 0.8, novelty=None), *audited(1, 0.8, novelty=0.95)]
    assert np.allclose(trust_of(rows), [0.8, 0.4])
    assert fitted(rows, Limits(0.0, 1.0)).threshold == 0.0


def test_overrides_are_by_domain_and_source() -> None:
    last = ThresholdOverride(TrustFigures(0.9, 100, 90, 0.98, 0.0), 0.4, "n1")
    assert by_group({"builtin": last}, "toy") == {"toy/builtin": 0.9}
