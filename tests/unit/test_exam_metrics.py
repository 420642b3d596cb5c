"""The exam's metrics: sets done by hand, each definition's corners, and pass@k against all draws there are."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.exam.field_metrics import (
    NEEDS_A_DEVICE,
    archxbench,
    cad_coder,
    fast_p,
    fix_rate,
    main_share,
    supercoder,
    tritonbench,
    veriscope_score,
)
from assets.exam.figure import Figure, Part, figure
from assets.exam.pass_at_k import func_at, pass_at, syn_at, unbiased
from assets.exam.sample import Exam, Fate, JudgedTurn, Sample
from assets.exam.score_sheet import best_of_n, fixed_failures, score_sheet, solved_by_turn, spent, unanswered
from resources.domains.registry import load_domains
from resources.domains.scoring import PASS_ALONE
from resources.execution.outcome import Outcome

CHIP, GPU, CODE, CAD = (
    load_domains()[name].scoring for name in ("chip_design", "gpu_kernels", "code_optimization", "cad_modeling")
)


def turn(outcome: Outcome | None = Outcome.PASS, *stages: str, **more: Any) -> JudgedTurn:
    return JudgedTurn(Fate.JUDGED if outcome else Fate.UNPARSABLE, outcome, frozenset(stages), **more)


PASS, WRONG, BROKEN = turn(), turn(Outcome.FUNCTIONAL_MISMATCH, "compile"), turn(Outcome.COMPILATION_ERROR)


def samples(task: str, *turns: JudgedTurn | Sequence[JudgedTurn]) -> list[Sample]:
    """Each with one turn, or with those given."""
    return [
        Sample(task, number, (one,) if isinstance(one, JudgedTurn) else tuple(one)) for number, one in enumerate(turns)
    ]


def exam(*own: list[Sample], **more: Any) -> Exam:
    return Exam(tuple(one for task in own for one in task), **more)


def values(figures: Sequence[Figure]) -> dict[str, float | None]:
    return {one.part: None if one.value is None else round(one.value, 6) for one in figures}


@given(st.lists(st.booleans(), min_size=1, max_size=8), st.integers(1, 8))
def test_pass_at_k_is_the_share_of_all_draws_that_hold_a_good_answer(answers: list[bool], k: int) -> None:
    if k > len(answers):
        with pytest.raises(ValueError, match="needs"):
            unbiased(len(answers), sum(answers), k)
        return
    draws = list(combinations(answers, k))
    assert unbiased(len(answers), sum(answers), k) == pytest.approx(sum(map(any, draws)) / len(draws))


@given(st.integers(1, 30), st.data())
def test_more_draws_and_more_good_answers_never_hurt(answers: int, data: st.DataObject) -> None:
    good = data.draw(st.integers(0, answers))
    rising = [unbiased(answers, good, k) for k in range(1, answers + 1)]
    assert rising == sorted(rising)
    assert rising[0] == pytest.approx(good / answers)
    assert rising[-1] == float(good > 0)


def test_pass_at_k_is_the_mean_over_tasks_and_says_what_it_left_out() -> None:
    sat = exam(samples("a", PASS, WRONG, WRONG, WRONG), samples("b", PASS, PASS), samples("c", BROKEN, BROKEN))
    one, two, three = pass_at(sat, (1, 2, 3))
    assert one.value == pytest.approx((0.25 + 1 + 0) / 3)
    assert two.value == pytest.approx((0.5 + 1 + 0) / 3)
    assert three.value == pytest.approx(0.75)
    assert three.note == "left out, with fewer than 3 answers: 2"
    assert (pass_at(sat, [9])[0].value, pass_at(sat, [9])[0].note) == (None, "needs 9 answers a task, and there are 4")


def test_an_answer_without_a_program_fails_and_a_failure_of_the_environment_counts_nowhere() -> None:
    broken = JudgedTurn(Fate.ENVIRONMENT)
    sat = exam(samples("a", PASS, JudgedTurn(Fate.TRUNCATED), broken), samples("b", broken))
    assert pass_at(sat, [1])[0].value == pytest.approx(0.5)
    assert pass_at(sat, [1])[0].tasks == 1
    shares = {one.metric: one for one in unanswered(sat)}
    assert shares["truncated"].value == pytest.approx(0.5)
    assert shares["refused"].value == 0
    assert shares["environment failed"].value == pytest.approx(2 / 4)


def test_real_bench_counts_syntax_and_function() -> None:
    passing = turn(Outcome.PASS, "compile", "simulate")
    sat = exam(samples("a", passing, WRONG), samples("b", WRONG, BROKEN), samples("c", BROKEN, BROKEN))
    assert values(syn_at(sat, (1, 2), CHIP.compiled)) == {"k=1": 0.5, "k=2": round(2 / 3, 6)}
    assert values(func_at(sat, (1, 2))) == {"k=1": round(1 / 6, 6), "k=2": round(1 / 3, 6)}
    assert veriscope_score(sat, CHIP).value == pytest.approx((0.75 + 0.25 + 0) / 3)


def test_archxbench_counts_syntax_of_five_and_the_best_ones_assertions() -> None:
    half = turn(Outcome.FUNCTIONAL_MISMATCH, "compile", metrics={"checks": 10.0, "errors": 5.0})
    ended_early = turn(Outcome.FUNCTIONAL_MISMATCH, "compile", metrics={"checks": 2.0, "errors": 0.0})
    sat = exam(
        samples("a", half, ended_early, BROKEN, BROKEN, BROKEN, PASS),
        samples("b", BROKEN, BROKEN, BROKEN, BROKEN, turn(Outcome.PASS, "compile")),
        references={"a": {"checks": 20.0}},
    )
    assert values(archxbench(sat, CHIP)) == {"n": 1.5, "t": round((5 / 20 + 1) / 2, 6)}
    assert [one.value for one in archxbench(exam(samples("a", PASS)), CHIP)] == [None, None]


def test_fix_rate_is_of_tasks_that_hand_out_a_faulty_program() -> None:
    sat = exam(samples("mend", PASS, WRONG), samples("write", PASS), repairs=frozenset({"mend"}))
    assert fix_rate(sat).value == pytest.approx(0.5)
    assert fix_rate(exam(samples("write", PASS))).value is None


def test_fast_p_has_no_number_without_a_device() -> None:
    quick, even, slow = (turn(Outcome.PASS, "gpu", metrics={"speedup": speed}) for speed in (3.0, 1.0, 0.5))
    tasks = (
        samples("kernelbench/level1_1", quick),
        samples("kernelbench/level1_2", even),
        samples("kernelbench/level2_1", slow),
        samples("kernelbench/level2_2", BROKEN),
    )
    assert {one.note for one in fast_p(exam(*tasks), GPU)} == {NEEDS_A_DEVICE}
    assert {one.value for one in fast_p(exam(samples("kernelbench/level1_1", BROKEN)), GPU)} == {None}
    measured = {"level1 p=1": 0.5, "level1 p=2": 0.5, "level2 p=1": 0.0, "level2 p=2": 0.0}
    assert values(fast_p(exam(*tasks, device=True), GPU)) == measured
    untimed = exam(*tasks, samples("kernelbench/level1_3", PASS), device=True)
    assert values(fast_p(untimed, GPU))["level1 p=1"] is None


def test_tritonbench_divides_by_what_was_called() -> None:
    sat = exam(samples("a", PASS), samples("b", WRONG), samples("c", turn(Outcome.MEMORY_FAULT)), samples("d", BROKEN))
    called, executed = tritonbench(sat, GPU)
    assert (called.value, called.samples) == (0.5, 4)
    assert (executed.value, executed.samples) == (0.5, 2)


def test_supercoder_counts_wrong_and_slower_answers_as_the_baseline() -> None:
    def timed(model: float, clock: float, outcome: Outcome = Outcome.PASS) -> JudgedTurn:
        return turn(outcome, "test", metrics={"estimated_speedup": model}, timings={"speedup": clock})

    wrong = turn(Outcome.FUNCTIONAL_MISMATCH, metrics={"estimated_speedup": 9.0})
    sat = exam(samples("a", timed(3.0, 2.0)), samples("b", timed(0.5, 0.4)), samples("c", wrong))
    accuracy, modelled, clocked = supercoder(sat, CODE)
    assert accuracy.value == pytest.approx(2 / 3)
    assert modelled.value == pytest.approx((3 + 1 + 1) / 3)
    assert clocked.value == pytest.approx((2 + 1 + 1) / 3)
    assert supercoder(exam(samples("c", wrong)), CODE)[2].value is None


def test_cad_coder_counts_nothing_valid_as_no_overlap() -> None:
    far = turn(Outcome.FUNCTIONAL_MISMATCH, "script", "gates", metrics={"overlap": 0.4})
    near = turn(Outcome.PASS, "script", "gates", metrics={"overlap": 1.0})
    unmeasured = turn(Outcome.FUNCTIONAL_MISMATCH, "script", "gates")
    sat = exam(samples("a", far), samples("b", near), samples("c", BROKEN), samples("d", unmeasured))
    rate, overlap = cad_coder(sat, CAD)
    assert rate.value == pytest.approx(3 / 4)
    assert overlap.value == pytest.approx(1.4 / 3)
    assert "1 valid answers could not be measured" in overlap.note


def test_main_share_is_the_mean_pass_rate_over_problems() -> None:
    assert main_share(exam(samples("a", PASS, WRONG), samples("b", PASS))).value == pytest.approx(0.75)


def test_what_later_turns_make_of_failures() -> None:
    unread = JudgedTurn(Fate.TRUNCATED)
    sat = exam(
        samples("a", [PASS], [WRONG, PASS]),
        samples("b", [BROKEN, WRONG, PASS], [WRONG, WRONG, WRONG], [unread]),
    )
    assert values(solved_by_turn(sat)) == {
        "turn 1": 0.25,
        "turn 2": 0.5,
        "turn 3": round((1 + 1 / 3) / 2, 6),
    }
    assert values(fixed_failures(sat)) == {"turn 2": round(1 / 3, 6), "turn 3": round(2 / 3, 6)}


def test_the_world_model_chooses_among_programs() -> None:
    sure, unsure = turn(Outcome.PASS, belief=0.9), turn(Outcome.FUNCTIONAL_MISMATCH, belief=0.2)
    sat = exam(samples("a", unsure, sure), samples("b", unsure, unsure), samples("c", sure))
    assert values(best_of_n(sat)) == {"first": 0.0, "chosen": 0.5, "any": 0.5}
    assert best_of_n(exam(samples("a", PASS)))[0].note == "no world model was asked"


def test_what_an_exam_took_is_by_sample_and_nobody_counted_is_no_zero() -> None:
    told = turn(prompt_tokens=100.0, completion_tokens=10.0)
    sat = exam(samples("a", [told, told], [told]))
    found = {one.metric: one.value for one in spent(sat)}
    assert (found["prompt tokens"], found["completion tokens"], found["cost"]) == (150.0, 15.0, None)


def test_intervals_are_by_task() -> None:
    """Twenty answers to a task say no more of other tasks than one does."""
    shares = [0.0, 0.2, 0.5, 0.5, 0.8, 0.9, 1.0, 1.0]
    once = figure("m", {str(place): Part(share) for place, share in enumerate(shares)}, 8)
    often = figure("m", {str(place): Part(20 * share, 20) for place, share in enumerate(shares)}, 160)
    assert (once.low, once.high) == pytest.approx((often.low, often.high))
    assert once.low is not None
    assert once.high is not None
    assert 0.2 < once.low < 0.6125 < once.high < 0.95


def test_where_all_tasks_are_alike_the_interval_is_wilsons() -> None:
    found = figure("m", {str(place): Part(1.0) for place in range(10)}, 10)
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(0.7225, abs=1e-4)
    assert figure("m", {"a": Part(3.0)}, 1).low is None


OUTCOMES = st.sampled_from([PASS, WRONG, BROKEN, JudgedTurn(Fate.TRUNCATED), JudgedTurn(Fate.ENVIRONMENT)])


@settings(max_examples=12)
@given(st.lists(st.lists(OUTCOMES, min_size=1, max_size=3), max_size=6))
def test_every_sheet_holds_for_whatever_was_judged(tasks: list[list[JudgedTurn]]) -> None:
    sat = exam(*(samples(str(place), *own) for place, own in enumerate(tasks)))
    for scoring in (PASS_ALONE, CHIP, GPU, CODE, CAD):
        sheet = score_sheet(sat, scoring)
        assert len({(one.metric, one.part) for one in sheet}) == len(sheet)
        for one in sheet:
            assert one.value is not None or one.note
            if one.value is not None and one.low is not None and one.high is not None:
                assert one.low - 1e-9 <= one.value <= one.high + 1e-9
