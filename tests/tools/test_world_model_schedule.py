"""How many of the planned training steps fit into the time, asked again while training goes on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch", reason="the extra world-model is not installed")

from resources.world_model import optimisation


def affordable(planned: int, step: int, spent: float, allowed: float) -> int:

    return optimisation.affordable(planned, step, spent, allowed)


def test_a_slow_beginning_costs_no_steps_once_the_machine_is_free() -> None:
    slow = affordable(3000, step=20, spent=100.0, allowed=1000.0)
    assert slow == 200
    assert affordable(3000, step=820, spent=500.0, allowed=1000.0) > slow


@given(
    planned=st.integers(1, 5000),
    done=st.floats(0.0, 1.0),
    spent=st.floats(0.0, 1e4),
    allowed=st.floats(0.0, 1e4),
)
def test_never_fewer_than_done_nor_more_than_planned(planned: int, done: float, spent: float, allowed: float) -> None:
    step = max(1, round(planned * done))
    assert step <= affordable(planned, step, spent, allowed) <= planned
