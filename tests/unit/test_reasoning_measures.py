"""Measures of reasoning tell a writer of templates from one who writes."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.corpus.reasoning_measures import measured
from assets.corpus.schema import REASONING_MEASURES
from assets.corpus.text_measures import TextMeasures, masked, self_bleu, text_measures, words

WORDS = [a + b for a in "ka lo mi nu se ti wa ro".split() for b in "ben dor fil gan hup jem lus pov".split()]


def templates(count: int) -> list[str]:
    return [
        f"The log reads `error {number}: x{number}`. I change line {number} and run it again."
        for number in range(count)
    ]


def free(count: int) -> list[str]:
    chance = random.Random(1)
    return [". ".join(" ".join(chance.choices(WORDS, k=9)) for _ in range(4)) + "." for _ in range(count)]


def test_quotations_labels_and_numbers_are_made_alike() -> None:
    said = 'FUNCTIONAL_MISMATCH at line 12: `a <= b` is "late".\n```diff\n- a\n```'
    assert words(masked(said)) == ["l", "at", "line", "n", "q", "is", "q"]
    assert words(masked("I find `a` (line 3), `b` (line 4) and 2 more.")) == ["i", "find", "q"]


def test_a_template_is_one_sentence_whatever_it_quotes() -> None:
    measures = text_measures(templates(200))
    assert (measures.texts, measures.sentences, measures.templates) == (200, 400, 1.0)
    assert measures.masked_distinct < 0.01 < measures.distinct
    assert measures.self_bleu > 0.4


def test_a_sentence_recurs_where_another_text_has_it_too() -> None:
    texts = ["The log says `a`. Only I say that.", "The log says `b`. And only I this.", "Nothing of it here, at all."]
    assert text_measures(texts).templates == pytest.approx(2 / 5)


def test_free_texts_are_distinct() -> None:
    measures = text_measures(free(200))
    assert measures.templates < 0.05
    assert measures.masked_distinct > 0.9
    assert measures.self_bleu < 0.1
    assert measures.quoted == 0.0


def test_a_larger_set_of_the_same_kind_measures_the_same() -> None:
    small, large = (text_measures(free(count)).masked_distinct for count in (400, 4_000))
    assert abs(small - large) < 0.02


def test_the_same_text_twice_is_one() -> None:
    assert text_measures(templates(3) * 5) == text_measures(templates(3)[::-1])


def test_quotation_is_counted_in_characters() -> None:
    assert text_measures(["`abcdefgh` is"]).quoted == pytest.approx(10 / 13)


@given(st.lists(st.text(max_size=60), max_size=6))
def test_every_share_is_one(texts: list[str]) -> None:
    measures = text_measures(texts)
    for name in ("templates", "distinct", "masked_distinct", "self_bleu", "quoted"):
        assert 0.0 <= getattr(measures, name) <= 1.0 + 1e-9


def test_self_bleu_is_one_of_equal_texts_and_none_of_one() -> None:
    assert self_bleu([words("the same five words stand here")] * 2) == pytest.approx(1.0)
    assert self_bleu([words("alone it stands here")]) == 0.0
    assert text_measures([]) == TextMeasures()


def conversation(number: int, length: int) -> dict[str, Any]:
    messages = [
        {"role": "user", "reasoning_content": None},
        {"role": "assistant", "reasoning_content": f"First {number}."},
        {"role": "tool", "reasoning_content": None},
        {"role": "assistant", "reasoning_content": "because " * length + str(number)},
    ]
    entries = [
        {"turn_id": f"{number}:0", "reasoning_writer": "w/author", "reasoning_source": "original"},
        {"turn_id": f"{number}:1", "reasoning_writer": "w", "reasoning_source": "hindsight"},
    ]
    return {"messages": messages, "provenance": entries}


def test_each_writer_and_source_is_a_row_and_length_follows_difficulty() -> None:
    corpus = [conversation(number, 2 * number + 1) for number in range(6)]
    rows = measured("d", corpus, {f"{number}:1": 100 * number for number in range(6)})
    assert [(row["writer"], row["reasoning_source"], row["texts"]) for row in rows] == [
        ("w", "hindsight", 6),
        ("w", "original", 6),
    ]
    assert [row["length_by_difficulty"] for row in rows] == [pytest.approx(1.0), 0.0]
    assert REASONING_MEASURES.from_rows(rows).num_rows == 2
