"""The figures of `icwm measure`: by author, by domain, and over all, each from the turns that it names."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import pytest

from assets.world_model.author_figures import ALL, AuthorFigures, JudgedAnswer, KnownAuthors
from assets.world_model.author_figures import author_figures as figures_beside
from assets.world_model.judged_prediction import Measured
from assets.world_model.text_match import TextMatch
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.trust import Limits
from resources.world_model.verdicts import Verdicts, together

NOBODY = KnownAuthors(defaultdict(lambda: together([])), Limits(0.97, 0.01))
PASS, WRONG = Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH


def author_figures(answers: Sequence[JudgedAnswer]) -> list[AuthorFigures]:
    return figures_beside(answers, NOBODY)


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


def known(belief: float, turns: int) -> KnownAuthors:
    """Other authors' turns, all foretold rightly with one confidence."""
    sure, yes = np.full(turns, belief), np.ones(turns, dtype=bool)
    return KnownAuthors({"chip_design": Verdicts(sure, sure, yes, yes, ~yes)}, Limits(0.97, 0.01))


def test_what_forty_answers_earn_is_said_of_the_rest() -> None:
    (row,) = author_figures([judged(PASS, 0.9) for _ in range(100)])
    assert row.earned is not None
    assert (row.earned.trusted, row.earned.right, row.earned.never) == (1.0, 1.0, 0.0)


def test_too_few_answers_say_nothing_of_what_forty_earn() -> None:
    (row,) = author_figures([judged(PASS, 0.9) for _ in range(78)])
    assert row.earned is None


def test_an_unforeseeable_author_earns_nothing() -> None:
    answers = [judged(PASS if place % 4 else WRONG, 0.9) for place in range(100)]
    (row,) = figures_beside(answers, known(0.8, 200))
    assert row.earned is not None
    assert (row.earned.trusted, row.earned.never) == (0.0, 1.0)


def test_others_lend_what_one_mistake_in_forty_takes_away() -> None:
    answers = [*(judged(PASS, 0.9) for _ in range(98)), judged(WRONG, 0.95), judged(WRONG, 0.95)]
    alone, lent = (figures_beside(answers, others)[0].earned for others in (NOBODY, known(0.85, 200)))
    assert alone is not None
    assert lent is not None
    assert alone.never > 0.4
    assert lent.never < 0.3
    assert lent.trusted > alone.trusted + 0.2
