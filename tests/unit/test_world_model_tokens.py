"""Differences in tokens: what no tool reads is none, and what a tool reads is never lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.world_model.features import difference_features
from resources.world_model.tokens import Edit, Edits, edits, token_lines

OLD = "assign total = first + 8'h0a; // sum\nassign other = total;\n"


@pytest.mark.parametrize(
    ("new", "ending"),
    [
        ("assign  total =first+8'd10;\n\n/* and\nmore */assign other = total; // x\n", "v"),
        ("assign sum_ = first + 8'b1010;\nassign other = sum_;\n", "v"),
    ],
)
def test_comments_spelling_and_consistent_names_are_no_edits(new: str, ending: str) -> None:
    assert edits(OLD, new, ending).edits == ()


def test_a_name_that_stands_elsewhere_or_is_changed_once_is_an_edit() -> None:
    assert edits(OLD, OLD.replace("other", "first"), "v").edits == (Edit(("other",), ("first",), "assign"),)
    assert edits(OLD, OLD.replace("first", "second"), "v").edits == (Edit(("first",), ("second",), "assign"),)
    assert edits(OLD, OLD.replace("= total", "= totals"), "v").edits == (Edit(("total",), ("totals",), "assign"),)


def test_a_hash_begins_a_comment_in_python_only_and_depth_counts_there_only() -> None:
    assert edits("x = 1\n", "x = 1  # one\n", "py").edits == ()
    assert edits("a #1 b;\n", "a #2 b;\n", "v").edits == (Edit(("1",), ("2",), "a"),)
    assert edits("f()\n", "  f()\n", "py").edits != ()
    assert edits("f();\n", "  f();\n", "c").edits == ()
    assert token_lines('s = "# no comment"\n', "py") == (("depth 0", "s", "=", '"# no comment"'),)


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=200), st.text(max_size=200), st.sampled_from(["py", "v", "s", "cu", ""]))
def test_any_text_is_compared_and_a_text_is_like_itself(old: str, new: str, ending: str) -> None:
    assert edits(old, old, ending) == Edits(())
    found = edits(old, new, ending)
    assert all(edit.gone or edit.come for edit in found.edits)
    names = set(difference_features(old, new, ending))
    assert names == set(difference_features("a = 1\n", "b = 2\n", "py"))
