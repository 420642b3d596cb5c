"""Whether what is said of a failure is true: by class, symbol, line and numbers, and silence is no falsehood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from world_model_toy import ToyDomain

from assets.world_model.text_match import TextMatch, numbers_match, text_match
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome


def failed(text: str, outcome: Outcome = Outcome.COMPILATION_ERROR) -> Observation:
    return Observation(outcome, "compile", text.encode())


REAL = failed("line 3: undeclared name 'sum'\nafter 12.5 ms")


@pytest.mark.parametrize(
    ("said", "match"),
    [
        ("line 3: undeclared name 'sum'", TextMatch(True, True, True, True)),
        ("line 4: undeclared name 'sum'", TextMatch(True, True, False, False)),
        ("line 3: undeclared name 'acc'", TextMatch(True, False, True, True)),
        ("line 3: width name 'sum'", TextMatch(False, True, True, True)),
        ("after 12.51 ms", TextMatch(None, None, None, True)),
        ("after 13 ms", TextMatch(None, None, None, False)),
        ("line unknown: unknown", TextMatch(None, None, None, None)),
        ("", TextMatch(None, None, None, None)),
    ],
)
def test_each_part_is_compared_with_the_real_log(said: str, match: TextMatch) -> None:
    found = text_match(ToyDomain(), REAL, failed(said))
    assert found == match
    assert match.is_true is (False not in (match.category, match.symbol, match.line, match.numbers))
    assert match.says_something is (said not in ("", "line unknown: unknown"))


def test_of_a_wrong_label_and_of_a_pass_nothing_is_asked() -> None:
    assert text_match(ToyDomain(), REAL, failed(REAL.text, Outcome.TIMEOUT)) is None
    passed = failed("", Outcome.PASS)
    assert text_match(ToyDomain(), passed, passed) is None


@given(st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=1, max_size=6))
def test_numbers_that_stand_in_the_real_log_are_true_in_any_order(values: list[float]) -> None:
    real = " and ".join(f"{value:.6g}" for value in values)
    assert numbers_match(real, " ".join(f"{value:.4g}" for value in reversed(values))) is True
    assert numbers_match(real, f"{max(map(abs, values)) * 2 + 1:.6g}") is False


@pytest.mark.parametrize("text", ["0x1F at v2.c", "a1 b2", "1.2.3"])
def test_parts_of_names_and_versions_are_no_numbers(text: str) -> None:
    assert numbers_match("31", text) in (None, True)
