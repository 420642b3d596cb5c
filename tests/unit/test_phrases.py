"""Phrases: a sentence that follows a colon loses its capital, and a name keeps it."""

import pytest

from resources.generation.diagnosis.phrases import lowered


@pytest.mark.parametrize(
    ("sentence", "after_a_colon"),
    [
        ("The counter wraps.", "the counter wraps"),
        ("A word is lost.", "a word is lost"),
        ("Kullback-Leibler divergence of two rows.", "Kullback-Leibler divergence of two rows"),
        ("Cauchy-Schwarz bounds it.", "Cauchy-Schwarz bounds it"),
        ("Gray code follows binary.", "Gray code follows binary"),
        ("SysTick fires.", "SysTick fires"),
        ("CRC over the frame.", "CRC over the frame"),
        ("Two-sided bounds are kept.", "two-sided bounds are kept"),
    ],
)
def test_a_sentence_after_a_colon(sentence: str, after_a_colon: str) -> None:
    assert lowered(sentence) == after_a_colon
