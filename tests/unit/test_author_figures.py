"""The figures of `icwm measure`: by author, by domain, and over all, each from the turns that it names."""

import pytest

from assets.world_model.author_figures import ALL, JudgedAnswer, author_figures
from assets.world_model.judged_prediction import Measured
from assets.world_model.text_match import TextMatch
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

PASS, WRONG = Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH


def judged(
    real: Outcome,
    belief: float,
    *,
    author: str = "a",
    domain: str = "chip_design",
    seed: str = "builtin/x",
    trusted: bool = False,
    text: TextMatch | None = None,
) -> JudgedAnswer:
    shares = {PASS: belief, WRONG: 1 - belief}
    said = Observation(PASS if belief > 0.5 else WRONG, "")
    prediction = Measured(domain, real, shares, trust=max(belief, 1 - belief), trusted=trusted)
    return JudgedAnswer(domain, author, seed, "", prediction, said, Observation(real, ""), text)


def test_each_share_counts_what_it_is_of() -> None:
    text = TextMatch(True, None, False, None)
    (row,) = author_figures(
        [
            judged(PASS, 0.9, trusted=True),
            judged(PASS, 0.2),
            judged(WRONG, 0.8, trusted=True),
            judged(WRONG, 0.1, text=text),
            judged(WRONG, 0.3, text=TextMatch(None, None, None, None)),
        ]
    )
    assert (row.right.count, row.right.total) == (3, 5)
    assert (row.passes_foretold.count, row.passes_foretold.total) == (1, 2)
    assert (row.false_passes.count, row.false_passes.total) == (1, 2)
    assert (row.trusted.count, row.trusted_right.count, row.trusted_right.total) == (2, 1, 2)
    assert (row.texts_true.count, row.texts_true.total) == (0, 1)
    assert row.right.low < row.right.value < row.right.high


def test_rows_are_by_author_then_domain_then_all() -> None:
    rows = author_figures(
        [
            judged(PASS, 0.9, author="b"),
            judged(PASS, 0.9, author="a"),
            judged(PASS, 0.9, author="a", domain="cad_modeling"),
        ]
    )
    assert [(row.domain, row.author, row.right.total) for row in rows] == [
        ("cad_modeling", "a", 1),
        ("chip_design", "a", 1),
        ("chip_design", "b", 1),
        ("chip_design", ALL, 2),
        (ALL, ALL, 3),
    ]


def test_coverage_ends_where_more_than_three_in_a_hundred_are_wrong() -> None:
    sure = [judged(PASS, 0.99) for _ in range(40)]
    (row,) = author_figures([*sure, judged(WRONG, 0.7), judged(WRONG, 0.6)])
    assert row.coverage == pytest.approx(41 / 42)


def test_the_choice_is_among_answers_to_one_task_of_one_domain() -> None:
    rows = author_figures([judged(WRONG, 0.1), judged(PASS, 0.9, author="b"), judged(PASS, 0.9, domain="cad_modeling")])
    choices = {(row.domain, row.author): row.choice.tasks for row in rows}
    assert choices == {
        ("cad_modeling", "a"): 0,
        ("chip_design", "a"): 0,
        ("chip_design", "b"): 0,
        ("chip_design", ALL): 1,
        (ALL, ALL): 1,
    }
