"""Best of n by belief: sets done by hand, and what holds of any answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.world_model.choosing import Answered, best_of


def answered(*pairs: tuple[bool, float]) -> list[Answered]:
    return [Answered(passed, belief) for passed, belief in pairs]


def test_a_set_done_by_hand() -> None:
    found = best_of(
        {
            "believed rightly": answered((False, 0.1), (True, 0.8)),
            "believed wrongly": answered((True, 0.2), (False, 0.9)),
            "hopeless": answered((False, 0.5), (False, 0.4), (False, 0.3)),
            "one answer": answered((True, 1.0)),
        }
    )
    assert found.tasks == 3
    assert (found.first.count, found.chosen.count, found.oracle.count) == (1, 1, 2)
    assert found.executions_in_order == pytest.approx((2 + 1 + 3) / 3)
    assert found.executions_by_belief == pytest.approx((1 + 2 + 3) / 3)


def test_of_equal_beliefs_the_first_is_taken() -> None:
    assert best_of({"t": answered((True, 0.5), (False, 0.5))}).chosen.count == 1


def test_nothing_to_choose_from() -> None:
    found = best_of({"t": answered((True, 1.0))})
    assert (found.tasks, found.executions_by_belief, str(found.chosen)) == (0, 0.0, "nothing to judge")


TASKS = st.dictionaries(
    st.text(max_size=2),
    st.lists(st.builds(Answered, st.booleans(), st.floats(0, 1)), min_size=1, max_size=6),
    max_size=8,
)


@given(TASKS)
def test_the_oracle_bounds_every_choice_and_whoever_knows_is_the_oracle(tasks: dict[str, list[Answered]]) -> None:
    found = best_of(tasks)
    assert max(found.first.count, found.chosen.count) <= found.oracle.count
    knowing = best_of({name: [Answered(own.passed, float(own.passed)) for own in of] for name, of in tasks.items()})
    assert knowing.chosen.count == knowing.oracle.count == found.oracle.count
    assert knowing.executions_by_belief <= found.executions_by_belief
