"""What a counter's runs say about speed: medians less start-up, and a speed-up only beyond both spreads."""

import pytest

from resources.domains.code_optimization.reference import Yardstick, counted, verdict_on_speed
from resources.domains.code_optimization.stages.counted import Counted, summary

ESTIMATE = {"estimated_cycles": 1000.0}


def yardstick(cycles: float, spread: float) -> Yardstick:
    return Yardstick(1000.0, {"user_cycles": cycles, "spread": spread})


def test_start_up_is_taken_off() -> None:
    found = summary([100, 90, 110], [1100, 1100, 1100, 1100])
    assert found == Counted(1000.0, 0.0)


def test_a_program_lost_in_its_start_up_is_not_counted() -> None:
    assert summary([100, 100, 100], [99, 100, 100, 90]) is None


def test_one_run_beside_the_others_does_not_decide() -> None:
    found = summary([0, 0], [1000, 1001, 1002, 1003, 1004, 1005, 90_000])
    assert found is not None
    assert found.median == 1003
    assert found.spread < 0.01


@pytest.mark.parametrize(
    ("own", "spread", "baseline_spread", "faster", "words"),
    [
        (900.0, 0.0, 0.0, 1.0, "faster than"),
        (900.0, 0.2, 0.0, 0.0, "as fast as"),
        (900.0, 0.0, 0.2, 0.0, "as fast as"),
        (990.0, 0.0, 0.0, 0.0, "as fast as"),
        (1500.0, 0.2, 0.0, 0.0, "slower than"),
    ],
)
def test_speed_counts_beyond_the_wider_spread(
    own: float, spread: float, baseline_spread: float, faster: float, words: str
) -> None:
    metrics = counted(Counted(own, spread), "user_cycles", yardstick(1000.0, baseline_spread))
    assert metrics["faster"] == faster
    assert metrics["speedup"] == pytest.approx(1000 / own, abs=1e-4)
    assert (
        verdict_on_speed({**ESTIMATE, **metrics}, "user_cycles")
        == f"measure: user cycles (perf), {words} the baseline\n"
    )


def test_a_baseline_that_was_not_counted_leaves_the_estimate() -> None:
    assert counted(Counted(900.0, 0.0), "user_cycles", Yardstick(1000.0, {})) == {}


def test_the_baseline_is_its_own_yardstick() -> None:
    assert counted(Counted(900.0, 0.1), "user_cycles", None) == {
        "user_cycles": 900.0,
        "speedup": 1.0,
        "faster": 0.0,
        "spread": 0.1,
    }
