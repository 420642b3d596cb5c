"""Trust: a threshold keeps its limits on the turns it was picked on, and novelty never raises trust."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from world_model_toy import ToyDomain, bundle, make_examples

from resources.execution.bundle import Candidate
from resources.world_model.model import Executed, Query
from resources.world_model.novelty import Novelty, fit_novelty, load_novelty, save_novelty
from resources.world_model.trust import NEVER, Limits, TrustFigures, borrow_threshold, fit_threshold, trust

LIMITS = Limits(0.97, 0.01)
turn = st.tuples(st.floats(0.001, 1), st.booleans(), st.booleans())


@given(st.lists(turn, max_size=300), st.floats(0, 1), st.floats(0, 1))
def test_what_is_accepted_keeps_both_limits(turns: list[tuple[float, bool, bool]], least: float, most: float) -> None:
    sure = np.array([item[0] for item in turns])
    right = np.array([item[1] for item in turns], dtype=bool)
    bad = np.array([item[2] and not item[1] for item in turns], dtype=bool)
    found = fit_threshold(sure, right, bad, Limits(least, most))
    accepted = sure >= found.threshold
    assert accepted.sum() == found.accepted
    if found.accepted:
        assert right[accepted].mean() >= least - 1e-9
        assert bad[accepted].mean() <= most + 1e-9


def test_a_few_dozen_turns_without_a_mistake_promise_no_one_in_a_hundred() -> None:
    def threshold(count: int) -> float:
        return fit_threshold(np.full(count, 0.9), np.full(count, True), np.full(count, False), LIMITS).threshold

    assert threshold(98) == NEVER
    assert threshold(99) == 0.9


def test_one_sure_false_pass_moves_the_threshold_above_it() -> None:
    sure = np.concatenate([np.full(150, 0.99), [0.95], np.full(200, 0.9)])
    right = sure != 0.95
    assert fit_threshold(sure, right, ~right, LIMITS).threshold == 0.9
    assert fit_threshold(sure, right, ~right, Limits(0.97, 0.005)).threshold == NEVER
    many = np.concatenate([sure[:150], np.full(5, 0.95), sure[151:]])
    assert fit_threshold(many, many != 0.95, many == 0.95, LIMITS).threshold == 0.99


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_novelty_never_raises_trust(confidence: float, one: float, other: float) -> None:
    low, high = sorted([one, other])
    worth = trust(np.array([confidence] * 2), np.array([low, high]))
    assert 0 <= worth[1] <= worth[0] <= confidence


def test_what_is_like_training_is_familiar_and_what_is_unlike_anything_is_new() -> None:
    novelty = fit_novelty(make_examples(300))
    like = novelty.of([example.query for example in make_examples(100, seed=1)])
    env = bundle(1)
    rubbish = "}{!! while (@@) lambda :: goto\n" * 40
    unlike = Query(
        ToyDomain(), env, Candidate(rubbish), (Executed(env.reference_candidate, make_examples(1)[0].observation),)
    )
    assert np.median(like) < 0.7
    assert novelty.of([unlike]) == [1.0]
    assert novelty.of([make_examples(1, domain=ToyDomain("never seen"))[0].query]) == [1.0]


def test_novelty_survives_its_file(tmp_path: Path) -> None:
    novelty = fit_novelty(make_examples(80))
    queries = [example.query for example in make_examples(40, seed=3)]
    save_novelty(novelty, tmp_path)
    assert load_novelty(tmp_path).of(queries) == novelty.of(queries)


def test_one_turn_is_no_measure_of_likeness() -> None:
    novelty: Novelty = fit_novelty(make_examples(1))
    assert novelty.of([make_examples(1)[0].query]) == [1.0]


@pytest.mark.parametrize("count", [0, 3])
def test_limits_that_demand_nothing_trust_everything(count: int) -> None:
    nothing = np.zeros(count)
    found = fit_threshold(nothing, nothing.astype(bool), nothing.astype(bool), Limits(0.0, 1.0))
    assert (found.threshold, found.examples, found.accepted) == (0.0, count, count)


def borrowed(sure: list[float], right: list[bool]) -> float:
    common = TrustFigures(0.8, 500, 400, 0.98, 0.0)
    told = np.array(right, dtype=bool)
    return borrow_threshold(common, np.array(sure), told, ~told, LIMITS).threshold


def test_a_few_own_turns_that_bear_the_others_threshold_out_leave_it() -> None:
    assert borrowed([0.7, 0.85, 0.9], [False, True, True]) == 0.8
    assert borrowed([], []) == 0.8
    assert borrowed([0.2, 0.3], [False, False]) == 0.8


def test_own_mistakes_raise_a_borrowed_threshold_above_them() -> None:
    assert 0.9 < borrowed([0.85, 0.9, 0.95, 0.99], [True, False, True, True]) <= 0.95
    assert borrowed([0.85, 0.99], [True, False]) > 0.99


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=30))
def test_above_a_borrowed_threshold_own_turns_keep_the_limits(turns: list[tuple[float, bool]]) -> None:
    threshold = borrowed([sure for sure, _ in turns], [right for _, right in turns])
    kept = [right for sure, right in turns if sure >= threshold]
    assert threshold >= 0.8
    assert not kept or sum(kept) / len(kept) >= LIMITS.accuracy
