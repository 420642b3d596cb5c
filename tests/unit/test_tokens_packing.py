"""Packs hold every sequence once, are nearly full, and are the same each time."""

import random

from hypothesis import given
from hypothesis import strategies as st

from assets.tokens.export import best_fit, fullness


@given(st.lists(st.integers(1, 64), max_size=80))
def test_every_item_is_in_one_bin_and_no_bin_overflows(sizes: list[int]) -> None:
    bins = best_fit(sizes, 64)
    assert sorted(place for own in bins for place in own) == list(range(len(sizes)))
    assert all(sum(sizes[place] for place in own) <= 64 for own in bins)
    assert len(bins) <= 1 + sum(sizes) * 2 // 64


def test_it_is_the_best_fit_that_is_taken() -> None:
    assert best_fit([6, 5, 4, 5], 10) == [[0, 2], [1, 3]]
    assert best_fit([7, 6, 3, 4], 10) == [[0, 2], [1, 3]]


def test_packs_of_a_long_tailed_corpus_are_98_per_cent_full() -> None:
    chance = random.Random(1)
    sizes = [min(16_384, int(chance.lognormvariate(7.6, 0.8))) for _ in range(5_000)]
    bins = best_fit(sizes, 16_384)
    assert fullness(sizes, bins, 16_384) >= 0.98
    assert bins == best_fit(sizes, 16_384)


def test_nothing_is_packed_into_nothing() -> None:
    assert best_fit([], 10) == []
    assert fullness([], [], 10) == 0.0
