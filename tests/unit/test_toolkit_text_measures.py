"""Measures of a text without its language."""

from hypothesis import given
from hypothesis import strategies as st

from resources.domains.toolkit.text_measures import difference, sizes, squeezed


def test_sizes_of_a_text() -> None:
    assert sizes("ab\n\nabcd\n") == {"characters": 9.0, "lines": 3.0, "longest_line": 4.0}
    assert sizes("") == {"characters": 0.0, "lines": 0.0, "longest_line": 0.0}


def test_blanks_do_not_count_as_a_difference() -> None:
    assert difference("a b\nc\n", "ab\n\n  c") == {"lines_removed": 0.0, "lines_added": 0.0, "likeness": 1.0}


def test_a_line_that_was_replaced() -> None:
    assert difference("a\nb\nc\nd\n", "a\nx\nc\nd\n") == {"lines_removed": 1.0, "lines_added": 1.0, "likeness": 0.75}


def test_what_is_too_long_and_what_has_no_reference_is_not_compared() -> None:
    assert difference("", "a") == {}
    assert difference("a\n" * 11, "a\n", most_lines=10) == {}
    assert len(squeezed("a\n" * 100_000, most_lines=10)) == 11


@given(st.text(), st.text())
def test_any_text_is_measured(reference: str, code: str) -> None:
    found = difference(reference, code)
    assert not found or 0.0 <= found["likeness"] <= 1.0
    assert difference(code, code).get("likeness", 1.0) == 1.0
