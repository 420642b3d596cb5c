"""Who is faster: least times of runs in turn and their noise, the estimate where no clock sees; a counter's medians."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.code_optimization.execution.reference import counted, timed
from resources.domains.code_optimization.execution.stages.comparison import (
    compared,
    compared_input,
    is_faster,
    read_comparison,
)
from resources.domains.code_optimization.execution.stages.counter import Counted, summary
from resources.domains.code_optimization.execution.test_suite import ProgramTest
from resources.execution.bundle import EnvironmentBundle
from resources.execution.sandbox.job import Ended, StepResult

LONG = 1e6
"""Cycles of the baseline in a compared run, beside which noise is little."""


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


def test_a_speedup_is_the_kernels_alone() -> None:
    """The harness's share is in both times; the candidate's own share is never less than the noise."""
    found = compared([2000, 2001, 2002, 2003], [1500, 1500, 1501, 1502], [1000, 1001])
    assert (found.ratio, found.speedup) == (pytest.approx(4 / 3), pytest.approx(2.0))
    assert found.speedup_spread == pytest.approx(0.02 * 3)
    lost = compared([2000, 2001], [1001, 1001], [1000, 1001])
    assert lost.speedup == pytest.approx(1000 / (0.02 * 1001))
    assert lost.speedup_spread == pytest.approx(1.0)
    noisy = compared([2000, 2001], [1001, 1001], [1000, 1200])
    assert noisy.speedup == pytest.approx(1000 / (0.2 * 1001))
    assert noisy.spread == 0.02


@pytest.mark.parametrize(
    ("baseline", "candidate", "estimate", "faster"),
    [
        ([1000, 1001, 1400] * 5, [900, 901, 1300] * 5, 0.5, True),
        ([1000, 1001, 1400], [900, 901, 1300], 0.5, False),
        ([1093, 1094] * 10, [1000, 1095] * 10, 1.0, False),
        ([1093, 1094, 1095], [1000, 1001, 1002], 1.0, False),
        ([1093, 1094, 1095], [1000, 1001, 1002], 1.05, True),
        ([1000, 1001, 1002], [1250, 1251, 1252], 1.54, False),
        ([1000, 1001, 1002], [999, 1000, 1001], 1.5, False),
        ([1000, 1001, 1002], [1003, 1004, 1005], 1.5, False),
        ([1000, 1001, 1002], [999, 1000, 1001], 1.0, False),
        ([1000, 1300, 1310], [900, 901, 902], 1.0, False),
    ],
    ids=[
        "clock",
        "few pairs",
        "a coin's winners",
        "equal code under load",
        "clock and estimate",
        "slower although estimated faster",
        "tie",
        "tie leaning away",
        "tie of both",
        "noise",
    ],
)
def test_least_times_decide_beyond_their_noise(
    baseline: list[int], candidate: list[int], estimate: float, faster: bool
) -> None:
    assert is_faster(compared(baseline, candidate), estimate, LONG) is faster


@pytest.mark.parametrize(
    "candidate", [[9990, 9995, 9995], [10010, 10020, 10020]], ids=["leaning to it", "leaning away"]
)
def test_times_that_cannot_tell_leave_it_to_the_estimate(candidate: list[int]) -> None:
    """A baseline's hundred cycles in a run of ten microseconds are less than its noise, whatever became of them."""
    found = compared([10_000, 10_010, 10_010], candidate)
    assert is_faster(found, 3.0, 100.0)
    assert not is_faster(found, 0.3, 100.0)
    assert not is_faster(compared([10_000, 10_010], [12_000, 12_010]), 3.0, 100.0)


@given(st.floats(1.03, 100), st.integers(9_900, 10_100))
def test_equal_times_are_a_tie_whatever_is_estimated(estimate: float, least: int) -> None:
    """A path that callgrind alone takes forges any estimate; a gain that a clock would have seen is none."""
    found = compared([10_000, 10_010, 10_010], [least, least, least])
    run = 30_000.0
    assert not is_faster(found, estimate, run * 0.02 / (1 - 1 / estimate) * 1.01)
    assert is_faster(found, estimate, run * 0.02 / (1 - 1 / estimate) * 0.99)


def step(log: str) -> StepResult:
    return StepResult("compare", Ended.EXITED, 0, log.encode(), False, 1.0)


def test_the_runners_words() -> None:
    found = read_comparison(step("1000 500\n1010 510\nfloor 100\n"))
    assert found is not None
    assert (found.ratio, found.speedup, found.pairs) == (2.0, pytest.approx(900 / 400), 2)
    differs, slow = read_comparison(step("1000 500\ndiffers 1\n")), read_comparison(step("slow 1\n"))
    assert differs is not None
    assert differs.differs
    assert slow is not None
    assert timed(slow, {"estimated_speedup": 9.0}, LONG) == {"faster": 0.0}
    assert read_comparison(step("differs 0\n")) is None
    assert read_comparison(step("")) is None


MEASURED = ProgramTest("3 7 8\n", "", measured=True)
RARE = (ProgramTest("3 1 0\n", "", shown=True, timed=True), ProgramTest("1 2 9 \udcff\n", "", timed=True))


@pytest.mark.parametrize(
    ("settings", "own", "stdin"),
    [
        ({"rounds_word": "0"}, 6000.0, b"1509+5+5+7 7 8\n 1 0\n 2 9 \xff\n"),
        ({"rounds_word": "0"}, 60_000_000.0, b"15+5+5+7 7 8\n 1 0\n 2 9 \xff\n"),
        ({}, 6000.0, b"3 7 8\n"),
    ],
    ids=["scaled", "a slow candidate", "no rounds"],
)
def test_longer_runs_follow_from_the_estimates(settings: dict[str, str], own: float, stdin: bytes) -> None:
    """With the data of tests among their rounds."""
    bundle = EnvironmentBundle("code_optimization", "test/x", "", "", "kernel.s", "", {}, settings)
    large = ProgramTest("1 4 1 1 1 1\n", "")
    assert compared_input(bundle, (*RARE, large, MEASURED), 6000.0, own) == stdin


def test_a_counter_stands_beside_the_clock() -> None:
    assert counted(Counted(900.0, 0.1), "user_cycles") == {"user_cycles": 900.0, "user_cycles_spread": 0.1}


def test_equal_programs_are_called_faster_once_in_two_hundred_at_most() -> None:
    """Times come and go with the load; which program has which of a pair is a coin's, as in the runner."""
    chance, wrong, tries = random.Random(7), 0, 2000
    for _ in range(tries):
        load = [1 + 0.5 * chance.random() ** 4 for _ in range(80)]
        pairs = [chance.sample(load[at : at + 2], 2) for at in range(0, 80, 2)]
        baseline, candidate = ([int(1e6 * pair[side]) for pair in pairs] for side in (0, 1))
        wrong += any(compared(baseline[:n], candidate[:n]).odds >= 200 for n in range(16, 41))
    assert wrong <= tries / 200
