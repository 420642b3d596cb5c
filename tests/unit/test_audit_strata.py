"""The night's sample by strata: how it is allocated and drawn, and whether the intervals cover the truth."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.amplification.simulated_turns import SimulatedTurn
from assets.audits.audit import AuditedTurn, weighted
from assets.audits.figures import outcome_accuracy
from assets.audits.strata import CONFIDENCE_EDGES, FLOOR, allocate, draw, stratify
from assets.shares import share, weighted_share
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.trajectory import Source, Trajectory, Turn

LABELS = (Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH, Outcome.COMPILATION_ERROR)


def simulated(number: int, label: Outcome, confidence: float, novelty: float | None = 0.0) -> SimulatedTurn:
    turn = Turn(
        0,
        "",
        Candidate(f"code {number}"),
        Observation(label, "function"),
        Source.SIMULATED,
        confidence=confidence,
        novelty=novelty,
    )
    names = ("d", "seed", "bundle", "g", "1")
    return SimulatedTurn(Trajectory(f"t{number}", *names, number, "1", "tools", "c", (turn,)), turn)


turns = st.lists(
    st.tuples(st.sampled_from(LABELS), st.floats(0, 1), st.one_of(st.none(), st.floats(0, 1))), max_size=150
).map(lambda drawn: [simulated(number, *entry) for number, entry in enumerate(drawn)])


@given(st.lists(st.integers(1, 400), min_size=1, max_size=30), st.integers(1, 500))
def test_an_allocation_is_whole_within_sizes_and_near_proportion(sizes: list[int], total: int) -> None:
    given_ = allocate(sizes, total)
    floors = sum(min(size, FLOOR, total) for size in sizes)
    assert sum(given_) == max(min(total, sum(sizes)), floors)
    assert all(min(size, FLOOR, total) <= count <= size for size, count in zip(sizes, given_, strict=True))
    larger_first = sorted(zip(sizes, given_, strict=True), reverse=True)
    assert [count for _, count in larger_first] == sorted((count for _, count in larger_first), reverse=True)


def test_where_no_floor_binds_the_allocation_is_in_proportion() -> None:
    assert allocate([500, 300, 200], 100) == [50, 30, 20]
    assert allocate([980, 18, 2], 100) == [96, 2, 2]


@given(turns, st.integers(1, 60), st.randoms())
def test_a_night_draws_the_same_turns_whatever_their_order(
    population: list[SimulatedTurn], size: int, order: random.Random
) -> None:
    drawn = draw(population, size, "2026-05-04")
    shuffled = list(population)
    order.shuffle(shuffled)
    assert draw(shuffled, size, "2026-05-04") == drawn
    names = [entry.simulated.turn_id for entry in drawn]
    assert len(set(names)) == len(names) == min(size, len(population))


@given(turns, st.integers(1, 60))
def test_what_is_drawn_stands_for_all_turns(population: list[SimulatedTurn], size: int) -> None:
    drawn = draw(population, size, "night")
    sizes = {str(entry.stratum): entry.of for entry in drawn}
    real = Observation(Outcome.PASS, "function")
    entries = [
        AuditedTurn(entry.simulated.trajectory, entry.simulated.turn, real, str(entry.stratum)) for entry in drawn
    ]
    assert sum(entry.weight for entry in weighted(entries, sizes)) == pytest.approx(len(population))
    assert {entry.stratum for entry in drawn} == set(stratify(population, size)) or not population


def test_another_night_draws_others() -> None:
    population = [simulated(number, Outcome.PASS, 0.99) for number in range(200)]
    nights = [{entry.simulated.turn_id for entry in draw(population, 20, night)} for night in ("one", "two")]
    assert nights[0] != nights[1]


def test_rare_and_doubtful_turns_are_drawn_though_they_are_few() -> None:
    population = [simulated(number, Outcome.PASS, 0.99) for number in range(500)]
    population += [simulated(500 + number, Outcome.COMPILATION_ERROR, 0.5) for number in range(3)]
    population += [simulated(600 + number, Outcome.PASS, 0.7, novelty=0.99) for number in range(2)]
    found = Counter(str(entry.stratum) for entry in draw(population, 20, "night"))
    assert found == {
        "PASS, confidence 95% to 100%": 16,
        "COMPILATION_ERROR, confidence 0% to 60%": 2,
        "PASS, confidence 60% to 80%, novel": 2,
    }


def test_a_small_sample_has_coarser_strata() -> None:
    population = [
        simulated(number, LABELS[number % 3], 0.5 + 0.49 * (number % 7) / 6, (number % 2) * 0.95)
        for number in range(300)
    ]
    bands = len(CONFIDENCE_EDGES) + 1
    kinds = {size: len(stratify(population, size)) for size in (200, 60, 15, 3)}
    assert kinds == {200: 3 * bands * 2, 60: 3 * bands, 15: 3, 3: 1}


def test_the_estimate_is_that_of_all_turns_not_of_the_sample() -> None:
    """900 easy turns, all right, and 100 hard ones, all wrong, of which the sample has as many."""
    easy, hard = [(True, 900 / 10)] * 10, [(False, 100 / 10)] * 10
    found = weighted_share(*zip(*[*easy, *hard], strict=True))
    assert found.value == pytest.approx(0.9)
    assert found.count / found.total == 0.5
    assert found.effective < found.total
    assert found.low < 0.9 < found.high


def test_equal_weights_are_the_plain_wilson_interval() -> None:
    plain, same = share(8, 10), weighted_share([True] * 8 + [False] * 2, [3.0] * 10)
    assert [same.value, same.low, same.high] == pytest.approx([plain.value, plain.low, plain.high])
    assert same.effective == pytest.approx(10)


@pytest.mark.parametrize("accuracy", [0.6, 0.9, 0.97])
def test_intervals_cover_the_truth_as_often_as_they_say(accuracy: float) -> None:
    """Strata of unequal size and accuracy, 300 samples: at least 93 % of the intervals hold the true accuracy."""
    chance = random.Random(7)
    sizes = [400, 150, 60, 30, 12, 5, 3]
    rates = [min(1.0, accuracy + 0.02), accuracy, *(accuracy * factor for factor in (0.95, 0.9, 0.8, 0.6, 0.4))]
    truth = sum(size * rate for size, rate in zip(sizes, rates, strict=True)) / sum(sizes)
    counts = allocate(sizes, 80)
    covered = 0
    for _ in range(300):
        pairs = [
            (chance.random() < rate, size / count)
            for size, count, rate in zip(sizes, counts, rates, strict=True)
            for _ in range(count)
        ]
        found = weighted_share(*zip(*pairs, strict=True))
        covered += found.low <= truth <= found.high
    assert covered >= 0.93 * 300


def test_turns_that_no_tool_can_judge_are_stood_for_by_the_rest_of_their_stratum() -> None:
    real = Observation(Outcome.PASS, "function")
    kept = [AuditedTurn(each.trajectory, each.turn, real, "a") for each in (simulated(0, Outcome.PASS, 1.0),)]
    (only,) = weighted(kept, {"a": 50, "b": 10})
    assert only.weight == 50
    assert outcome_accuracy([only.verdict]).value == 1.0
